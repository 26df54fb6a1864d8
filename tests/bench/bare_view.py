"""The baseline of `bench_writes.py`: a view that inserts one row, committed when it answers."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path

from scoring.models import Device


def insert(request: HttpRequest, game: str) -> HttpResponse:
    """Insert a row under the id that was sent. Without a form, return how many there are."""
    if request.method == "POST":
        Device.objects.create(key_hash=request.POST["id"])
        return HttpResponse(status=204)
    return HttpResponse(str(Device.objects.count()))


# Where a table's form is sent, so that the same threads answer
urlpatterns = [path("games/<uuid:game>/rounds/", insert), path("", include("tichu_site.urls"))]
