"""The desk: stages, drawing, publishing and closing session rounds, two entrants changing places."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from scoring.pages.common import by_field, posted_whole
from scoring.rules import RuleError
from scoring.typed import whole_of
from tournaments.actions import changing, dating, drawing, making, next_round, publishing, stages
from tournaments.actions.common import LONGEST_REASON, lock
from tournaments.actions.drawing import total_rounds
from tournaments.actions.integrity import carry_out
from tournaments.actions.seating_late import seat_late
from tournaments.clock import clock_of
from tournaments.models import Entrant, Match, SessionRound, Stage, Tournament
from tournaments.models.tournaments import a_seed
from tournaments.pages import round_tables as board
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament, stage_or_404
from tournaments.pages.drafts import changed_since, check_seen
from tournaments.pages.now import now_of
from tournaments.pages.previewing import Step, previewed
from tournaments.pages.refusals import status_of
from tournaments.pages.rounds.queries.late_pair import late_pair_of
from tournaments.pages.rounds.queries.league import due_lines, move_lines
from tournaments.pages.rounds.queries.rounds import attendance, stage_lines
from tournaments.pages.rounds.queries.swapping import Swap, swap_of
from tournaments.pages.rounds.views.levels import level_choice, level_page
from tournaments.pages.typed import typed_day

DRAFT, PUBLISHED = SessionRound.State.DRAFT, SessionRound.State.PUBLISHED


# All rounds -----------------------------------------------------------------------------------------------------


@require_GET
@of_tournament
def draw(request: SignedInRequest, tournament: Tournament) -> HttpResponse:
    """All stages with their session rounds, and what comes next."""
    return _stages_page(request, tournament)


def _stages_page(request: SignedInRequest, tournament: Tournament, error: RuleError | None = None) -> HttpResponse:
    codes = {mistake.code for mistake in error.mistakes} if error else set()
    there = attendance(tournament)
    context = {
        "tournament": tournament,
        "tab": "rounds",
        "lines": stage_lines(tournament, there.entered),
        "there": there,
        "now": now_of(tournament),
        "due": due_lines(tournament, timezone.localdate()),
        "moves": move_lines(tournament),
        "only_here": request.method != "POST" or "only_here" in request.POST,
        "errors": messages_of(error) if error else [],
        "awards_open": bool(codes & {"bye_not_settled", "absent_not_settled"}),
        "this_page": reverse("desk_draw", args=[tournament.pk]),
    }
    return render(
        request, "tournaments/rounds/rounds.html", context, status=status_of(error.mistakes) if error else 200
    )


@require_POST
@of_tournament
def stage_do(request: SignedInRequest, tournament: Tournament, stage: int, action: str) -> HttpResponse:
    """Begin, finish or reopen a stage; or spare what its set-up was foretold to cost."""
    do = {
        "begin": stages.begin_stage,
        "finish": stages.finish_stage,
        "reopen": stages.reopen_stage,
        "spare": making.spare,
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
    said = {
        "begin": _("The stage has begun: draw its first round."),
        "finish": _("The stage is finished."),
        "reopen": _("The stage is open again."),
        "spare": _("Up to three have a bye in each round: there are no tables of five."),
    }
    messages.success(request, said[action])
    return redirect("desk_draw", tournament.pk)


# One round ------------------------------------------------------------------------------------------------------


def round_or_404(tournament: Tournament, stage: Stage, number: int) -> SessionRound:
    row = SessionRound.objects.filter(stage=stage, number=number).first()
    if row is None:
        raise Http404(_("There is no such round: its draft may have been thrown away."))
    row.stage, row.stage.tournament = stage, tournament
    return row


@require_GET
@of_tournament
def session_round(request: SignedInRequest, tournament: Tournament, stage: int, number: int) -> HttpResponse:
    """A session round: the draft with its warnings, or its tables with their results.

    `?swap=` is the entrant who is to change places, `?swapped=` the two who just did.
    """
    row = round_or_404(tournament, stage_or_404(tournament, stage), number)
    return _round_page(request, row)


def _round_page(
    request: SignedInRequest,
    row: SessionRound,
    error: RuleError | None = None,
    swap: Swap | None = None,
) -> HttpResponse:
    """`swap`: two of a draft who would change places, and what that would do."""
    shown = board.round_board(row)
    fields = by_field(error.mistakes) if error else {}
    codes = {mistake.code for mistake in error.mistakes} if error else set()
    places = {who.id: (card, who.name) for card in shown.cards for side in card.sides for who in side.who}
    moving = swap.first if swap else _asked(request, "swap")
    swapped = [whole_of(part, 0) for part in request.GET.get("swapped", "").split("-")]
    free = {who.id: who.name for who in shown.byes}
    numbers = list(row.stage.session_rounds.values_list("number", flat=True))
    context = {
        "tournament": row.stage.tournament,
        "tab": "rounds",
        "stage": row.stage,
        "round": row,
        "board": shown,
        "numbers": numbers,
        "last": row.number == max(numbers),
        "moving": moving if row.state == DRAFT and (moving in places or moving in free) else None,
        "moving_name": shown.names.get(moving, ""),
        "swap": swap,
        "total": total_rounds(row.stage),
        "looked_at": sum(bool(card.warnings) for card in shown.cards),
        "outdated": row.state == DRAFT and changed_since(row),
        "swapped": _swapped(swapped, shown, places) if row.state == DRAFT else None,
        # The page says it beside the button in any case.
        "errors": _errors(fields) if "results_not_agreed" not in codes else [],
        "unagreed": [card.match.number for card in shown.cards if card.match.agreement == Match.Agreement.WAITING],
        "clock_waits": row.state == PUBLISHED and clock_of(row).minutes and row.clock_started_at is None,
        "late_pair": late_pair_of(row) if row.state == PUBLISHED and request.can["direct"] else None,
        **_steps(row, shown),
        "dated": board.has_dates(row.stage),
        "day": request.POST.get("day", "")[:20] if "day" in fields else row.due_on.isoformat() if row.due_on else "",
        "day_error": fields.get("day", ""),
        "reason": request.POST.get("reason", "")[: LONGEST_REASON * 2],
        "reason_error": fields.get("reason", ""),
        "asked": request.resolver_match.kwargs.get("action", "") if request.resolver_match else "",
        # Two who change places say nothing of it.
        "only_here": request.method != "POST" or bool({"only_here", "first"} & request.POST.keys()),
        "there": attendance(row.stage.tournament),
        "awards_open": bool(codes & {"bye_not_settled", "absent_not_settled"}),
        "this_page": _address(row) if request.method == "POST" else request.get_full_path(),
    }
    return render(request, "tournaments/rounds/round.html", context, status=status_of(error.mistakes) if error else 200)


def _steps(row: SessionRound, shown: board.RoundBoard) -> dict[str, Any]:
    """What can be done with a session round in which every table has a result; what comes after one that is closed."""
    if row.state == DRAFT or shown.missing:
        return {"steps": []}
    now = now_of(row.stage.tournament)
    return {"now": now, "steps": now.steps_of(row) if row.state == PUBLISHED else []}


def _errors(fields: Mapping[str, str]) -> list[str]:
    return [message for key, message in fields.items() if key not in {"reason", "day"}]


def _address(row: SessionRound) -> str:
    return reverse("desk_round", args=[row.stage.tournament_id, row.stage.number, row.number])


def _asked(request: SignedInRequest, name: str) -> int:
    """A whole number out of an address; 0 for nonsense, which is nobody's."""
    return whole_of(request.GET.get(name, ""), 0)


