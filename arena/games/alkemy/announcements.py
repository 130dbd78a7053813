"""All that can happen, as one vocabulary; and the events of an action: facts, all of them open (AK-324)."""

from __future__ import annotations

from typing import Any, TypeAlias, get_args

from arena.games.alkemy import facts
from arena.kernel.events import Event
from arena.kernel.vocabulary import Vocabulary

Fact: TypeAlias = (
    facts.Army
    | facts.TerrainFirst
    | facts.Terrain
    | facts.Component
    | facts.DeployFirst
    | facts.Deploy
    | facts.TurnBegins
    | facts.InitiativeWon
    | facts.Hand
    | facts.Pass
    | facts.Activate
    | facts.Reactivate
    | facts.ActivationEnds
    | facts.Orders
    | facts.OrderLost
    | facts.ChargeAnnulled
    | facts.ChargeFailed
    | facts.React
    | facts.Move
    | facts.Pushed
    | facts.Fall
    | facts.Disengaged
    | facts.CombatBegins
    | facts.CombatEnds
    | facts.Afraid
    | facts.Cards
    | facts.Feint
    | facts.Roll
    | facts.Blow
    | facts.Parried
    | facts.NothingHappens
    | facts.Shot
    | facts.CoverRoll
    | facts.Damage
    | facts.OutOfAction
    | facts.Heal
    | facts.Concentration
    | facts.Harvest
    | facts.Prepare
    | facts.FormulaFails
    | facts.FormulaWorks
    | facts.Enhance
    | facts.Effect
    | facts.Stand
    | facts.Marker
    | facts.Score
    | facts.TurnEnds
    | facts.GameOver
)


class Facts(Vocabulary[Fact]):
    """`from` is a word of Python, so no field can be called that."""

    def document(self, item: Fact) -> dict[str, Any]:
        document = super().document(item)
        if isinstance(item, facts.Move | facts.Pushed):
            ((key, fields),) = document.items()
            return {key: {name.rstrip("_"): value for name, value in fields.items()}}
        return document

    def parse(self, document: Any) -> Fact:
        if isinstance(document, dict) and len(document) == 1:
            ((key, fields),) = document.items()
            if key in ("move", "pushed") and isinstance(fields, dict):
                document = {key: {"from_" if name == "from" else name: value for name, value in fields.items()}}
        return super().parse(document)


FACTS = Facts(*get_args(Fact))
Events: TypeAlias = list[Event[Fact]]


def tell(events: Events, fact: Fact) -> None:
    events.append(Event(fact))
