"""Covert channels: how a bot in one box can say something to a bot in another, where what is shared lets it.

These modules run inside of boxes. Each has CHANNELS: by name, a function that says bits, and one that hears them.
What the walls refuse to the speaker is left unsaid; what they refuse to the listener is heard as zeros.
`arena.cli.bench.channels` has two boxes say and hear.
"""
