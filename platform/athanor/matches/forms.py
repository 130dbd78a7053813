"""The form that asks for an unrated match."""

from __future__ import annotations

from typing import Any

from django import forms

from arena.games.registry import GAMES
from arena.kernel.options import BadOptions, worded
from athanor.accounts.models import User
from athanor.bots.models import Bot, titled
from athanor.design.errors import sentence
from athanor.matches.challenges import challenge
from athanor.matches.models import Match
from athanor.refusals import Refusal

BESIDE = {"bad-bot": "opponents", "unknown-bot": "opponents", "not-playing": "opponents", "bad-options": "options"}
"""Beside which field a refusal is shown; all others are about the whole form."""


class ChallengeForm(forms.Form):
    """One's own bot in the first seat, and whoever else: "author/bot", one per line or separated by commas."""

    game = forms.ChoiceField()
    mine = forms.ChoiceField(label="Your bot")
    opponents = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="author/bot, one per line: house/poison-greedy",
    )
    options = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Options of the game, from its rules page: name=value, one per line. Empty: the usual game.",
    )
    rotate = forms.BooleanField(required=False, label="Play the same deal from every seat")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.matches: list[Match] = []
        bots = Bot.objects.filter(owner=user, current__isnull=False).order_by("name")
        self.choices("game", [(name, game.title) for name, game in GAMES.items()])
        self.choices("mine", [(f"{user.username}/{bot.slug}", title) for bot, title in titled(bots)])

    def choices(self, field: str, choices: list[tuple[str, str]]) -> None:
        chooser = self.fields[field]
        assert isinstance(chooser, forms.ChoiceField)
        chooser.choices = choices

    def save(self) -> bool:
        """Whether it was ordered; then `matches` has what was."""
        words = self.cleaned_data["opponents"].replace(",", " ").split()
        game = self.cleaned_data["game"]
        try:
            self.matches = challenge(
                user=self.user,
                game=game,
                bots=[self.cleaned_data["mine"], *words],
                options=worded(game, GAMES[game].options, self.cleaned_data["options"].split()),
                rotate=self.cleaned_data["rotate"],
            )
        except BadOptions as error:
            self.add_error("options", forms.ValidationError(f"{error}.", code="bad-options"))
            return False
        except Refusal as refusal:
            field = BESIDE.get(refusal.code)
            self.add_error(field, forms.ValidationError(sentence(refusal), code=refusal.code))
            return False
        return True
