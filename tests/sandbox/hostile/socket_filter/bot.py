"""Has the kernel run a program of its own for each message of a socket, and marks and hurries what it sends."""

import ctypes
import socket
import struct

from attacking import at_first, outcome

SO_PRIORITY, SO_ATTACH_FILTER, SO_MARK, SO_LOCK_FILTER = 12, 26, 36, 44
SO_BUSY_POLL, SO_ATTACH_BPF, SO_TXTIME = 46, 50, 61
TAKE_ALL = struct.pack("HBBI", 0x06, 0, 0, 0xFFFF)


def attack():
    one, _ = socket.socketpair()
    instructions = ctypes.create_string_buffer(TAKE_ALL)
    program = struct.pack("HP", 1, ctypes.addressof(instructions))

    def comes_to(option, value):
        return outcome(one.setsockopt, socket.SOL_SOCKET, option, value)

    return {
        "filter": comes_to(SO_ATTACH_FILTER, program),
        "bpf": comes_to(SO_ATTACH_BPF, 0),
        "locked": comes_to(SO_LOCK_FILTER, 0),
        "mark": comes_to(SO_MARK, 1),
        "priority": comes_to(SO_PRIORITY, 1),
        "busy": comes_to(SO_BUSY_POLL, 1),
        "another_level": outcome(one.setsockopt, socket.IPPROTO_TCP, socket.TCP_NODELAY, 1),
        "size": comes_to(socket.SO_SNDBUF, 65536),
    }


choose = at_first(attack)
