"""Makes the system calls that a bot has no business with."""

import ctypes
import os


def choose(ask):
    ask.note(attack())
    return 0


def attack():
    libc = ctypes.CDLL(None, use_errno=True)
    calls = {
        "unshare": (272, 0x10000000),
        "setns": (308, 0, 0),
        "mount": (165, 0, 0, 0, 0, 0),
        "pivot_root": (155, 0, 0),
        "ptrace": (101, 0, 0, 0, 0),
        "process_vm_readv": (310, os.getppid(), 0, 0, 0, 0, 0),
        "keyctl": (250, 0, 0),
        "add_key": (248, 0, 0, 0, 0, 0),
        "bpf": (321, 0, 0, 0),
        "userfaultfd": (323, 0),
        "io_uring_setup": (425, 1, 0),
        "perf_event_open": (298, 0, 0, 0, 0, 0),
        "memfd_secret": (447, 0),
        "name_to_handle_at": (303, 0, 0, 0, 0, 0),
        "inotify_init": (253,),
        "fanotify_init": (300, 0, 0),
        "shmget": (29, 0, 4096, 0o1600),
        "mq_open": (240, 0, 0, 0, 0),
        "flock": (73, 0, 2),
        "modify_ldt": (154, 0, 0, 0),
        "pidfd_getfd": (438, 0, 0, 0),
        "chroot": (161, 0),
        "clone_newuser": (56, 0x10000000 | 17, 0, 0, 0, 0),
        "setuid": (105, 0),
        "reboot": (169, 0, 0, 0, 0),
        "lock": (72, 0, 5, 0),
        "lease": (72, 0, 1024, 0),
    }
    came = {}
    for name, (number, *arguments) in calls.items():
        ctypes.set_errno(0)
        result = libc.syscall(number, *[ctypes.c_long(argument) for argument in arguments])
        came[name] = ctypes.get_errno() if result == -1 else "done"
    return repr(came)
