"""Rules scenarios: a position, steps, and what must hold, as a JSON document that anyone can write."""

from arena.scenario.reading import read
from arena.scenario.running import run
from arena.scenario.shape import Crashed, Difference, NoScenario, Scenario

__all__ = ["Crashed", "Difference", "NoScenario", "Scenario", "read", "run"]
