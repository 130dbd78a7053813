"""Tries the calls that kernels are broken into by: io_uring, bpf, userfaultfd, perf and others."""

from attacking import at_first, called

CALLS = {
    "io_uring_setup": (425, 1, 0),
    "bpf": (321, 0, 0, 0),
    "userfaultfd": (323, 1),
    "perf_event_open": (298, 0, 0, 0, 0, 0),
    "memfd_secret": (447, 0),
    "modify_ldt": (154, 0, 0, 0),
    "fanotify_init": (300, 0, 0),
    "inotify_init": (253,),
    "landlock_create_ruleset": (444, 0, 0, 1),
    "seccomp": (317, 2, 0, 0),
    "kexec_load": (246, 0, 0, 0, 0),
    "init_module": (175, 0, 0, 0),
    "iopl": (172, 3),
    "vmsplice": (278, -1, 0, 0, 0),
    "remap_file_pages": (216, 0, 0, 0, 0, 0),
    "lookup_dcookie": (212, 0, 0, 0),
}


def attack():
    return {name: called(*call) for name, call in CALLS.items()}


choose = at_first(attack)
