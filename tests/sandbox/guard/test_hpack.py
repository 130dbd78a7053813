"""Header compression: the examples of RFC 7541, and that nothing a server writes does more than end its bot."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from athanor_contract.limits import server as limits
from sandbox.guard import hpack
from sandbox.guard.ending import Ended

CODES = {symbol: code for code, symbol in hpack.CODES.items()}


def number(value: int, bits: int, first: int = 0) -> bytes:
    """5.1 of the RFC, word for word."""
    most = (1 << bits) - 1
    if value < most:
        return bytes([first | value])
    written = [first | most]
    value -= most
    while value >= 128:
        written.append(value % 128 + 128)
        value //= 128
    return bytes([*written, value])


def coded(text: bytes) -> bytes:
    """By the Huffman code, padded with ones."""
    bits = "".join(f"{CODES[byte]:b}"[1:] for byte in text)
    bits += "1" * (-len(bits) % 8)
    return int(f"1{bits}", 2).to_bytes(len(bits) // 8 + 1, "big")[1:]


@pytest.mark.parametrize(("written", "bits", "value"), [("0a", 5, 10), ("1f9a0a", 5, 1337), ("2a", 8, 42)])
def test_the_rfcs_numbers(written: str, bits: int, value: int) -> None:
    data = bytes.fromhex(written)
    assert hpack.integer(data, 0, bits) == (value, len(data))


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("f1e3c2e5f23a6ba0ab90f4ff", b"www.example.com"),
        ("a8eb10649cbf", b"no-cache"),
        ("25a849e95ba97d7f", b"custom-key"),
        ("25a849e95bb8e8b4bf", b"custom-value"),
        ("d07abe941054d444a8200595040b8166e082a62d1bff", b"Mon, 21 Oct 2013 20:13:21 GMT"),
        (
            "94e7821dd7f2e6c7b335dfdfcd5b3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007",
            b"foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
        ),
    ],
)
def test_the_rfcs_texts(written: str, text: bytes) -> None:
    assert hpack.huffman(bytes.fromhex(written)) == text
    assert coded(text) == bytes.fromhex(written)


def test_the_rfcs_header_blocks() -> None:
    literal = bytes.fromhex("400a637573746f6d2d6b65790d637573746f6d2d686561646572")
    assert hpack.fields(literal) == [(b"custom-key", b"custom-header")]
    never_indexed = bytes.fromhex("100870617373776f726406736563726574")
    assert hpack.fields(never_indexed) == [(b"password", b"secret")]
    assert hpack.fields(b"\x82") == [(b":method", b"GET")]
    response = bytes.fromhex(
        "488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43d3"
    )
    assert hpack.fields(response) == [
        (b":status", b"302"),
        (b"cache-control", b"private"),
        (b"date", b"Mon, 21 Oct 2013 20:13:21 GMT"),
        (b"location", b"https://www.example.com"),
    ]


def test_the_static_table_is_the_rfcs() -> None:
    assert len(hpack.STATIC) == 61
    assert hpack.STATIC[8 - 1] == (b":status", b"200")
    assert hpack.STATIC[31 - 1] == (b"content-type", b"")
    assert hpack.STATIC[61 - 1] == (b"www-authenticate", b"")


def test_the_huffman_code_is_complete() -> None:
    """Every octet has a code, and with the end of string they use up all that there are."""
    assert sorted(CODES) == list(range(256))
    used = sum(Fraction(1, 1 << code.bit_length() - 1) for code in hpack.CODES)
    assert used + Fraction(1, 1 << 30) == 1


@given(st.integers(0, hpack.LARGEST), st.integers(1, 8))
@example(0, 1)
@example(hpack.LARGEST, 4)
def test_numbers_come_back(value: int, bits: int) -> None:
    written = number(value, bits)
    assert hpack.integer(written + b"\xff", 0, bits) == (value, len(written))


@given(st.binary(max_size=300))
def test_texts_come_back(text: bytes) -> None:
    assert hpack.huffman(coded(text)) == text


@given(st.lists(st.tuples(st.binary(max_size=40), st.binary(max_size=200)), max_size=20), st.randoms())
def test_fields_come_back_however_they_are_written(fields: list[tuple[bytes, bytes]], chance: object) -> None:
    pick = chance.choice  # type: ignore[attr-defined]
    block = b"\x20"
    for name, value in fields:
        block += pick((b"\0", b"\x40", b"\x10"))
        for text in (name, value):
            code = pick((coded, None))
            written = text if code is None else code(text)
            block += number(len(written), 7, 0 if code is None else 0x80) + written
    assert hpack.fields(block) == fields


@given(st.binary(max_size=400))
def test_whatever_comes_is_read_or_refused(block: bytes) -> None:
    with suppress(Ended):
        assert len(hpack.fields(block)) <= limits.FIELDS


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("80", "number 0 of a table of 61"),
        ("be", "number 62 of a table of 61"),
        ("3fe11f", "a table of 4096 bytes"),
        ("8820", "a table size behind a field"),
        ("00", "in the middle of a field"),
        ("0005", "in the middle of a text"),
        ("ff", "in the middle of a number"),
        ("ffffffffffff00", "a number that is too large"),
        ("0081ff00", "ends in the middle of a Huffman code"),
        ("0084ffffffff00", "no Huffman code"),
        ("82" * 129, "more than 128 of them"),
    ],
)
def test_what_is_wrong_is_said(block: str, words: str) -> None:
    with pytest.raises(Ended) as ended:
        hpack.fields(bytes.fromhex(block))
    assert words in ended.value.detail
