"""What a bot is told of an answer that is not legal: a code, and in words the rule behind it."""

from __future__ import annotations

import json
import re
import sys
from random import Random
from typing import Any

import pytest

from arena.contract.kit import Kit
from arena.games.registry import GAMES
from arena.kernel.game import Game, Refused
from arena.referee.conduct import STRIKES, Answer, Out, Refusal
from arena.referee.match import Match
from arena.referee.wire import wire_of
from athanorpb.farm.values import Clock
from athanorpb.v1 import bot_pb2
from sandbox.runtimes.library import OURS

ADAPTER = OURS["athanor_adapter"]


def test_every_refusal_has_words_and_the_rules_behind_it(kit: Kit) -> None:
    game = kit.game
    assert list(game.refusals) == list(game.refusal_rules)
    for code, meaning in game.refusals.items():
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
        assert re.fullmatch(r"[A-Z].{10,110}\.", meaning), meaning
        rules = game.refusal_rules[code]
        assert rules, code
        assert all(re.fullmatch(r"[A-Z]{2}-[1-9]\d*", rule) for rule in rules), rules
        assert len(set(rules)) == len(rules)
        why = game.why(code)
        assert why.startswith(meaning.removesuffix("."))
        assert all(rule in why for rule in rules)
    assert len(set(game.refusals.values())) == len(game.refusals), "two codes in the same words"


def test_its_rules_begin_with_two_letters_that_no_other_installed_game_has(kit: Kit) -> None:
    def letters(game: Game[Any, Any, Any]) -> set[str]:
        return {rule.partition("-")[0] for rules in game.refusal_rules.values() for rule in rules}

    assert len(letters(kit.game)) == 1
    for other in GAMES.values():
        assert other.name == kit.name or not letters(other) & letters(kit.game), other.name


def refusals_met(kit: Kit, seats: int, deals: int = 2) -> dict[str, Refusal]:
    """Of random matches in which each seat answers wrongly once: what it was told, by code."""
    met: dict[str, Refusal] = {}
    random, game = Random(kit.name), kit.game
    for deal in range(deals):
        match = Match(game, seats=seats, options={}, seed=bytes([deal] * 32), clock=Clock())
        for _ in range(60):
            asks = match.asks(0.0)
            if not asks:
                break
            ask = asks[0]
            documents = [{"fly": {}}, *kit.universe, *kit.proposals(match.state.dump())]
            wrong = [document for document in documents if _code(match, ask.seat, document) not in {None, *met}]
            if wrong and match.strikes[ask.seat] < STRIKES:
                told = match.answer(ask.seat, Answer(ask.number, random.choice(wrong)), 0.0)
                assert isinstance(told, Refusal)
                met[told.code] = told
            match.answer(ask.seat, Answer(ask.number, random.randrange(len(ask.actions))), 0.0)
    return met


def _code(match: Match, seat: int, document: Any) -> str | None:
    try:
        return match.state.refusal(seat, match.game.read(match.state, seat, document))
    except Refused as refused:
        return refused.code


@pytest.mark.slow
def test_the_referee_tells_a_bot_the_code_and_the_rule(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the referee says it, on the wire, and as the line that a program reads."""
    monkeypatch.setattr(sys, "path", [*sys.path, str(ADAPTER)])
    from athanor_adapter.lines import lines_of

    game = kit.game
    met = refusals_met(kit, max(kit.game.seats))
    assert len(met) >= min(5, len(game.refusals) - 2), "a seat that is asked does not meet all codes"
    assert "malformed" in met
    for code, told in met.items():
        why, _, where = told.reason.partition(" Here: ")
        assert why == game.why(code)
        assert not where or where.endswith(".")
        message = bot_pb2.ToBot.FromString(wire_of(game).refused(told))
        assert (message.refused.code, message.refused.reason) == (code, told.reason)
        line = json.loads(lines_of(message))
        assert line == {
            "refused": {
                "number": told.number,
                "code": code,
                "reason": told.reason,
                "strikes_left": told.strikes_left,
            }
        }


def test_a_bot_that_is_out_for_illegal_answers_is_told_the_rule_too(kit: Kit) -> None:
    game = kit.game
    match = Match(game, seats=max(game.seats), options={}, seed=bytes(32), clock=Clock())
    ask = match.asks(0.0)[0]
    for _ in range(STRIKES + 1):
        match.answer(ask.seat, Answer(ask.number, {"fly": {}}), 0.0)
    account = match.accounts()[ask.seat]
    assert account.out == Out.ILLEGAL
    assert account.out_detail.endswith(f" allowed a match: malformed: {game.why('malformed')}")
