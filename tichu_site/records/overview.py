"""The server's page, for its owners: its clubs with their size and use, its accounts, its state."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.db import connection, transaction
from django.db.models import Count, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.games.access.limit_hits import write_hits
from scoring.models import Club, Game, LimitHit, Player
from scoring.pages.long_list import leaf_of
from scoring.pages.people.access import page_asked
from tichu_site import __version__
from tichu_site.accounts import sessions
from tichu_site.backups.backup_status import backup_status
from tichu_site.models import User
from tichu_site.records.clubs import hits_shown
from tichu_site.records.site import for_owner
from tournaments.models import Delivery, Role, Tournament

A_PAGE = 100  # clubs or accounts
LONGEST_SEARCH = 60
MOST_HITS = 20
LATELY = timedelta(days=30)


@require_safe
@for_owner
def server(request: HttpRequest) -> HttpResponse:
    """Show the clubs, those that played last first, how the server is, and which limits were
    reached.
    """
    write_hits(now=True)
    looked_for = request.GET.get("q", "")[:LONGEST_SEARCH].replace("\0", "")
    clubs = Club.objects.filter(name__icontains=looked_for.strip())
    leaf = leaf_of(clubs.count(), page_asked(request), A_PAGE)
    context = {
        "clubs": _with_figures(clubs)[A_PAGE * leaf.before : A_PAGE * leaf.number],
        "leaf": leaf,
        "looked_for": looked_for,
        "version": __version__,
        "database": connection.display_name,
        "backup": backup_status(),
        "deliveries": Delivery.objects.filter(state=Delivery.State.WAITING).count(),
        "accounts": User.objects.count(),
        "hits": hits_shown(
            LimitHit.objects.select_related("club").order_by("-last_at")[:MOST_HITS]
        ),
    }
    return render(request, "records/server.html", context)


def _with_figures(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """Add the number of people, games, games lately and tournaments, and when the last game began:
    one query for all.
    """
    games = Game.objects.filter(club=OuterRef("pk"), deleted_at__isnull=True)
    lately = games.filter(started_at__gte=timezone.now() - LATELY)
    last = games.order_by().values("club").annotate(at=Max("started_at")).values("at")
    return clubs.annotate(
        n_people=_number_of(Player.listed.filter(club=OuterRef("pk"))),
        n_games=_number_of(games),
        n_lately=_number_of(lately),
        n_tournaments=_number_of(Tournament.objects.filter(club=OuterRef("pk"))),
        last_at=Subquery(last),
    ).order_by(Coalesce("last_at", "created_at").desc(), "pk")


def _number_of(rows: QuerySet[Any]) -> Coalesce:
    """Return how many of these rows the club of the outer query has."""
    return Coalesce(Subquery(rows.order_by().values("club").annotate(n=Count("pk")).values("n")), 0)


@require_safe
@for_owner
def accounts(request: HttpRequest) -> HttpResponse:
    """Show the accounts with their roles in clubs, the last signed in first."""
    looked_for = request.GET.get("q", "")[:LONGEST_SEARCH].replace("\0", "")
    wanted = Q(name__icontains=looked_for.strip()) | Q(email__icontains=looked_for.strip())
    users = User.objects.filter(wanted).order_by(Coalesce("last_login", "created_at").desc(), "pk")
    leaf = leaf_of(users.count(), page_asked(request), A_PAGE)
    shown = list(users[A_PAGE * leaf.before : A_PAGE * leaf.number])
    roles: dict[int, list[Role]] = {user.pk: [] for user in shown}
    for role in Role.objects.filter(user__in=shown).select_related("club").order_by("club__name"):
        roles[role.user_id].append(role)
    context = {
        "accounts": [(user, roles[user.pk]) for user in shown],
        "own": request.user.pk,
        "leaf": leaf,
        "looked_for": looked_for,
    }
    return render(request, "records/accounts.html", context)


@require_POST
@for_owner
def switch_account(request: HttpRequest, pk: int) -> HttpResponse:
    """Switch an account off, which signs it out everywhere, or on again; never one's own."""
    active = request.POST.get("active") == "1"
    with transaction.atomic():
        user = get_object_or_404(User.objects.select_for_update(), pk=pk)
        if user.pk == request.user.pk:
            raise Http404
        user.is_active = active
        user.save(update_fields=["is_active"])
        if not active:
            for row in sessions.sign_ins_of(user):
                sessions.end(row)
    text = _("%(name)s can sign in again.") if active else _("%(name)s can no longer sign in.")
    messages.success(request, text % {"name": user.name})
    return redirect("server_accounts")
