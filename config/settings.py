"""Django's settings. All settings that a host may change are read from the environment; see docs/deployment.md."""

from pathlib import Path

from csp.constants import NONE, SELF
from whitenoise.compress import Compressor

from config.caches import cache_settings
from config.countries import RENAMED
from config.env import (
    card_pictures_folder,
    data_folder,
    database_settings,
    email_settings,
    email_verification_setting,
    env,
    event_creation_setting,
    log_level,
    personal_data_days,
    proxy_count,
    redis_url,
    second_factor_setting,
    secret_key,
    shared_folder,
    time_zone,
    vapid_key,
)
from config.packages import package_folder

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = data_folder()
VAR_DIR.mkdir(parents=True, exist_ok=True)
SHARED_DIR: Path | None = shared_folder()
"""The folder shared by all machines at one address; if None, VAR_DIR is used."""

DEBUG: bool = env.bool("DEBUG", False)
SECRET_KEY: str = secret_key(SHARED_DIR or VAR_DIR)
VAPID_PRIVATE_KEY: str = vapid_key(SHARED_DIR or VAR_DIR)
PUSH_OWN_NETWORK: bool = env.bool("PUSH_OWN_NETWORK", False)
"""Whether the push service of a notice may be on the installation's own network, not only on the Internet."""
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
WEBHOOKS_OWN_NETWORK: bool = env.bool("WEBHOOKS_OWN_NETWORK", False)
"""Whether webhooks may also be sent to the installation's own network, where TLS is optional."""
CARDS_URL: str = env.str("CARDS_URL", "https://api.tcgdex.net")
"""The source of new cards for *Update cards*. Other addresses may be on the installation's own network."""
STADIUM_CARD_PICTURES: Path | None = card_pictures_folder()
"""A folder with the installation's card pictures, which replace Stadium's drawings."""
REDIS_URL: str = redis_url()
HTTPS: bool = env.bool("HTTPS", False)
SIGNUP_OPEN: bool = env.bool("SIGNUP_OPEN", True)
EVENT_CREATION: str = event_creation_setting(server=HTTPS or proxy_count() > 0)
SERVED_ON = ""
"""The address on which `serve` listens, "" under other servers. Used to warn about codes that phones cannot open."""
OWN_MACHINE = False
"""Set by `serve` and `demo`: administrators may then choose a folder of this machine to write files to."""
SERVER_THREADS = 0
"""The number of threads, set by the server (`serve`, `gunicorn.conf.py`); 0 with one thread per request."""
FIRST_ACCOUNT_CODE = ""
"""Set by `serve`. A new installation requires it to create the first account (`config/accounts/first_account.py`)."""
CONTACT: str = env.str("CONTACT", "")
SECOND_FACTOR: str = second_factor_setting()
PERSONAL_DATA_DAYS: int = personal_data_days()
"""Days from the end of an event until `floor.services.retention` removes personal data; 0 for never."""

INSTALLED_APPS = [
    "api",
    "floor",
    "checks",
    "pairings",
    "drafts",
    "decks",
    "cards",
    "registration",
    "core",
    "tournaments",
    "config.apps.StadiumConfig",
    "config.apps.StadiumAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "rules.apps.AutodiscoverRulesConfig",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "django_tables2",
    "django_filters",
    "django_htmx",
    "django_countries",
    "csp",
]

