import importlib

from django.apps import AppConfig


class LaddersConfig(AppConfig):
    name = "athanor.ladders"

    def ready(self) -> None:
        # It registers what it is asked as it is imported.
        importlib.import_module("athanor.ladders.listeners")
