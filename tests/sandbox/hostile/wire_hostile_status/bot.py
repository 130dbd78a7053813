"""Ends its stream with a status text that steers terminals and closes quotes."""

from wire import field, serve


def attack(wire, ask) -> None:
    text = '\x1b[2J\x1b]0;owned\x07\u202e"}}<script>\n' + "x" * 3000
    quoted = b"".join(b"%%%02x" % byte for byte in text.encode())[:7000]
    wire.end(None, b"10", field(b"grpc-message", quoted))


serve(attack)
