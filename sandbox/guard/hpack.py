"""Header compression (RFC 7541) as far as a client needs it that keeps no table: it asks for one of size 0.

What a server may still send then are the static table's fields, literals of each kind, and the news that its
table has size 0. All numbers and lengths are bounded before anything is done with them.
"""

from athanor_contract.limits import server as limits
from sandbox.guard.ending import MALFORMED, Ended

LARGEST = 1 << 20
"""No number in a block of at most 8 KB has a reason to be larger."""

STATIC = (
    (b":authority", b""), (b":method", b"GET"), (b":method", b"POST"), (b":path", b"/"),
    (b":path", b"/index.html"), (b":scheme", b"http"), (b":scheme", b"https"), (b":status", b"200"),
    (b":status", b"204"), (b":status", b"206"), (b":status", b"304"), (b":status", b"400"), (b":status", b"404"),
    (b":status", b"500"), (b"accept-charset", b""), (b"accept-encoding", b"gzip, deflate"),
    (b"accept-language", b""), (b"accept-ranges", b""), (b"accept", b""), (b"access-control-allow-origin", b""),
    (b"age", b""), (b"allow", b""), (b"authorization", b""), (b"cache-control", b""),
    (b"content-disposition", b""), (b"content-encoding", b""), (b"content-language", b""),
    (b"content-length", b""), (b"content-location", b""), (b"content-range", b""), (b"content-type", b""),
    (b"cookie", b""), (b"date", b""), (b"etag", b""), (b"expect", b""), (b"expires", b""), (b"from", b""),
    (b"host", b""), (b"if-match", b""), (b"if-modified-since", b""), (b"if-none-match", b""), (b"if-range", b""),
    (b"if-unmodified-since", b""), (b"last-modified", b""), (b"link", b""), (b"location", b""),
    (b"max-forwards", b""), (b"proxy-authenticate", b""), (b"proxy-authorization", b""), (b"range", b""),
    (b"referer", b""), (b"refresh", b""), (b"retry-after", b""), (b"server", b""), (b"set-cookie", b""),
    (b"strict-transport-security", b""), (b"transfer-encoding", b""), (b"user-agent", b""), (b"vary", b""),
    (b"via", b""), (b"www-authenticate", b""),
)  # fmt: skip
"""Appendix A; the first one is number 1."""

SYMBOLS = {
    5: b"012aceiost",
    6: b" %-./3456789=A_bdfghlmnpru",
    7: b":BCDEFGHIJKLMNOPQRSTUVWYjkqvwxyz",
    8: b"&*,;XZ",
    10: b'!"()?',
    11: b"'+|",
    12: b"#>",
    13: b"\x00$@[]~",
    14: b"^}",
    15: b"<`{",
    19: b"\\\xc3\xd0",
    20: b"\x80\x82\x83\xa2\xb8\xc2\xe0\xe2",
    21: b"\x99\xa1\xa7\xac\xb0\xb1\xb3\xd1\xd8\xd9\xe3\xe5\xe6",
    22: b"\x81\x84\x85\x86\x88\x92\x9a\x9c\xa0\xa3\xa4\xa9\xaa\xad\xb2\xb5\xb9\xba\xbb\xbd\xbe\xc4\xc6"
    b"\xe4\xe8\xe9",
    23: b"\x01\x87\x89\x8a\x8b\x8c\x8d\x8f\x93\x95\x96\x97\x98\x9b\x9d\x9e\xa5\xa6\xa8\xae\xaf\xb4\xb6\xb7\xbc\xbf"
    b"\xc5\xe7\xef",
    24: b"\t\x8e\x90\x91\x94\x9f\xab\xce\xd7\xe1\xec\xed",
    25: b"\xc7\xcf\xea\xeb",
    26: b"\xc0\xc1\xc8\xc9\xca\xcd\xd2\xd5\xda\xdb\xee\xf0\xf2\xf3\xff",
    27: b"\xcb\xcc\xd3\xd4\xd6\xdd\xde\xdf\xf1\xf4\xf5\xf6\xf7\xf8\xfa\xfb\xfc\xfd\xfe",
    28: b"\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f"
    b"\x7f\xdc\xf9",
    30: b"\n\r\x16",
}
"""Appendix B: the octets whose Huffman code has so many bits. The code is canonical: in this order, each is the
one before plus 1. (The code of 30 ones, the end of string, is no part of any string.)"""


