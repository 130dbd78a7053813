"""Blobs by content digest: bundles, replays, logs. One interface; a folder behind it."""
