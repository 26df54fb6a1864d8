"""Addresses whose token decides: a match for the phone at its table, an entrant's own page."""

from django.urls import URLPattern, path

from tournaments.views import card, own_page, screens, table_link

urlpatterns: list[URLPattern] = [
    path("match/<str:token>/", table_link.match, name="match"),
    path("match/<str:token>/games/<int:number>/", table_link.match_play, name="match_play"),
    path("match/<str:token>/date/", table_link.match_date, name="match_date"),
    path("match/<str:token>/<slug:action>/", table_link.match_do, name="match_do"),
    path("table/", card.table_code, name="table_code"),
    path("card/<str:token>/", card.card, name="card"),
    path("screen/<str:token>/", screens.screen, name="screen"),
    path("own/<str:token>/", own_page.own_page, name="own_page"),
    path("own/<str:token>/check-in/", own_page.own_check_in, name="own_check_in"),
    path("own/<str:token>/log/", own_page.own_log, name="own_log"),
    path("own/<str:token>/<slug:action>/", own_page.own_do, name="own_do"),
]
