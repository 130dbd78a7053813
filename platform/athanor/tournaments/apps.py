import importlib

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "athanor.tournaments"

    def ready(self) -> None:
        # They register what they are asked as they are imported.
        importlib.import_module("athanor.tournaments.listeners")
        importlib.import_module("athanor.tournaments.pairing_jobs")
