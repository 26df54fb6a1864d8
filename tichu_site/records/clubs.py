"""One club on the server's page: what it uses, its quotas, and which of them it reached."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from scoring.games.access.limits import LIMITS
from scoring.games.access.quotas import (
    GAMES,
    IMPORTS,
    MOST,
    PEOPLE,
    QUOTAS,
    TOURNAMENTS,
    limit_name,
    quota_of,
    raise_quotas,
    used,
)
from scoring.models import Club, LimitHit
from tichu_site.records.limit_words import limit_words
from tichu_site.records.site import for_owner
from tournaments.pages.forms import BoundedForm, WholeNumberField


def _field(quota: str, label: Any) -> WholeNumberField:
    return WholeNumberField(
        label=label,
        least=LIMITS[limit_name(quota)].many,
        most=MOST,
        message=gettext_lazy("Enter a whole number from %(least)s to %(most)s."),
    )


class QuotaForm(BoundedForm):
    """A club's quotas: at least what every club has."""

    people = _field(PEOPLE, gettext_lazy("People in the list"))
    games = _field(GAMES, gettext_lazy("Games started in 24 hours"))
    imports = _field(IMPORTS, gettext_lazy("Imports in 24 hours"))
    tournaments = _field(TOURNAMENTS, gettext_lazy("Tournaments"))

    def __init__(self, club: Club, data: Any = None) -> None:
        super().__init__(data, initial={quota: quota_of(club, quota) for quota in QUOTAS})
        for quota in QUOTAS:
            now = {"used": used(club, quota), "least": LIMITS[limit_name(quota)].many}
            self.fields[quota].help_text = _("Now: %(used)s. Every club may have %(least)s.") % now


@require_http_methods(["GET", "HEAD", "POST"])
@for_owner
def club(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a club's use and quotas, and raise them."""
    found = get_object_or_404(Club, pk=pk, coming=None)
    form = QuotaForm(found, request.POST if request.method == "POST" else None)
    if form.is_valid():
        raise_quotas(found, form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("server_club", found.pk)
    hits = LimitHit.objects.filter(club=found).order_by("-last_at")
    context = {"club": found, "form": form, "fields": list(form), "hits": hits_shown(hits)}
    return render(request, "records/server_club.html", context, status=form.status)


def hits_shown(hits: Any) -> list[dict[str, Any]]:
    """Return reached limits in words: which, in which club, when last, how often today."""
    today = timezone.localdate()
    return [
        {
            "what": limit_words(hit.what),
            "club": hit.club,
            "at": hit.last_at,
            "today": hit.times if hit.day == today else 0,
        }
        for hit in hits
    ]
