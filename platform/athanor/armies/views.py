"""Army lists and profile cards of Alkemy. Nothing is kept: what a page shows stands in its address."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.games.alkemy.material import ELEMENT_OF, FACTION_NAMES, PRESETS, PROFILES
from athanor.armies import cards, lists
from athanor.armies.lists import Draft, Unreadable
from athanor.design.errors import tells_refusals
from athanor.refusals import NotFound

HERE = "/alkemy/armies/"


@require_safe
@tells_refusals
def armies(request: HttpRequest) -> HttpResponse:
    asked = request.GET
    draft = lists.read(asked)
    pasted = asked.get("document", "").strip()
    unreadable = ""
    if pasted:
        try:
            return _to(lists.of_document(pasted, draft.points))
        except Unreadable as problem:
            unreadable = str(problem)
    elif not draft.unread and (changed := _changed(request, draft)) is not None:
        return _to(changed)
    context = {
        "draft": draft,
        "checked": lists.check(draft),
        "factions": FACTION_NAMES,
        "presets": [
            (preset.id, FACTION_NAMES[preset.faction], lists.of_preset(preset, draft.points).address)
            for preset in PRESETS.values()
        ],
        "points": lists.POINTS,
        "pasted": pasted[: lists.LONGEST_DOCUMENT],
        "unreadable": unreadable,
    }
    return render(request, "armies/armies.html", context, status=400 if unreadable or draft.unread else 200)


def _to(draft: Draft) -> HttpResponse:
    return HttpResponseRedirect(f"{HERE}?{draft.address}#army")


def _changed(request: HttpRequest, draft: Draft) -> Draft | None:
    """What a button or another faction makes of the list."""
    asked = request.GET
    if "preset" in asked:
        preset = PRESETS.get(asked["preset"])
        if preset is None:
            raise NotFound(f"there is no army {asked['preset']:.40}", f"there are: {', '.join(PRESETS)}")
        return lists.of_preset(preset, draft.points)
    if "add" in asked:
        unread: list[str] = []
        card = lists.read_card(asked["add"], unread)
        return draft._replace(unread=tuple(unread)) if card is None else draft.also(card)
    if "without" in asked:
        place = asked["without"]
        return draft.without(int(place)) if place.isascii() and place.isdigit() and len(place) < 4 else draft
    return None


@require_safe
@tells_refusals
def profile_cards(request: HttpRequest) -> HttpResponse:
    """All profile cards, those of a faction, or those of an army."""
    faction = request.GET.get("faction", "")
    if faction and faction not in ELEMENT_OF:
        raise NotFound(f"there is no faction {faction:.40}", f"there are: {', '.join(ELEMENT_OF)}")
    draft = lists.read(request.GET)
    mustered = [PROFILES[name] for name, _ in draft.army.cards if name in PROFILES]
    shown = mustered or cards.of_faction(faction)
    formulas = dict.fromkeys(name for one in shown if one.alchemy for name in one.alchemy.formulas)
    context = {
        "cards": [cards.card(profile, profile not in shown[:place]) for place, profile in enumerate(shown)],
        "formulas": [cards.formula_card(name) for name in formulas],
        "factions": FACTION_NAMES,
        "faction": faction,
        "title": "Cards of an army" if mustered else FACTION_NAMES.get(faction, "All cards"),
        "army": draft if mustered else None,
        "columns": cards.COLUMN_PAIRS,
    }
    return render(request, "armies/cards.html", context)
