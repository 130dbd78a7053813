// Made by infra/scripts/generate-player-data from the game's tables: do not edit.

export const FACTIONS = {
  "jade": {"name": "Jade Triad", "element": "air"},
  "cobra": {"name": "Cobra Guard (Jade Triad)", "element": "air"},
  "khaliman": {"name": "Khaliman Republic", "element": "water"},
  "escapees": {"name": "Hakan's Escapees (Khaliman)", "element": "water"},
  "aurlok": {"name": "Aurlok Nation", "element": "earth"},
  "walosi": {"name": "Walosi, the Toad clan (Aurlok)", "element": "earth"},
  "avalon": {"name": "Kingdom of Avalon", "element": "earth"},
  "temple": {"name": "Order of the Temple (Avalon)", "element": "earth"},
};

export const PROFILES = {
  "captain-lee-ping": {"name": "Captain Lee Ping", "hero": true, "cost": 41, "lines": 1, "size": 2, "esp": 8, "ref": 5, "com": 5, "def": 11, "ap": 4, "life": [3, 4, 3], "move": [4, 6, 10], "dom": [2, 2, 3, 3, 4, 4], "skills": ["chief", "combo"]},
  "chen-sze": {"name": "Chen Sze", "hero": true, "cost": 43, "lines": 1, "size": 2, "esp": 8, "ref": 7, "com": 7, "def": 11, "ap": 3, "life": [3, 3, 2], "move": [5, 7, 12], "dom": [4, 5, 4, 3, 3, 2], "skills": ["leap", "stealth", "piercing-combat"]},
  "feng-sao": {"name": "Feng Sao of the Long Sigh", "hero": true, "cost": 42, "lines": 1, "size": 2, "esp": 8, "ref": 5, "com": 4, "def": 12, "ap": 4, "life": [3, 3, 3], "move": [4, 6, 10], "dom": [2, 2, 3, 3, 4, 4], "skills": [], "alchemy": {"circle": "inner", "element": "air", "stones": 12, "formulas": ["sharp-tornado"]}},
  "long-sigh-alchemist": {"name": "Long Sigh Alchemist", "hero": false, "cost": 28, "lines": 1, "size": 2, "esp": 7, "ref": 4, "com": 2, "def": 11, "ap": 3, "life": [3, 3, 2], "move": [4, 6, 10], "dom": [1, 1, 2, 2, 2, 3], "skills": [], "alchemy": {"circle": "outer", "element": "air", "stones": 10, "formulas": ["winds-influence", "violent-gust"]}},
  "militia-lancers": {"name": "Militia Lancers", "hero": false, "cost": 15, "lines": 2, "size": 2, "esp": 6, "ref": 2, "com": 3, "def": 10, "ap": 2, "life": [3, 2, 2], "move": [4, 6, 10], "dom": [2, 2, 3, 3, 3, 4], "skills": ["reach"]},
  "militia-archers": {"name": "Militia Archers", "hero": false, "cost": 17, "lines": 2, "size": 2, "esp": 6, "ref": 2, "com": 2, "def": 10, "ap": 2, "life": [2, 2, 2], "move": [4, 6, 10], "dom": [1, 1, 1, 2, 2, 2], "skills": [], "ranged": {"name": "bow", "com": 3, "range": 30, "dom": [1, 2, 2, 3, 3, 3]}},
  "triad-guard": {"name": "Triad Guard", "hero": false, "cost": 19, "lines": 1, "size": 2, "esp": 7, "ref": 3, "com": 3, "def": 10, "ap": 2, "life": [3, 3, 3], "move": [4, 6, 10], "dom": [2, 2, 3, 3, 4, 4], "skills": ["reach", "flawless"]},
  "iron-heart-sentinel": {"name": "Iron Heart Sentinel", "hero": false, "cost": 30, "lines": 1, "size": 2, "esp": 7, "ref": 4, "com": 4, "def": 10, "ap": 3, "life": [3, 3, 3], "move": [4, 6, 10], "dom": [2, 3, 3, 4, 4, 5], "skills": ["expert-normal", "piercing-combat"]},
  "dragon-inquisitor": {"name": "Inquisitor of the Dragon Guard", "hero": false, "cost": 33, "lines": 1, "size": 2, "esp": 8, "ref": 4, "com": 5, "def": 11, "ap": 3, "life": [3, 3, 3], "move": [4, 6, 10], "dom": [2, 2, 3, 3, 4, 5], "skills": ["reach", "feint", "alchemic-weapon"], "dom_alchemist": [4, 4, 5, 5, 6, 7]},
  "shadow": {"name": "Shadow", "hero": false, "cost": 28, "lines": 1, "size": 2, "esp": 7, "ref": 6, "com": 5, "def": 11, "ap": 2, "life": [3, 2, 2], "move": [5, 7, 12], "dom": [5, 3, 3, 2, 2, 1], "skills": ["stealth", "leap"]},
  "whisper": {"name": "Whisper", "hero": false, "cost": 28, "lines": 1, "size": 2, "esp": 7, "ref": 4, "com": 3, "def": 11, "ap": 2, "life": [3, 2, 2], "move": [5, 7, 12], "dom": [1, 1, 2, 2, 3, 3], "skills": ["stealth", "marksman:1", "poison"], "ranged": {"name": "darts", "com": 4, "range": 15, "dom": [2, 2, 3, 3, 4, 4]}},
  "sheikh-araoui": {"name": "Sheikh Araoui Ibn Khalid", "hero": true, "cost": 45, "lines": 1, "size": 2, "esp": 9, "ref": 6, "com": 3, "def": 12, "ap": 4, "life": [3, 2, 3], "move": [5, 7, 12], "dom": [1, 1, 2, 2, 3, 3], "skills": ["chief", "marksman:2", "diplomatic-immunity"], "ranged": {"name": "double bow", "com": 4, "range": 25, "dom": [1, 2, 2, 3, 3, 4]}},
  "iecha": {"name": "Iecha Bint Sorhna", "hero": true, "cost": 45, "lines": 1, "size": 2, "esp": 8, "ref": 5, "com": 4, "def": 12, "ap": 4, "life": [3, 3, 3], "move": [5, 7, 12], "dom": [1, 2, 2, 3, 3, 4], "skills": ["feint", "clairvoyant"], "alchemy": {"circle": "outer", "element": "water", "stones": 10, "formulas": ["destinys-pranks", "alchemical-scimitar"]}},
  "sorhna-oracle": {"name": "Sorhna Oracle", "hero": false, "cost": 36, "lines": 1, "size": 2, "esp": 8, "ref": 5, "com": 2, "def": 12, "ap": 3, "life": [3, 2, 3], "move": [5, 7, 12], "dom": [1, 1, 2, 2, 3, 3], "skills": ["reach"], "alchemy": {"circle": "outer", "element": "water", "stones": 8, "formulas": ["apathy", "fluidity"]}},
  "jaraya": {"name": "Malikh Jaraya", "hero": false, "cost": 20, "lines": 1, "size": 2, "esp": 8, "ref": 4, "com": 4, "def": 11, "ap": 2, "life": [3, 2, 3], "move": [5, 7, 12], "dom": [2, 2, 3, 3, 4, 4], "skills": []},
  "mehari-rider": {"name": "Malikh Mehari Rider", "hero": false, "cost": 20, "lines": 1, "size": 2, "esp": 8, "ref": 5, "com": 3, "def": 12, "ap": 2, "life": [3, 2, 2], "move": [6, 9, 20], "dom": [1, 2, 2, 2, 3, 3], "skills": ["feint"]},
  "tuareg": {"name": "Malikh Tuareg", "hero": false, "cost": 26, "lines": 1, "size": 2, "esp": 8, "ref": 5, "com": 2, "def": 11, "ap": 2, "life": [3, 2, 2], "move": [5, 7, 12], "dom": [1, 1, 2, 2, 3, 3], "skills": ["stealth", "tracker"], "ranged": {"name": "double bow", "com": 3, "range": 25, "dom": [1, 2, 2, 3, 3, 4]}},
  "ghulam": {"name": "Suleman Ghulam", "hero": false, "cost": 28, "lines": 1, "size": 2, "esp": 8, "ref": 5, "com": 5, "def": 10, "ap": 2, "life": [4, 3, 4], "move": [5, 7, 12], "dom": [3, 3, 4, 4, 5, 6], "skills": ["reach"]},
  "dervish": {"name": "Khalid Dervish", "hero": false, "cost": 30, "lines": 1, "size": 2, "esp": 8, "ref": 5, "com": 4, "def": 11, "ap": 3, "life": [3, 2, 3], "move": [5, 7, 12], "dom": [2, 2, 3, 3, 4, 4], "skills": ["combo", "deadly-dance"]},
  "ifrit-qaniss": {"name": "Suleman Ifrit-Hunter", "hero": false, "cost": 35, "lines": 1, "size": 2, "esp": 9, "ref": 4, "com": 5, "def": 11, "ap": 3, "life": [3, 4, 4], "move": [5, 7, 12], "dom": [2, 3, 4, 4, 5, 6], "skills": ["fearless", "expert-quick", "expert-normal"]},
  "hakan": {"name": "Hakan the One-Eyed", "hero": true, "cost": 45, "lines": 1, "size": 2, "esp": 9, "ref": 3, "com": 5, "def": 9, "ap": 4, "life": [4, 3, 4], "move": [4, 6, 0], "dom": [2, 3, 4, 4, 5, 5], "skills": ["tough:1", "piercing-shot", "one-eyed", "cumbersome", "escaped"], "ranged": {"name": "scorpion", "com": 2, "range": 25, "dom": [3, 4, 4, 5, 5, 7]}},
  "dent-convicts": {"name": "Convicts of the Dent", "hero": false, "cost": 20, "lines": 2, "size": 2, "esp": 6, "ref": 4, "com": 3, "def": 11, "ap": 2, "life": [3, 3, 3], "move": [5, 7, 12], "dom": [2, 3, 4, 4, 4, 5], "skills": ["escaped"]},
  "malikh-looters": {"name": "Malikh Looters", "hero": false, "cost": 18, "lines": 2, "size": 2, "esp": 6, "ref": 4, "com": 3, "def": 11, "ap": 2, "life": [3, 2, 2], "move": [5, 7, 12], "dom": [2, 2, 2, 3, 4, 4], "skills": ["escaped"], "ranged": {"name": "long sling", "com": 3, "range": 13, "dom": [1, 2, 3, 3, 4, 4]}},
  "malikh-fugitive": {"name": "Malikh Fugitive", "hero": false, "cost": 24, "lines": 1, "size": 2, "esp": 6, "ref": 4, "com": 3, "def": 11, "ap": 2, "life": [3, 3, 2], "move": [5, 7, 12], "dom": [2, 2, 3, 3, 4, 4], "skills": ["tracker", "escaped"]},
  "tecum-seh": {"name": "Tecum'Seh, Raven Sachem", "hero": true, "cost": 44, "lines": 1, "size": 2, "esp": 8, "ref": 6, "com": 5, "def": 12, "ap": 4, "life": [3, 4, 3], "move": [5, 7, 12], "dom": [2, 2, 3, 3, 4, 4], "skills": ["chief", "reach"]},
  "wolitse": {"name": "Wolitse Night-Breeze", "hero": true, "cost": 45, "lines": 1, "size": 2, "esp": 8, "ref": 5, "com": 6, "def": 11, "ap": 3, "life": [4, 3, 3], "move": [4, 6, 10], "dom": [2, 3, 4, 4, 5, 5], "skills": ["combo", "stealth", "wolf-leader"]},
  "tha-pioca": {"name": "Tha'pioca Broad-Belly", "hero": true, "cost": 40, "lines": 1, "size": 2, "esp": 8, "ref": 3, "com": 5, "def": 10, "ap": 4, "life": [5, 7, 0], "move": [4, 6, 10], "dom": [2, 3, 4, 4, 5, 6], "skills": ["chief", "hemotoxic"]},
  "tamel-seh": {"name": "Tamel'Seh Far-Eye", "hero": true, "cost": 47, "lines": 1, "size": 2, "esp": 8, "ref": 5, "com": 3, "def": 11, "ap": 4, "life": [3, 4, 3], "move": [5, 7, 12], "dom": [1, 2, 2, 3, 3, 4], "skills": [], "ranged": {"name": "raven", "com": 3, "range": 15, "dom": [2, 2, 3, 3, 3, 4]}, "alchemy": {"circle": "outer", "element": "earth", "stones": 14, "formulas": ["koga-speed", "telluric-lance"]}},
  "pitekica": {"name": "Pitekica, Toad Spirit-Shaman", "hero": true, "cost": 43, "lines": 1, "size": 2, "esp": 8, "ref": 3, "com": 3, "def": 10, "ap": 4, "life": [3, 5, 3], "move": [4, 6, 10], "dom": [2, 2, 3, 3, 4, 4], "skills": [], "alchemy": {"circle": "inner", "element": "earth", "stones": 16, "formulas": ["walosi-ruse", "walosi-explosion"]}},
  "toad-medicine-shaman": {"name": "Toad Medicine-Shaman", "hero": false, "cost": 35, "lines": 1, "size": 2, "esp": 8, "ref": 3, "com": 3, "def": 10, "ap": 3, "life": [3, 4, 3], "move": [4, 6, 10], "dom": [1, 2, 2, 2, 3, 3], "skills": [], "alchemy": {"circle": "outer", "element": "earth", "stones": 12, "formulas": ["walosi-kiss", "animal-fury"]}},
  "raven-thunder-warrior": {"name": "Raven Thunder-Warrior", "hero": false, "cost": 18, "lines": 1, "size": 2, "esp": 7, "ref": 4, "com": 3, "def": 11, "ap": 2, "life": [3, 3, 2], "move": [5, 7, 12], "dom": [1, 2, 2, 3, 3, 4], "skills": [], "ranged": {"name": "javelins", "com": 3, "range": 10, "dom": [1, 2, 2, 3, 3, 3]}},
  "toad-thunder-warrior": {"name": "Toad Thunder-Warrior", "hero": false, "cost": 18, "lines": 1, "size": 2, "esp": 7, "ref": 2, "com": 3, "def": 10, "ap": 2, "life": [3, 5, 4], "move": [4, 6, 10], "dom": [1, 2, 2, 3, 3, 4], "skills": ["hemotoxic"]},
  "wolf-thunder-warrior": {"name": "Wolf Thunder-Warrior", "hero": false, "cost": 21, "lines": 1, "size": 2, "esp": 7, "ref": 3, "com": 4, "def": 10, "ap": 2, "life": [3, 3, 3], "move": [4, 6, 10], "dom": [1, 2, 3, 3, 3, 4], "skills": ["combo"], "ranged": {"name": "tomahawk", "com": 3, "range": 6, "dom": [2, 2, 2, 3, 3, 4]}},
  "aurochs-totem-warrior": {"name": "Aurochs Totem-Warrior", "hero": false, "cost": 35, "lines": 1, "size": 2, "esp": 7, "ref": 3, "com": 5, "def": 9, "ap": 3, "life": [3, 3, 4], "move": [4, 6, 10], "dom": [2, 3, 4, 5, 6, 7], "skills": ["tough:1"]},
  "raven-wind-warrior": {"name": "Raven Wind-Warrior", "hero": false, "cost": 27, "lines": 1, "size": 2, "esp": 7, "ref": 4, "com": 4, "def": 11, "ap": 2, "life": [3, 3, 3], "move": [5, 7, 12], "dom": [2, 2, 2, 3, 3, 4], "skills": ["stealth", "tracker"]},
  "toad-wind-warrior": {"name": "Toad Wind-Warrior", "hero": false, "cost": 16, "lines": 1, "size": 2, "esp": 7, "ref": 2, "com": 3, "def": 10, "ap": 2, "life": [3, 4, 3], "move": [4, 6, 10], "dom": [1, 2, 2, 3, 3, 4], "skills": ["leap"]},
  "garlan": {"name": "Legate-Knight Garlan de Brall", "hero": true, "cost": 50, "lines": 1, "size": 2, "esp": 7, "ref": 4, "com": 6, "def": 10, "ap": 4, "life": [3, 4, 4], "move": [4, 6, 10], "dom": [3, 3, 4, 5, 6, 8], "skills": ["chief", "tough:1"]},
  "mordren": {"name": "Errant-Knight Mordren de Klarmen", "hero": true, "cost": 38, "lines": 1, "size": 2, "esp": 8, "ref": 5, "com": 4, "def": 11, "ap": 3, "life": [4, 4, 3], "move": [4, 6, 10], "dom": [2, 3, 3, 4, 4, 5], "skills": ["fearsome:14"]},
  "lotharius": {"name": "Constable Lotharius", "hero": true, "cost": 40, "lines": 1, "size": 2, "esp": 7, "ref": 3, "com": 5, "def": 11, "ap": 3, "life": [4, 3, 3], "move": [4, 6, 10], "dom": [3, 3, 4, 5, 6, 7], "skills": ["expert-brutal", "fearless", "templar-constable"]},
  "deicolus": {"name": "Seneschal Deicolus", "hero": true, "cost": 45, "lines": 1, "size": 2, "esp": 8, "ref": 4, "com": 5, "def": 11, "ap": 4, "life": [4, 3, 3], "move": [4, 6, 10], "dom": [3, 4, 4, 5, 5, 6], "skills": ["chief", "expert-parry", "fearless", "temple-veteran"]},
  "country-priest": {"name": "Country Priest", "hero": false, "cost": 30, "lines": 1, "size": 2, "esp": 7, "ref": 3, "com": 2, "def": 10, "ap": 3, "life": [3, 3, 3], "move": [4, 6, 10], "dom": [1, 1, 2, 2, 3, 3], "skills": ["reach"], "alchemy": {"circle": "outer", "element": "earth", "stones": 10, "formulas": ["prayer-to-the-stones", "litany-of-thorns"]}},
  "brother-collector": {"name": "Brother-Collector of the Temple", "hero": false, "cost": 30, "lines": 1, "size": 2, "esp": 7, "ref": 3, "com": 4, "def": 10, "ap": 3, "life": [3, 3, 3], "move": [4, 6, 10], "dom": [1, 2, 3, 3, 4, 4], "skills": ["fearless"], "alchemy": {"circle": "outer", "element": "earth", "stones": 10, "formulas": ["angelus-vitae", "corrosive-oil"]}},
  "avalon-recruits": {"name": "Avalonian Recruits", "hero": false, "cost": 10, "lines": 2, "size": 2, "esp": 6, "ref": 2, "com": 3, "def": 9, "ap": 2, "life": [3, 2, 2], "move": [4, 6, 10], "dom": [2, 2, 3, 3, 4, 4], "skills": []},
  "avalon-crossbowmen": {"name": "Avalonian Crossbowmen", "hero": false, "cost": 19, "lines": 2, "size": 2, "esp": 6, "ref": 2, "com": 3, "def": 9, "ap": 2, "life": [3, 2, 2], "move": [4, 6, 10], "dom": [1, 1, 2, 2, 2, 3], "skills": [], "ranged": {"name": "crossbow", "com": 3, "range": 20, "dom": [2, 3, 3, 3, 4, 5]}},
  "avalon-beaters": {"name": "Avalonian Beaters", "hero": false, "cost": 10, "lines": 3, "size": 2, "esp": 6, "ref": 3, "com": 2, "def": 9, "ap": 2, "life": [3, 2, 2], "move": [5, 7, 12], "dom": [1, 2, 2, 3, 3, 3], "skills": [], "ranged": {"name": "sling", "com": 2, "range": 10, "dom": [1, 1, 2, 2, 3, 3]}},
  "temple-novice": {"name": "Temple Novice", "hero": false, "cost": 19, "lines": 1, "size": 2, "esp": 6, "ref": 3, "com": 3, "def": 10, "ap": 2, "life": [3, 2, 3], "move": [4, 6, 10], "dom": [2, 3, 3, 4, 4, 5], "skills": ["reach"]},
  "errant-knight": {"name": "Errant Knight", "hero": false, "cost": 33, "lines": 1, "size": 2, "esp": 7, "ref": 3, "com": 4, "def": 10, "ap": 3, "life": [3, 4, 3], "move": [4, 6, 10], "dom": [2, 3, 3, 4, 4, 5], "skills": ["tough:1"]},
  "templar": {"name": "Avalonian Templar", "hero": false, "cost": 33, "lines": 1, "size": 2, "esp": 7, "ref": 4, "com": 5, "def": 11, "ap": 2, "life": [3, 3, 3], "move": [4, 6, 10], "dom": [2, 3, 4, 4, 5, 5], "skills": ["fearless", "expert-brutal", "master-combat"]},
  "colossus": {"name": "Avalonian Colossus", "hero": false, "cost": 55, "lines": 1, "size": 3, "esp": 6, "ref": 2, "com": 5, "def": 9, "ap": 3, "life": [4, 4, 3], "move": [4, 6, 10], "dom": [4, 4, 5, 6, 7, 9], "skills": ["tough:2", "expert-brutal", "fearsome:15", "stubborn"]},
  "temple-auxiliaries": {"name": "Temple Auxiliaries", "hero": false, "cost": 13, "lines": 3, "size": 1, "esp": 5, "ref": 2, "com": 2, "def": 9, "ap": 2, "life": [2, 2, 2], "move": [4, 6, 10], "dom": [1, 1, 1, 2, 2, 2], "skills": ["stealth"]},
};

