"""The desk's addresses of the evening: the board, the clock, calls, results off paper, the double-check list."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
