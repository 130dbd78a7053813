from __future__ import annotations

from django.urls import path

from athanor.armies import views

app_name = "armies"
urlpatterns = [
    path("armies/", views.armies, name="armies"),
    path("cards/", views.profile_cards, name="cards"),
]
