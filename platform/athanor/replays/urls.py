from __future__ import annotations

from django.urls import path

from athanor.replays import views

app_name = "replays"
urlpatterns = [
    path("<slug:public_id>/replay.json", views.document, name="document"),
    path("<slug:public_id>/replay.athanor", views.file, name="file"),
]
