"""The desk's page of a match, its decisions, and the link for its table."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.games.actions.game_state import stopped_for_time
from scoring.games.parsing import whole_of
from scoring.games.queries import agreements_of
from scoring.pages.common import by_field, only_here, status_of
from scoring.pages.disputes import Dispute, RoundVersion, disputes
from scoring.rules import Mistake, RuleError, collect
from tournaments.actions import draft_changes, judging, match_dates
from tournaments.actions.common import LONGEST_REASON
from tournaments.actions.paper_results import needs_ruling
from tournaments.actions.room import send_to_table
from tournaments.actions.stand_ins import may_name
from tournaments.clock import clock_of_match
from tournaments.match.paper_sheet import is_paper
from tournaments.match.stand_ins import has_dates
from tournaments.match.team_boards import has_rooms
from tournaments.models import Entrant, Match, SessionRound, Tournament
from tournaments.names import names_of
from tournaments.pages.change_preview import Step, preview_or_take, take_or_preview
from tournaments.pages.clock_panel import face_of
from tournaments.pages.common import SignedInRequest, messages_of, of_tournament
from tournaments.pages.hall.advice import advice_about
from tournaments.pages.match_games import GameLine, MatchBoard, match_board
from tournaments.pages.parsing import typed_moment, typed_points, typed_whole
from tournaments.pages.public.rated_match import changed_by_match
from tournaments.pages.round_tables import CAME_BY, SideLine, came_by, needs_winner
from tournaments.pages.rounds.dispute_facts import agreement_board
from tournaments.pages.rounds.match_facts import (
    game_length,
    is_sum_enough,
    last_hand_at,
    link_of,
    neighbours,
    phones_at,
    ruling_doubts,
    sides_of,
)
from tournaments.pages.rounds.table_events import table_history
from tournaments.pages.season.beyond import beyond_of
from tournaments.pages.team_boards import boards_of_match
from tournaments.pages.waiting import free_tables, wait_words_of
from tournaments.stage.drop_outs import still_play
from tournaments.stage.notes import words
from tournaments.standings.numbers import dump
from tournaments.standings.points.adjust import BOTH_LOSE, FORFEITED, GIVEN, KINDS, NOT_PLAYED

NUMBERS: Mapping[str, Callable[[str, str], Any]] = {
    "percent": typed_whole,
    "points": typed_points,
    "score": typed_whole,
}


def match_or_404(tournament: Tournament, match_id: int) -> Match:
    matches = Match.objects.select_related("session_round__stage")
    row: Match = get_object_or_404(
        matches, pk=match_id, session_round__stage__tournament=tournament
    )
    row.session_round.stage.tournament = tournament
    return row


@require_GET
@of_tournament
def match(request: SignedInRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """Show a match: its games and hands, its link, and what a director can decide."""
    return match_page(request, match_or_404(tournament, match_id))


def _how_it_came(row: Match) -> str:
    how = came_by(row)
    return _(CAME_BY[how]) if how else ""


def match_page(
    request: SignedInRequest, row: Match, error: RuleError | None = None, *, settling: str = ""
) -> HttpResponse:
    """Render the page of a match.

    `settling` is the form about its agreement that was rejected, if any.
    """
    shown = match_board(row)
    session_round = row.session_round
    stage = session_round.stage
    fields, errors = _refused(shown, error, settling)
    names = _names(shown)
    gone = _withdrawn(row)
    now = timezone.now()
    face = face_of(clock_of_match(row), now, row.extra_minutes)
    context = {
        "tournament": stage.tournament,
        "tab": "rounds",
        "round": session_round,
        "stage": stage,
        "match": row,
        "wait": wait_words_of(row, now),
        "free_tables": free_tables(row),
        "board": shown,
        "has_rooms": has_rooms(stage),
        "team_boards": boards_of_match(shown),
        "reasons": [words(note, names) for note in row.reasons],
        "warnings": [words(note, names) for note in row.warnings],
        "withdrawn": [names[who] for who in gone],
        "advice": advice_about(row),
        "rated": changed_by_match(row, stage.tournament),
        **_table(request, shown, settling),
        "beside": neighbours(row),
        "face": face,
        "clock": {"face": face},
        "at": now,
        "may_get_time": not row.done or _is_stopped_for_time(shown),
        "played_to": game_length(shown),
        "last_hand_at": last_hand_at(shown),
        "takes_sums": is_sum_enough(shown) and not row.done,
        "paper": is_paper(row.ruling),
        "came_by": _how_it_came(row),
        "settling": settling,
        "two": len(shown.sides) == 2,
        "on_paper": may_rule(request) or needs_ruling(row) is None,
        "only_here": only_here(request),
        **_ruled(shown),
        "form": _form(request, shown, gone),
        "knock_out": needs_winner(row),
        "dated": has_dates(stage),
        "may_stand_in": may_name(row, director=True),
        "when": request.POST.get("when", "")[:20] if "when" in fields else _moment(row),
        "fields": fields,
        "errors": errors,
        "ruling_refused": bool(fields.keys() - {"when"}),
        "number_errors": [fields[key] for key in NUMBERS if key in fields],
        "this_page": reverse("desk_match", args=[stage.tournament_id, row.pk]),
    }
    return render(
        request,
        "tournaments/rounds/match.html",
        context,
        status=status_of(error),
    )


def _refused(
    shown: MatchBoard, error: RuleError | None, settling: str
) -> tuple[dict[str, str], list[str]]:
    """Return the messages of a rejected form: those at its fields, and those above it.

    The form about the agreement has all of them above.
    """
    if error is None:
        return {}, []
    if settling:
        return {}, messages_of(error)
    fields = by_field(error.mistakes)
    beside_fields = {"kind", "winner", "reason", *NUMBERS, "when", "doubt"}
    beside_fields.update(*(_numbered(index) for index in range(len(shown.sides))))
    return fields, [message for key, message in fields.items() if key not in beside_fields]


def _is_stopped_for_time(shown: MatchBoard) -> bool:
    """Whether more minutes resume the match. A query for each game that is stopped."""
    return shown.match.ruling is None and any(
        stopped_for_time(table.game) for table in shown.tables.values()
    )


def _names(shown: MatchBoard) -> Mapping[int, str]:
    """Return the names at the table, and everybody's if notes of the draw mention others."""
    match = shown.match
    named: set[int] = set()
    for note in (*match.reasons, *match.warnings):
        named.update(*note.get("who", {}).values())
    if named <= shown.names.keys():
        return shown.names
    return names_of(match.session_round.stage.tournament, public=False)


