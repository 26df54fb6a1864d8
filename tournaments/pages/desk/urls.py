"""Addresses of the desk: clubs, their tournaments, setup, people, log, exported documents."""

from django.urls import URLPattern, path

from tournaments.pages.desk.views import (
    desk,
    embedding,
    event_copy,
    exchange,
    hiding_deleting,
    log,
    name_visibility,
    new,
    people,
    setup,
    whole_club,
)

T = "desk/<uuid:tournament_id>/"

urlpatterns: list[URLPattern] = [
    path("desk/", desk.desk, name="desk"),
    path("desk/clubs/", desk.start_club, name="desk_club"),
    path("desk/example/", desk.example, name="desk_example"),
    path("desk/clubs/<int:club_id>/new/", new.new, name="desk_new"),
    path("desk/clubs/<int:club_id>/names/", name_visibility.names, name="desk_names"),
    path("desk/join/<str:token>/", people.join, name="desk_join"),
    path(f"{T}", desk.tournament, name="desk_tournament"),
    path(f"{T}about/", setup.about, name="desk_about"),
    path(f"{T}stages/add/", setup.stage_add, name="desk_stage_add"),
    path(f"{T}stages/<int:number>/", setup.stage, name="desk_stage"),
    path(f"{T}stages/<int:number>/remove/", setup.stage_remove, name="desk_stage_remove"),
    path(f"{T}turn/<slug:action>/", desk.change_state, name="desk_turn"),
    path(f"{T}again/", event_copy.again, name="desk_again"),
    path(f"{T}delete/", desk.delete, name="desk_delete"),
    path(f"{T}over/", hiding_deleting.over, name="desk_over"),
    path(f"{T}log/", log.log, name="desk_log"),
    path(f"{T}embed/", embedding.embed, name="desk_embed"),
    path(f"{T}people/", people.people, name="desk_people"),
    path("desk/import/", exchange.import_document, name="desk_import"),
    path("desk/clubs/<int:club_id>/people/", people.people_of_club, name="desk_roles"),
    path("desk/clubs/import/", whole_club.import_document, name="desk_club_import"),
    path("desk/clubs/<int:club_id>/document/", whole_club.export_club, name="desk_club_export"),
    path(f"{T}export/", exchange.export_document, name="desk_export"),
]
