"""Addresses of clubs and tournaments: what everybody sees, and the desk.

Each has its row in `tournaments.permissions`, those of clubs in `scoring.games.permissions`.
"""

from django.urls import include, path

# Those of the rounds last: there an address ends in any word.
PLACES = (
    *(
        "front",
        "club",
        "mine",
        "public",
        "own",
        "table",
        "wall",
        "printed",
        "hall",
        "entrants",
        "desk",
    ),
    *("season", "webhooks", "rounds"),
)

urlpatterns = [path("", include(f"tournaments.pages.{place}.urls")) for place in PLACES]