def wrong(what: str) -> Ended:
    return Ended(MALFORMED, f"its server sent headers that cannot be read: {what}")


def fields(block: bytes) -> list[tuple[bytes, bytes]]:
    """The names and values of a header block. Raises Ended."""
    found: list[tuple[bytes, bytes]] = []
    at = 0
    while at < len(block):
        first = block[at]
        if first & 0x80:
            index, at = integer(block, at, 7)
            found.append(_static(index))
        elif first & 0xE0 == 0x20:
            if found:
                raise wrong("a table size behind a field")
            size, at = integer(block, at, 5)
            if size:
                raise wrong(f"a table of {size} bytes, where one of 0 was asked for")
        else:
            # With a table of size 0 a literal "to be indexed" is like any other.
            index, at = integer(block, at, 6 if first & 0x40 else 4)
            if index:
                name = _static(index)[0]
            else:
                name, at = string(block, at)
            value, at = string(block, at)
            found.append((name, value))
        if len(found) > limits.FIELDS:
            raise wrong(f"more than {limits.FIELDS} of them at once, which is the limit")
    return found


def _static(index: int) -> tuple[bytes, bytes]:
    if not 0 < index <= len(STATIC):
        raise wrong(f"number {index} of a table of {len(STATIC)}")
    return STATIC[index - 1]


def integer(data: bytes, at: int, bits: int) -> tuple[int, int]:
    """A number with a prefix of so many bits (5.1), and where the data goes on."""
    most = (1 << bits) - 1
    value = data[at] & most
    at += 1
    if value < most:
        return value, at
    shift = 0
    while at < len(data):
        byte = data[at]
        at += 1
        value += (byte & 0x7F) << shift
        shift += 7
        if value > LARGEST or shift > 28:
            raise wrong("a number that is too large")
        if not byte & 0x80:
            return value, at
    raise wrong("they end in the middle of a number")


def string(data: bytes, at: int) -> tuple[bytes, int]:
    if at >= len(data):
        raise wrong("they end in the middle of a field")
    is_huffman = data[at] & 0x80
    length, at = integer(data, at, 7)
    stop = at + length
    if stop > len(data):
        raise wrong("they end in the middle of a text")
    text = data[at:stop]
    return (huffman(text) if is_huffman else text), stop


def _codes() -> dict[int, int]:
    """Each octet by its code, with a 1 put before it so that codes of different lengths differ."""
    found = {}
    code = length = 0
    for bits, symbols in SYMBOLS.items():
        code <<= bits - length
        length = bits
        for symbol in symbols:
            found[1 << bits | code] = symbol
            code += 1
    return found


CODES = _codes()


def huffman(data: bytes) -> bytes:
    """What the codes stand for (5.2). Raises Ended."""
    codes = CODES
    found = bytearray()
    path = 1
    for byte in data:
        for shift in (7, 6, 5, 4, 3, 2, 1, 0):
            path = path << 1 | byte >> shift & 1
            symbol = codes.get(path)
            if symbol is not None:
                found.append(symbol)
                path = 1
            elif path >= 1 << 30:
                raise wrong("a text with no Huffman code")
    # Padding: fewer than 8 ones.
    if path >= 1 << 8 or path & path + 1:
        raise wrong("a text that ends in the middle of a Huffman code")
    return bytes(found)


def literal(name: bytes, value: bytes) -> bytes:
    """A field of ours, written out. Both are shorter than 127 bytes."""
    return b"".join((b"\0", len(name).to_bytes(1, "big"), name, len(value).to_bytes(1, "big"), value))
