from __future__ import annotations

from django.urls import path

from athanor.matches import views

app_name = "matches"
urlpatterns = [
    path("", views.index, name="index"),
    path("live.json", views.on_air, name="on-air"),
    path("challenge/", views.challenge, name="challenge"),
    path("<slug:public_id>/", views.match, name="match"),
    path("<slug:public_id>/live.json", views.live_document, name="live"),
    path("<slug:public_id>/seats/<int:seat>/log", views.log, name="log"),
]
