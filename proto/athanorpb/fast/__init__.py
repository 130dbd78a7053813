"""Quicker twins of `codec`: tests hold each to the same bytes and the same text."""
