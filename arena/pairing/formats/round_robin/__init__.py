from arena.pairing.formats.round_robin.course import RoundRobinCourse
from arena.pairing.formats.round_robin.settings import RoundRobin

FORMAT = RoundRobin
COURSE = RoundRobinCourse
