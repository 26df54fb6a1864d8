"""Settings. Everything that differs between machines is read from the environment.

| variable            | meaning                                           | default                |
|---------------------|---------------------------------------------------|------------------------|
| DATA_DIR            | folder of embedded database, key and static files | `data/` by manage.py   |
| BACKUP_DIR          | folder of the back-ups                            | `backups/` in DATA_DIR |
| DATABASE_URL        | database, `postgres://...` for a club's server    | SQLite in DATA_DIR     |
| DATABASE_DIRECT_URL | PostgreSQL itself, if DATABASE_URL is a pooler    | DATABASE_URL           |
| DATABASE_WAIT       | seconds to wait for the database at start         | 60                     |
| UNSAFE_DATABASE     | `accept`: play even if power cuts lose hands      | refused                |
| SECRET_KEY          | signs links and cookies                           | generated in DATA_DIR  |
| HOST                | address to listen on                              | 0.0.0.0 (all)          |
| ALLOWED_HOSTS       | accepted host names, comma-separated              | all of this machine    |
| HTTPS               | true behind TLS: secure cookies, HSTS, redirect   | false                  |
| BASE_PATH           | path on a shared host, such as /tichu/            | / (a host of its own)  |
| HSTS_SUBDOMAINS     | true if all subdomains have TLS, permanently      | false                  |
| HSTS_PRELOAD        | true to allow browsers' preload lists             | false                  |
| TLS                 | true in a hall: https besides http, for accounts  | false                  |
| TLS_PORT            | its https port                                    | 8443                   |
| PORT                | http port                                         | 8000                   |
| TIME_ZONE           | zone of displayed times, such as Europe/Zurich    | the machine's own      |
| LOG_LEVEL           | DEBUG, INFO, WARNING, ERROR                       | WARNING                |
| LOG_FORMAT          | line, or json for programs that collect logs      | line                   |
| METRICS_TOKEN       | bearer token for /metrics, for Prometheus         | no /metrics            |
| EMAIL_URL           | mail server, `smtps://user:password@host`         | print in the terminal  |
| MAIL_FROM           | sender of e-mails                                 | `desk@` at the host    |
| DELETED_DAYS        | days a deleted game can be restored               | 14                     |
| BACKUP_DAYS         | days of which the last back-up is kept            | 14                     |
| BACKUP_HOURS        | hours between the site's copies of PostgreSQL     | 1                      |
| SESSION_DAYS        | days until users must sign in again               | 30                     |
| LOG_DAYS            | days the system keeps its log, shown on /privacy/ | not shown              |
| PRIVACY_CONTACT     | who is responsible for the site, for /privacy/    | not shown              |
| WEBHOOK_DAYS        | days the log of webhook deliveries is kept        | 14                     |
| WEBHOOK_PRIVATE     | true: webhooks to private addresses and by http   | false                  |
| MESSAGES            | false: no messages to players, even with HTTPS    | as HTTPS               |
| PUSH_SERVICES       | hosts that messages go to, comma-separated        | those of four browsers |
| OPEN_SIGNUP         | true: anyone may create an account                | false: by invitation   |

An invalid value stops the start with a sentence that names the variable.
"""

from pathlib import Path

from csp.constants import NONE, SELF
from django.conf.locale import LANG_INFO

from scoring.games.access.limits import rate
from tichu_site import __version__, allowed_hosts, database_urls, environment
from tichu_site.mail import mail
from tichu_site.server import size_limits, time_limits
from tichu_site.server.file_permissions import private_database

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = environment.folder("DATA_DIR", BASE_DIR / "data")
BACKUP_DIR = environment.folder("BACKUP_DIR", DATA_DIR / "backups")

DEBUG = False
SECRET_KEY = environment.secret("SECRET_KEY") or environment.kept_secret(DATA_DIR / "secret_key")
GIVEN_HOSTS = environment.host_names("ALLOWED_HOSTS")
ALLOWED_HOSTS = GIVEN_HOSTS or allowed_hosts.hosts(environment.text("HOST", "0.0.0.0"))  # noqa: S104
# Called by the board, which shows the same as the desk
BACKED_UP_AT = "tichu_site.backups.backup_status.newest_at"
# Called by pages that are opened on this machine and create links for others
NETWORK_HOST = allowed_hosts.network_host
HTTPS = environment.yes_or_no("HTTPS", False)
LOCAL_TLS = environment.yes_or_no("TLS", False)
TLS_PORT = environment.whole_number("TLS_PORT", 8443, 1, 65535)
TLS_DIR = DATA_DIR / "tls"
HTTP_PORT = environment.whole_number("PORT", 8000, 1, 65535)  # the http port beside https
if HTTPS and LOCAL_TLS:
    raise environment.SettingError(
        "HTTPS is for a server behind TLS and TLS for a hall without: set one of the two."
    )
