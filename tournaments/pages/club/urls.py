"""Addresses of a club: founding and joining one; its page, evenings, people, calendar."""

from django.urls import URLPattern, path

from tournaments.pages.club.views import evenings, home, imports, own, setup

C = "clubs/<int:club_id>/"

urlpatterns: list[URLPattern] = [
    path("club/", own.club, name="club"),
    path("club/start/", own.start, name="club_start"),
    path("club/leave/", own.leave, name="club_leave"),
    path("club/join/<str:token>/", own.join, name="club_join"),
    path("club/calendar/<str:token>/", setup.calendar, name="club_calendar"),
    path(f"{C}", home.home, name="club_home"),
    path(f"{C}figures/<str:figure>/", home.figure, name="club_figure"),
    path(f"{C}people/", home.people, name="club_people"),
    path(f"{C}people/add/", home.add, name="club_add"),
    path(f"{C}people/guests/", home.guests, name="club_guests"),
    path(f"{C}import/", imports.imports, name="club_imports"),
    path(f"{C}import/<int:import_id>/undo/", imports.undo, name="club_import_undo"),
    path(f"{C}ratings/", home.ratings, name="club_ratings"),
    path(f"{C}ratings/<str:family>/", home.ratings, name="club_ratings_of"),
    path(f"{C}me/", home.me, name="club_me"),
    path(f"{C}evenings/", evenings.evenings, name="club_evenings"),
    path(f"{C}evenings/<str:night>/", evenings.evening, name="club_evening"),
    path(f"{C}plan/", evenings.plan, name="club_plan"),
    path(f"{C}plan/<int:evening_id>/", evenings.change, name="club_change"),
    path(f"{C}plan/<int:evening_id>/off/", evenings.off, name="club_off"),
    path(f"{C}plan/<int:evening_id>/answer/", home.answer_evening, name="club_answer"),
    path(f"{C}setup/", setup.setup, name="club_setup"),
    path(f"{C}setup/link/", setup.link, name="club_link"),
    path(f"{C}setup/feed/", setup.feed, name="club_feed"),
    path(f"{C}setup/public/", setup.public, name="club_public"),
]
