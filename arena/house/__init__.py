"""The bots of the house: one plain Python file each in the packages of their games, found by the catalogue."""
