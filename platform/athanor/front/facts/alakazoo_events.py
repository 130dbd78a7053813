"""An example of every event of Alakazoo, and when it is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

EVENTS: Final[Mapping[str, tuple[str, str]]] = {
    "portal": ('{"portal": {"seat": 0, "portal": "dragon"}}', "AZ-15, AZ-16"),
    "creatures": ('{"creatures": {"creatures": ["dragon", "hydra", "kraken", "yeti"]}}', "AZ-18"),
    "pack": ('{"pack": {"seat": 0, "cards": ["dragon-head", "yeti-tail"], "to": [0]}}', "a pack reaches a seat"),
    "picked": ('{"picked": {"seat": 0}}', "AZ-21"),
    "hand": (
        '{"hand": {"seat": 0, "cards": ["dragon-head", "yeti-tail"], "to": [0]}}',
        "alone: the first hand, AZ-103",
    ),
    "laid": ('{"laid": {"column": 0, "card": "hydra-tail"}}', "a card is laid in a column"),
    "ability": ('{"ability": {"seat": 0, "abilities": ["mimic"]}}', "AZ-24"),
    "turn": ('{"turn": {"seat": 0, "round": 3}}', "a turn begins"),
    "skipped": ('{"skipped": {"seat": 0}}', "AZ-38; then lightened"),
    "rested": ('{"rested": {"seat": 0}}', "AZ-40; then lightened"),
    "lightened": ('{"lightened": {"seat": 0, "count": 3}}', "dark tokens are given back"),
    "rolled": ('{"rolled": {"seat": 0, "faces": ["sun", "wave"]}}', "AZ-43, in the order of the dice"),
    "activated": ('{"activated": {"seat": 0, "face": "wave", "rune": 13}}', "a rune is covered"),
    "stored": ('{"stored": {"seat": 0}}', "a magic token goes to the keeper"),
    "missed": ('{"missed": {"seat": 0, "face": "moon"}}', "AZ-49"),
    "darkened": (
        '{"darkened": {"seat": 0, "magic_back": 1}}',
        "a dark token is taken; magic_back is 1 if it drove out a magic one",
    ),
    "paid": ('{"paid": {"seat": 0, "count": 1}}', "magic tokens of a keeper are given back"),
    "took": ('{"took": {"seat": 0, "column": 0, "cards": ["hydra-tail", "yeti-head"]}}', "AZ-51"),
    "discarded": ('{"discarded": {"seat": 0, "cards": ["yeti-head"]}}', "cards go on the discard pile"),
    "drew": ('{"drew": {"seat": 0}}', "a card is drawn into a hand"),
    "got": (
        '{"got": {"seat": 0, "cards": ["hydra-head"], "to": [0, 1]}}',
        "then, to who may know it: the card drawn, the last card of the draft, the cards of an exchange",
    ),
    "reshuffled": ('{"reshuffled": {"count": 12}}', "AZ-28"),
    "fetched": (
        '{"fetched": {"seat": 0, "column": 2, "card": "hydra-head"}}',
        "a card leaves a column for a hand",
    ),
    "asked": ('{"asked": {"seat": 0, "other": 1, "creature": "hydra", "count": 1}}', "AZ-58"),
    "exchanged": (
        '{"exchanged": {"seat": 0, "other": 1, "count": 1}}',
        "hands have exchanged cards; then two got",
    ),
    "revised": ('{"revised": {"seat": 0, "card": "dragon-head", "old": "hydra-head"}}', "AZ-62"),
    "bartered": (
        '{"bartered": {"seat": 0, "other": 1, "part": "head", "gained": "dragon-head", "lost": "hydra-head"}}',
        "AZ-63",
    ),
    "swapped": (
        '{"swapped": {"seat": 0, "card": "dragon-head", "old": "hydra-head", "column": -1}}',
        "AZ-68; AZ-69, where column is -1",
    ),
    "placed": ('{"placed": {"seat": 0, "card": "dragon-left-leg", "points": 2}}', "AZ-79, AZ-80"),
    "finished": ('{"finished": {"seat": 0, "points": 1}}', "AZ-85"),
    "uncovered": ('{"uncovered": {"seat": 0, "runes": [0, 12]}}', "tokens leave runes, but not by placing"),
    "judged": (
        '{"judged": {"seat": 0, "points": 9, "same": 1, "different": 2, "pure": 0, "book": 0, "school": 0,'
        ' "total": 12, "tie": 4}}',
        "the final scoring, one for each seat",
    ),
    "ended": ('{"ended": {"scores": [12, 9], "ranks": [1, 2], "reason": "finished"}}', "the game is over"),
    "book_offer": (
        '{"book_offer": {"seat": 0, "pages": ["basilisk-dragon", "dragon-hydra"], "to": [0]}}',
        "the Book: AZ-123",
    ),
    "kept": ('{"kept": {"seat": 0}}', "the Book: a seat has chosen"),
    "page": (
        '{"page": {"seat": 0, "page": "basilisk-dragon", "lines": [true, false, false]}}',
        "the Book: AZ-124, before judged",
    ),
    "tommy_shuffled": ('{"tommy_shuffled": {"count": 6}}', "Tommy: AZ-141"),
    "tommy": ('{"tommy": {"card": "tommy-sweep", "column": 1}}', "Tommy: a card comes up"),
    "swept": ('{"swept": {"columns": [0, 1, 2, 3]}}', "columns are discarded"),
    "passed_on": ('{"passed_on": {"seat": 0, "other": 1}}', "Tommy: tommy-muddle; then a got for both"),
    "school_offer": (
        '{"school_offer": {"seat": 0, "magicians": ["warden", "envoy"], "keepers": ["kindle", "study"],'
        ' "to": [0]}}',
        "the University: AZ-162",
    ),
    "enrolled": ('{"enrolled": {"seat": 0}}', "the University: a seat has chosen"),
    "school": (
        '{"school": {"seat": 0, "magician": "warden", "keeper": "kindle"}}',
        "the University: AZ-163, one for each seat",
    ),
    "recalled": ('{"recalled": {"seat": 0, "discard": "dragon-head", "card": "hydra-tail"}}', "AZ-165"),
    "shifted": ('{"shifted": {"seat": 0, "from_rune": 3, "to_rune": 12}}', "AZ-165"),
    "borrowed": ('{"borrowed": {"seat": 0, "give": "dragon-head", "card": "hydra-tail"}}', "AZ-165"),
    "snatched": ('{"snatched": {"seat": 0, "other": 1}}', "AZ-165"),
    "cursed": ('{"cursed": {"seat": 0, "other": 1}}', "AZ-165"),
}
