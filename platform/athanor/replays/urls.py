from __future__ import annotations

from django.urls import path

from athanor.replays import views

app_name = "replays"
urlpatterns = [
    path("starred/", views.starred, name="starred"),
    path("<slug:public_id>/star/", views.star, name="star"),
    path("<slug:public_id>/replay.json", views.document, name="document"),
    path("<slug:public_id>/replay.athanor", views.file, name="file"),
]
