"""The house bots of Kazaam."""
