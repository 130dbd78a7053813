"""How a file that is handed in is received: in memory, and no more of it than an upload may have.

Django's own handlers write a larger one to the disk first, from anybody and of any length, and only then is it
asked whether it is wanted.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.files.uploadedfile import InMemoryUploadedFile
from django.core.files.uploadhandler import FileUploadHandler
from django.http import HttpRequest


class Bounded(FileUploadHandler):
    """Of files that are too big together only the size is kept: who sent them is told (`services.check_size`)."""

    def __init__(self, request: HttpRequest | None = None) -> None:
        super().__init__(request)
        self.received = 0

    @property
    def too_much(self) -> bool:
        return self.received > settings.UPLOAD_BYTES

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        super().new_file(*args, **kwargs)
        self.content = BytesIO()

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        self.received += len(raw_data)
        if self.too_much:
            self.content = BytesIO()
        else:
            self.content.write(raw_data)

    def file_complete(self, file_size: int) -> InMemoryUploadedFile:
        self.content.seek(0)
        return InMemoryUploadedFile(
            self.content,
            self.field_name,
            self.file_name,
            self.content_type,
            self.received if self.too_much else file_size,
            self.charset,
            self.content_type_extra,
        )
