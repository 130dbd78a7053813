"""Skills, formulas and enhancements of Alkemy in a sentence each, as they stand on the cards.

The rules page has them in full; this is for choosing an army. `{n}` is the skill's value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple


class Skill(NamedTuple):
    title: str
    words: str
    rule: str


SKILLS: Final[Mapping[str, Skill]] = {
    "reach": Skill("Reach", "Fights up to 1 inch away, and leaves those that cannot without a test.", "AK-280"),
    "tough": Skill("Tough {n}", "Suffers {n} DOM less from a blow or a shot, but at least 1.", "AK-281"),
    "stealth": Skill(
        "Stealth",
        "Deployed last if it likes, always in cover from shots, not charged from more than 4 inches away.",
        "AK-282",
    ),
    "fearsome": Skill(
        "Fearsome {n}",
        "Who fights it rolls ESP against {n} first, or has a malus die against it.",
        "AK-283",
    ),
    "fearless": Skill("Fearless", "Fears nobody.", "AK-283"),
    "diplomatic-immunity": Skill(
        "Diplomatic Immunity",
        "Who charges it must win an opposed ESP roll first; until it has struck or shot for the first time.",
        "AK-284",
    ),
    "marksman": Skill("Marksman {n}", "A shot that ignores all cover, up to {n} a turn.", "AK-285"),
    "feint": Skill("Feint", "May change its revealed combat card to Inactive, but for a charge.", "AK-286"),
    "expert-brutal": Skill("Expert: Brutal", "A bonus die on COM with the card Brutal.", "AK-287"),
    "expert-normal": Skill("Expert: Normal", "A bonus die on COM with the card Normal.", "AK-287"),
    "expert-quick": Skill("Expert: Quick", "A bonus die on COM with the card Quick.", "AK-287"),
    "expert-parry": Skill("Expert: Parry", "A bonus die on COM with the card Parry.", "AK-287"),
    "templar-constable": Skill(
        "Constable", "One Templar more; while he is there, Temple Novices have Expert: Brutal.", "AK-288"
    ),
    "temple-veteran": Skill(
        "Veteran", "Up to six Temple Novices; a Parry won by 5 or more gives its action point back.", "AK-289"
    ),
    "combo": Skill(
        "Combo", "A blow of an attack card that hits is followed by another, read one column left.", "AK-290"
    ),
    "deadly-dance": Skill("Deadly Dance", "Its Combo is read without that shift.", "AK-290"),
    "hemotoxic": Skill(
        "Hemotoxic", "While yellow or red: who wounds it with a blow in contact suffers 1 DOM.", "AK-291"
    ),
    "piercing-combat": Skill("Piercing blows", "Its blows ignore Tough.", "AK-292"),
    "piercing-shot": Skill("Piercing shots", "Its shots ignore Tough.", "AK-292"),
    "poison": Skill("Poison", "Whom it wounds has a malus die on all rolls to the end of the turn.", "AK-293"),
    "flawless": Skill("Flawless", "When it parries, it may have the attacker roll again.", "AK-294"),
    "leap": Skill("Leap", "One segment of a movement passes over figures and scenery up to size 3.", "AK-295"),
    "tracker": Skill("Tracker", "A free walk at the start of its activation.", "AK-296"),
    "stubborn": Skill("Stubborn", "Friendly formulas and skills do nothing for it.", "AK-297"),
    "master-combat": Skill("Master of combat", "Once a turn a combat card costs it nothing.", "AK-298"),
    "clairvoyant": Skill(
        "Clairvoyant", "Fighting her, the enemy has no Master, Expert, Flawless or Feint.", "AK-298"
    ),
    "alchemic-weapon": Skill("Alchemic weapon", "Against alchemists its blows read another damage row.", "AK-298"),
    "chief": Skill(
        "Chief",
        "Friends within as many inches as its ESP may use that ESP; it rolls white dice for initiative.",
        "AK-298",
    ),
    "wolf-leader": Skill("Leader of wolves", "While he is there, Wolf Thunder-Warriors have Stealth.", "AK-298"),
    "escaped": Skill("Escaped", "Diplomatic Immunity does not stop it.", "AK-299"),
    "one-eyed": Skill("One-eyed", "The die that he has for aiming is a red one.", "AK-299"),
    "cumbersome": Skill("Cumbersome", "Does not shoot twice in a row.", "AK-299"),
}

FORMULAS: Final[Mapping[str, str]] = {
    "winds-influence": "To the end of the turn: a malus die on REF rolls, and blows are read one column left.",
    "violent-gust": "Knocks the target down: DEF 8, Inactive in combat, and it must stand up first.",
    "sharp-tornado": "Pushes away who stands within 6 inches and in sight, and fails a REF roll.",
    "destinys-pranks": "To the end of the turn chance chooses the target's attack cards.",
    "alchemical-scimitar": "A bonus die on COM rolls, the row 4/4/5/5/6/6, and concentration is not lost.",
    "apathy": "The target may not play one attack card, until it has played another.",
    "fluidity": "DEF 9 and COM 2, until the target is wounded or has rolled COM.",
    "walosi-kiss": "Takes a tick off the target.",
    "animal-fury": "As many DOM as yellow boxes of the caster are ticked.",
    "koga-speed": "To the end of the turn: an inch more of walk and charge, two of run; nobody aims at it.",
    "telluric-lance": "To the end of the turn: Reach, Expert: Brutal and piercing blows.",
    "walosi-ruse": "To the end of the turn: Leap, and a bonus die on leaving a combat.",
    "walosi-explosion": "Each Hemotoxic figure within 8 inches inflicts 1 DOM on everybody near it who is not.",
    "prayer-to-the-stones": "Tough for the caster and friends within 2 inches, until the caster is wounded.",
    "litany-of-thorns": "Who wounds the target with a blow in contact suffers DOM too.",
    "angelus-vitae": "Expert: Brutal for the next COM roll in combat; Normal, if it is that already.",
    "corrosive-oil": "The next COM roll in combat inflicts 1 DOM more.",
}

ENHANCEMENTS: Final[Mapping[str, str]] = {
    "extra-target": "another target",
    "push": "an inch farther, and a DOM more",
    "roll": "one more on the roll",
    "fix-card": "you choose the card",
    "lasting": "lasts the whole turn",
    "heal": "another tick",
    "hemotoxic": "a target becomes Hemotoxic",
    "radius": "an inch wider",
    "dom": "a DOM more",
}

TARGETS: Final[Mapping[str, str]] = {
    "self": "itself",
    "area": "all around",
    "enemy": "an enemy",
    "friend-or-self": "a friend or itself",
    "troop": "a friend who is no hero",
    "troop-or-self": "a friend who is no hero, or itself",
}
