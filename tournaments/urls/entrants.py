"""The desk's addresses of entrants."""

from django.urls import URLPattern, path

from tournaments.views import check_in, entrant, entrants, missing

urlpatterns: list[URLPattern] = [
    path("<uuid:tournament_id>/missing/", missing.missing, name="desk_missing"),
    path("<uuid:tournament_id>/entrants/", entrants.entrants, name="desk_entrants"),
    path("<uuid:tournament_id>/entrants/enter/", entrants.enter, name="desk_enter"),
    path("<uuid:tournament_id>/entrants/list/", entrants.pasted_list, name="desk_list"),
    path("<uuid:tournament_id>/entrants/refuse-all/", entrants.refuse_all, name="desk_refuse_all"),
    path("<uuid:tournament_id>/entrants/<int:entrant_id>/", entrant.entrant, name="desk_entrant"),
    path("<uuid:tournament_id>/entrants/<int:entrant_id>/check-in/", check_in.check_in, name="desk_check_in"),
    path("<uuid:tournament_id>/entrants/<int:entrant_id>/<slug:action>/", entrant.entrant_do, name="desk_entrant_do"),
]
