"""The site's settings for tests: a database of this run's own, a broker and a cache in memory, plain HTTP.

ATHANOR_TEST_DATABASE_URL (or ATHANOR_DATABASE_URL) names the PostgreSQL server to run on; else it is SQLite,
in a file, so that threads meet in it as processes would.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from athanor import environment
from athanor.settings import *  # noqa: F403
from athanor.settings import DATABASES
from tests.athanor.databases.templates import own_name

RUN = Path(tempfile.gettempdir()) / f"athanor-tests-{os.getpid()}"


@atexit.register
def leave_nothing() -> None:
    if RUN.name.endswith(f"-{os.getpid()}"):  # not in a child that was forked
        shutil.rmtree(RUN, ignore_errors=True)
        for file in RUN.parent.glob(f"{RUN.name}.sqlite3*"):
            file.unlink(missing_ok=True)


DATABASE_URL = os.environ.get("ATHANOR_TEST_DATABASE_URL") or os.environ.get("ATHANOR_DATABASE_URL", "")
DATABASES["default"] = environment.database(DATABASE_URL, RUN)
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["ENGINE"] = "tests.athanor.databases.sqlite"
    DATABASES["default"]["TEST"] = {"NAME": f"{RUN}.sqlite3"}
    # Nobody's data: no waiting for the disk.
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
else:
    DATABASES["default"]["ENGINE"] = "tests.athanor.databases.postgresql"
    DATABASES["default"]["TEST"] = {"NAME": own_name()}
    DATABASES["default"]["CONN_MAX_AGE"] = 0

SECRET_KEY = "only-for-tests"
RECORD_KEY = bytes(range(32))
BROKER_URL = "memory://"
LIVE_URL = ""
BLOBS = RUN / "blobs"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
HTTPS = SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_HSTS_INCLUDE_SUBDOMAINS = False
SECURE_HSTS_SECONDS = 0
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "session", "csrf"
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
STATIC_ROOT = RUN / "static"
ACCOUNT_RATE_LIMITS = False
API_A_MINUTE = 1_000_000
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
