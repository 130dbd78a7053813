from __future__ import annotations

from django.urls import path

from athanor.staff import accounts, bots, jobs, ladders, matches, notices, tournaments
from athanor.staff.admin_site import site

REGISTERED = (accounts, bots, jobs, ladders, matches, notices, tournaments)
"""Each registers its pages when it is imported."""

urlpatterns = [path("", site.urls)]
