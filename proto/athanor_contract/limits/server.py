"""What a bot's server may send: met, the bot is out, with a sentence that names the limit.

A question is what lies between two frames from the referee that await an answer; start-up counts as one.
"""

MESSAGE = 64 * 1024
"""Bytes of one message."""
MESSAGES = 2_000
"""A question: answers, notes, and what nobody knows."""
BYTES = 1024 * 1024
"""A question, of all that comes."""
FRAMES = 4_096
"""A question, of every kind."""
CONTROL_FRAMES = 512
"""A question: PING, SETTINGS, WINDOW_UPDATE and whatever else carries no message."""
HEADERS = 8 * 1024
"""Bytes of one header block, its CONTINUATION frames included."""
FIELDS = 128
"""Headers of one block."""
FRAME = 16 * 1024
"""Bytes of one HTTP/2 frame: the protocol's own default."""
WINDOW = 128 * 1024
"""Bytes that it may send ahead of us."""
DETAIL = 500
"""Characters kept of a text that it had a hand in."""
MEMORY = 64 * 1024 * 1024
"""Of the guard: its address space, of which an honest match uses a quarter."""
CPU_SECONDS = 60
"""Of the guard, in a whole match: an honest one uses about one for 20,000 questions."""
OPEN_FILES = 16
"""Of the guard."""
