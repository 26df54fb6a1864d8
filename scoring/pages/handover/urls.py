"""Reading in what another phone wrote."""

from django.urls import URLPattern, path

from scoring.pages.handover import views

urlpatterns: list[URLPattern] = [
    path("handover/", views.handover, name="handover"),
]
