"""Settings of the baseline of `bench_writes.py`: the site's own server with the address of
`bare_view.py`, and without the site's middleware.

DJANGO_SETTINGS_MODULE=tests.bench.bare_site manage.py serve
"""

from tichu_site.settings import *  # noqa: F403

ROOT_URLCONF = "tests.bench.bare_view"
MIDDLEWARE = ["allauth.account.middleware.AccountMiddleware"]  # allauth does not start without
