"""The rule engines. A game is a folder here, a .proto, a board in the replay player, and an entry point."""
