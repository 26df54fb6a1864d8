from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "tichu_site"