export const FORMULAS = {
  "winds-influence": {"name": "Wind's Influence", "element": "air", "effect": "winds-influence"},
  "violent-gust": {"name": "Violent Gust", "element": "air", "effect": "knocked"},
  "sharp-tornado": {"name": "Sharp Tornado", "element": "air", "effect": "push"},
  "destinys-pranks": {"name": "Destiny's Pranks", "element": "water", "effect": "fate"},
  "alchemical-scimitar": {"name": "Alchemical Scimitar", "element": "water", "effect": "scimitar"},
  "apathy": {"name": "Apathy", "element": "water", "effect": "apathy"},
  "fluidity": {"name": "Fluidity", "element": "water", "effect": "fluidity"},
  "walosi-kiss": {"name": "Walosi Kiss", "element": "earth", "effect": "heal"},
  "animal-fury": {"name": "Animal Fury", "element": "earth", "effect": "fury"},
  "koga-speed": {"name": "Koga's Speed", "element": "earth", "effect": "speed"},
  "telluric-lance": {"name": "Telluric Lance", "element": "earth", "effect": "lance"},
  "walosi-ruse": {"name": "Walosi Ruse", "element": "earth", "effect": "ruse"},
  "walosi-explosion": {"name": "Walosi Explosion", "element": "earth", "effect": "explosion"},
  "prayer-to-the-stones": {"name": "Prayer to the Stones", "element": "earth", "effect": "prayer"},
  "litany-of-thorns": {"name": "Litany of Thorns", "element": "earth", "effect": "thorns"},
  "angelus-vitae": {"name": "Angelus Vitae", "element": "earth", "effect": "angelus"},
  "corrosive-oil": {"name": "Corrosive Oil", "element": "earth", "effect": "oil"},
};