def _swapped(pair: list[int], shown: board.RoundBoard, places: dict[int, Any]) -> dict[str, Any] | None:
    """The two who have just changed places, with what is wrong at their tables now."""
    free = {who.id for who in shown.byes}
    if len(pair) != 2 or any(who not in places and who not in free for who in pair):
        return None
    cards = {places[who][0].match.number: places[who][0] for who in pair if who in places}
    return {
        "first": pair[0],
        "second": pair[1],
        "names": [shown.names[who] for who in pair],
        "cards": [cards[number] for number in sorted(cards)],
        "warned": any(card.warnings for card in cards.values()) or bool(shown.warnings),
    }


# What a director does with it -------------------------------------------------------------------------------------


def _draw(request: SignedInRequest, row: Stage, number: int) -> tuple[str, str]:
    before = row.session_rounds.filter(number=number).exists()
    if not before and row.state == Stage.State.WAITING:
        row = stages.begin_stage(row, request.user, level_choice(request))
    drawn = drawing.draw_round(row, request.user, number, only_here="only_here" in request.POST)
    if before:
        return _address(drawn), _("Round %(number)s was drawn already: this is its draw.") % {"number": number}
    return _address(drawn), _("Round %(number)s is drawn. Look at it, then publish it.") % {"number": number}


