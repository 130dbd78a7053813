import importlib

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "athanor.accounts"

    def ready(self) -> None:
        # Its receivers are connected as it is imported.
        importlib.import_module("athanor.accounts.logins")