BASE_PATH = environment.base_path("BASE_PATH")
if BASE_PATH != "/":
    if not HTTPS:
        # Only there do our cookies have names of their own beside those of other programs
        raise environment.SettingError(
            "BASE_PATH is for a host that this site shares, behind TLS: set HTTPS=true too."
        )
    FORCE_SCRIPT_NAME = BASE_PATH.rstrip("/")

ROOT_URLCONF = "tichu_site.urls"
WSGI_APPLICATION = "tichu_site.wsgi.application"
INSTALLED_APPS = [
    "tichu_site.static_files.StaticFiles",
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "tichu_site.records.app.Admin",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "tichu_site",
    "scoring",
    "tournaments",
]
# A request passes down this list, its response up. The order is Django's; why our own stand where
# they do:
MIDDLEWARE = [
    # All of them may log
    "tichu_site.middleware.request_ids.RequestIdMiddleware",
    # Files too, and what any of those below answers
    "tichu_site.server.headers.DefaultHeadersMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Packs the finished page
    "tichu_site.middleware.compression.LongPageGZipMiddleware",
    # Takes cookies away, and the next gives them their names: both before the first that reads one
    "tournaments.pages.public.embedding.AnonymousEmbedMiddleware",
    "tichu_site.middleware.cookies.CookiePrefixMiddleware",
    # Sessions are lazy: the pages of a table never load one.
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    # Once the language is known
    "tichu_site.middleware.countries.CountryFormatMiddleware",
    "django.middleware.common.CommonMiddleware",
    # Both before the first that reads a form
    "tichu_site.server.request_size.RequestSizeMiddleware",
    "tichu_site.middleware.https_only.HttpsOnlyMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    # Sees the redirects of all below, as htmx gets them
    "tichu_site.middleware.htmx_targets.HtmxTargetMiddleware",
    "tichu_site.middleware.resubmission.ResubmissionMiddleware",
    "tichu_site.middleware.closed_clubs.ClosedClubsMiddleware",
    "tichu_site.server.headers.OwnResponseMiddleware",
    # Cookies of the phone and of the session: last, because the view has decided on them
    "scoring.games.access.devices.DeviceMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "tichu_site.accounts.sessions.SignInMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "tichu_site.template_files.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.messages.context_processors.messages",
                "scoring.pages.return_address.this_page",
                "tichu_site.allowed_hosts.address_change",
            ],
        },
    },
]

# The API
# --------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["scoring.api.authentication.DeviceAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": [],  # access is decided by scoring.games.permissions
    "DEFAULT_PARSER_CLASSES": ["scoring.api.parsing.LimitedJSON"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "scoring.api.errors.handle_exception",
    "UNAUTHENTICATED_USER": None,  # clients are phones, not users
    "UNAUTHENTICATED_TOKEN": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Tichu Desk",
    "VERSION": __version__,
    "DESCRIPTION": "Games of Tichu with real cards: start, write, read, score.",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": [],
    "SERVE_AUTHENTICATION": [],
}

# Records
# --------------------------------------------------------------------------------------------------
DATABASES = {
    "default": database_urls.database("DATABASE_URL", f"sqlite:///{DATA_DIR / 'tichu.sqlite3'}")
}
ON_POSTGRESQL = DATABASES["default"]["ENGINE"] == database_urls.POSTGRESQL
if ON_POSTGRESQL:
    # Options in the URL (`?connect_timeout=10`) take precedence.
    DATABASES["default"]["OPTIONS"] = time_limits.TO_POSTGRESQL | DATABASES["default"].get(
        "OPTIONS", {}
    )
    if environment.text("DATABASE_DIRECT_URL"):
        # DATABASE_URL then leads to a pooler
        DATABASES["default"] |= {
            "ENGINE": "tichu_site.server.pooled",
            "DIRECT": database_urls.direct_database(
                "DATABASE_DIRECT_URL", time_limits.TO_POSTGRESQL
            ),
        }
