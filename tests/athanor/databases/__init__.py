"""Test databases that are copied from a template instead of being migrated by every process.

`sqlite` and `postgresql` are Django's own engines with another way to make a test database (`creation`);
`templates` says what a template depends on, and which databases of earlier runs may go.
"""
