from __future__ import annotations

from django.urls import path

from athanor.bots import views

app_name = "bots"
urlpatterns = [
    path("<slug:owner>/<slug:slug>/", views.bot, name="bot"),
    path("<slug:owner>/<slug:slug>/retire/", views.retire, name="retire"),
    path("<slug:owner>/<slug:slug>/versions/<int:number>/", views.version, name="version"),
    path("<slug:owner>/<slug:slug>/versions/<int:number>/current/", views.make_current, name="make-current"),
]
