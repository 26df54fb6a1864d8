"""Seeds by rating."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.games.access.devices import hash_of
from scoring.pages.common import status_of
from scoring.people.rated.queries import table_of
from scoring.rules import VARIANTS, RuleError
from tournaments.actions.common import conflict
from tournaments.actions.drawing import by_seed
from tournaments.actions.integrity import carry_out
from tournaments.actions.seeding import OTHERS, set_seeds
from tournaments.models import Entrant, Member, Stage, Tournament
from tournaments.names import called, shown_name
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament


@dataclass(frozen=True)
class SeedLine:
    """An entrant with their new seed.

    `rating` is the mean rating of their people; None if any of them is unrated, or only
    provisionally rated.
    """

    seed: int
    entrant: Entrant
    name: str
    rating: int | None


def seeds_by_rating(tournament: Tournament) -> list[SeedLine]:
    """Return all entrants, the strongest first, then those without a rating in their current order.

    Five queries; more if ratings are out of date.
    """
    entrants = by_seed(tournament.entrants.filter(state=Entrant.State.ENTERED))
    members = Member.objects.filter(entrant__in=entrants, active=True).select_related(
        "player__club", "player__device"
    )
    people: dict[int, list[Member]] = {}
    for member in members:
        people.setdefault(member.entrant_id, []).append(member)
    variant = (
        Stage.objects.filter(tournament=tournament)
        .order_by("number")
        .values_list("variant", flat=True)[0]
    )
    rated = table_of(
        [one.player for own in people.values() for one in own], VARIANTS[variant].family
    )
    strong = {one.player: one.shown.rating for one in rated if not one.provisional}

    def strength(entrant: Entrant) -> float | None:
        own = [strong.get(member.player_id) for member in people.get(entrant.pk, ())]
        known = [one for one in own if one is not None]
        return mean(known) if known and len(known) == len(own) else None

    found = [(one, strength(one)) for one in entrants]
    order = sorted(found, key=lambda row: (row[1] is None, -(row[1] or 0)))
    return [
        SeedLine(
            number,
            entrant,
            shown_name(
                entrant,
                [called(member.player) for member in people.get(entrant.pk, ())],
                public=False,
            ),
            None if rating is None else round(rating),
        )
        for number, (entrant, rating) in enumerate(order, start=1)
    ]


def fingerprint_of(lines: Sequence[SeedLine]) -> str:
    """Return a hash of the order, to notice changes since it was shown."""
    return hash_of("-".join(str(line.entrant.pk) for line in lines))[:32]


@require_http_methods(["GET", "HEAD", "POST"])
@of_tournament
def seeds(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show everybody in the order of their ratings; the button makes it the order of the seeds."""
    lines, error = seeds_by_rating(tournament), None
    seen = fingerprint_of(lines)
    if request.method == "POST":
        try:
            if request.POST.get("seen") != seen:
                raise conflict("other_entrants", "seen", OTHERS)
            order, user = [line.entrant.pk for line in lines], request.user
            carry_out(tournament, lambda: set_seeds(tournament, user, order))
            messages.success(request, _("Saved."))
            return redirect("desk_entrants", tournament.pk)
        except RuleError as refused:
            error = refused
    context = {
        "tournament": tournament,
        "tab": "entrants",
        "lines": lines,
        "seen": seen,
        "errors": messages_of(error) if error else [],
        "this_page": reverse("desk_seeds", args=[tournament.pk]),
    }
    return render(request, "tournaments/entrants/seeds.html", context, status=status_of(error))
