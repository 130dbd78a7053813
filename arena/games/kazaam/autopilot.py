"""What a seat does whose bot is out: the least (KZ-91).

It ends its turn, passes when it is asked, and declines the discard. So it never ends the game, robs nobody,
spends no head on anyone's side, and what it does tells nothing of what it holds: it looks at nothing but the
phase. Under `kazaam: spoken` it does not say the word either.
"""

from __future__ import annotations

from arena.games.kazaam.actions import DECLINE, END_TURN, PASS, Action
from arena.games.kazaam.position import LEG_CHOICE, REACTION, TURN

LEAST: dict[int, Action] = {TURN: END_TURN, REACTION: PASS, LEG_CHOICE: DECLINE}
