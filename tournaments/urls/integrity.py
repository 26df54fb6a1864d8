"""The desk's addresses of changing what others rely on: places, wrong tables and seats, disputes settled, undoing."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
