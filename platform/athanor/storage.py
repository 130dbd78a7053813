"""The blob store that the site and the workers share."""

from __future__ import annotations

from django.conf import settings

from arena.blobs.store import BlobStore, FolderStore


def blobs() -> BlobStore:
    return FolderStore(settings.BLOBS)
