from arena.pairing.formats.double_elimination.course import DoubleEliminationCourse
from arena.pairing.formats.double_elimination.settings import DoubleElimination

FORMAT = DoubleElimination
COURSE = DoubleEliminationCourse
