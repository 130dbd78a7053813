from django.apps import AppConfig


class ReplaysConfig(AppConfig):
    name = "athanor.replays"
