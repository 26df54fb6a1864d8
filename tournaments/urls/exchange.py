"""The desk's addresses of whole tournaments as documents."""

from django.urls import URLPattern, path

from tournaments.views import exchange

urlpatterns: list[URLPattern] = [
    path("import/", exchange.import_document, name="desk_import"),
    path("<uuid:tournament_id>/export/", exchange.export_document, name="desk_export"),
]
