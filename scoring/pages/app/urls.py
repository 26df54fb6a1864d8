"""Addresses of the installable app: manifest, service worker, offline pages."""

from django.urls import URLPattern, path

from scoring.pages.app import views

urlpatterns: list[URLPattern] = [
    path("sw.js", views.service_worker, name="service_worker"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("offline/", views.offline, name="offline"),
    path("here/", views.here, name="here"),
]
