from arena.pairing.formats.groups.course import GroupsCourse
from arena.pairing.formats.groups.settings import Groups

FORMAT = Groups
COURSE = GroupsCourse
