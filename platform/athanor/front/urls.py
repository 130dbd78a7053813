from __future__ import annotations

from django.urls import path

from athanor.bots.views import upload
from athanor.front import views

app_name = "front"
urlpatterns = [
    path("", views.home, name="home"),
    path("upload/", upload, name="upload"),
    path("theme/", views.theme, name="theme"),
    path("fairness/", views.fairness, name="fairness"),
    path("fairness/log/", views.fairness_log, name="fairness-log"),
    path("favicon.ico", views.icon, name="icon"),
    path("robots.txt", views.robots, name="robots"),
    path("docs/", views.docs, name="docs"),
    path("docs/<slug:slug>/", views.docs, name="chapter"),
]