def _table(request: SignedInRequest, shown: MatchBoard, settling: str) -> dict[str, Any]:
    """Return the table's link, phones, versions of its hands, and agreement; only the versions
    before the round is published.
    """
    match = shown.match
    published = match.session_round.state != SessionRound.State.DRAFT
    rivals = _rivals(shown)
    if not published:
        return {
            **_UNPUBLISHED,
            "rivals": [
                (line, line.hand_name(one.number), _versions_by_side(one, {}))
                for line, one in rivals
            ],
        }
    agreement = agreement_board(shown, request.POST if settling else None)
    seated = phones_at(shown)
    phones = sides_of(seated)
    happened = table_history(shown, agreement, phones)
    rules = may_rule(request)
    return {
        "link": link_of(request, match),
        "agreement": agreement,
        "happened": happened,
        "typed": next((one for one in happened if one.typed), None) if match.ruling else None,
        "phones": seated,
        "rivals": [
            (line, line.hand_name(one.number), _versions_by_side(one, phones))
            for line, one in rivals
        ],
        "corrects_hands": match.ruling is None and rules,
        "deciding": match.agreement == Match.Agreement.DISPUTED and rules,
    }


_UNPUBLISHED: Mapping[str, Any] = {
    "link": None,
    "agreement": None,
    "happened": [],
    "typed": None,
    "phones": [],
    "corrects_hands": False,
    "deciding": False,
}


