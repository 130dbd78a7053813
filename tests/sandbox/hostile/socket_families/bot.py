"""Opens sockets of the families that reach a network, a hypervisor or the kernel, and raw ones."""

import socket

from attacking import at_first, outcome

FAMILIES = {
    "inet": (2, 1),
    "inet6": (10, 1),
    "raw": (2, 3),
    "netlink": (16, 3),
    "packet": (17, 3),
    "vsock": (40, 1),
    "alg": (38, 5),
    "tipc": (30, 1),
}


def attack():
    came = {name: outcome(lambda kind=kind: socket.socket(*kind).close()) for name, kind in FAMILIES.items()}
    try:
        socket.getaddrinfo("example.org", 80)
        came["lookup"] = "an address"
    except OSError:
        came["lookup"] = "none"
    return came


choose = at_first(attack)
