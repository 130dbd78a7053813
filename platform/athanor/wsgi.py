"""The site as a WSGI application, which `athanor.web` serves."""

from __future__ import annotations

import os

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "athanor.settings")
application = get_wsgi_application()

if settings.SECRET_KEY == settings.DEVELOPMENT_KEY and not settings.DEBUG:
    raise ImproperlyConfigured(
        "set ATHANOR_SECRET_KEY to a long random text (or ATHANOR_DEBUG=1 on your own machine)"
    )
