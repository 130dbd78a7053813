from __future__ import annotations

from django.urls import URLPattern

app_name = "matches"
urlpatterns: list[URLPattern] = []
