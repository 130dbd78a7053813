"""The suite as a whole: its parts, what runs beside what, what each took (`python -m tests.suite --help`)."""
