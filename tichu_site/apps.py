from django.apps import AppConfig
from django.conf import settings
from django.db.backends.signals import connection_created


class SiteConfig(AppConfig):
    name = "tichu_site"

    def ready(self) -> None:
        from tichu_site.accounts import sessions  # noqa: PLC0415
        from tichu_site.server import time_limits  # noqa: PLC0415  (models have to stand before)

        connection_created.connect(time_limits.apply_timeouts)
        if settings.METRICS_TOKEN:
            from tichu_site.server import instruments  # noqa: PLC0415

            instruments.connect()
        sessions.connect_signals()
