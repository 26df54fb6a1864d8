"""The desk's addresses of clubs, set-up, log and people."""

from django.urls import URLPattern, path

from tournaments.views import again, desk, log, people, setup

urlpatterns: list[URLPattern] = [
    path("", desk.desk, name="desk"),
    path("clubs/", desk.start_club, name="desk_club"),
    path("clubs/<int:club_id>/new/", desk.new, name="desk_new"),
    path("join/<str:token>/", people.join, name="desk_join"),
    path("<uuid:tournament_id>/", desk.tournament, name="desk_tournament"),
    path("<uuid:tournament_id>/about/", setup.about, name="desk_about"),
    path("<uuid:tournament_id>/stages/add/", setup.stage_add, name="desk_stage_add"),
    path("<uuid:tournament_id>/stages/<int:number>/", setup.stage, name="desk_stage"),
    path("<uuid:tournament_id>/stages/<int:number>/remove/", setup.stage_remove, name="desk_stage_remove"),
    path("<uuid:tournament_id>/turn/<slug:action>/", desk.turn, name="desk_turn"),
    path("<uuid:tournament_id>/again/", again.again, name="desk_again"),
    path("<uuid:tournament_id>/delete/", desk.delete, name="desk_delete"),
    path("<uuid:tournament_id>/log/", log.log, name="desk_log"),
    path("<uuid:tournament_id>/people/", people.people, name="desk_people"),
]
