"""Connect Four: a small game, whole, as a package of its own."""
