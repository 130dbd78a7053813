import importlib

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "athanor.tournaments"

    def ready(self) -> None:
        # It registers what it is asked as it is imported.
        importlib.import_module("athanor.tournaments.listeners")
