from __future__ import annotations

from django.urls import path

from athanor.api.site import api

urlpatterns = [path("", api.urls)]
