from __future__ import annotations

from django.urls import path

from athanor.bots import views

app_name = "bots"
urlpatterns = [
    path("<str:owner>/<str:slug>/", views.bot, name="bot"),
    path("<str:owner>/<str:slug>/retire/", views.retire, name="retire"),
    path("<str:owner>/<str:slug>/versions/<int:number>/", views.version, name="version"),
    path("<str:owner>/<str:slug>/versions/<int:number>/current/", views.make_current, name="make-current"),
]
