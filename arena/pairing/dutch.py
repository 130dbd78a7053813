"""The FIDE Dutch system (handbook C.04.3) for two seats, by py4swiss: the only module that knows it.

Seat 0 is White. py4swiss reads a tournament report; it is built here as objects, without a file, and
unvalidated: what we give it is well-formed by construction, and validating it would cost as much as some
rounds' pairing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum
from typing import Any, NamedTuple

BYE = 0
"""The opponent of who has none."""


class Result(Enum):
    """By py4swiss's own letters."""

    WIN = "1"
    TIE = "="
    LOSS = "0"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    BYE = "U"
    ABSENT = "Z"


class Past(NamedTuple):
    """One round of one player."""

    opponent: int
    """Its number, or BYE."""
    seat: int
    result: Result


class Unpairable(Exception):
    """No round is left that breaks no absolute criterion."""


TENTHS = {Result.WIN: 10, Result.TIE: 5, Result.FORFEIT_WIN: 10}
ABSENT = Past(BYE, 0, Result.ABSENT)
BYE_ROUND = Past(BYE, 0, Result.BYE)


def pair(
    players: Sequence[Sequence[Past]],
    absent: Collection[int],
    rounds: int,
    bye_tenths: int = 10,
    apart: Collection[tuple[int, int]] = (),
) -> list[tuple[int, int]]:
    """The next round: (seat 0, seat 1), and (number, BYE) for who has none. Raises Unpairable.

    `players` holds the rounds so far of number 1, 2 and so on, all equally many; `absent` are numbers that are not
    to be paired; `rounds` how many there will be in all; `apart` pairs that must not meet.
    """
    return paired(report(players, absent, rounds, bye_tenths, apart))


def first_round(present: Sequence[int], apart: Collection[tuple[int, int]] = ()) -> list[tuple[int, int]]:
    """Where nobody has played: upper half against lower in order, odd numbers of the upper sit first (E.5).

    Of the lower half the nearest change places where two meet that are to be kept `apart`.
    """
    half = len(present) // 2
    pairs = zip(present[:half], _kept_apart(present[:half], list(present[half : 2 * half]), apart), strict=True)
    tables = [(upper, lower) if upper % 2 else (lower, upper) for upper, lower in pairs]
    return [*tables, (present[-1], BYE)] if len(present) % 2 else tables


def _kept_apart(upper: Sequence[int], lower: list[int], apart: Collection[tuple[int, int]]) -> list[int]:
    for place, one in enumerate(upper):
        if (one, lower[place]) not in apart:
            continue
        nearest = sorted(range(len(lower)), key=lambda other: (abs(other - place), -other))
        for other in nearest:
            if (one, lower[other]) not in apart and (upper[other], lower[place]) not in apart:
                lower[place], lower[other] = lower[other], lower[place]
                break
    return lower


def report(
    players: Sequence[Sequence[Past]],
    absent: Collection[int],
    rounds: int,
    bye_tenths: int = 10,
    apart: Collection[tuple[int, int]] = (),
) -> Any:
    """What py4swiss reads."""
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult, ScoringPointSystem
    from py4swiss.trf.sections import PlayerSection, XSection

    tenths = {**TENTHS, Result.BYE: bye_tenths}
    tokens = {result: ResultToken(result.value) for result in Result}
    colors = (ColorToken.WHITE, ColorToken.BLACK)
    none = ColorToken.BYE_OR_NOT_PAIRED

    def told(past: Past) -> Any:
        color = colors[past.seat] if past.opponent else none
        return RoundResult.model_construct(id=past.opponent, color=color, result=tokens[past.result])

    sections = [
        PlayerSection.model_construct(
            code=PlayerCode.PLAYER,
            starting_number=number,
            rank=number,
            points_times_ten=sum(tenths.get(past.result, 0) for past in pasts),
            results=[told(past) for past in pasts],
        )
        for number, pasts in enumerate(players, 1)
    ]
    points = ScoringPointSystem()
    points.score_dict[ResultToken.PAIRING_ALLOCATED_BYE, none] = bye_tenths
    extra = XSection(
        number_of_rounds=rounds, zeroed_ids=set(absent), scoring_point_system=points, forbidden_pairs=set(apart)
    )
    return ParsedTrf.model_construct(player_sections=sections, x_section=extra)


def paired(trf: Any) -> list[tuple[int, int]]:
    """The round of a report: by py4swiss bracket by bracket, the bye as low as it can be. Raises Unpairable."""
    from py4swiss.engines.dutch.bracket import BracketPairer, Brackets
    from py4swiss.engines.dutch.player import get_player_infos_from_trf

    players = sorted(get_player_infos_from_trf(trf), reverse=True)
    matcher = _matcher(players, trf)
    brackets = Brackets(players, min(len(section.results) for section in trf.player_sections) + 1)
    tables: list[tuple[Any, Any]] = []
    while not brackets.is_finished():
        bracket = brackets.get_current_bracket()
        chosen = _bracket_pairs(BracketPairer(bracket, matcher, trf.x_section.configuration.first_round_color))
        if chosen is None:
            brackets.collapse()
        else:
            brackets.apply_bracket_pairings(chosen)
            tables += chosen
    return [(one.id, BYE if one is other else other.id) for one, other in sorted(tables, key=_board, reverse=True)]


def _matcher(players: Sequence[Any], trf: Any) -> Any:
    """What tells py4swiss whether the rest of a round can be paired. Raises Unpairable.

    py4swiss keeps to the rules before 2026 and completes higher brackets first, so now and then the bye goes to a
    higher score than it need. By FIDE's C.5 it is for the lowest score with which the round can be completed:
    whoever has more is taken here as one who had a bye already, which is all that py4swiss asks about byes.
    """
    from py4swiss.engines.dutch.validity_matcher import ValidityMatcher

    open_to_byes = [player for player in players if not player.bye_received]
    scores = sorted({player.points_with_acceleration for player in open_to_byes}) if len(players) % 2 else [0]
    for score in scores:
        for player in open_to_byes:
            player.bye_received = player.points_with_acceleration > score
        matcher = ValidityMatcher(players, trf.x_section.forbidden_pairs)
        if matcher.is_valid_matching():
            return matcher
    raise Unpairable("Round can not be paired")


def _bracket_pairs(pairer: Any) -> list[tuple[Any, Any]] | None:
    """By the steps of a bracket in py4swiss's order; None: the rest of the round could not be completed."""
    pairer.determine_heterogeneous_s1()
    pairer.determine_heterogeneous_s2()
    pairer.determine_homogeneous_exchanges()
    pairer.determine_moves_from_s1_to_s2()
    pairer.determine_moves_from_s2_to_s1()
    pairer.perform_homogeneous_exchanges()
    pairer.transpose_homogeneous_s2()
    return pairer.get_player_pairs() if pairer.check_completion_criterium() else None


def _board(table: tuple[Any, Any]) -> tuple[int, int, int]:
    """D.9: the higher score of the two, then the other's, then the better number; the bye last."""
    if table[0] is table[1]:
        return -1, -1, -1
    higher, lower = sorted(table, key=lambda player: (-player.points, player.number))
    return higher.points, lower.points, -higher.number
