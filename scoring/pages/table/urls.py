"""Addresses of the phone on the table."""

from django.urls import URLPattern, path

from scoring.pages.table import views

urlpatterns: list[URLPattern] = [
    path("games/<uuid:game_id>/rounds/<int:number>/correct/", views.correct, name="correct_round"),
    path("games/<uuid:game_id>/score/", views.score, name="score"),
    path("games/<uuid:game_id>/rounds/", views.record, name="record_round"),
    path("games/<uuid:game_id>/state/", views.state, name="table_state"),
    path("games/<uuid:game_id>/seen/", views.seen, name="seen"),
    path("games/<uuid:game_id>/rounds/<int:number>/choose/", views.choose, name="choose_version"),
    path("games/<uuid:game_id>/agree/", views.agree, name="agree"),
    path("games/<uuid:game_id>/chair/", views.chair, name="choose_chair"),
    path("games/<uuid:game_id>/undo/", views.undo, name="undo_round"),
    path("games/<uuid:game_id>/settings/", views.table_settings, name="table_settings"),
]