def _ruled(shown: MatchBoard) -> dict[str, str]:
    """Return the decision, and its side."""
    ruling: Mapping[str, Any] = shown.match.ruling or {}
    kind = ruling.get("kind", "")
    return {
        "ruled": _(KINDS[kind][0]) if kind in KINDS else shown.ruled,
        "ruled_for": _side_name(shown, ruling.get("winner")),
    }


def _rivals(shown: MatchBoard) -> list[tuple[GameLine, Dispute]]:
    """Return hands with two competing versions, with their games.

    One query for each game with any.
    """
    disputed = [
        (line, line.table) for line in shown.games if line.disputed and line.table is not None
    ]
    return [
        (line, one)
        for line, table in disputed
        for one in disputes(table, agreements_of(table.game), None)
    ]


def _versions_by_side(
    dispute: Dispute, phones: Mapping[int, SideLine]
) -> list[tuple[RoundVersion, SideLine | None]]:
    """Return the versions of a hand, each with the side of the phone that wrote it; None if the
    phone did not state one.
    """
    return [(version, phones.get(version.entry.device_id or 0)) for version in dispute.versions]


def may_rule(request: SignedInRequest) -> bool:
    """Whether the caller may decide results, not only enter them."""
    return request.can["rule"]


def _withdrawn(row: Match) -> list[int]:
    """Return who should play here and has withdrawn since, without playing this match first."""
    if row.done:
        return []
    places = row.places.filter(entrant__state=Entrant.State.WITHDRAWN)
    gone = list(places.values_list("entrant", flat=True))
    playing = still_play(row.session_round.stage.tournament, gone)
    return [who for who in gone if who not in playing]


def _moment(row: Match) -> str:
    """Return the agreed date as a form field takes it."""
    return timezone.localtime(row.agreed_for).strftime("%Y-%m-%dT%H:%M") if row.agreed_for else ""


def _side_name(shown: MatchBoard, index: object) -> str:
    return shown.sides[index].name if isinstance(index, int) and index < len(shown.sides) else ""


def _numbered(index: int) -> list[str]:
    return [f"{key}_{index}" for key in NUMBERS]


def _proposed(shown: MatchBoard, gone: Sequence[int]) -> dict[str, str]:
    """Return what the form of a decision begins with.

    If only one side is left, a forfeit for it; if a knock-out match ended level, its own numbers,
    so that only who goes on is missing.
    """
    left = [side for side in shown.sides if not {who.id for who in side.who} & set(gone)]
    if gone and len(left) == 1:
        return {"kind": FORFEITED, "winner": str(left[0].index)}
    if not shown.level:
        return {}
    points = {f"points_{side.index}": side.points for side in shown.sides}
    scores = {f"score_{side.index}": side.sum or side.score for side in shown.sides}
    return {"kind": GIVEN, **points, **scores}


def _form(request: SignedInRequest, shown: MatchBoard, gone: Sequence[int]) -> dict[str, Any]:
    """Return the form of a decision, with all that was typed."""
    posted = request.POST
    proposed = _proposed(shown, gone)
    sides = [
        {
            "side": side,
            "fields": [
                (key, name, posted.get(name, proposed.get(name, ""))[:20])
                for key in NUMBERS
                for name in [f"{key}_{side.index}"]
            ],
            "chosen": posted.get("winner", proposed.get("winner")) == str(side.index),
        }
        for side in shown.sides
    ]
    return {
        "kinds": [
            (key, _(name), _(sentence), posted.get("kind", proposed.get("kind")) == key)
            for key, (name, sentence) in KINDS.items()
            if key != NOT_PLAYED or not needs_winner(shown.match)
        ],
        "sides": sides,
        "met": "kind" not in posted or "met" in posted,
        "reason": posted.get("reason", "")[: LONGEST_REASON * 2],
    }


