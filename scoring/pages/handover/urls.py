"""The address for reading in what another phone recorded."""

from django.urls import URLPattern, path

from scoring.pages.handover import views

urlpatterns: list[URLPattern] = [
    path("handover/", views.handover, name="handover"),
]
