"""One stage in the organizer's form: the format, and what each format can be asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django import forms

from arena.pairing.checking import MOST_STAGES
from athanor.tournaments.formats import FORMATS, TIE_BREAKS, StagePlan

TIES: Final = ("tie_1", "tie_2", "tie_3", "tie_4", "tie_5")
NO_MORE: Final = ("", "Nothing: that is the tournament")

SHOWN_FOR: Final[Mapping[str, Sequence[str]]] = {
    "rounds": ("swiss",),
    "cycles": ("round-robin", "groups", "gauntlet"),
    "groups": ("groups",),
    "hosts": ("gauntlet",),
    "third_place": ("single-elimination",),
    "reset": ("double-elimination",),
    **dict.fromkeys(TIES, ("swiss", "round-robin", "groups", "gauntlet")),
}
"""A field that means something for some formats only."""


def number(label: str, hint: str = "", *, required: bool = True, least: int = 0) -> forms.IntegerField:
    return forms.IntegerField(label=label, help_text=hint, required=required, min_value=least, max_value=1_000_000)


class StageForm(forms.Form):
    """A stage; `takes` of the second and later ones is how many the stage before sends on."""

    format = forms.ChoiceField(choices=list(FORMATS.items()))
    takes = number("For how many of them", "The best of the stage before; from groups: of each group.", least=1)
    rounds = number("Rounds", "Empty: as many as it takes to leave one undefeated.", required=False, least=1)
    cycles = number("Each meets each", "So many times.", least=1)
    groups = number("Groups", "Drawn to and fro by the seeding.", least=1)
    hosts = number("Hosts", "Who sit still, and meet every challenger.", least=1)
    third_place = forms.BooleanField(required=False, label="Play for the third place")
    reset = forms.BooleanField(
        required=False, label="Grand final again, if the one from the losers' bracket wins the first"
    )
    legs = number("Games a pairing", "Or duplicate sets, where each deal is played from every seat.", least=1)
    best_of = forms.BooleanField(required=False, label="Best of so many: stop when it is decided")
    duplicate = forms.BooleanField(required=False, label="Duplicate sets: the same deal from every seat")

    def __init__(self, data: Any = None, *, place: int, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, prefix=f"stage-{place + 1}", initial=dict(initial or {}))
        self.place = place
        for rank, name in enumerate(TIES, 1):
            self.fields[name] = forms.ChoiceField(
                required=False,
                label=f"Tie-break {rank}",
                choices=[("", "–" if rank > 1 else "None: by lot"), *TIE_BREAKS.items()],
            )
        if place == 0:
            del self.fields["takes"]
        else:
            chooser = self.fields["format"]
            assert isinstance(chooser, forms.ChoiceField)
            chooser.choices = [NO_MORE, *FORMATS.items()]
            chooser.label, chooser.required = "And then", False
        given = str(data.get(self.add_prefix("format"), "")) if data is not None else ""
        if data is not None and place and not given:
            # It is not there, whatever the fields that nobody sees say.
            for name in list(self.fields):
                if name != "format":
                    self.fields[name].required = False
        if data is not None and given:
            # A field that the format has no use for is not on the page: its default stands.
            for name, formats in SHOWN_FOR.items():
                if given not in formats:
                    self.fields[name].required = False

    @property
    def title(self) -> str:
        return "How" if self.place == 0 else f"Stage {self.place + 1}"

    @property
    def shown(self) -> Iterator[tuple[forms.BoundField, str]]:
        """Each field, and the classes that say for which formats it is there."""
        order = ("format", "takes", *SHOWN_FOR, "legs", "best_of", "duplicate")
        ties = set(TIES)
        for name in [*(one for one in order if one not in ties), *TIES]:
            if name in self.fields:
                yield self[name], " ".join(f"for-{one}" for one in SHOWN_FOR.get(name, ()))

    def takes_problem(self, name: str, sentence: str) -> None:
        beside = {"tie_breaks": "tie_1"}.get(name, name)
        self.add_error(beside if beside in self.fields else "format", sentence)

    def stage(self, advance: int | None) -> StagePlan:
        """What was asked for, once it is valid."""
        given, usual = self.cleaned_data, StagePlan()
        numbers = {
            name: given[name] if given.get(name) is not None else getattr(usual, name)
            for name in ("cycles", "groups", "hosts", "legs")
        }
        return StagePlan(
            format=given["format"],
            advance=advance,
            rounds=given.get("rounds"),
            third_place=given["third_place"],
            reset=given["reset"],
            best_of=given["best_of"],
            duplicate=given["duplicate"],
            tie_breaks=tuple(given[name] for name in TIES if given.get(name)),
            **numbers,
        )


def of_stage(stage: StagePlan | None, takes: int | None) -> dict[str, Any]:
    """A stage as its fields show it; of one that is not there the usual values wait for it."""
    known = stage or StagePlan(format="", duplicate=True)
    found: dict[str, Any] = {name: getattr(known, name) for name in ("format", "rounds", "third_place", "reset")}
    found |= {name: getattr(known, name) for name in ("cycles", "groups", "hosts", "legs", "best_of", "duplicate")}
    found["takes"] = takes or 4
    for name, tie in zip(TIES, [*known.tie_breaks, *[""] * len(TIES)], strict=False):
        found[name] = tie
    return found


def stage_forms(data: Any, stages: Sequence[StagePlan]) -> list[StageForm]:
    """As many as there may be."""
    found = []
    for place in range(MOST_STAGES):
        here = stages[place] if place < len(stages) else None
        takes = stages[place - 1].advance if 0 < place < len(stages) else None
        found.append(StageForm(data, place=place, initial=of_stage(here, takes)))
    return found
