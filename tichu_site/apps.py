from django.apps import AppConfig
from django.db.backends.signals import connection_created


class SiteConfig(AppConfig):
    name = "tichu_site"

    def ready(self) -> None:
        from tichu_site import time_limits  # noqa: PLC0415

        connection_created.connect(time_limits.tell)
