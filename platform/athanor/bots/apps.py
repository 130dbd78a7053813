import importlib

from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "athanor.bots"

    def ready(self) -> None:
        # It registers what it is asked as it is imported.
        importlib.import_module("athanor.bots.listeners")
