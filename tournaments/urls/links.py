"""Addresses whose token decides: a match for the phone at its table, an entrant's own page."""

from django.urls import URLPattern, path

from tournaments.views import own_page, table_link

urlpatterns: list[URLPattern] = [
    path("match/<str:token>/", table_link.match, name="match"),
    path("match/<str:token>/games/<int:number>/", table_link.match_play, name="match_play"),
    path("match/<str:token>/date/", table_link.match_date, name="match_date"),
    path("own/<str:token>/", own_page.own_page, name="own_page"),
    path("own/<str:token>/check-in/", own_page.own_check_in, name="own_check_in"),
]
