"""The referee: a match without I/O (`match`), its rules of conduct and clock, and the drivers that play it."""
