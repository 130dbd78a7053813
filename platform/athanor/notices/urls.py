from __future__ import annotations

from django.urls import path

from athanor.notices import views

app_name = "notices"
urlpatterns = [path("", views.notices, name="notices")]
