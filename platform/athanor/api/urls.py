from __future__ import annotations

from django.urls import path

from athanor.api.routes import api

urlpatterns = [path("", api.urls)]
