"""The site as a WSGI application, which `athanor.web` serves."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "athanor.settings")
application = get_wsgi_application()

from athanor.checks import require_secrets  # noqa: E402 - it reads the settings

require_secrets()
