"""Settings of the site, from environment variables; platform/README.md lists them.

Without any variable this is the embedded default behind plain HTTP secrets that are good for development
only; `manage.py check --deploy` and `athanor.wsgi` say what a public site must set.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from csp.constants import NONCE, NONE, SELF

from arena.games.registry import PLUGINS
from arena.live.feed import redis_client_url
from athanor import environment

HERE = Path(__file__).resolve().parent
given = environment.site()
VAR = Path(given.var).absolute()

DEBUG = given.debug
# Whether browsers reach the site over HTTPS. The embedded default does not, and says so.
HTTPS = given.https if given.https is not None else not DEBUG
DEVELOPMENT_KEY = "django-insecure-only-for-development"
SECRET_KEY = given.secret_key or DEVELOPMENT_KEY
SECRET_KEY_FALLBACKS = list(given.secret_key_fallbacks)
ALLOWED_HOSTS = list(given.allowed_hosts)
CSRF_TRUSTED_ORIGINS = list(given.trusted_origins)

# --- what this site shares with the arena workers

BROKER_URL = given.broker_url
LIVE_URL = redis_client_url(given.live_url or BROKER_URL)
BLOBS = Path(given.blobs or VAR / "blobs")
RECORD_KEY = given.record_key

# A public randomness beacon, whose value is mixed into seeds; see `matches.beacon`.
BEACON = environment.beacon(given)

# --- rules of the house: `environment.Site` says what each is

KEEP_LOGS = given.keep_logs
KEEP_REPLAYS = given.keep_replays
AUTHOR_BYTES = given.author_bytes
STARS_A_USER = given.stars_a_user
UPLOADS_A_DAY = given.uploads_a_day
REFUSED_UPLOADS_CPU_MS = given.refused_uploads_cpu_ms
UPLOADS_PENDING = given.uploads_pending
BOTS_A_USER = given.bots_a_user
UPLOAD_BYTES = given.upload_bytes
CHALLENGES_AN_HOUR = given.challenges_an_hour
API_A_MINUTE = given.api_a_minute
WRONG_TOKENS_A_MINUTE = given.wrong_tokens_a_minute
TOKENS_A_USER = given.tokens_a_user
BACKLOG = given.backlog
NEWCOMERS = given.newcomers
TOURNAMENT_BACKLOG = given.tournament_backlog
TOURNAMENTS_BACKLOG = given.tournaments_backlog
PAIRING_LEASE = given.pairing_lease
TOURNAMENTS_A_USER = given.tournaments_a_user
QUEUE_PATIENCE = given.queue_patience
ATTEMPT_SLACK = given.attempt_slack
LEASE = given.lease
ATTEMPTS = given.attempts
NEVER_TAKEN = given.never_taken

# --- Django

INSTALLED_APPS = [
    "athanor.design",
    "athanor.accounts",
    "athanor.bots",
    "athanor.jobs",
    "athanor.matches",
    "athanor.replays",
    "athanor.ladders",
    "athanor.notices",
    "athanor.tournaments",
    "athanor.api",
    "athanor.armies",
    "athanor.front",
    "athanor.supervisor",
    "athanor.staff",
    # Without looking for `admin` modules in every app: `athanor.staff` has all that staff is shown.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "athanor.design.middleware.Compressed",
    # Below compression: the tag of a page is that of its text, and not of the random bytes around it.
    "django.middleware.http.ConditionalGetMiddleware",
    "athanor.design.parts.PartsAlone",
    "athanor.api.middleware.OneShapeOfError",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "athanor.accounts.middleware.IdleSessionsEnd",
    "athanor.accounts.devices.DevicesAreKnown",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "athanor.accounts.middleware.WrongFormsAreRefused",
    "athanor.design.middleware.MethodsAreTold",
]

ROOT_URLCONF = "athanor.urls"
WSGI_APPLICATION = "athanor.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
FORM_RENDERER = "django.forms.renderers.DjangoTemplates"

# What a game brings for its pages beside ours: `site/templates` and `site/static` in its package.
OF_GAMES = [Path(str(PLUGINS.folder(name))) / "site" for name in PLUGINS.names()]

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "design" / "templates", *(folder / "templates" for folder in OF_GAMES)],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["athanor.design.loaders.Filesystem", "athanor.design.loaders.AppDirectories"],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "athanor.notices.context.notices",
            ],
        },
    }
]

DATABASES = {"default": environment.database(given.database_url, VAR)}

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": LIVE_URL,
        "KEY_PREFIX": "site",
    }
    if LIVE_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STATICFILES_DIRS = [folder / "static" for folder in OF_GAMES if (folder / "static").is_dir()]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG
MEDIA_ROOT = VAR / "media"

# One that is too big is heard to its end, and told so, but not kept.
FILE_UPLOAD_HANDLERS = ["athanor.bots.receiving.Bounded"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024

# --- who may come in

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "athanor.accounts.passwords.KnownPassword"},
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_USERNAME_VALIDATORS = "athanor.accounts.names.USERNAME_VALIDATORS"
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_FORMS = {
    "signup": "athanor.accounts.forms.SignupForm",
    "change_password": "athanor.accounts.forms.ChangePasswordForm",
    "reset_password_from_key": "athanor.accounts.forms.ResetPasswordKeyForm",
}
PASSWORD_RESET_TIMEOUT = 3600
# Wrong passwords for one name from everywhere but from browsers that are its user's: see `accounts.devices`.
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {"login_failed_everywhere": "20/h/key,60/d/key"}
# OWASP's ASVS asks that both be bounded and said: a login ends after three days without a visit, and after two
# weeks in any case. What it protects are bots and tournaments: nobody need type a password every day.
SESSION_COOKIE_AGE = 14 * 24 * 3600
SESSION_IDLE_SECONDS = given.session_idle_hours * 3600
ACCOUNT_ADAPTER = "athanor.accounts.adapter.AccountAdapter"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_LOGOUT_ON_GET = False
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Athanor"

EMAIL_HOST = given.email_host
EMAIL_PORT = given.email_port
EMAIL_HOST_USER = given.email_user
EMAIL_HOST_PASSWORD = given.email_password
EMAIL_USE_TLS = EMAIL_PORT == 587
DEFAULT_FROM_EMAIL = given.email_from
EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend" if EMAIL_HOST else "athanor.mail.Kept"
# Where they are kept while there is no mail server.
KEPT_MAIL = VAR / "mail.txt"
# Without a mail server nobody could ever prove an address, nor have a second factor if that needed a proven one.
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_HOST else "none"
MFA_ALLOW_UNVERIFIED_EMAIL = not EMAIL_HOST

GITHUB_CLIENT_ID = given.github_client_id
if GITHUB_CLIENT_ID:
    INSTALLED_APPS += ["allauth.socialaccount", "allauth.socialaccount.providers.github"]
    SOCIALACCOUNT_PROVIDERS = {
        "github": {
            "APPS": [{"client_id": GITHUB_CLIENT_ID, "secret": given.github_client_secret}],
            "SCOPE": ["read:user", "user:email"],
        }
    }

# --- what the browser is told

SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^api/v1/health$"]
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
# One proxy of ours stands in front, and overwrites the X-Forwarded headers.
BEHIND_PROXY = given.behind_proxy
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_PROXY else 0
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
# The __Host- prefix binds a cookie to this very host, and needs HTTPS.
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
DEVICE_COOKIE_NAME = "__Host-device" if HTTPS else "device"
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        # A login at GitHub begins with a form of ours that is redirected there.
        "form-action": [SELF, *(["https://github.com"] if GITHUB_CLIENT_ID else [])],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}

# --- logs: one JSON object a line (or coloured lines while debugging), on stderr

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": "athanor.logs.formatter", "colours": DEBUG}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["stderr"], "level": given.log_level},
    "loggers": {"django": {"level": "INFO", "handlers": [], "propagate": True}},
}