export const PIECES = {
  "house": [{"kind": "obstructing", "size": 4, "height": 350, "rect": [-175, -125, 175, 125]}],
  "tower": [{"kind": "obstructing", "size": 3, "height": 280, "disc": [0, 0, 150]}],
  "wall": [{"kind": "hindering", "size": 1, "height": 80, "rect": [-175, -25, 175, 25]}],
  "hedge": [{"kind": "hindering", "size": 2, "height": 150, "rect": [-175, -25, 175, 25]}],
  "crag": [{"kind": "obstructing", "size": 2, "height": 150, "disc": [0, 0, 150]}],
  "boulders": [{"kind": "obstructing", "size": 1, "height": 100, "rect": [-175, -125, 175, 125]}],
  "marsh": [{"kind": "cluttered", "size": 0, "height": 0, "rect": [-175, -125, 175, 125]}],
  "rubble": [{"kind": "cluttered", "size": 1, "height": 50, "rect": [-175, -125, 175, 125]}],
  "hill": [{"kind": "hill", "size": 2, "height": 150, "rect": [-175, -125, 175, 125]}],
  "pond": [{"kind": "water", "size": 0, "height": 0, "rect": [-175, -125, 175, 125]}],
  "ruin": [{"kind": "cluttered", "size": 1, "height": 50, "rect": [-175, -125, 175, 75]}, {"kind": "obstructing", "size": 3, "height": 250, "rect": [-175, 75, 175, 125]}],
};

