"""Addresses of an entrant's own page; the token gives access."""

from django.urls import URLPattern, path

from tournaments.pages.own import views

urlpatterns: list[URLPattern] = [
    path("own/<str:token>/", views.own_page, name="own_page"),
    path("own/<str:token>/check-in/", views.own_check_in, name="own_check_in"),
    path("own/<str:token>/log/", views.own_log, name="own_log"),
    path("own/<str:token>/<slug:action>/", views.own_do, name="own_do"),
]
