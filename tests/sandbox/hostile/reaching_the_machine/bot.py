"""Connects to a port of the machine that it runs on, and to where clouds tell secrets."""

import socket

from attacking import at_first, outcome


def attack():
    with open("told/port") as file:
        port = int(file.read())
    return {"port": outcome(reach, "127.0.0.1", port), "cloud": outcome(reach, "169.254.169.254", 80)}


def reach(host, port) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as line:
        line.settimeout(0.3)
        line.connect((host, port))


choose = at_first(attack)
