from arena.pairing.formats.single_elimination.course import SingleEliminationCourse
from arena.pairing.formats.single_elimination.settings import SingleElimination

FORMAT = SingleElimination
COURSE = SingleEliminationCourse