export const ROTATIONS = {
  "r0": {"c": 5, "s": 0},
  "r37": {"c": 4, "s": 3},
  "r53": {"c": 3, "s": 4},
  "r90": {"c": 0, "s": 5},
  "r127": {"c": -3, "s": 4},
  "r143": {"c": -4, "s": 3},
};

export const CARDS = {
  "brutal": {"attack": true, "ref_dice": -1, "com_dice": 0, "beats": "quick", "column_shift": 1},
  "normal": {"attack": true, "ref_dice": 0, "com_dice": 0, "beats": "brutal", "column_shift": 0},
  "quick": {"attack": true, "ref_dice": 1, "com_dice": 0, "beats": "normal", "column_shift": -1},
  "parry": {"attack": false, "ref_dice": 0, "com_dice": 1, "column_shift": 0, "counter_margin": 3},
  "inactive": {"attack": false, "ref_dice": 0, "com_dice": 0, "column_shift": 0},
};

export const RADIUS = {
  "1": 50,
  "2": 60,
  "3": 80,
  "4": 100,
};

export const COLUMNS = [
  ["sword", "sword"],
  ["sword", "axe"],
  ["sword", "mace"],
  ["axe", "axe"],
  ["axe", "mace"],
  ["mace", "mace"],
];

export const HEALTH = [
  "white",
  "yellow",
  "red",
];
export const BOARD = {"width": 2400, "height": 2400};
export const MARKERS = {"radius": 50, "at": [[400, 1200], [1200, 1200], [2000, 1200]], "reach": 100, "action_points": 2};
export const ZONE = 250;
export const TOKEN_RADIUS = 25;
export const POINTS_TO_WIN = 3;
