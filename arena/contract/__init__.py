"""The contract that every game keeps, as tests: a pytest plugin (`plugin.py`) runs them on a game's `Kit`."""
