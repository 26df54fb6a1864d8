"""Addresses for viewing and scoring links."""

from django.urls import URLPattern, path

from scoring.pages.share import views

urlpatterns: list[URLPattern] = [
    path("games/<uuid:game_id>/share/", views.share, name="share"),
    path("games/<uuid:game_id>/share/<slug:role>/renew/", views.renew, name="renew_link"),
    path("games/<uuid:game_id>/share/<slug:role>/revoke/", views.revoke, name="revoke_link"),
    path("games/<uuid:game_id>/picture/", views.picture, name="game_picture"),
    path("look/<str:token>/", views.look, name="look"),
    path("look/<str:token>/picture/", views.look_picture, name="look_picture"),
    path("look/<str:token>/seen/", views.look_seen, name="look_seen"),
    path("join/<str:token>/", views.join, name="join"),
]
