"""Addresses of games, people and links. Each is listed in `scoring.games.permissions`."""

from django.urls import include, path

PLACES = ("app", "start", "setup", "table", "sheet", "wall", "share", "people", "handover")

urlpatterns = [path("", include(f"scoring.pages.{place}.urls")) for place in PLACES]
