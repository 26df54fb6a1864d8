"""Penalties, bonuses and unfulfilled wishes, and undoing them."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from scoring.games.names.validation import alphabetical
from scoring.games.parsing import whole_of
from scoring.games.round_words import plural, signed
from scoring.pages.common import by_field, posted_whole, status_of
from scoring.rules import Mistake, RuleError, collect
from scoring.rules.words import gettext_noop
from tournaments.actions import judging
from tournaments.actions.common import LONGEST_REASON, rule_error
from tournaments.models import Entrant, Ruling, Stage, Tournament
from tournaments.names import names_of
from tournaments.pages.change_preview import Step, preview_or_take, take_or_preview
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.parsing import typed_points, typed_whole
from tournaments.pages.public.score_breakdown import tichu_points
from tournaments.pages.season.beyond import beyond_of
from tournaments.pairing.formats import FORMATS
from tournaments.standings.lines import Number
from tournaments.standings.numbers import load

BESIDE = {"entrant", "where", "kind", "points", "score", "reason"}


@dataclass(frozen=True)
class Given:
    """A penalty or bonus in the list."""

    ruling: Ruling
    name: str
    points: str  # in words, with their sign; empty for none
    score: str


@require_http_methods(["GET", "POST"])
@of_tournament
def penalties(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """List all penalties and bonuses, and add one; the newest comes first."""
    if request.method != "POST":
        return _page(request, tournament)
    found: list[Ruling] = []
    try:
        entrant, stage, number = _about(request, tournament)
        kind, numbers, user = _kind(request), _numbers(request), request.user

        def penalise(reason: str) -> None:
            found.append(
                judging.penalise(
                    stage, entrant, user, kind=kind, reason=reason, round_number=number, **numbers
                )
            )

        page = _change(request, tournament, _("Penalties and bonuses"), "penalised", penalise)
        if page is not None:
            return page
    except RuleError as error:
        return _page(request, tournament, error)
    messages.success(request, _("Saved: the standings include it."))
    address = reverse("desk_penalties", args=[tournament.pk])
    return redirect(f"{address}?given={found[0].pk}")


def _change(
    request: SignedInRequest,
    tournament: Tournament,
    name: str,
    action: str,
    change: Callable[[str], object],
) -> HttpResponse | None:
    """Make the change, or return its preview: always once the tournament is over."""
    address = reverse("desk_penalties", args=[tournament.pk])
    step = Step(name, action, change, address, beyond=partial(beyond_of, tournament))
    over = tournament.state == Tournament.State.FINISHED
    return (preview_or_take if over else take_or_preview)(request, tournament, step)


def _about(request: SignedInRequest, tournament: Tournament) -> tuple[Entrant, Stage, int | None]:
    """Return the entrant, and what the penalty applies to: "1" is the whole of stage 1, "1-3" its
    session round 3.
    """
    entrant = Entrant.objects.filter(
        tournament=tournament, pk=posted_whole(request, "entrant")
    ).first()
    if entrant is None:
        raise rule_error("no_such_entrant", "entrant", gettext_noop("Choose whom it is about."))
    stage_number, _dash, number = request.POST.get("where", "").partition("-")
    for stage in tournament.stages.all():
        if str(stage.number) != stage_number:
            continue
        stage.tournament = tournament
        if not number:
            return entrant, stage, None
        rounds = {str(one): one for one in stage.session_rounds.values_list("number", flat=True)}
        if number in rounds:
            return entrant, stage, rounds[number]
    raise rule_error("no_such_round", "where", gettext_noop("Choose where it counts."))


def _kind(request: SignedInRequest) -> str:
    kind = request.POST.get("kind", "")
    if kind not in Ruling.Kind.values:
        raise rule_error(
            "unknown_kind",
            "kind",
            gettext_noop("Choose what it is: a penalty, a wish or a bonus."),
        )
    return kind


def _numbers(request: SignedInRequest) -> dict[str, Any]:
    """Return points and Tichu points with their sign: penalties are typed without one."""
    mistakes: list[Mistake] = []
    found: dict[str, Any] = {}
    readers: dict[str, Callable[[str, str], Number | None]] = {
        "points": typed_points,
        "score": typed_whole,
    }
    for field, read in readers.items():
        with collect(mistakes):
            value: Number = read(request.POST.get(field, ""), field) or 0
            found[field] = (
                value if value < 0 or request.POST.get("kind") == Ruling.Kind.BONUS else -value
            )
    if mistakes:
        raise RuleError(mistakes)
    return found


def _page(
    request: SignedInRequest, tournament: Tournament, error: RuleError | None = None
) -> HttpResponse:
    names = names_of(tournament, public=False)
    rulings = (
        Ruling.objects.filter(stage__tournament=tournament)
        .select_related("stage", "by")
        .order_by("-pk")
    )
    typed = request.POST if request.method == "POST" else request.GET
    fields = by_field(error.mistakes) if error else {}
    stages = list(tournament.stages.prefetch_related("session_rounds"))
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "given": [_given(ruling, names) for ruling in rulings],
        "just": whole_of(request.GET.get("given", ""), None),
        "people": sorted(names.items(), key=lambda item: alphabetical(item[1])),
        "boards": any(FORMATS[stage.format].compares_boards for stage in stages),
        "places": [_places(stage) for stage in stages],
        "kinds": list(zip(Ruling.Kind.values, map(str, Ruling.Kind.labels), strict=True)),
        "typed": {key: typed.get(key, "")[: LONGEST_REASON * 2] for key in BESIDE}
        | _defaults(typed, tournament),
        "fields": fields,
        "errors": [message for key, message in fields.items() if key not in BESIDE],
        "this_page": reverse("desk_penalties", args=[tournament.pk]),
    }
    return render(
        request,
        "tournaments/rounds/penalties.html",
        context,
        status=status_of(error),
    )


def _defaults(typed: Any, tournament: Tournament) -> dict[str, str]:
    missing = {}
    if not typed.get("where"):
        missing["where"] = str(tournament.stage_now)
    if not typed.get("kind"):
        missing["kind"] = str(Ruling.Kind.PENALTY)
    return missing


def _places(stage: Stage) -> dict[str, Any]:
    numbers = [row.number for row in stage.session_rounds.all()]
    return {
        "stage": stage,
        "value": str(stage.number),
        "rounds": [(f"{stage.number}-{n}", n) for n in numbers],
    }


def _points(points: Number) -> str:
    return ngettext("%(points)s point", "%(points)s points", plural(points)) % {
        "points": signed(points)
    }


def _given(ruling: Ruling, names: dict[int, str]) -> Given:
    points = load(ruling.points)
    return Given(
        ruling=ruling,
        name=names.get(ruling.entrant_id, ""),
        points=_points(points) if points else "",
        score=tichu_points(ruling.score, signed(ruling.score)) if ruling.score else "",
    )


@require_POST
@of_tournament
def undo(request: SignedInRequest, tournament: Tournament, ruling_id: int) -> HttpResponse:
    """Undo a penalty or bonus; it stays in the list as undone."""
    ruling = get_object_or_404(
        Ruling.objects.select_related("stage__tournament"),
        pk=ruling_id,
        stage__tournament=tournament,
    )
    try:
        page = _change(
            request,
            tournament,
            _("Undo a penalty or bonus"),
            "penalty_undone",
            lambda reason: judging.undo_penalty(ruling, request.user, reason),
        )
        if page is not None:
            return page
    except RuleError as error:
        return _page(request, tournament, error)
    messages.success(request, _("It has been undone."))
    return redirect("desk_penalties", tournament.pk)
