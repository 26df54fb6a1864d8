"""Addresses of the desk: entrants, and who is missing."""

from django.urls import URLPattern, path

from tournaments.pages.entrants.views import check_in, entrant, entrants, missing, seeds

T = "desk/<uuid:tournament_id>/"

urlpatterns: list[URLPattern] = [
    path(f"{T}missing/", missing.missing, name="desk_missing"),
    path(f"{T}entrants/", entrants.entrants, name="desk_entrants"),
    path(f"{T}entrants/enter/", entrants.enter, name="desk_enter"),
    path(f"{T}entrants/list/", entrants.pasted_list, name="desk_list"),
    path(f"{T}entrants/seeds/", seeds.seeds, name="desk_seeds"),
    path(f"{T}entrants/refuse-all/", entrants.refuse_all, name="desk_refuse_all"),
    path(f"{T}entrants/all-here/", check_in.all_here, name="desk_all_here"),
    path(f"{T}entrants/<int:entrant_id>/", entrant.entrant, name="desk_entrant"),
    path(f"{T}entrants/<int:entrant_id>/check-in/", check_in.check_in, name="desk_check_in"),
    path(
        f"{T}entrants/<int:entrant_id>/<slug:action>/", entrant.entrant_do, name="desk_entrant_do"
    ),
]
