"""The forms around bots. What is right is said by `services`; a form only carries it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from arena.games.registry import GAMES
from athanor.accounts.models import User
from athanor.bots.models import Bot, Version, titled
from athanor.bots.services import check_size, slug_of, upload
from athanor.design.errors import sentence
from athanor.refusals import Refusal

BESIDE = {
    "not-found": "bot",
    "retired": "bot",
    "too-many-bots": "bot",
    "bad-name": "name",
    "no-game": "games",
    "unknown-game": "games",
}
"""Beside which field a refusal is shown; all others are about what was handed in."""


class UploadForm(forms.Form):
    """`save` uploads; where that is refused the form has the reason as an error, and `refusal` is it."""

    file = forms.FileField(
        label="File",
        required=False,
        allow_empty_file=True,
        help_text="A zip with a bot.toml, or a single source file.",
    )
    source = forms.CharField(
        label="Or paste Python",
        required=False,
        strip=False,
        help_text="One function is enough: choose(ask) returns an action, or its place in ask.legal.",
        widget=forms.Textarea(attrs={"class": "code", "rows": 10, "spellcheck": "false", "autocomplete": "off"}),
    )
    bot = forms.ChoiceField(label="A version of", required=False)
    name = forms.CharField(
        label="Name of a new bot",
        required=False,
        max_length=40,
        help_text="Only for pasted source; a bot.toml, or the name of a file, says it by itself.",
    )
    games = forms.MultipleChoiceField(
        label="Games",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="For a source file; a bot.toml says it by itself. None: what the bot has played so far.",
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
        self.refusal: Refusal | None = None
        mine = user.bots.filter(retired_at=None).order_by("name")
        self.choices("bot", [("", "a new bot"), *((bot.slug, title) for bot, title in titled(mine))])
        self.choices("games", [(name, game.title) for name, game in GAMES.items()])

    def choices(self, field: str, choices: list[tuple[str, str]]) -> None:
        chooser = self.fields[field]
        assert isinstance(chooser, forms.ChoiceField)
        chooser.choices = choices

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        file, pasted = given.get("file"), bool(given.get("source", "").strip())
        # A field that is wrong by itself has its own error: what follows from its being empty is none.
        if file and pasted:
            self.add_error("source", "Choose one: the file or the pasted source.")
        elif not file and not pasted and not {"file", "source"} & self.errors.keys():
            self.add_error("file", "Choose the file to upload, or paste the source of your bot below.")
        elif (
            pasted and not given.get("bot") and not given.get("name") and not {"bot", "name"} & self.errors.keys()
        ):
            self.add_error("name", "Pasted source has no name of its own: give your bot one.")
        return given

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name:
            try:
                slug_of(name)
            except Refusal as refusal:
                raise forms.ValidationError(sentence(refusal), code=refusal.code) from refusal
        return name

    def save(self) -> bool:
        """Whether it was taken; then `version` is what was made."""
        try:
            content, filename = self._handed_in()
            self.version = upload(
                owner=self.user,
                content=content,
                filename=filename,
                slug=self.cleaned_data["bot"],
                name="" if self.cleaned_data["file"] else self.cleaned_data["name"],
                games=self.cleaned_data["games"],
                joins=self.cleaned_data["joins"],
            )
        except Refusal as refusal:
            self.refusal = refusal
            field = BESIDE.get(refusal.code, "")
            if field not in self.fields:
                field = "file" if self.cleaned_data["file"] else "source"
            self.add_error(field, forms.ValidationError(sentence(refusal), code=refusal.code))
        return self.refusal is None

    def _handed_in(self) -> tuple[bytes, str]:
        """The content, and what its file is called. Raises Refusal."""
        file: UploadedFile[Any] | None = self.cleaned_data["file"]
        if file:
            check_size(file.size or 0)
            return file.read(), file.name or "bot"
        name = self.cleaned_data["bot"] or slug_of(self.cleaned_data["name"])
        return self.cleaned_data["source"].encode(), f"{name}.py"


class RetireForm(forms.Form):
    """Retiring is for good, so it asks for the name."""

    name = forms.CharField(label="Type the bot's name")

    def __init__(self, *args: Any, bot: Bot, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.bot = bot

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name not in (self.bot.name, self.bot.slug):
            raise forms.ValidationError(f"That is not its name. It is called {self.bot.name}.")
        return name
