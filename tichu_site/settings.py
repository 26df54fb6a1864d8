"""Settings: one file, everything that differs between machines read from the environment.

| variable        | meaning                                                      | when it is not
  set        |
|-----------------|--------------------------------------------------------------|---------------------------|
| DATA_DIR        | folder for the embedded database, the key, static files      | `data/` beside
  manage.py  |
| BACKUP_DIR      | folder in which back-ups are kept                            | `backups/` in
  DATA_DIR    |
| DATABASE_URL    | where the records live, `postgres://...` for a club's server | SQLite in
  DATA_DIR        |
| DATABASE_WAIT   | seconds that a start waits for a database that comes up late | 60
  |
| UNSAFE_DATABASE | `accept`: tournaments also where a power cut may take hands  | they are not
  opened there |
| SECRET_KEY      | signs links and cookies                                      | made and kept in
  DATA_DIR |
| HOST            | the address on which `serve` listens                         | 0.0.0.0, which is
  all     |
| ALLOWED_HOSTS   | names under which the site may be asked for, with commas     | all of this
  machine       |
| HTTPS           | true behind TLS: cookies for it alone, HSTS, redirect        | false
  |
| HSTS_SUBDOMAINS | true where all names under this one have TLS, for good       | false
  |
| HSTS_PRELOAD    | true to let browsers' makers list this name as TLS alone     | false
  |
| TLS             | true in a hall: https besides http, accounts on it alone     | false
  |
| TLS_PORT        | where https answers then                                     | 8443
  |
| PORT            | where http answers                                           | 8000
  |
| TIME_ZONE       | zone in which people read times, such as Europe/Zurich       | the machine's own
  |
| LOG_LEVEL       | DEBUG, INFO, WARNING, ERROR                                  | WARNING
  |
| EMAIL_URL       | mail server for sign-in codes, `smtps://user:password@host`  | printed in the
  terminal   |
| MAIL_FROM       | whom those e-mails come from                                 | `desk@` and the
  host name |
| DELETED_DAYS    | for how many a deleted game can be brought back              | 14
  |
| BACKUP_DAYS     | of how many the last back-up is kept                         | 14
  |
| SESSION_DAYS    | after how many whoever is signed in has to do it again       | 30
  |
| LOG_DAYS        | how many the system keeps the log: told on /privacy/ alone   | not told
  |
| PRIVACY_CONTACT | who answers for the site, as that page names them            | not told
  |
| WEBHOOK_DAYS    | for how many the log of what was sent to webhooks is kept    | 14
  |
| WEBHOOK_PRIVATE | true: webhooks may go to private addresses, by http as well  | false
  |
| OPEN_SIGNUP     | true where anybody may make an account                       | false: by
  invitation      |

A value of the wrong kind stops the start with a sentence that names the variable.
"""

from pathlib import Path

from csp.constants import NONE, SELF
from django.conf.locale import LANG_INFO

from scoring.games.access.limits import rate
from tichu_site import __version__, allowed_hosts, environment
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
# Asked by the board, which says the same as the desk
BACKED_UP_AT = "tichu_site.backups.backup_status.newest_at"
# Asked by pages that are open on the machine itself and make links for others
NETWORK_HOST = allowed_hosts.network_host
HTTPS = environment.yes_or_no("HTTPS", False)
LOCAL_TLS = environment.yes_or_no("TLS", False)
TLS_PORT = environment.whole_number("TLS_PORT", 8443, 1, 65535)
TLS_DIR = DATA_DIR / "tls"
HTTP_PORT = environment.whole_number("PORT", 8000, 1, 65535)  # where http answers beside it
if HTTPS and LOCAL_TLS:
    raise environment.SettingError(
        "HTTPS is for a server behind TLS and TLS for a hall without: set one of the two."
    )

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
MIDDLEWARE = [
    "tichu_site.server.headers.Headers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tichu_site.middleware.compression.Packed",
    "tournaments.pages.public.embedding.AsByAStranger",
    "tichu_site.middleware.cookies.CookieNames",  # before the first that reads one
    # A session is looked up when somebody asks for it: the pages of a table never do.
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tichu_site.middleware.countries.Country",
    "django.middleware.common.CommonMiddleware",
    "tichu_site.server.request_size.Bounded",  # before the first that reads a form
    "tichu_site.middleware.https_only.OverHttps",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tichu_site.middleware.htmx_targets.Boosted",
    "tichu_site.middleware.resubmission.KeepTyped",
    "tichu_site.server.headers.Signed",
    "tichu_site.server.headers.PageForNotAllowed",
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
                "tichu_site.allowed_hosts.moved",
            ],
        },
    },
]

