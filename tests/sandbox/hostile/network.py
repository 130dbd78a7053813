"""Tries every kind of socket, and to look a name up."""

import socket


def choose(ask):
    ask.note(attack())
    return 0


def attack():
    came = {}
    for name, family in (("inet", 2), ("inet6", 10), ("netlink", 16), ("packet", 17), ("vsock", 40), ("alg", 38)):
        try:
            socket.socket(family, socket.SOCK_DGRAM if name != "alg" else 5).close()
            came[name] = "open"
        except OSError as error:
            came[name] = error.errno
    try:
        socket.create_connection(("169.254.169.254", 80), 2)
        came["connect"] = "open"
    except OSError as error:
        came["connect"] = error.errno
    try:
        socket.getaddrinfo("example.org", 80)
        came["lookup"] = "open"
    except OSError:
        came["lookup"] = "none"
    return repr(came)
