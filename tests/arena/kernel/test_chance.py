"""Chance: documented values that any language can compute again."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.kernel.chance import BadScript, Extreme, Scripted, Seeded

VECTORS: Any = json.loads(
    (Path(__file__).parents[2] / "golden" / "chance-vectors.json").read_text(encoding="utf-8")
)
ZERO = bytes(32)
seeds = st.binary(min_size=32, max_size=32)


def straightforward(seed: bytes, stream: str, index: int, sides: int) -> int:
    """The documented rule, read once more."""
    block = sha256(seed + stream.encode() + b"\x00" + (index // 4).to_bytes(8, "big")).digest()
    word = int.from_bytes(block[8 * (index % 4) :][:8], "big")
    attempt = 0
    while word >= 2**64 // sides * sides:
        more = seed + stream.encode() + b"\x01" + index.to_bytes(8, "big") + attempt.to_bytes(4, "big")
        word, attempt = int.from_bytes(sha256(more).digest()[:8], "big"), attempt + 1
    return word % sides


@pytest.mark.parametrize("vector", VECTORS["draws"], ids=lambda vector: f"{vector['stream']}-{vector['sides']}")
def test_the_published_draws(vector: dict[str, Any]) -> None:
    chance = Seeded(bytes.fromhex(vector["seed"]), {vector["stream"]: vector["index"]})
    assert [chance.draw(vector["stream"], vector["sides"]) for _ in vector["values"]] == vector["values"]


@pytest.mark.parametrize("vector", VECTORS["shuffles"], ids=lambda vector: str(len(vector["result"])))
def test_the_published_shuffles(vector: dict[str, Any]) -> None:
    chance = Seeded(bytes.fromhex(vector["seed"]), {vector["stream"]: vector["index"]})
    items = list(range(len(vector["result"])))
    chance.shuffle(vector["stream"], items)
    assert items == vector["result"]
    assert chance.drawn == {vector["stream"]: vector["index"] + max(0, len(items) - 1)}


@given(seeds, st.text(max_size=6), st.integers(0, 10**6), st.integers(1, 2**64) | st.integers(1, 100))
def test_a_draw_is_the_documented_function_of_seed_stream_and_index(
    seed: bytes, stream: str, index: int, sides: int
) -> None:
    assert Seeded(seed, {stream: index}).draw(stream, sides) == straightforward(seed, stream, index, sides)


@given(seeds, st.integers(0, 50), st.integers(0, 60))
def test_a_whole_shuffle_is_the_same_as_its_single_draws(seed: bytes, start: int, length: int) -> None:
    items, chance = list(range(length)), Seeded(seed, {"deck": start})
    chance.shuffle("deck", items)
    expected = list(range(length))
    for place in range(length - 1, 0, -1):
        other = straightforward(seed, "deck", start + length - 1 - place, place + 1)
        expected[place], expected[other] = expected[other], expected[place]
    assert items == expected
    assert chance.drawn.get("deck", 0) == start + max(0, length - 1)


def test_a_shuffle_with_a_word_too_high_draws_that_place_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """So rare that no seed shows it: the words are replaced, and the careful way must have been taken."""
    single = [Seeded(ZERO).draw("deck", 1 << 60)]
    monkeypatch.setattr(Seeded, "_words", lambda self, stream, start, count: (2**64 - 1,) * count)
    quick, careful = list(range(20)), list(range(20))
    Seeded(ZERO).shuffle("deck", quick)
    chance = Seeded(ZERO)
    for place in range(19, 0, -1):
        other = chance.draw("deck", place + 1)
        careful[place], careful[other] = careful[other], careful[place]
    assert quick == careful
    assert single == [Seeded(ZERO).draw("deck", 1 << 60)]


@given(seeds, st.lists(st.sampled_from(["deck", "dice"]), max_size=40))
def test_what_one_stream_gives_never_depends_on_another(seed: bytes, order: list[str]) -> None:
    chance = Seeded(seed)
    got = [(stream, chance.draw(stream, 6)) for stream in order]
    for stream in ("deck", "dice"):
        alone = Seeded(seed)
        assert [alone.draw(stream, 6) for one in order if one == stream] == [v for s, v in got if s == stream]


@given(seeds, st.integers(0, 30))
def test_a_copy_stands_at_the_same_place_and_goes_its_own_way(seed: bytes, before: int) -> None:
    for chance in (Seeded(seed), Scripted({"dice": [1, 2, 3]}, seed), Extreme(), Extreme(highest=True)):
        for _ in range(before):
            chance.draw("dice", 6)
        twin = chance.copy()
        values = [twin.draw("dice", 6) for _ in range(5)]
        assert chance.drawn.get("dice", 0) == before
        assert [chance.draw("dice", 6) for _ in range(5)] == values


def test_every_value_is_about_equally_often() -> None:
    chance = Seeded(ZERO)
    counts = Counter(chance.draw("dice", 6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())


def test_a_script_is_given_first_and_then_the_seed_goes_on() -> None:
    """The draws that a script gave are counted: the seed's stream goes on at that index."""
    chance = Scripted({"dice": [5, 0]}, ZERO)
    seeded = Seeded(ZERO)
    all_seeded = [seeded.draw("dice", 6) for _ in range(5)]
    assert [chance.draw("dice", 6) for _ in range(5)] == [5, 0, *all_seeded[2:]]
    assert chance.draw("deck", 50) == Seeded(ZERO).draw("deck", 50)
    assert chance.drawn == {"dice": 5, "deck": 1}


@pytest.mark.parametrize("value", [-1, 6])
def test_a_scripted_value_that_no_draw_could_give_is_named(value: int) -> None:
    chance = Scripted({"dice": [value]}, ZERO)
    with pytest.raises(BadScript, match=f"'dice' is scripted to give {value} where a draw gives 0 to 5"):
        chance.draw("dice", 6)
    assert chance.drawn == {}


def test_extreme_chance_gives_its_ends_and_counts() -> None:
    low, high = Extreme(), Extreme(highest=True)
    assert [low.draw("dice", 6), high.draw("dice", 6)] == [0, 5]
    assert low.drawn == {"dice": 1}


def test_a_seed_has_32_bytes_and_a_draw_a_side() -> None:
    with pytest.raises(ValueError, match="32 bytes, not 3"):
        Seeded(b"abc")
    with pytest.raises(ValueError, match="at least one side, not 0"):
        Seeded(ZERO).draw("dice", 0)