else:
    if environment.text("DATABASE_DIRECT_URL"):
        raise environment.SettingError(
            "DATABASE_DIRECT_URL is for PostgreSQL behind a pooler: set DATABASE_URL too."
        )
    # IMMEDIATE: writers queue instead of failing half-way. FULL: acknowledged writes survive a
    # power cut.
    DATABASES["default"] |= {
        "ENGINE": "tichu_site.server.sqlite",
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": time_limits.OF_COMMANDS.lock,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA "
            "secure_delete=ON;",
        },
    }
    private_database(Path(DATABASES["default"]["NAME"]))
DATABASE_WAIT = environment.whole_number("DATABASE_WAIT", 60, 0, 3600)
UNSAFE_DATABASE = environment.one_of("UNSAFE_DATABASE", "REFUSE", ("REFUSE", "ACCEPT")) == "ACCEPT"
MIGRATION_MODULES = {"admin": None}  # without its only table: see tichu_site.records.app
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Retention in days, shown on the privacy page
# -------------------------------------------
# Deleted games can be restored this long
DELETED_DAYS = environment.whole_number("DELETED_DAYS", 14, 0, 3650)
BACKUP_DAYS = environment.whole_number("BACKUP_DAYS", 14, 1, 3650)  # the last back-up of each day
# Between two of the site's own copies of PostgreSQL; where those take long, pg_dump makes others
BACKUP_HOURS = environment.whole_number("BACKUP_HOURS", 1, 1, 168)
SESSION_DAYS = environment.whole_number("SESSION_DAYS", 30, 1, 400)  # counted from sign-in
# Log of webhook deliveries
WEBHOOK_DAYS = environment.whole_number("WEBHOOK_DAYS", 14, 1, 365)
# The service's own log, kept by e.g. journald (MaxRetentionSec). Only shown on the privacy page. 0:
# unknown
LOG_DAYS = environment.whole_number("LOG_DAYS", 0, 0, 3650)
# Who is responsible for the site, as shown on that page
PRIVACY_CONTACT = environment.text("PRIVACY_CONTACT")

# Whether webhooks may reach this machine and its network: see tournaments.webhooks.addresses
# ---------------------
WEBHOOK_PRIVATE = environment.yes_or_no("WEBHOOK_PRIVATE", False)

# Messages to players who ask for them: see tournaments.messages. Never from a laptop in a hall
# ---------------------
MESSAGES = HTTPS and environment.yes_or_no("MESSAGES", True)
# Chrome, Edge, Firefox, Safari. A leading dot covers all subdomains.
PUSH_SERVICES = environment.host_names("PUSH_SERVICES") or [
    "fcm.googleapis.com",
    ".notify.windows.com",
    "updates.push.services.mozilla.com",
    ".push.apple.com",
]

# Accounts of owners and directors. Players and tables have none
# ----------------------------------------------
AUTH_USER_MODEL = "tichu_site.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 10},
    },
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = f"{BASE_PATH}desk/"
LOGOUT_REDIRECT_URL = BASE_PATH
SESSION_COOKIE_AGE = SESSION_DAYS * 24 * 3600  # seconds
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

OPEN_SIGNUP = environment.yes_or_no("OPEN_SIGNUP", False)
ACCOUNT_ADAPTER = "tichu_site.accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1"]
ACCOUNT_SIGNUP_FORM_CLASS = "tichu_site.accounts.forms.NameForm"
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
# Seconds: mail can be slow
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
# Codes instead of links: the e-mail then contains nothing that the requesting browser could choose.
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CHANGE_EMAIL = True  # one address: a new one replaces it once its code was entered
ACCOUNT_SESSION_REMEMBER = True
# For the reasons see scoring.games.access.limits. Limits not listed keep the library's defaults.
ACCOUNT_RATE_LIMITS = {
    "login": rate("sign-ins of an address", "ip"),
    "login_failed": ",".join(
        [
            rate("wrong passwords of an address", "ip"),
            rate("wrong passwords for an account, by one address", "key"),
        ]
    ),
    "login_failed_known": rate("wrong passwords for an account, by one address", "key"),
    "login_failed_strangers": rate("wrong passwords for an account, by strangers", "key"),
    # Mails are counted when sent: tichu_site.accounts.adapter.
    "request_login_code": rate("sign-ins of an address", "ip"),
    "reset_password": rate("sign-ins of an address", "ip"),
}
MFA_ADAPTER = "tichu_site.accounts.adapter.PasskeyAdapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_USER_VERIFICATION = "required"
# Browsers only offer passkeys over https and on localhost.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
if HTTPS:
    # Count attempts per browser instead of per proxy
    ALLAUTH_TRUSTED_PROXY_COUNT = 1

