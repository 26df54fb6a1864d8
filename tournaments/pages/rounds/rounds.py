"""The desk: stages, drawing, publishing and closing session rounds, swapping two entrants."""

from collections.abc import Callable
from typing import TypedDict

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scoring.games.parsing import whole_of
from scoring.pages.common import posted_whole, status_of
from scoring.rules import RuleError
from tournaments.actions import (
    creating,
    draft_changes,
    drawing,
    match_dates,
    next_round,
    publishing,
    stages,
)
from tournaments.actions.common import lock
from tournaments.actions.integrity import carry_out
from tournaments.actions.late_seating import seat_late
from tournaments.actions.room import call_shift
from tournaments.actions.room_tables import waiting_turn
from tournaments.models import Entrant, Match, SessionRound, Stage, Tournament
from tournaments.models.tournaments import a_seed
from tournaments.pages.change_preview import Step, preview_or_take
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament, stage_or_404
from tournaments.pages.drafts import check_fingerprint
from tournaments.pages.next_action import current_state
from tournaments.pages.parsing import typed_day
from tournaments.pages.round_names import numbered
from tournaments.pages.rounds.levels import level_choice, level_page
from tournaments.pages.rounds.round_lists import swap_of
from tournaments.pages.rounds.round_page import HERE, address_of, round_or_404, round_page
from tournaments.pages.rounds.stage_list import attendance, due_lines, move_lines, stage_lines
from tournaments.pages.waiting import shift_name, wait_words_of

MOST_TABLES = 5_000  # of a round
DRAFT, PUBLISHED = SessionRound.State.DRAFT, SessionRound.State.PUBLISHED


# All rounds
# --------------------------------------------------------------------------------------------------


@require_GET
@of_tournament
def draw(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """Show all stages with their session rounds, and what comes next."""
    return _stages_page(request, tournament)


def _stages_page(
    request: SignedInRequest, tournament: Tournament, error: RuleError | None = None
) -> HttpResponse:
    codes = {mistake.code for mistake in error.mistakes} if error else set()
    there = attendance(tournament)
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "lines": stage_lines(tournament, there.entered),
        "there": there,
        "now": current_state(tournament),
        "due": due_lines(tournament, timezone.localdate()),
        "moves": move_lines(tournament),
        "only_here": request.method != "POST" or "only_here" in request.POST,
        "errors": messages_of(error) if error else [],
        "awards_open": bool(codes & {"bye_not_settled", "absent_not_settled"}),
        "this_page": reverse("desk_draw", args=[tournament.pk]),
    }
    return render(
        request,
        "tournaments/rounds/rounds.html",
        context,
        status=status_of(error),
    )


@require_POST
@of_tournament
def stage_do(
    request: SignedInRequest, tournament: Tournament, stage: int, action: str
) -> HttpResponse:
    """Begin, finish or reopen a stage, or avoid the forecast cost of its settings."""
    do = {
        "begin": stages.begin_stage,
        "finish": stages.finish_stage,
        "reopen": stages.reopen_stage,
        "spare": creating.apply_remedy,
    }.get(action)
    if do is None:
        raise Http404
    row = stage_or_404(tournament, stage)
    try:
        if action == "begin":
            stages.begin_stage(row, request.user, level_choice(request))
        else:
            do(row, request.user)
    except RuleError as error:
        return level_page(request, row, error) or _stages_page(request, tournament, error)
    texts = {
        "begin": _("The stage has begun: draw its first round."),
        "finish": _("The stage is finished."),
        "reopen": _("The stage is open again."),
        "spare": _("Up to three have a bye in each round: there are no tables of five."),
    }
    messages.success(request, texts[action])
    return redirect("desk_draw", tournament.pk)


# One round
# --------------------------------------------------------------------------------------------------


@require_GET
@of_tournament
def session_round(
    request: SignedInRequest, tournament: Tournament, stage: int, number: int
) -> HttpResponse:
    """Show a session round: the draft with its warnings, or its tables with their results.

    `?swap=` is the entrant to swap, `?swapped=` the two just swapped, `?q=` searches names, and
    `?part=standings` is what a phone shows of a closed round.
    """
    return round_page(request, round_or_404(tournament, stage_or_404(tournament, stage), number))


# Actions -------------------------------------------------------------------------------------


def _numbered(row: SessionRound) -> str:
    return numbered(row.stage, row.number)


def _draw(request: SignedInRequest, row: Stage, number: int) -> tuple[str, str]:
    before = row.session_rounds.filter(number=number).exists()
    if not before and row.state == Stage.State.WAITING:
        row = stages.begin_stage(row, request.user, level_choice(request))
    drawn = drawing.draw_round(
        row, request.user, number, only_checked_in="only_here" in request.POST
    )
    if before:
        return address_of(drawn), _("Round %(number)s was already drawn: this is its draw.") % {
            "number": numbered(row, number)
        }
    return address_of(drawn), _("Round %(number)s is drawn. Check it, then publish it.") % {
        "number": numbered(row, number)
    }


