"""The house bots of Poison."""
