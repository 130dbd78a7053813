"""The bots of the house: one plain Python file each, found by the catalogue."""
