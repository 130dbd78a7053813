from __future__ import annotations

from django.urls import path

from athanor.ladders import views

app_name = "ladders"
urlpatterns = [
    path("", views.index, name="index"),
    path("<slug:slug>/", views.ladder, name="ladder"),
    path("<slug:slug>/seasons/<int:number>/", views.season, name="season"),
]
