from arena.pairing.formats.gauntlet.course import GauntletCourse
from arena.pairing.formats.gauntlet.settings import Gauntlet

FORMAT = Gauntlet
COURSE = GauntletCourse
