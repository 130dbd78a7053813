import importlib

from django.apps import AppConfig


class ReplaysConfig(AppConfig):
    name = "athanor.replays"

    def ready(self) -> None:
        # It registers what it is asked as it is imported.
        importlib.import_module("athanor.replays.listeners")
