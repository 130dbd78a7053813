"""Mounts, unmounts, moves the root, and goes into other namespaces."""

from attacking import at_first, called

CALLS = {
    "mount": (165, 0, 0, 0, 0, 0),
    "umount2": (166, 0, 0),
    "pivot_root": (155, 0, 0),
    "chroot": (161, 0),
    "fsopen": (430, 0, 0),
    "open_tree": (428, -100, 0, 0),
    "move_mount": (429, -1, 0, -1, 0, 0),
    "mount_setattr": (442, -1, 0, 0, 0, 0),
    "setns": (308, -1, 0),
    "open_by_handle_at": (304, -1, 0, 0),
    "name_to_handle_at": (303, -1, 0, 0, 0, 0),
    "statmount": (457, 0, 0, 0, 0),
}


def attack():
    return {name: called(*call) for name, call in CALLS.items()}


choose = at_first(attack)
