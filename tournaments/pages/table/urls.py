"""Addresses for the phone at a table: the card on it, its code, and its match."""

from django.urls import URLPattern, path

from tournaments.pages.table.views import card, match

urlpatterns: list[URLPattern] = [
    path("match/<str:token>/", match.match, name="match"),
    path("match/<str:token>/games/<int:number>/", match.match_play, name="match_play"),
    path("match/<str:token>/date/", match.match_date, name="match_date"),
    path("match/<str:token>/<slug:action>/", match.match_do, name="match_do"),
    path("table/", card.table_code, name="table_code"),
    path("card/<str:token>/", card.card, name="card"),
]
