from __future__ import annotations

from django.urls import path

from athanor.tournaments import desk_views, views

app_name = "tournaments"
urlpatterns = [
    path("", views.index, name="index"),
    path("calendar.ics", views.all_calendar, name="all-calendar"),
    path("plan.css", desk_views.plan_style, name="plan-style"),
    path("new/", desk_views.new, name="new"),
    path("<slug:slug>/", views.tournament, name="tournament"),
    path("<slug:slug>/enter/", views.enter, name="enter"),
    path("<slug:slug>/bracket/", views.bracket, name="bracket"),
    path("<slug:slug>/standings/", views.standings, name="standings"),
    path("<slug:slug>/crosstable/", views.crosstable, name="crosstable"),
    path("<slug:slug>/schedule/", views.schedule, name="schedule"),
    path("<slug:slug>/entrants/", views.entrants, name="entrants"),
    path("<slug:slug>/pairings/<slug:key>/", views.pairing, name="pairing"),
    path("<slug:slug>/control/", desk_views.control, name="control"),
    path("<slug:slug>/edit/", desk_views.edit, name="edit"),
    path("<slug:slug>/calendar.ics", views.calendar, name="calendar"),
    path("<slug:slug>/results.json", views.results, name="results"),
    path("<slug:slug>/results.csv", views.table, name="table"),
    path("<slug:slug>/replays.zip", views.replays, name="replays"),
]