MIDDLEWARE = [
    "config.middleware.request_ids.RequestIdMiddleware",
    "config.middleware.health.HealthMiddleware",
    "config.middleware.hosts.HostMiddleware",
    "config.middleware.live.LiveMiddleware",
    "config.middleware.public_pages.PublicPagesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.database_trouble.DatabaseTroubleMiddleware",
    "config.middleware.overload.OverloadMiddleware",
    "config.sessions.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "config.accounts.first_account.FirstAccountMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "config.middleware.uploads.UploadsMiddleware",
    "config.middleware.wrong_method.WrongMethodMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "config.accounts.second_factor.SecondFactorMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "core.middleware.ChoicesMiddleware",
    "core.middleware.RefusedMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "config.templates.UnindentedTemplateLoader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.context.template_context",
                "floor.context.navigation_context",
                "floor.context.scoreboard_context",
                "floor.context.own_clock_context",
                "floor.context.calls_waiting_context",
                "floor.context.player_links_context",
                "floor.context.rehearsal_context",
            ],
        },
    }
]
FORM_RENDERER = "config.forms.StadiumRenderer"

DATABASES = {"default": database_settings(VAR_DIR / "stadium.sqlite3")}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
STAMPS: Path = VAR_DIR / "stamps"
"""The file of change stamps for the processes of one machine; unused if Redis is configured."""
CACHES = cache_settings(REDIS_URL, shared_database=str(DATABASES["default"]["ENGINE"]).endswith("postgresql"))

# Without a broker jobs run in the request, so that a single laptop needs no worker.
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_EAGER_PROPAGATES = True
CELERY_TASK_TIME_LIMIT = 15 * 60
CELERY_TASK_SOFT_TIME_LIMIT = 14 * 60
# Messages are acknowledged once their job has ended, so messages of a lost worker are delivered again.
CELERY_TASK_ACKS_LATE = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 1,
    "visibility_timeout": CELERY_TASK_TIME_LIMIT + 60,
}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1  # a killed worker then delays few jobs
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    name: {"task": task, "schedule": float(seconds), "options": {"expires": seconds}}
    for name, task, seconds in (
        ("accept-single-reports", "pairings.tasks.accept_single_reports", 60),
        ("move-up-waiting-lists", "registration.tasks.move_up_waiting_lists", 60),
        ("send-due-webhooks", "tournaments.tasks.send_due_webhooks", 60),
        ("forget-old-deliveries", "tournaments.tasks.forget_old_deliveries", 3600),
        ("forget-old-sign-ins", "tournaments.tasks.forget_old_sign_ins", 24 * 3600),
        ("remove-personal-data", "floor.tasks.remove_personal_data", 24 * 3600),
        ("send-waiting-jobs", "tournaments.tasks.send_waiting_jobs", 60),
        ("close-lists", "decks.tasks.close_lists", 60),
        ("give-up-imports", "cards.tasks.give_up_imports", 60),
        ("judge-lists-again", "decks.tasks.judge_lists_again", 300),
    )
}

