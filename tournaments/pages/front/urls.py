"""Addresses of the front page."""

from django.urls import URLPattern, path

from tournaments.pages.front import views

urlpatterns: list[URLPattern] = [path("", views.front, name="front")]
