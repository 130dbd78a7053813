from arena.pairing.formats.swiss.course import SwissCourse
from arena.pairing.formats.swiss.settings import Swiss

FORMAT = Swiss
COURSE = SwissCourse
