"""Addresses of My page."""

from django.urls import URLPattern, path

from tournaments.pages.mine import views

urlpatterns: list[URLPattern] = [
    path("me/", views.my_game, name="my_game"),
    path("me/rounds/<str:figure>/", views.rounds, name="my_rounds"),
    path("me/games/<str:figure>/", views.games, name="my_games"),
    path("me/<int:claim_id>/account/", views.account, name="my_account"),
    path("me/<int:claim_id>/found/", views.found, name="my_found"),
    path("me/evenings/<int:evening_id>/", views.answer_evening, name="my_answer"),
]