def _draw_all(request: SignedInRequest, row: Stage, number: int) -> tuple[str, str]:  # noqa: ARG001 - all that are left
    if row.state == Stage.State.WAITING:
        row = stages.begin_stage(row, request.user, level_choice(request))
    drawn = drawing.draw_all(row, request.user)
    where = reverse("desk_draw", args=[row.tournament_id])
    said = ngettext(
        "%(count)s round is drawn: look at it, then publish it.",
        "%(count)s rounds are drawn: look at them, then publish them.",
        len(drawn),
    )
    return where, said % {"count": len(drawn)}


def _publish_all(request: SignedInRequest, row: Stage, number: int) -> tuple[str, str]:  # noqa: ARG001 - all drafts
    done = publishing.publish_all(row, request.user)
    where = reverse("desk_draw", args=[row.tournament_id])
    said = ngettext("%(count)s round is published.", "%(count)s rounds are published.", len(done))
    return where, said % {"count": len(done)}


def _publish(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    said = _("Round %(number)s is published: the tables can begin.")
    if row.state == PUBLISHED:
        said = _("Round %(number)s was published already.")
    publishing.publish_round(row, request.user)
    return _address(row), said % {"number": row.number}


def _redraw(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    """Draw a draft again: nobody else has seen it, and there is nothing to explain."""
    drawing.redraw_round(row, request.user, only_here="only_here" in request.POST)
    return _address(row), _("Round %(number)s is redrawn.") % {"number": row.number}


def _discard(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    drawing.discard_draft(row, request.user)
    said = _("The draft of round %(number)s is thrown away.") % {"number": row.number}
    return reverse("desk_draw", args=[row.stage.tournament_id]), said


def _close(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    publishing.close_round(row, request.user, accept="accept" in request.POST)
    return _address(row), _("Round %(number)s is closed. A wrong result can still be corrected.") % {
        "number": row.number
    }


def _close_draw(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    """One press from the last result to the draft of the next round; one undo for both."""
    user = request.user
    drawn: list[SessionRound] = []
    accept, only_here = "accept" in request.POST, "only_here" in request.POST
    carry_out(
        row.stage.tournament,
        lambda: drawn.append(next_round.close_and_draw(row, user, accept=accept, only_here=only_here)),
    )
    said = _("Round %(number)s is closed, and round %(next)s is drawn. Look at it, then publish it.")
    return _address(drawn[0]), said % {"number": row.number, "next": drawn[0].number}


def _close_finish(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    next_round.close_and_finish(row, request.user, accept="accept" in request.POST)
    said = _("Round %(number)s is closed. A wrong result can still be corrected.") % {"number": row.number}
    return reverse("desk_board", args=[row.stage.tournament_id]), f"{said} {_('The stage is finished.')}"


def _due(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    day = typed_day(request.POST.get("day", ""), "day")
    dating.set_due(row, request.user, day)
    return _address(row), _("The last day is set.") if day else _("The deadline was removed.")


# Changes after publication: a page tells first what each would change


def _step(request: SignedInRequest, row: SessionRound, action: str) -> tuple[Step, str] | None:
    """The step that this button takes, and what is said when it is done; None for what nobody relies on."""
    user = request.user
    number = {"number": row.number}
    if action == "unpublish":
        step = Step(
            _("Make round %(number)s a draft again") % number,
            "unpublished",
            lambda reason: changing.unpublish_round(row, user, reason),
            _address(row),
        )
        return step, _("Round %(number)s is a draft again.") % number
    if action == "reopen":
        step = Step(
            _("Reopen round %(number)s") % number,
            "round_reopened",
            lambda reason: publishing.reopen_round(row, user, reason),
            _address(row),
        )
        return step, _("Round %(number)s is open again.") % number
    if action == "redraw" and row.state != DRAFT:
        seed, only_here = _seed(request), "only_here" in request.POST
        step = Step(
            _("Redraw what has not begun of round %(number)s") % number,
            "redrawn",
            lambda reason: drawing.redraw_round(row, user, only_here=only_here, reason=reason, seed=seed),
            _address(row),
            more={"seed": seed},
        )
        said = _("What had not begun of round %(number)s is redrawn; the other tables play on.")
        return step, said % number
    return None


def _seat_late(request: SignedInRequest, row: SessionRound) -> tuple[str, str]:
    """Seat two who have no table in this round (fields `first`, `second`) with each other."""
    two = [
        get_object_or_404(Entrant, tournament=row.stage.tournament, pk=posted_whole(request, name))
        for name in ("first", "second")
    ]
    match = seat_late(row, request.user, two[0], two[1])
    return f"{_address(row)}#table-{match.number}", _("They play at table %(number)s.") % {"number": match.number}


LARGEST_SEED = 10**8  # of one that a form sends along


def _seed(request: SignedInRequest) -> int:
    """The seed of the draw that was looked at, or a new one."""
    return posted_whole(request, "seed") or a_seed() % LARGEST_SEED


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
}


@require_POST
@of_tournament
def round_do(request: SignedInRequest, tournament: Tournament, stage: int, number: int, action: str) -> HttpResponse:
    """Draw, publish, take back, redraw, throw away, close or reopen a session round.

    A draft's buttons send with them what the director saw: where somebody has changed it since, nothing is done.
    """
    row = stage_or_404(tournament, stage)
    if action in FROM_NOTHING:
        try:
            with transaction.atomic():
                where, said = FROM_NOTHING[action](request, row, number)
        except RuleError as error:
            return level_page(request, row, error) or _stages_page(request, tournament, error)
    elif action in WITH_ROUND or action in WITH_STEP:
        try:
            with transaction.atomic():
                lock(tournament)
                found = round_or_404(tournament, row, number)
                check_seen(found, request.POST.get("seen", ""))
                stepping = _step(request, found, action)
                if stepping is None:
                    where, said = WITH_ROUND[action](request, found)
                else:
                    (step, said), where = stepping, _address(found)
                    if (page := previewed(request, tournament, step)) is not None:
                        return page
        except RuleError as error:
            return _round_page(request, round_or_404(tournament, row, number), error)
    else:
        raise Http404
    messages.success(request, said)
    return redirect(where)


@require_POST
@of_tournament
def swap(request: SignedInRequest, tournament: Tournament, stage: int, number: int) -> HttpResponse:
    """Let two entrants of a draft (fields `first`, `second`) change places; with `look` say what that would do."""
    row = round_or_404(tournament, stage_or_404(tournament, stage), number)
    who = [
        get_object_or_404(Entrant, tournament=tournament, pk=posted_whole(request, name))
        for name in ("first", "second")
    ]
    try:
        with transaction.atomic():
            lock(tournament)
            check_seen(round_or_404(tournament, row.stage, number), request.POST.get("seen", ""))
            if "look" not in request.POST:
                changing.swap_entrants(row, request.user, who[0], who[1])
                return redirect(f"{_address(row)}?swapped={who[0].pk}-{who[1].pk}")
        swap = swap_of(row, who[0], who[1])
    except RuleError as error:
        return _round_page(request, round_or_404(tournament, row.stage, number), error)
    return _round_page(request, row, swap=swap)
