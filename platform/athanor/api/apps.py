from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "athanor.api"

    def ready(self) -> None:
        from athanor import checks  # noqa: F401  (registers them)
