"""Takes no bytes of any call (INITIAL_WINDOW_SIZE is 0)."""

from wire import serve

serve(settings=b"\0\x04\0\0\0\0")
