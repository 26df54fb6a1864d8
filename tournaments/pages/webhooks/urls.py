"""Addresses of a club's webhooks, for its directors."""

from django.urls import URLPattern, path

from tournaments.pages.webhooks import views

W = "desk/clubs/<int:club_id>/webhooks/"

urlpatterns: list[URLPattern] = [
    path(W, views.webhooks, name="desk_webhooks"),
    path(f"{W}<int:webhook_id>/", views.webhook, name="desk_webhook"),
    path(f"{W}<int:webhook_id>/do/<slug:action>/", views.do, name="desk_webhook_do"),
    path(f"{W}<int:webhook_id>/delete/", views.delete, name="desk_webhook_delete"),
]
