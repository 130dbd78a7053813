import importlib

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "athanor.matches"

    def ready(self) -> None:
        # They register what they are asked as they are imported.
        importlib.import_module("athanor.matches.listeners")
        importlib.import_module("athanor.matches.play_jobs")
