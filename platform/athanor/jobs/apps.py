import importlib

from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "athanor.jobs"

    def ready(self) -> None:
        # It registers itself as it is imported.
        importlib.import_module("athanor.jobs.check_jobs")