@require_POST
@of_tournament
def match_do(
    request: SignedInRequest, tournament: Tournament, match_id: int, action: str
) -> HttpResponse:
    """Decide a match, revoke the decision, or replace its link."""
    do = {"rule": _rule, "undo": _undo, "renew": _renew, "date": _date, "send": _send}.get(action)
    if do is None:
        raise Http404
    row = match_or_404(tournament, match_id)
    try:
        said = do(request, row)
        if isinstance(said, HttpResponse):
            return said
    except RuleError as error:
        return match_page(request, match_or_404(tournament, match_id), error)
    messages.success(request, said)
    return redirect("desk_match", tournament.pk, match_id)


def _rule(request: SignedInRequest, row: Match) -> str | HttpResponse:
    sides = len({place.side for place in row.places.all()})
    ruling = _typed_ruling(request, sides)
    if ruling["kind"] == BOTH_LOSE or (ruling["kind"] != FORFEITED and not needs_winner(row)):
        ruling.pop("winner", None)  # left from another kind: this one has no winner
    if "fine" not in request.POST and (doubtful := ruling_doubts(row, ruling)):
        raise RuleError(doubtful)
    user = request.user
    title = _("Decide table %(table)s in round %(round)s") % _place(row)
    page = change_or_preview(
        request, row, title, "ruled", lambda reason: judging.rule_match(row, user, ruling, reason)
    )
    return page or _("The match is decided. Its games are kept.")


def _place(row: Match) -> dict[str, int]:
    return {"table": row.number, "round": row.session_round.number}


def change_or_preview(
    request: SignedInRequest,
    row: Match,
    title: str,
    action: str,
    do: Callable[[str], object],
    *,
    games: Collection[UUID] = (),
) -> HttpResponse | None:
    """Change a match's result: directly if there was none, otherwise with a preview of the
    consequences.
    """
    tournament = row.session_round.stage.tournament
    step = Step(
        *(title, action, do, reverse("desk_match", args=[tournament.pk, row.pk])),
        games=games,
        beyond=partial(beyond_of, tournament),
    )
    if not row.done and row.session_round.state == SessionRound.State.PUBLISHED:
        return take_or_preview(request, tournament, step)
    return preview_or_take(request, tournament, step)


def _typed_ruling(request: SignedInRequest, sides: int) -> dict[str, Any]:
    """Return the decision in the stored format. Raises RuleError with every invalid number."""
    mistakes: list[Mistake] = []
    found: dict[str, Any] = {
        "kind": request.POST.get("kind", "")[:40],
        "met": "met" in request.POST,
    }
    winner = whole_of(request.POST.get("winner", ""), None, digits=2)
    if winner is not None:
        found["winner"] = winner
    for key, read in NUMBERS.items():
        values: list[Any] = []
        for index in range(sides):
            with collect(mistakes):
                values.append(read(request.POST.get(f"{key}_{index}", ""), f"{key}_{index}"))
        if any(value is not None for value in values):
            found[key] = values if key == "percent" else _kept(values)
    if mistakes:
        raise RuleError(mistakes)
    return found


def _kept(values: Sequence[Any]) -> list[str | None]:
    return [None if value is None else dump(value) for value in values]


def _undo(request: SignedInRequest, row: Match) -> str | HttpResponse:
    user = request.user
    title = _("Undo the decision on table %(table)s in round %(round)s") % _place(row)
    page = change_or_preview(
        request, row, title, "ruling_undone", lambda reason: judging.undo_ruling(row, user, reason)
    )
    return page or _("The decision has been undone: the games decide the match again.")


def _date(request: SignedInRequest, row: Match) -> str:
    when = typed_moment(request.POST.get("when", ""), "when")
    match_dates.fix_date(row, request.user, when)
    return _("The date is saved.") if when else _("The date was removed.")


def _send(request: SignedInRequest, row: Match) -> str:
    sent = send_to_table(row, request.user, whole_of(request.POST.get("table", ""), 0, digits=3))
    return _("Called to table %(table)s.") % {"table": sent.number}


def _renew(request: SignedInRequest, row: Match) -> str:
    draft_changes.renew_match_link(row, request.user)
    return _("The table has a new link; the old one no longer works.")
