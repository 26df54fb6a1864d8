"""Addresses of games, clubs and links. Each has its row in `scoring.permissions`."""

from django.urls import include, path

PLACES = ("app", "start", "setup", "table", "sheet", "wall", "share", "club", "people", "mine", "handover")

urlpatterns = [path("", include(f"scoring.pages.{place}.urls")) for place in PLACES]
