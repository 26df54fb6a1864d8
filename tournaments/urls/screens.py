"""The desk's addresses of screens on the wall, and what the public sees of the standings."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
