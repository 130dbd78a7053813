"""The life of a tournament's value: what it refuses and why, what it takes back, how it is written down."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from arena.pairing import (
    BadDocument,
    DoubleElimination,
    Drawn,
    Ended,
    Entered,
    Entrant,
    Event,
    Gauntlet,
    Groups,
    NotNow,
    Pace,
    Paired,
    Pairing,
    Phase,
    Played,
    RoundRobin,
    Ruled,
    Seeding,
    Settings,
    SingleElimination,
    Stage,
    Swiss,
    Tiebreak,
    Tournament,
    Unit,
    Voided,
    Withdrawn,
    audit,
    crosstable,
    final_standings,
    read_event,
    read_settings,
    standings,
    to_document,
)
from tests.arena.pairing import kit

SWISS = kit.settings(Swiss(3))


def begun(of: Settings = SWISS, entrants: int = 8) -> Tournament:
    tournament = kit.entered(of, entrants)
    kit.settle(tournament, start=True)
    return tournament


def round_of(tournament: Tournament) -> None:
    for one in tournament.wanted():
        kit.play(tournament, one, kit.better_number(one))
    kit.settle(tournament)


def test_it_waits_for_the_word_to_begin() -> None:
    tournament = kit.entered(SWISS, 4)
    assert tournament.phase is Phase.ENTRY
    assert tournament.due() is None
    assert isinstance(tournament.due(start=True), Drawn)
    kit.settle(tournament, start=True)
    assert tournament.phase is Phase.PLAYING
    kit.play_through(tournament)
    assert tournament.phase is Phase.OVER
    assert tournament.due() is None


@pytest.mark.parametrize(
    ("of", "entrants", "why"),
    [
        (SWISS, 0, "At least 2 entrants are needed, and there are 0."),
        (SWISS, 1, "At least 2 entrants are needed, and there is 1."),
        (kit.settings(Groups(4), SingleElimination()), 8, "8 entrants in 4 groups leave 2"),
        (kit.settings(Gauntlet(3)), 3, "3 entrants with 3 hosts leave no challenger"),
    ],
)
def test_it_says_why_it_cannot_begin(of: Settings, entrants: int, why: str) -> None:
    tournament = kit.entered(of, entrants)
    assert tournament.obstacle().startswith(why)
    with pytest.raises(NotNow, match=why):
        tournament.due(start=True)


REFUSED: list[tuple[Event, str]] = [
    (Entered(Entrant("")), "An entrant needs a key."),
    (Entered(Entrant("p1")), "p1 has entered already."),
    (Withdrawn("p99"), "p99 has not entered."),
    (Drawn(1, ("p1", "p2")), "Stage 1 is not the next one."),
    (Drawn(2, ("p1", "p2")), "Stage 2 is not the next one."),
    (Paired(2, 1, ()), "Stage 2 is not the one that is played."),
    (Paired(1, 2, (Pairing("1-1-1", ("p1", "p2")),)), "Pairing 1-1-1 is made already."),
    (Paired(1, 2, (Pairing("1-2-1", ("p1", "p99")),)), "Pairing 1-2-1 names somebody who is not in this stage."),
    (
        Paired(1, 2, (Pairing("1-2-1", ("p1", "p1")),)),
        "Pairing 1-2-1 needs different players, at least 2 and at most 2.",
    ),
    (
        Paired(1, 2, (Pairing("1-2-1", ("p1", "p2", "p3")),)),
        "Pairing 1-2-1 needs different players, at least 2 and at most 2.",
    ),
    (Played("9-9-9", 1, ("p1", "p2"), (1, 2)), "There is no pairing 9-9-9 now."),
    (Ruled("1-1-1", (1, 2, 3), "rain"), "needs a rank for each of"),
    (Voided("9-9-9", 1), "There is no pairing 9-9-9."),
    (Voided("1-1-1", 1), "Game 1 of pairing 1-1-1 has no result to void."),
    (Voided("1-1-1", 0), "There is no ruling on pairing 1-1-1."),
    (Ended(1, "enough"), "Pairings are open"),
    (Ended(2, "enough"), "Stage 2 is not the one that is played."),
]


@pytest.mark.parametrize(("event", "why"), REFUSED, ids=[why for _, why in REFUSED])
def test_what_its_state_does_not_allow_is_refused_and_changes_nothing(event: Event, why: str) -> None:
    tournament = begun()
    before = (len(tournament.events), tournament.wanted(), standings(tournament, 1))
    with pytest.raises(NotNow) as refusal:
        tournament.apply(event)
    assert why in str(refusal.value)
    assert (len(tournament.events), tournament.wanted(), standings(tournament, 1)) == before


def test_a_command_given_twice_takes_effect_once() -> None:
    tournament = begun()
    for event in (Withdrawn("p1"), Ruled("1-1-2", (1, 2), "rain")):
        tournament.apply(event)
        with pytest.raises(NotNow):
            tournament.apply(event)
    wanted = tournament.wanted()[0]
    kit.play(tournament, wanted, (1, 2))
    with pytest.raises(NotNow, match="is decided"):
        kit.play(tournament, wanted, (2, 1))
    round_of(tournament)
    (again,) = [event for event in tournament.events if isinstance(event, Paired) and event.round == 2]
    with pytest.raises(NotNow, match="made already"):
        tournament.apply(again)


def test_before_the_draw_entrants_come_and_go() -> None:
    tournament = kit.entered(SWISS, 4)
    tournament.apply(Withdrawn("p2"))
    assert [one.key for one in tournament.present] == ["p1", "p3", "p4"]
    tournament.apply(Entered(Entrant("p2", rating=99)))
    kit.settle(tournament, start=True)
    assert tournament.stages[0].field == ("p2", "p1", "p3", "p4")


def test_seeds_are_by_rating_by_lot_or_by_hand() -> None:
    def draw(seeding: Seeding, seed: str = kit.SEED) -> tuple[str, ...]:
        tournament = Tournament(replace(SWISS, seeding=seeding, seed=seed))
        for key, rating, hand in [("a", 10.0, None), ("b", 30.0, 2), ("c", 20.0, 1), ("d", 40.0, None)]:
            tournament.apply(Entered(Entrant(key, rating, hand)))
        drawn = tournament.due(start=True)
        assert isinstance(drawn, Drawn)
        return drawn.order

    assert draw(Seeding.RATING) == ("d", "b", "c", "a")
    assert draw(Seeding.HAND) == ("c", "b", "d", "a")
    assert draw(Seeding.RANDOM) == draw(Seeding.RANDOM)
    assert len({draw(Seeding.RANDOM, f"{seed:064x}") for seed in range(20)}) > 5


def test_who_has_left_is_refused_once_it_is_over() -> None:
    tournament = kit.play_through(begun())
    with pytest.raises(NotNow, match="its results stand"):
        tournament.apply(Withdrawn("p1"))
    with pytest.raises(NotNow, match="over"):
        tournament.apply(Entered(Entrant("late")))


def test_a_last_result_can_be_voided_after_the_end() -> None:
    tournament = kit.play_through(begun(kit.settings(SingleElimination()), 2))
    tournament.apply(Voided("1-W1-1", 1))
    assert tournament.phase is Phase.PLAYING
    assert tournament.champions == ()
    kit.play_through(tournament, lambda wanted: [2 if player == "p1" else 1 for player in wanted.seating])
    assert tournament.champions == ("p2",)
    assert len([event for event in tournament.events if isinstance(event, Played)]) == 2, "nothing is forgotten"
    assert audit(tournament.settings, tournament.events) == []


def test_a_round_that_was_made_of_a_voided_result_is_taken_back() -> None:
    tournament = begun()
    round_of(tournament)
    assert tournament.stages[0].regular_rounds == 2
    tournament.apply(Voided("1-1-1", 1))
    assert tournament.stages[0].regular_rounds == 1
    assert [(one.pairing, one.attempt) for one in tournament.wanted()] == [("1-1-1", 1)]
    round_of(tournament)
    assert {one.attempt for one in tournament.wanted()} == {1}
    one = tournament.wanted()[0]
    kit.play(tournament, one, (1, 2))
    with pytest.raises(NotNow, match="depends on this result and was played"):
        tournament.apply(Voided("1-1-1", 1))


def test_a_ruling_can_be_voided() -> None:
    tournament = begun()
    tournament.apply(Ruled("1-1-1", (2, 1), "no bot"))
    tournament.apply(Voided("1-1-1", 0))
    assert "1-1-1" in {one.pairing for one in tournament.wanted()}


def test_a_game_of_a_best_of_takes_with_it_what_was_only_played_for_it() -> None:
    tournament = begun(kit.settings(SingleElimination(), unit=Unit(3, best_of=True)), 2)
    for winner in ("p1", "p2", "p1"):
        one = tournament.wanted()[0]
        kit.play(tournament, one, [1 if player == winner else 2 for player in one.seating])
    assert tournament.champions == ("p1",)
    tournament.apply(Voided("1-W1-1", 2))
    assert [one.game for one in tournament.wanted()] == [2]
    kit.play_through(tournament, lambda wanted: [1 if player == "p1" else 2 for player in wanted.seating])
    assert tournament.champions == ("p1",)


def test_an_organizer_can_end_a_swiss_but_no_bracket() -> None:
    tournament = begun(kit.settings(Swiss(5)), 16)
    for one in tournament.wanted():
        kit.play(tournament, one, kit.better_number(one))
    tournament.apply(Ended(1, "The hall closes."))
    assert tournament.over
    assert len(tournament.champions) == 1
    bracket = begun(kit.settings(DoubleElimination()), 4)
    for one in bracket.wanted():
        kit.play(bracket, one, kit.better_number(one))
    with pytest.raises(NotNow, match="A bracket is played to its end"):
        bracket.apply(Ended(1, "The hall closes."))


def test_a_stage_that_nobody_is_left_for_ends() -> None:
    of = kit.settings(Swiss(1), SingleElimination())
    tournament = begun(of, 8)
    for one in tournament.wanted()[:-1]:
        kit.play(tournament, one, kit.better_number(one))
    for number in range(1, 8):
        tournament.apply(Withdrawn(f"p{number}"))
    kit.play_through(tournament)
    assert tournament.champions == ("p8",)
    assert {row.entrant for row in final_standings(tournament)} == set(tournament.entrants)


def test_the_cross_table_has_every_meeting_from_both_sides() -> None:
    tournament = begun(kit.settings(RoundRobin()), 4)
    one = tournament.wanted()[0]
    kit.play(tournament, one, kit.better_number(one))
    cells = crosstable(tournament, 1)
    assert len(cells) == 12
    first, second = sorted(one.seating)
    assert [cell.result for cell in cells[first, second]] == [1]
    assert [cell.result for cell in cells[second, first]] == [0]
    assert sum(cell.result is None for found in cells.values() for cell in found) == 10


def test_the_field_is_ranked_across_stages() -> None:
    tournament = kit.play_through(begun(kit.settings(Groups(2), SingleElimination()), 12))
    rows = final_standings(tournament)
    assert [row.place for row in rows][:9] == [1, 2, 3, 3, 5, 5, 5, 5, 9]
    assert [row.stage for row in rows] == [2] * 8 + [1] * 4
    assert rows[0].entrant == "p1"


def test_an_audit_finds_a_pairing_that_was_not_due() -> None:
    tournament = kit.play_through(begun())
    events = list(tournament.events)
    at, paired = next((at, event) for at, event in enumerate(events) if isinstance(event, Paired))
    first, second = paired.pairings[0].players
    turned = replace(paired.pairings[0], players=(second, first))
    events[at] = replace(paired, pairings=(turned, *paired.pairings[1:]))
    with pytest.raises(NotNow, match="is to be played as"):
        audit(SWISS, events)
    (difference,) = audit(SWISS, events[: at + 1])
    assert difference.startswith(f"Event {at + 1} is Paired(")


def test_settings_and_events_survive_being_written() -> None:
    of = Settings(
        (Stage(Groups(3, 2), Unit(3, True, True, 1), tuple(Tiebreak), 2), Stage(DoubleElimination(False))),
        seeding=Seeding.HAND,
        seed=kit.SEED,
    )
    assert read_settings(json.loads(json.dumps(to_document(of)))) == of
    events: list[Event] = [
        Entered(Entrant("a", 1.5, 3)),
        Withdrawn("a", "ill", disqualified=True),
        Drawn(1, ("a", "b")),
        Paired(1, 2, (Pairing("1-2-1", ("a", "b"), "A"),), ("c",), play_off=True),
        Played("1-2-1", 3, ("b", "a"), (2, 1), ("b",), "match-7"),
        Ruled("1-2-1", (1, 1), "rain"),
        Voided("1-2-1", 3, "our fault"),
        Ended(1, "over"),
    ]
    for event in events:
        assert read_event(json.loads(json.dumps(to_document(event)))) == event


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ([], "kind must be one of entered, withdrawn"),
        (
            {"kind": "wish"},
            "kind must be one of entered, withdrawn, drawn, paired, played, ruled, corrected, voided, ended",
        ),
        ({"kind": "entered"}, "the document: entrant is missing"),
        ({"kind": "entered", "entrant": "a"}, "entrant: an object is needed, not 'a'"),
        ({"kind": "entered", "entrant": {"key": 7}}, "entrant.key: str is needed, not 7"),
        ({"kind": "ended", "stage": True, "reason": ""}, "stage: int is needed, not True"),
        ({"kind": "ended", "stage": 1, "reason": "", "x": 1}, "'x' is no field; there are stage, reason"),
        ({"kind": "drawn", "stage": 1, "order": "ab"}, "order: a list is needed, not 'ab'"),
        ({"kind": "drawn", "stage": 1, "order": ["a", 1]}, "order.1: str is needed, not 1"),
    ],
)
def test_a_document_that_is_none_says_where(document: object, why: str) -> None:
    with pytest.raises(BadDocument) as refusal:
        read_event(document)
    assert why in str(refusal.value)


def test_settings_name_what_is_wrong() -> None:
    document = to_document(SWISS)
    for path, value, why in [
        ("seeding", "strength", "seeding: one of rating, random, hand is needed, not 'strength'"),
        ("stages", [{}], "stages.0: format is missing"),
        (
            "stages",
            [{"format": {"kind": "ladder"}}],
            "stages.0.format: kind must be one of double-elimination, gauntlet, groups, round-robin",
        ),
        ("seats", {"most": "2"}, "seats.most: int is needed, not '2'"),
    ]:
        with pytest.raises(BadDocument, match=why.replace("(", "\\(")):
            read_settings({**document, path: value})


def test_a_format_is_written_as_a_plan_spells_it_and_read_as_it_was_written_before() -> None:
    settings = kit.settings(RoundRobin(), SingleElimination(), DoubleElimination())
    document = to_document(settings)
    kinds = [stage["format"]["kind"] for stage in document["stages"]]
    assert kinds == ["round-robin", "single-elimination", "double-elimination"]
    before = json.loads(json.dumps(document).replace("-robin", "_robin").replace("-elimination", "_elimination"))
    assert before != document
    assert read_settings(before) == read_settings(document) == settings


def test_everything_that_is_shown_has_a_document() -> None:
    tournament = kit.play_through(
        begun(kit.settings(Groups(2), SingleElimination()), 12), kit.by_chance(Random(2))
    )
    for value in (standings(tournament, 1), final_standings(tournament), tournament.settings):
        assert json.loads(json.dumps(to_document(value)))
    (first, *_) = to_document(standings(tournament, 1))
    assert first["points"].replace("/", "").isdigit()


@pytest.mark.parametrize(
    ("of", "entrants", "rounds"),
    [
        (SWISS, 8, 3),
        (kit.settings(RoundRobin(), pace=Pace.ROUNDS), 6, 5),
        (kit.settings(SingleElimination(third_place=True), pace=Pace.ROUNDS), 6, 3),
        (kit.settings(Groups(2), SingleElimination(), pace=Pace.ROUNDS), 10, 5 + 3),
    ],
    ids=["swiss", "round robin", "single elimination", "groups and bracket"],
)
def test_it_says_whether_another_round_may_come(of: Settings, entrants: int, rounds: int) -> None:
    tournament = kit.entered(of, entrants)
    assert tournament.may_pair
    kit.settle(tournament, start=True)
    for _ in range(rounds - 1):
        assert tournament.may_pair
        round_of(tournament)
    assert not tournament.over
    assert not tournament.may_pair, "the last one is paired"
    round_of(tournament)
    assert tournament.over
    assert not tournament.may_pair


def test_a_grand_final_may_be_played_again_and_a_tie_off() -> None:
    double = kit.entered(kit.settings(DoubleElimination(), pace=Pace.ROUNDS), 4)
    kit.settle(double, start=True)
    while not any(key.startswith("1-F1") for key in double.matches):
        round_of(double)
    assert double.may_pair
    stage = Stage(RoundRobin(), tie_breaks=(Tiebreak.PLAY_OFF,))
    tied = kit.entered(Settings((stage,), seed=kit.SEED), 2)
    kit.settle(tied, start=True)
    assert tied.may_pair
    kit.play(tied, tied.wanted()[0], (1, 1))
    kit.settle(tied)
    assert not tied.over
    assert not tied.may_pair, "the play-off is paired"
