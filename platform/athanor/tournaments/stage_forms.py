"""One stage in the organizer's form: the format, and what each format can be asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from django import forms

from arena.pairing.checking import MOST_STAGES
from athanor.tournaments import form_fields
from athanor.tournaments.form_fields import number
from athanor.tournaments.formats import FORMATS
from athanor.tournaments.plan import TIE_BREAKS, StagePlan

TIES: Final = ("tie_1", "tie_2", "tie_3", "tie_4", "tie_5")
NO_MORE: Final = ("", "Nothing: that is the tournament")

FOR_ALL: Final = ("legs", "best_of", "duplicate")
OWN: Final = tuple(dict.fromkeys(name for of in FORMATS.values() for name in of.model_fields))
"""What single formats ask for."""


def _shown_for(field: str) -> list[str]:
    return [
        name for name, of in FORMATS.items() if field in of.model_fields or (field in TIES and not of.is_bracket)
    ]


SHOWN_FOR: Final[Mapping[str, Sequence[str]]] = {field: _shown_for(field) for field in (*OWN, *TIES)}
"""A field that means something for some formats only."""


class StageForm(forms.Form):
    """A stage; `takes` of the second and later ones is how many the stage before sends on."""

    takes = number("For how many of them", "The best of the stage before; from groups: of each group.", least=1)

    def __init__(self, data: Any = None, *, place: int, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, prefix=f"stage-{place + 1}", initial=dict(initial or {}))
        self.place = place
        self.fields.update(form_fields.fields_of(StagePlan))
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
            chooser.choices = [NO_MORE, *((name, of.title) for name, of in FORMATS.items())]
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
        for name in ("format", "takes", *OWN, *FOR_ALL, *TIES):
            if name in self.fields:
                yield self[name], " ".join(f"for-{one}" for one in SHOWN_FOR.get(name, ()))

    def takes_problem(self, name: str, sentence: str) -> None:
        beside = {"tie_breaks": "tie_1"}.get(name, name)
        self.add_error(beside if beside in self.fields else "format", sentence)

    def stage(self, advance: int | None) -> StagePlan:
        """What was asked for, once it is valid."""
        given = self.cleaned_data
        asked = {name: given[name] for name in (*OWN, *FOR_ALL) if given.get(name) is not None}
        ties = [given[name] for name in TIES if given.get(name)]
        return StagePlan(format=given["format"], advance=advance, tie_breaks=ties, **asked)


def of_stage(stage: StagePlan | None, takes: int | None) -> dict[str, Any]:
    """A stage as its fields show it; of one that is not there the usual values wait for it."""
    known = stage or StagePlan(format="", duplicate=True)
    found: dict[str, Any] = {name: getattr(known, name) for name in ("format", *OWN, *FOR_ALL)}
    ties = zip(TIES, [*known.tie_breaks, *[""] * len(TIES)], strict=False)
    return found | {"takes": takes or 4} | dict(ties)


def stage_forms(data: Any, stages: Sequence[StagePlan]) -> list[StageForm]:
    """As many as there may be."""
    found = []
    for place in range(MOST_STAGES):
        here = stages[place] if place < len(stages) else None
        takes = stages[place - 1].advance if 0 < place < len(stages) else None
        found.append(StageForm(data, place=place, initial=of_stage(here, takes)))
    return found
