"""The walls of a box, one function each, for every driver: seclusion, powers, bounds."""

from sandbox.walls import bounds, powers, seclusion
from sandbox.walls.plan import WALLS, Folder, Plan, Walls, every, raised, without

__all__ = ["WALLS", "Folder", "Plan", "Walls", "bounds", "every", "powers", "raised", "seclusion", "without"]
