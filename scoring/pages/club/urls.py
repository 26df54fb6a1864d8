"""A club's names."""

from django.urls import URLPattern, path

from scoring.pages.club import views

urlpatterns: list[URLPattern] = [
    path("club/", views.club, name="club"),
    path("club/start/", views.start, name="club_start"),
    path("club/leave/", views.leave, name="club_leave"),
    path("club/link/", views.link, name="club_link"),
    path("club/join/<str:token>/", views.join, name="club_join"),
]