# Counters of rate limits: in memory for one process, in the shared database for several.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "tichu_cache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
    if ON_POSTGRESQL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 20_000},
    }
}

globals().update(mail("EMAIL_URL"))  # Django's EMAIL_... settings
MESSAGES_BY_MAIL = MESSAGES and bool(environment.text("EMAIL_URL"))
EMAIL_BEHIND = (
    "django.core.mail.backends.smtp.EmailBackend"  # sends what tichu_site.mail_queue queues
)
# A leading dot covers all subdomains; take the first name without it.
DEFAULT_FROM_EMAIL = environment.mail_address(
    "MAIL_FROM", f"desk@{(GIVEN_HOSTS or ['localhost'])[0].lstrip('.')}"
)

# Language and time
# --------------------------------------------------------------------------------------------
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_CODE = "en"
# Every folder with a catalogue is a language: adding one needs no code.
LANGUAGES = [
    ("en", "English"),
    *(
        (catalogue.parts[-3], LANG_INFO[catalogue.parts[-3]]["name_local"].capitalize())
        for catalogue in sorted(LOCALE_PATHS[0].glob("*/LC_MESSAGES/django.po"))
        if catalogue.parts[-3] != "en"
    ),
]
USE_I18N = True
FORMAT_MODULE_PATH = "tichu_site.formats"
USE_TZ = True
TIME_ZONE = environment.time_zone("TIME_ZONE")
LANGUAGE_COOKIE_AGE = 400 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"

# Static files
# -----------------------------------------------------------------------------------------------
STATIC_URL = f"{BASE_PATH}static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tichu_site.static_files.ModuleStorage"},
}

# Security
# --------------------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "tichu_site.views.csrf_failure"
LANGUAGE_COOKIE_HTTPONLY = True
# Of cookies over https: tichu_site.middleware.cookies
COOKIE_PREFIX = "__Host-" if BASE_PATH == "/" else "__Secure-"
CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SESSION_COOKIE_SECURE = HTTPS
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    # Both affect names beyond this site: only the operator can decide that.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = environment.yes_or_no("HSTS_SUBDOMAINS", False)
    SECURE_HSTS_PRELOAD = environment.yes_or_no("HSTS_PRELOAD", False)
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
LARGEST_DOCUMENT = size_limits.DOCUMENT  # bytes of a tournament as a document
# For any address; each has its own limit in size_limits.
DATA_UPLOAD_MAX_MEMORY_SIZE = size_limits.LARGEST
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
# One form takes one file, kept in memory. Elsewhere an upload stops parsing before anything is
# stored.
DATA_UPLOAD_MAX_NUMBER_FILES = 1
FILE_UPLOAD_HANDLERS = ["tichu_site.uploads.DocumentsInMemory"]

# For /metrics, which is not there without it
METRICS_TOKEN = environment.secret("METRICS_TOKEN", "switch /metrics off")

LOG_LEVEL = environment.one_of("LOG_LEVEL", "WARNING", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOG_FORMAT = environment.one_of("LOG_FORMAT", "LINE", ("LINE", "JSON"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "tichu_site.server.log.ZonedFormatter",
            "format": "{asctime} {levelname} {name}{about}: {message}",
            "style": "{",
        },
        "json": {"()": "tichu_site.server.log.JsonFormatter"},
    },
    "filters": {
        "about": {"()": "tichu_site.server.log.AboutFilter", "values": LOG_LEVEL == "DEBUG"},
        "hide_tokens": {"()": "scoring.games.log.HideTokens"},
        "one_line": {"()": "tichu_site.server.log.OneLineFilter"},
    },
    "handlers": {
        # Also hides messages below the level: another handler would get the same record.
        "console": {
            "class": "logging.StreamHandler",
            "formatter": LOG_FORMAT.lower(),
            "filters": ["about", "hide_tokens", "one_line"],
        },
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    # Sign-ins and erasures are logged at every level; an erasure cannot be undone.
    "loggers": {"tichu_site.sign_in": {"level": "INFO"}, "scoring.erasing": {"level": "INFO"}},
}
