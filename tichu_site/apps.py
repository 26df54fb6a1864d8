from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "tichu_site"

    def ready(self) -> None:
        from tichu_site.accounts import sessions  # noqa: PLC0415  (models have to stand before)

        sessions.listen()
