"""The form that asks for an unrated match."""

from __future__ import annotations

from typing import Any

from django import forms

from arena.games.registry import GAMES
from athanor.accounts.models import User
from athanor.bots.models import Bot
from athanor.matches.challenges import challenge
from athanor.matches.models import Match
from athanor.refusals import Refusal


class ChallengeForm(forms.Form):
    """One's own bot in the first seat, and whoever else: "author/bot", one a line or parted by commas."""

    game = forms.ChoiceField()
    mine = forms.ChoiceField(label="Your bot")
    opponents = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="author/bot, one a line: house/poison-greedy",
    )
    rotate = forms.BooleanField(required=False, label="Play the same deal from every seat")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.matches: list[Match] = []
        bots = Bot.objects.filter(owner=user, current__isnull=False).order_by("name")
        self.choices("game", [(name, game.title) for name, game in GAMES.items()])
        self.choices("mine", [(f"{user.username}/{bot.slug}", bot.name) for bot in bots])

    def choices(self, field: str, choices: list[tuple[str, str]]) -> None:
        chooser = self.fields[field]
        assert isinstance(chooser, forms.ChoiceField)
        chooser.choices = choices

    def save(self) -> bool:
        """Whether it was ordered; then `matches` has what was."""
        words = self.cleaned_data["opponents"].replace(",", " ").split()
        try:
            self.matches = challenge(
                user=self.user,
                game=self.cleaned_data["game"],
                bots=[self.cleaned_data["mine"], *words],
                rotate=self.cleaned_data["rotate"],
            )
        except Refusal as refusal:
            self.add_error(None, forms.ValidationError(f"{refusal.message}; {refusal.hint}", code=refusal.code))
            return False
        return True