def _draw_all(request: SignedInRequest, row: Stage, number: int) -> tuple[str, str]:  # noqa: ARG001 - all that are left
    if row.state == Stage.State.WAITING:
        row = stages.begin_stage(row, request.user, level_choice(request))
    drawn = drawing.draw_all(row, request.user)
    where = reverse("desk_draw", args=[row.tournament_id])
    message = ngettext(
        "%(count)s round is drawn: check it, then publish it.",
        "%(count)s rounds are drawn: check them, then publish them.",
        len(drawn),
    )
    return where, message % {"count": len(drawn)}


def _publish_all(request: SignedInRequest, row: Stage, number: int) -> tuple[str, str]:  # noqa: ARG001 - all drafts
    done = publishing.publish_all(row, request.user)
    where = reverse("desk_draw", args=[row.tournament_id])
    message = ngettext(
        "%(count)s round is published.", "%(count)s rounds are published.", len(done)
    )
    return where, message % {"count": len(done)}


def _publish(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    message = _("Round %(number)s is published: the tables can begin.")
    if row.state == PUBLISHED:
        message = _("Round %(number)s is already published.")
    publishing.publish_round(row, request.user)
    return address_of(row), message % {"number": _numbered(row)}


def _redraw(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    """Draw a draft again: nobody else has seen it, so there is nothing to explain."""
    drawing.redraw_round(row, request.user, only_checked_in="only_here" in request.POST)
    return address_of(row), _("Round %(number)s has been redrawn.") % {"number": _numbered(row)}


def _discard(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    drawing.discard_draft(row, request.user)
    message = _("The draft of round %(number)s has been discarded.") % {"number": _numbered(row)}
    return reverse("desk_draw", args=[row.stage.tournament_id]), message


class Closing(TypedDict):
    """What the director has accepted: results without agreement, and impossible ones, by match."""

    accept: bool
    impossible: list[int]


def _closing(request: SignedInRequest) -> Closing:
    sent = request.POST.getlist("impossible")[:MOST_TABLES]
    return Closing(accept="accept" in request.POST, impossible=[whole_of(one, 0) for one in sent])


def _close(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    publishing.close_round(row, request.user, **_closing(request))
    return address_of(row), _("Round %(number)s is closed. You can still correct its results.") % {
        "number": _numbered(row)
    }


def _close_draw(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    """Close the round and draw the next one: one button, and one undo for both."""
    user = request.user
    drawn: list[SessionRound] = []
    closing, only_here = _closing(request), "only_here" in request.POST
    carry_out(
        row.stage.tournament,
        lambda: drawn.append(
            next_round.close_and_draw(row, user, only_checked_in=only_here, **closing)
        ),
    )
    message = _(
        "Round %(number)s is closed and round %(next)s is drawn. Check it, then publish it."
    )
    return address_of(drawn[0]), message % {
        "number": _numbered(row),
        "next": _numbered(drawn[0]),
    }


def _close_finish(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    next_round.close_and_finish(row, request.user, **_closing(request))
    message = _("Round %(number)s is closed. You can still correct its results.") % {
        "number": _numbered(row)
    }
    return reverse(
        "desk_board", args=[row.stage.tournament_id]
    ), f"{message} {_('The stage is finished.')}"


def _due(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    day = typed_day(request.POST.get("day", ""), "day")
    match_dates.set_due(row, request.user, day)
    return address_of(row), _("The deadline is set.") if day else _("The deadline was removed.")


# Changes after publication: a page previews each


def _step(request: SignedInRequest, row: SessionRound, action: str) -> tuple[Step, str] | None:
    """Return the step of this button, and its message; None if nothing builds on it."""
    user = request.user
    number = {"number": _numbered(row)}
    if action == "unpublish":
        step = Step(
            _("Make round %(number)s a draft again") % number,
            "unpublished",
            lambda reason: draft_changes.unpublish_round(row, user, reason),
            address_of(row),
        )
        return step, _("Round %(number)s is a draft again.") % number
    if action == "reopen":
        step = Step(
            _("Reopen round %(number)s") % number,
            "round_reopened",
            lambda reason: publishing.reopen_round(row, user, reason),
            address_of(row),
        )
        return step, _("Round %(number)s is open again.") % number
    if action == "redraw" and row.state != DRAFT:
        seed, only_here = _seed(request), "only_here" in request.POST
        step = Step(
            _("Redraw unstarted tables in round %(number)s") % number,
            "redrawn",
            lambda reason: drawing.redraw_round(
                row, user, only_checked_in=only_here, reason=reason, seed=seed
            ),
            address_of(row),
            more={"seed": seed},
        )
        message = _(
            "The unstarted tables in round %(number)s have been redrawn; the others play on."
        )
        return step, message % number
    return None


def _seat_late(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    """Seat two entrants without a table (fields `first`, `second`) at one table; the message has an
    undo.
    """
    two = [
        get_object_or_404(Entrant, tournament=row.stage.tournament, pk=posted_whole(request, name))
        for name in ("first", "second")
    ]
    seated: list[Match] = []
    change = carry_out(
        row.stage.tournament, lambda: seated.append(seat_late(row, request.user, two[0], two[1]))
    )
    undo = (
        f"{reverse('desk_undo', args=[row.stage.tournament_id, change.line_id])}{HERE}"
        if change
        else ""
    )
    said = _("They play at table %(number)s.") % {"number": seated[0].number}
    if wait := wait_words_of(seated[0]):
        said = _("They wait: %(wait)s.") % {"wait": wait}
    messages.success(request, said, extra_tags=undo)
    return f"{address_of(row)}#table-{seated[0].anchor}", ""


LARGEST_SEED = 10**8  # accepted from a form


def _seed(request: SignedInRequest) -> int:
    """Return the seed of the draw that was previewed, or a new one."""
    return posted_whole(request, "seed") or a_seed() % LARGEST_SEED


def _shift(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    """Call the next shift; with `early` although tables still play. A second press finds the tables
    of that one playing.
    """
    coming = waiting_turn(row.matches.all())
    if coming is None:
        return address_of(row), ""
    call_shift(row, request.user, coming, early="early" in request.POST)
    return address_of(row), _("Called to the tables: %(shift)s.") % {"shift": shift_name(coming)}


FROM_NOTHING: dict[str, Callable[[SignedInRequest, Stage, int], tuple[str, str]]] = {
    "draw": _draw,
    "draw_all": _draw_all,
    "publish_all": _publish_all,
}
WITH_STEP = {"unpublish", "redraw", "reopen"}
WITH_ROUND: dict[str, Callable[[SignedInRequest, SessionRound], tuple[str, str]]] = {
    "publish": _publish,
    "redraw": _redraw,
    "discard": _discard,
    "close": _close,
    "close_draw": _close_draw,
    "close_finish": _close_finish,
    "due": _due,
    "seat_late": _seat_late,
    "shift": _shift,
}


@require_POST
@of_tournament
def round_do(
    request: SignedInRequest, tournament: Tournament, stage: int, number: int, action: str
) -> HttpResponse:
    """Draw, publish, take back, redraw, discard, close or reopen a session round.

    A draft's buttons send what the director saw: if it was changed since, nothing is done.
    """
    row = stage_or_404(tournament, stage)
    if action in FROM_NOTHING:
        try:
            with transaction.atomic():
                where, message = FROM_NOTHING[action](request, row, number)
        except RuleError as error:
            return level_page(request, row, error) or _stages_page(request, tournament, error)
    elif action in WITH_ROUND or action in WITH_STEP:
        try:
            with transaction.atomic():
                lock(tournament)
                found = round_or_404(tournament, row, number)
                check_fingerprint(found, request.POST.get("seen", ""))
                stepping = _step(request, found, action)
                if stepping is None:
                    where, message = WITH_ROUND[action](request, found)
                else:
                    (step, message), where = stepping, address_of(found)
                    if (page := preview_or_take(request, tournament, step)) is not None:
                        return page
        except RuleError as error:
            return round_page(request, round_or_404(tournament, row, number), error)
    else:
        raise Http404
    if message:
        messages.success(request, message)
    return redirect(where)


@require_POST
@of_tournament
def swap(request: SignedInRequest, tournament: Tournament, stage: int, number: int) -> HttpResponse:
    """Swap two entrants of a draft (fields `first`, `second`); with `look` only preview it."""
    row = round_or_404(tournament, stage_or_404(tournament, stage), number)
    who = [
        get_object_or_404(Entrant, tournament=tournament, pk=posted_whole(request, name))
        for name in ("first", "second")
    ]
    try:
        with transaction.atomic():
            lock(tournament)
            check_fingerprint(
                round_or_404(tournament, row.stage, number), request.POST.get("seen", "")
            )
            if "look" not in request.POST:
                draft_changes.swap_entrants(row, request.user, who[0], who[1])
                return redirect(f"{address_of(row)}?swapped={who[0].pk}-{who[1].pk}")
        swap = swap_of(row, who[0], who[1])
    except RuleError as error:
        return round_page(request, round_or_404(tournament, row.stage, number), error)
    return round_page(request, row, swap=swap)
