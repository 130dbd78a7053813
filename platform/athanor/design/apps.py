from django.apps import AppConfig


class DesignConfig(AppConfig):
    name = "athanor.design"