# The API
# --------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["scoring.api.authentication.DeviceAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": [],  # each address has its row in scoring.games.permissions
    "DEFAULT_PARSER_CLASSES": ["scoring.api.parsing.LimitedJSON"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "scoring.api.errors.answer_to",
    "UNAUTHENTICATED_USER": None,  # there are phones, not users
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
    "default": environment.database("DATABASE_URL", f"sqlite:///{DATA_DIR / 'tichu.sqlite3'}")
}
ON_POSTGRESQL = DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql"
if ON_POSTGRESQL:
    # What the URL says of these (`?connect_timeout=10`) goes before.
    DATABASES["default"]["OPTIONS"] = time_limits.TO_POSTGRESQL | DATABASES["default"].get(
        "OPTIONS", {}
    )
else:
    # IMMEDIATE: writers queue instead of failing half-way. FULL: what was acknowledged survives a
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
MIGRATION_MODULES = {"admin": None}  # its one table is not there: see tichu_site.records.app
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# How long what is kept: in days, and told on the page about privacy
# -------------------------------------------
# A deleted game, for whoever wants it back
DELETED_DAYS = environment.whole_number("DELETED_DAYS", 14, 0, 3650)
BACKUP_DAYS = environment.whole_number("BACKUP_DAYS", 14, 1, 3650)  # the last back-up of each
SESSION_DAYS = environment.whole_number("SESSION_DAYS", 30, 1, 400)  # from signing in
# What was sent to other sites, as a log
WEBHOOK_DAYS = environment.whole_number("WEBHOOK_DAYS", 14, 1, 365)
# The service's own log, which whatever keeps it lets go (journald: MaxRetentionSec): here it is
# only told. 0: unknown
LOG_DAYS = environment.whole_number("LOG_DAYS", 0, 0, 3650)
# Who answers for the site, as the page says it
PRIVACY_CONTACT = environment.text("PRIVACY_CONTACT")

# Webhooks: whether this machine and its network may be told, see tournaments.webhooks.addresses
# ------------------
WEBHOOK_PRIVATE = environment.yes_or_no("WEBHOOK_PRIVATE", False)

# Accounts: of owners and directors. Players and tables have none
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
LOGIN_REDIRECT_URL = "/desk/"
LOGOUT_REDIRECT_URL = "/"
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
# Codes and no links: an e-mail then says nothing that the asking browser could have put into it.
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_CHANGE_EMAIL = True  # one address: a new one takes its place once its code was typed
ACCOUNT_SESSION_REMEMBER = True
# How often, and why: scoring.games.access.limits. What is not here keeps the library's own limits.
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
    # Mails are counted where they are sent: tichu_site.accounts.adapter.
    "request_login_code": rate("sign-ins of an address", "ip"),
    "reset_password": rate("sign-ins of an address", "ip"),
}
MFA_ADAPTER = "tichu_site.accounts.adapter.PasskeyAdapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_USER_VERIFICATION = "required"
# Browsers themselves offer passkeys over https and on localhost alone.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS
if HTTPS:
    # So that tries are counted for each browser, and not for the proxy
    ALLAUTH_TRUSTED_PROXY_COUNT = 1

# What is counted for the limits of tries: in the one process, or by several in the database that
# they share.
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
EMAIL_BEHIND = (
    "django.core.mail.backends.smtp.EmailBackend"  # sends what tichu_site.mail_queue takes
)
# A name that begins with a dot stands for all under it.
DEFAULT_FROM_EMAIL = environment.mail_address(
    "MAIL_FROM", f"desk@{(GIVEN_HOSTS or ['localhost'])[0].lstrip('.')}"
)

# Words and times
# --------------------------------------------------------------------------------------------
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_CODE = "en"
# A language is a folder with a catalogue: adding one needs no code.
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
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
WHITENOISE_ALLOW_ALL_ORIGINS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tichu_site.static_files.ModuleStorage"},
}

# Safety
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
CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SESSION_COOKIE_SECURE = HTTPS
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    # Both bind names that are not this site's: who runs those asks for it.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = environment.yes_or_no("HSTS_SUBDOMAINS", False)
    SECURE_HSTS_PRELOAD = environment.yes_or_no("HSTS_PRELOAD", False)
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
LARGEST_DOCUMENT = size_limits.DOCUMENT  # bytes of a tournament as a document
# Of any address; what each of them takes stands there.
DATA_UPLOAD_MAX_MEMORY_SIZE = size_limits.LARGEST
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
# One form takes one file, into memory. Anywhere else a file ends the reading, before any of it is
# kept.
DATA_UPLOAD_MAX_NUMBER_FILES = 1
FILE_UPLOAD_HANDLERS = ["tichu_site.uploads.DocumentsInMemory"]

LOG_LEVEL = environment.one_of("LOG_LEVEL", "WARNING", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "tichu_site.server.log.Line",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
    },
    "filters": {
        "hide_tokens": {"()": "scoring.games.log.HideTokens"},
        "one_line": {"()": "tichu_site.server.log.OneLine"},
    },
    "handlers": {
        # What is not said is hidden, too: another handler is given the same record.
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["hide_tokens", "one_line"],
        },
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    # Who came in and who did not is told at every level, and that somebody was erased, which nobody
    # can undo.
    "loggers": {"tichu_site.sign_in": {"level": "INFO"}, "scoring.erasing": {"level": "INFO"}},
}
