"""Allows no calls at all (MAX_CONCURRENT_STREAMS is 0)."""

from wire import serve

serve(settings=b"\0\x03\0\0\0\0")
