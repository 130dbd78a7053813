from __future__ import annotations

from django.urls import URLPattern

app_name = "ladders"
urlpatterns: list[URLPattern] = []
