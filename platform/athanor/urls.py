"""Every address of the site; each app has its own."""

from __future__ import annotations

from django.urls import include, path

handler400 = "athanor.design.errors.not_understood"

urlpatterns = [
    path("api/v1/", include("athanor.api.urls")),
    path("accounts/", include("athanor.accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("bots/", include("athanor.bots.urls")),
    path("matches/", include("athanor.replays.urls")),
    path("matches/", include("athanor.matches.urls")),
    path("ladders/", include("athanor.ladders.urls")),
    path("alkemy/", include("athanor.armies.urls")),
    path("tournaments/", include("athanor.tournaments.urls")),
    path("notices/", include("athanor.notices.urls")),
    path("staff/", include("athanor.staff.urls")),
    path("", include("athanor.front.urls")),
]
