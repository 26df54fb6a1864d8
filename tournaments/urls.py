"""Addresses of clubs and tournaments: public pages and the desk.

Access to each is listed in `tournaments.permissions`, for clubs in `scoring.games.permissions`.
"""

from django.urls import include, path

# The rounds' URLs come last: they end in any word.
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
