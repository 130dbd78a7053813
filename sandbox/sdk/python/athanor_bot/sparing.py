"""Nothing that is imported becomes garbage: to look for some meanwhile costs a bot's start milliseconds."""

import gc


class NoSweeping:
    def __enter__(self) -> None:
        self._was_on = gc.isenabled()
        gc.disable()

    def __exit__(self, *_: object) -> None:
        if self._was_on:
            gc.enable()
