"""Replays: one file a match, viewed without the engine and verified with it."""
