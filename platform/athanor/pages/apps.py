from django.apps import AppConfig


class PagesConfig(AppConfig):
    name = "athanor.pages"
    label = "pages"
