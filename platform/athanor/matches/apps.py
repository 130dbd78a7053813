import importlib

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "athanor.matches"

    def ready(self) -> None:
        # It registers what it is asked as it is imported.
        importlib.import_module("athanor.matches.listeners")
