"""The forms around bots. What is right is said by `services`; a form only carries it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from arena.games.registry import GAMES
from athanor.accounts.models import User
from athanor.bots.models import Version
from athanor.bots.services import upload
from athanor.refusals import Refusal


class UploadForm(forms.Form):
    """`save` uploads; where that is refused the form has the reason as its error."""

    file = forms.FileField(
        label="Bundle or source file",
        help_text="A zip with a bot.toml, or a single source file.",
        error_messages={
            "required": "Choose the file to upload.",
            "empty": "The file is empty: choose another one.",
        },
    )
    bot = forms.ChoiceField(
        label="A version of",
        required=False,
        help_text="A new bot takes the name that its bot.toml gives, or that of its file.",
    )
    games = forms.MultipleChoiceField(
        label="Games",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="For a single source file; a bot.toml says it by itself.",
    )
    joins = forms.BooleanField(
        label="Play on the ladders as soon as it is accepted",
        required=False,
        initial=True,
        help_text="Without it you choose the moment on the bot's page.",
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.version: Version | None = None
        mine = user.bots.filter(retired_at=None).order_by("name")
        self.choices("bot", [("", "a new bot"), *((bot.slug, bot.name) for bot in mine)])
        self.choices("games", [(name, game.title) for name, game in GAMES.items()])

    def choices(self, field: str, choices: list[tuple[str, str]]) -> None:
        chooser = self.fields[field]
        assert isinstance(chooser, forms.ChoiceField)
        chooser.choices = choices

    def save(self) -> bool:
        """Whether it was taken; then `version` is what was made."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        try:
            self.version = upload(
                owner=self.user,
                content=file.read(),
                filename=file.name or "bot",
                slug=self.cleaned_data["bot"],
                games=self.cleaned_data["games"],
                joins=self.cleaned_data["joins"],
            )
        except Refusal as refusal:
            error = forms.ValidationError(
                " ".join(filter(None, (refusal.message, refusal.hint))), code=refusal.code
            )
            self.add_error("file", error)
            return False
        return True