SESSION_ENGINE = "config.sessions"
AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = [
    "rules.permissions.ObjectPermissionBackend",
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
PAGES_NAMESPACE = "tournaments"
"""The URL namespace of the pages of `core` for an event or a team."""

LOGIN_REDIRECT_URL = "tournaments:home"
LOGOUT_REDIRECT_URL = "tournaments:home"
ACCOUNT_ADAPTER = "config.accounts.adapter.StadiumAccountAdapter"
ACCOUNT_FORMS = {
    "login": "config.accounts.adapter.SignInForm",
    "signup": "config.accounts.forms.SignUpForm",
    "change_password": "config.accounts.forms.NewPasswordForm",
    "reset_password_from_key": "config.accounts.forms.ForgottenPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = email_verification_setting()
ACCOUNT_SESSION_REMEMBER = True
MFA_ADAPTER = "config.accounts.second_factor.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "config.accounts.second_factor.CodeForm",
    "reauthenticate": "config.accounts.second_factor.CodeAgainForm",
    "activate_totp": "config.accounts.second_factor.FirstCodeForm",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Stadium"
MFA_TOTP_TOLERANCE = 1
MFA_ALLOW_UNVERIFIED_EMAIL = True
# Rate limits of core.limits. Failed sign-ins are counted by config.accounts.adapter, not by allauth.
ACCOUNT_RATE_LIMITS = {
    "login": None,
    # These limit codes of the second factor. Known devices and recovery codes are counted separately, so
    # that guessing never locks the owner out.
    "second_factor": "10/10m/key,60/d/key",
    "second_factor_device": "20/10m/key,120/d/key",
    "login_failed": "10/10m/key,60/d/key",
    "first_account": "10/m/ip",
    "sign_in_address": "30/m/ip",
    "sign_in_name_address": "5/5m/key",
    "sign_in_name": "300/h/key",
    "sign_in_device": "10/5m/key",
    "api": "600/m/ip",
    "api_token": "600/m/key",
    "api_wrong_token": "30/m/ip",
    "notices": "60/m/key",
    "test_notice": "6/m/key",
    "webhook_test": "6/m/user,20/m/ip",
    "deck_check": "120/m/ip",
    "deck_builder": "600/m/ip",  # the page sends a request for each card and letter
    # Families share an address, and many register in the first minutes.
    "register": "30/m/ip,300/h/ip",
    # `key` is the personal link. With this limit, the 24⁵ codes cannot all be tried in one morning.
    "hall_code": "10/m/key,60/h/key",
    "claim": "30/m/ip,300/h/ip",
    # `key` is the Player ID. Its limit counts all callers and is far below the number of possible birth years.
    "find_person": "20/h/user,30/h/ip,4/d/key,8/30d/key",
}
ALLAUTH_TRUSTED_PROXY_COUNT = proxy_count()
ACCOUNT_LOGOUT_REDIRECT_URL = "tournaments:home"

EMAIL_URL = env.str("EMAIL_URL", "")
vars().update(email_settings())

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("es", "Español"), ("fr", "Français"), ("pt-br", "Português (Brasil)")]
COUNTRIES_OVERRIDE = RENAMED
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = time_zone()

STATIC_URL = "static/"
STATIC_ROOT: Path = env.path("STATIC_ROOT", VAR_DIR / "static")
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
DOCS: Path = BASE_DIR / "docs"
"""The folder of the guide, whose pictures are static files."""
STATICFILES_DIRS = [
    BASE_DIR / "static",
    ("guide", DOCS / "pictures"),
    ("ninja", package_folder("ninja") / "static" / "ninja"),
]
# Photos of deck checks are private: they are served by a view that checks the user, never by the web server.
MEDIA_ROOT: Path = env.path("MEDIA_ROOT", (SHARED_DIR or VAR_DIR) / "media")
LOAD_SHIPPED_CARDS = True
"""Whether `migrate` loads the cards that come with Stadium into the database; tests load only a few."""
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "config.static_files.BundlingStorage"
        if env.bool("STATIC_MANIFEST", False)
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
# A laptop serves the sources or the copies made by `config.static_files`; a server sets STATIC_MANIFEST.
WHITENOISE_USE_FINDERS = not env.bool("STATIC_MANIFEST", False)
# Besides the files that WhiteNoise skips, skip files for developers and files that hardly shrink.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map", "wav")
# Compressing the originals too would double the time of a first start, and pages only use hashed names.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_MIMETYPES = {".wav": "audio/wav"}

DJANGO_TABLES2_TEMPLATE = "components/table.html"
DJANGO_TABLES2_TABLE_ATTRS = {"class": "table zebra cards"}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [SELF],
    }
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000
X_FRAME_OPTIONS = "SAMEORIGIN"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS and env.bool("SSL_REDIRECT", True)
SECURE_REDIRECT_EXEMPT = ["^health"]  # machines next to the server request these over HTTP
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", 0)
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # only the domain's owner knows whether all subdomains speak TLS
    "security.W021",  # only the domain's owner can decide about browsers' preload lists
    "security.W019",  # our pages may frame each other, as in frame-ancestors
]
if ALLAUTH_TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "config.logs.RedactingLogFormatter",
            "fmt": "{asctime} {levelname} {name}{where}: {message}",
            "style": "{",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": log_level()},
}
