"""Addresses of tournaments: what everybody sees, and the desk. Each has its row in `tournaments.permissions`."""

from django.urls import include, path

# Those of the rounds last: there an address ends in any word.
PLACES = ("public", "own", "table", "wall", "printed", "hall", "entrants", "desk", "season", "webhooks", "rounds")

urlpatterns = [path("", include(f"tournaments.pages.{place}.urls")) for place in PLACES]
