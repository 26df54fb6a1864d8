"""Addresses of tournaments: what everybody sees, and the desk. Each has its row in `tournaments.permissions`."""

from django.urls import include, path

urlpatterns = [
    path("tournaments/", include("tournaments.urls.public")),
    path("desk/", include("tournaments.urls.desk")),
    path("desk/", include("tournaments.urls.entrants")),
    # These before the rounds': an address of a match ends in any word there
    path("desk/", include("tournaments.urls.board")),
    path("desk/", include("tournaments.urls.integrity")),
    path("desk/", include("tournaments.urls.screens")),
    path("desk/", include("tournaments.urls.paper")),
    path("desk/", include("tournaments.urls.rounds")),
    path("desk/", include("tournaments.urls.exchange")),
    path("", include("tournaments.urls.links")),
]
