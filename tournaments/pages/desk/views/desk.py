"""The desk: my clubs and their tournaments, a new one, and where a tournament stands."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.counting import CLUBS, TOURNAMENTS, check_more, note_more
from scoring.models import Club
from scoring.pages.common import by_field
from scoring.permissions import has_say
from scoring.rules import RuleError
from scoring.wording import figure
from tournaments.actions import making, stages
from tournaments.models import Stage, Tournament
from tournaments.pages.common import SignedInRequest, of_tournament
from tournaments.pages.desk.forms.about import NewForm
from tournaments.pages.desk.queries.clubs import clubs_of
from tournaments.pages.hall.views.board import show_board
from tournaments.pages.rounds.queries.rounds import foretold
from tournaments.pairing.formats import FORMATS
from tournaments.permissions import accounts_that_may
from tournaments.plans import PRESETS, Preset, StagePlan
from tournaments.plans.words import course, typical_points
from tournaments.stage.words import spoken

LONGEST_ECHO = 200


@require_GET
@never_cache
@login_required
def desk(request: SignedInRequest) -> HttpResponse:
    """My clubs, each with its tournaments; without a club, a form to start one."""
    return _desk_page(request)


def _desk_page(request: SignedInRequest, error: RuleError | None = None) -> HttpResponse:
    clubs = clubs_of(request.user)
    context = {
        "clubs": clubs,
        "directs": any(line.can["direct"] for line in clubs),
        "played": any(line.now or line.finished for line in clubs),
        "may_start": has_say(request.user),
        "name": request.POST.get("name", "")[:LONGEST_ECHO],
        "field_errors": by_field(error.mistakes) if error else {},
        "this_page": reverse("desk"),
    }
    return render(request, "tournaments/desk/desk.html", context, status=422 if error else 200)


@require_POST
@login_required
def start_club(request: SignedInRequest) -> HttpResponse:
    """Start a club; whoever starts it owns it. Whoever has no say anywhere is let into one first."""
    if not has_say(request.user):
        raise PermissionDenied(_("Only the site's owner or a club's director can start a club. Ask for an invitation."))
    try:
        check_more(CLUBS, request)
        with transaction.atomic():
            note_more(CLUBS, request)
            club = making.start_club(request.user, request.POST.get("name", ""))
    except RuleError as error:
        return _desk_page(request, error)
    messages.success(request, _("The club is there. Now its first tournament."))
    return redirect("desk_new", club.pk)


# A new tournament ---------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def new(request: SignedInRequest, club_id: int) -> HttpResponse:
    """A new tournament: first the ready-made event (`?preset=`), then its name, its day and the open questions."""
    club = get_object_or_404(Club, pk=club_id, roles__user=request.user.pk, roles__name__in=accounts_that_may("direct"))
    preset = PRESETS.get(request.POST.get("preset") or request.GET.get("preset", ""))
    if preset is None:
        return render(request, "tournaments/desk/presets.html", {"club": club, "units": presets_by_unit()})
    if request.method != "POST":
        return _new_page(request, club, NewForm(preset))
    form = NewForm.read(preset, request.POST)
    try:
        about, awards = form.check()
        check_more(TOURNAMENTS, request)
        with transaction.atomic():
            note_more(TOURNAMENTS, request)
            tournament = making.make_tournament(
                club,
                request.user,
                about.pop("name"),
                preset.unit,
                form.stages(awards),
                preset=preset.key,
                **about,
            )
    except RuleError as error:
        return _new_page(request, club, form, error)
    messages.success(request, _("The tournament is there. Nobody but its directors sees it yet."))
    return redirect("desk_board", tournament.pk)


def presets_by_unit() -> list[tuple[str, list[Preset]]]:
    """The ready-made events under the words for who is ranked."""
    return [
        (str(label), [one for one in PRESETS.values() if one.unit == unit])
        for unit, label in (("pair", _("For pairs")), ("person", _("For persons")), ("team", _("For teams")))
    ]


def _new_page(request: SignedInRequest, club: Club, form: NewForm, error: RuleError | None = None) -> HttpResponse:
    errors = by_field(error.mistakes) if error else {}
    address = reverse("desk_new", args=[club.pk])
    context = {
        "club": club,
        "form": form,
        "preset": form.preset,
        "words": [spoken(course(plan, form.preset.unit)) for plan in form.preset.stages],
        "foretold": [text for plan in form.preset.stages for text in _foretold(plan)],
        **awards_context(form.awards, form.asking, errors),
        "field_errors": errors,
        "errors": unplaced(errors, {"name", "place", "starts_on"}),
        "this_page": f"{address}?preset={form.preset.key}",
    }
    return render(request, "tournaments/desk/new.html", context, status=422 if error else 200)


def _foretold(plan: StagePlan) -> list[str]:
    format_ = FORMATS[plan.format]
    return foretold(format_, format_.read(plan.format_settings), 0)


def awards_context(awards: Any, plan: Any, errors: Mapping[str, str]) -> dict[str, Any]:
    """What the questions about byes and late entries show, with numbers to compare with."""
    if not awards.asks:
        return {"questions": []}
    full, level = typical_points(plan)
    compare = _("A level match gives %(level)s points here.")
    if full is not None:
        compare = _("A clear win gives %(full)s points here, a level match %(level)s.")
    numbers = {"full": figure(full) if full is not None else "", "level": figure(level)}
    return {
        "questions": awards.questions(errors),
        "late": awards.late(errors) if awards.asks_late else None,
        "compare": compare % numbers,
    }


def unplaced(errors: Mapping[str, str], known: set[str]) -> list[str]:
    """Messages for the head of a page: those without a field on it, or a word that something below is wrong."""
    own = [text for key, text in errors.items() if key not in known and not key.startswith(FIELDS)]
    beside = len(own) < len(errors)
    return [*own, *([_("Nothing is saved yet: please look at the fields marked below.")] if beside else [])]


FIELDS = ("awards_", "format_", "points_", "rule_")


# Where it stands ----------------------------------------------------------------------------------------------


@require_GET
@of_tournament
def tournament(request: SignedInRequest, tournament: Tournament) -> HttpResponse:  # noqa: ARG001 - who may was asked
    """Where the tournament stands is on its board; this is the address that stays the same."""
    return redirect("desk_board", tournament.pk)


def _finish(request: SignedInRequest, tournament: Tournament) -> None:
    """The end of the tournament is the end of its last stage: one button for both."""
    last = tournament.stages.select_related("tournament").last()
    if last is not None and last.state == Stage.State.RUNNING:
        stages.finish_stage(last, request.user)
    making.finish_tournament(tournament, request.user)


def _reopen(request: SignedInRequest, tournament: Tournament) -> None:
    making.reopen_tournament(tournament, request.user)
    last = tournament.stages.select_related("tournament").last()
    if last is not None and last.state == Stage.State.FINISHED:
        stages.reopen_stage(last, request.user)


def _open(request: SignedInRequest, tournament: Tournament) -> None:
    making.open_tournament(tournament, request.user)


TURNS: dict[str, Callable[[SignedInRequest, Tournament], None]] = {"open": _open, "finish": _finish, "reopen": _reopen}


@require_POST
@of_tournament
def turn(request: SignedInRequest, tournament: Tournament, action: str) -> HttpResponse:
    """Open, finish or reopen the tournament."""
    if action not in TURNS:
        raise Http404
    try:
        with transaction.atomic():
            TURNS[action](request, tournament)
    except RuleError as error:
        tournament.refresh_from_db()
        return show_board(request, tournament, error)
    said = {
        "open": _("The tournament is open: everybody can look it up."),
        "finish": _("The tournament is finished: its standings are final."),
        "reopen": _("The tournament is open again."),
    }
    messages.success(request, said[action])
    return redirect("desk_board", tournament.pk)


@require_POST
@of_tournament
def delete(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Throw away a tournament that was never opened."""
    name = tournament.name
    try:
        making.delete_tournament(tournament)
    except RuleError as error:
        return show_board(request, tournament, error)
    messages.success(request, _("%(name)s is thrown away.") % {"name": name})
    response = redirect("desk")
    patch_cache_control(response, no_store=True)
    return response
