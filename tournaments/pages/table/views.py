"""The page behind a table's QR code: who plays whom, the score, the way into the scorer, and
agreeing.

Viewing needs no account and no cookie; the phone that writes or agrees gets its cookie with the
first tap.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.games.access.devices import device_of, forget_device, known_device
from scoring.games.log import note
from scoring.games.parsing import whole_of
from scoring.models import Device
from scoring.pages.common import by_field, check_not_closed, status_of, turned_away
from scoring.pages.live_pages import Also, Live, asks_for_part, live_on, live_page
from scoring.pages.share.views import kept_secret
from scoring.rules import Conflict, Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions import agreeing, table_phones
from tournaments.actions.board_order import hands_written, play_next
from tournaments.actions.match_dates import fix_date
from tournaments.actions.match_seats import reseat
from tournaments.actions.publishing import side_size
from tournaments.actions.stand_ins import may_name
from tournaments.channels import hall_of, match_channel
from tournaments.match.agreement import writing_side
from tournaments.match.figures import figures_now, read_figures, shape_of
from tournaments.match.stand_ins import has_dates
from tournaments.match.team_boards import has_rooms
from tournaments.models import Match, Phone, SessionRound
from tournaments.names import names_of
from tournaments.pages.board_seats import BoardsHere, boards_at
from tournaments.pages.match_games import MatchBoard, match_board, squads_of
from tournaments.pages.next_seats import NextSeat, next_seats
from tournaments.pages.parsing import typed_moment
from tournaments.pages.table.queries import (
    AtTable,
    at_table,
    has_next_round,
    round_clock,
    seats_to_choose,
)
from tournaments.pages.table.rooms import rooms_here
from tournaments.pages.team_boards import boards_of_match
from tournaments.pages.waiting import wait_words_of
from tournaments.stage.history import history_of
from tournaments.tokens import match_of

MOST_SIDES = 12
NONSENSE = -1  # value for an invalid number, which matches nothing
NO_MATCH = gettext_noop(
    "This link no longer opens a match: scan your table’s card or ask the director."
)


def _typed(moment: datetime | None) -> str:
    """Format a moment for a form field, in the site's time zone."""
    return timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M") if moment else ""


def opened(token: str) -> Match | None:
    """Return the match of a token; None for drafts, and for matches that were redrawn.

    Raises ClubClosedError.
    """
    match = match_of(token)
    if match is None or match.session_round.state == SessionRound.State.DRAFT:
        return None
    tournament = match.session_round.stage.tournament
    note(tournament=tournament.pk)
    check_not_closed(tournament.club)
    return match


def invalid_link_text() -> str:
    """Return what an open page shows once its link is invalid."""
    return _(NO_MATCH)


def gone(request: HttpRequest) -> HttpResponse:
    if asks_for_part(request):
        return kept_secret(turned_away(request, "not_open", invalid_link_text(), 404))
    return kept_secret(render(request, "tournaments/table/gone.html", status=404))


def back(token: str, part: str = "") -> HttpResponse:
    response = redirect(reverse("match", args=[token]) + part)
    response.status_code = 303
    return kept_secret(response)


def _refused(request: HttpRequest, token: str, error: RuleError) -> HttpResponse:
    again = opened(token)
    return gone(request) if again is None else _page(request, again, token, error)


@require_safe
def match(request: HttpRequest, token: str) -> HttpResponse:
    """Show a match as its table sees it; only the live part to the page's script."""
    row = opened(token)
    if row is None:
        return gone(request)
    device = known_device(request)
    if device is not None:
        table_phones.record_activity(row, device)
    live = _live(request, row, token, device)
    page = live_page(
        request,
        live,
        "tournaments/table/match.html",
        "tournaments/table/_live.html",
        partial(_shown, request, row, token),
    )
    return kept_secret(page)


@require_POST
def match_play(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Join as the phone that writes, begin a game of the match or find it, and write."""
    row = opened(token)
    if row is None:
        return gone(request)
    before = known_device(request)
    try:
        game = table_phones.sit_to_write(
            row, number, device_of(request), _side(request), line_up=_line_up(request) or None
        )
    except RuleError as error:
        if before is None:
            forget_device(request)
        return _refused(request, token, error)
    response = redirect("score", game.pk)
    response.status_code = 303
    return kept_secret(response)


@require_POST
def match_date(request: HttpRequest, token: str) -> HttpResponse:
    """Store when the match will be played, as its sides agreed; an empty field removes the date."""
    row = opened(token)
    if row is None:
        return gone(request)
    try:
        fix_date(row, None, typed_moment(request.POST.get("when", ""), "when"))
    except RuleError as error:
        return _refused(request, token, error)
    return back(token)


# Actions of a seated phone
# -------------------------------------------------------------------------------------


def _sit(request: HttpRequest, row: Match, device: Device) -> None:
    table_phones.sit(row, device, _side(request))


def _agree(request: HttpRequest, row: Match, device: Device) -> None:
    phone = Phone.objects.filter(match=row, device=device).first()
    if phone is not None and phone.writes and not _answers_itself(row, phone):
        agreeing.agree(
            row, _asked_side(request), request.POST.get("seen", ""), how="same", device=device
        )
        return
    with transaction.atomic():
        side = _late_side(request, row, device, phone)
        agreeing.agree(row, side, request.POST.get("seen", ""), how="other", device=device)


def _wrong(request: HttpRequest, row: Match, device: Device) -> None:
    phone = Phone.objects.filter(match=row, device=device).first()
    text, figures = request.POST.get("text", ""), _figures(request, row)
    with transaction.atomic():
        # On the phone that wrote, the other side is answering.
        shared = phone is not None and phone.writes and not _answers_itself(row, phone)
        side = _asked_side(request) if shared else _late_side(request, row, device, phone)
        agreeing.dispute_result(row, side, text, figures, device=device)


def _reply(request: HttpRequest, row: Match, device: Device) -> None:
    phone = Phone.objects.filter(match=row, device=device).first()
    shared = phone is not None and phone.writes and _side(request) is not None
    side = _asked_side(request) if shared else _own_side(phone)
    agreeing.reply(row, side, request.POST.get("text", ""), _figures(request, row), device=device)


def _enter(request: HttpRequest, row: Match, device: Device) -> None:
    side = _own_side(Phone.objects.filter(match=row, device=device).first())
    figures = read_figures(request.POST.dict(), shape_of(figures_now(row)))
    agreeing.enter_blind(row, side, figures, device=device)


def _call(request: HttpRequest, row: Match, device: Device) -> None:
    phone = Phone.objects.filter(match=row, device=device).first()
    agreeing.call_director(
        row, phone.side if phone else None, request.POST.get("text", ""), device=device
    )


def _ask(request: HttpRequest, row: Match, device: Device) -> None:
    room = table_phones.room_of(row, whole_of(request.POST.get("room", ""), NONSENSE))
    table_phones.ask_to_write(row, device, room)


def _allow(request: HttpRequest, row: Match, device: Device) -> None:
    phone = Phone.objects.select_related(
        "match__session_round__stage__tournament", "device"
    ).filter(match=row, pk=whole_of(request.POST.get("phone", ""), NONSENSE))
    asking = phone.first()
    if asking is None:
        raise Conflict(
            [
                Mistake(
                    "not_asked", "phone", gettext_noop("This phone no longer asks to keep score.")
                )
            ]
        )
    table_phones.let_write(asking, device=device)


def _seats(request: HttpRequest, row: Match, device: Device) -> None:
    reseat(row, posted_seats(request.POST.dict()), device=device)


def _board(request: HttpRequest, row: Match, device: Device) -> None:
    room = table_phones.room_of(row, whole_of(request.POST.get("room", ""), NONSENSE))
    play_next(row, whole_of(request.POST.get("board", ""), NONSENSE), device, room)


DO: Mapping[str, Callable[[HttpRequest, Match, Device], None]] = {
    "sit": _sit,
    "agree": _agree,
    "wrong": _wrong,
    "reply": _reply,
    "enter": _enter,
    "call": _call,
    "ask": _ask,
    "allow": _allow,
    "seats": _seats,
    "board": _board,
}
PARTS = {
    "board": "#boards",
    "call": "#calling",
    "reply": "#talk",
    "wrong": "#talk",
}  # where the page scrolls to


@require_POST
def match_do(request: HttpRequest, token: str, action: str) -> HttpResponse:
    """Carry out an action of a phone at the table: join, agree, contest, call, ask to write."""
    if action not in DO:
        raise Http404
    row = opened(token)
    if row is None:
        return gone(request)
    before = known_device(request)
    try:
        DO[action](request, row, device_of(request))
    except RuleError as error:
        if before is None:
            forget_device(request)
        return _refused(request, token, error)
    return back(token, PARTS.get(action, ""))


def _sit_first() -> Conflict:
    return Conflict(
        [Mistake("sit_first", "side", gettext_noop("First choose which side you are."))]
    )


def _answers_itself(row: Match, phone: Phone) -> bool:
    """Whether a writing phone agrees for its own side: the other side writes at the other table."""
    return phone.side is not None and writing_side(row) is None


def _own_side(phone: Phone | None) -> int:
    if phone is None or phone.side is None:
        raise _sit_first()
    return phone.side


def _late_side(request: HttpRequest, row: Match, device: Device, phone: Phone | None) -> int:
    """Return the side for which a phone answers.

    A phone that came after the match has not joined: it does so with its answer, which states the
    side. The caller holds a transaction, so that a rejected answer seats nobody.
    """
    if row.done and (phone is None or phone.side is None) and _side(request) is not None:
        phone = table_phones.sit(row, device, _side(request))
    return _own_side(phone)


def _asked_side(request: HttpRequest) -> int:
    side = _side(request)
    if side is None:
        raise _sit_first()
    return side


def _side(request: HttpRequest) -> int | None:
    """Return the chosen side, None without one."""
    text = request.POST.get("side", "")
    return whole_of(text, NONSENSE) if text else None


def _figures(request: HttpRequest, row: Match) -> list[list[int]] | None:
    """Return an own version of the result, None if its fields were left empty."""
    posted = {
        key: value
        for key, value in request.POST.dict().items()
        if key.startswith("figures_") and str(value).strip()
    }
    return read_figures(posted, shape_of(figures_now(row))) if posted else None


def posted_seats(posted: Mapping[str, str]) -> list[int]:
    """Return the players chosen for each seat, by seat: fields `seat_0`, `seat_1` ..."""
    chosen: list[int] = []
    while len(chosen) < MOST_SIDES and f"seat_{len(chosen)}" in posted:
        chosen.append(whole_of(posted[f"seat_{len(chosen)}"], NONSENSE))
    return chosen


def _line_up(request: HttpRequest) -> list[list[int]]:
    """Return the ticked members by side; empty if no side had to choose."""
    sides: list[list[int]] = []
    for index in range(MOST_SIDES):
        ticked = request.POST.getlist(f"side_{index}")[:MOST_SIDES]
        sides.append([one for one in (whole_of(text, None) for text in ticked) if one is not None])
    while sides and not sides[-1]:
        sides.pop()
    return sides


# Page
# --------------------------------------------------------------------------------------------------


def _live(request: HttpRequest, row: Match, token: str, device: Device | None) -> Live:
    """Return what the page follows: its match, and the hall for clock and next round.

    It differs from phone to phone.
    """
    clock = round_clock(row, timezone.now())
    tournament = row.session_round.stage.tournament
    hall = Also(hall_of(tournament.pk), tournament.hall_version)
    shown = (hall.version, device.pk if device else "", clock.state)
    return live_on(
        request,
        match_channel(row.pk),
        row.version,
        reverse("match", args=[token]),
        *shown,
        also=hall,
    )


def _page(request: HttpRequest, row: Match, token: str, error: RuleError) -> HttpResponse:
    """Render the whole page with an error."""
    context = _shown(request, row, token, error)
    context["live"] = _live(request, row, token, known_device(request))
    return kept_secret(
        render(request, "tournaments/table/match.html", context, status=status_of(error))
    )


def _boards(row: Match) -> BoardsHere | None:
    """Return the boards of a duplicate table. A few queries."""
    history = history_of(row.session_round.stage, drafts=False)
    return boards_at(history, row.session_round.number, row.number)


def _next_seats(row: Match) -> list[tuple[str, NextSeat]]:
    """Return where the pairs of a duplicate table play next, while that is not published."""
    names = names_of(row.session_round.stage.tournament)
    return next_seats(row, names, timezone.now())


def _shown(
    request: HttpRequest, row: Match, token: str, error: RuleError | None = None
) -> dict[str, Any]:
    board = match_board(row)
    stage = row.session_round.stage
    chosen = dict(enumerate(_line_up(request)))
    fields = by_field(error.mistakes) if error else {}
    table = at_table(board, known_device(request), request.POST.dict())
    line_up_error = fields.pop("line_up", "")
    rooms = rooms_here(table, chosen, _number(request), line_up_error)
    return {
        "token": token,
        "match": row,
        "wait": wait_words_of(row),
        "boards": _boards(row) if row.boards and not row.done else None,
        "open_boards": row.boards[hands_written(row) :] if row.boards and not row.done else (),
        "next_seats": _next_seats(row) if row.boards and table.locked else (),
        "round": row.session_round,
        "stage": stage,
        "tournament": stage.tournament,
        "board": board,
        "table": table,
        "squads": squads_of(board, chosen),
        "rooms": rooms,
        "team_boards": boards_of_match(board),
        "side_size": side_size(stage.variant),
        **_reseating(board, table),
        "asked_side": request.GET.get("side", ""),  # from an own page, which knows who asks
        "next_is_out": table.locked and has_next_round(row),
        "line_up_error": line_up_error,
        "dated": _may_be_dated(row),
        "may_stand_in": may_name(row, director=False),
        "when": request.POST.get("when", "")[:30] if "when" in fields else _typed(row.agreed_for),
        "when_error": fields.pop("when", ""),
        "errors": _unique_messages(fields),
        "text": request.POST.get("text", "")[:300],
        "tried": _action(request) if error else "",
        "refused_writing": error is not None and error.mistakes[0].code == "another_writes",
        "wrote": _has_written(row, table),
        "this_page": reverse("match", args=[token]),
    }


def _reseating(board: MatchBoard, table: AtTable) -> dict[str, Any]:
    """Return the seats that the writing phone may change, and the people to choose from."""
    has_two = has_rooms(board.match.session_round.stage)
    may_reseat = table.writes and not table.locked and table.open and not has_two
    seats, people = seats_to_choose(board) if may_reseat else ([], [])
    return {"seats": seats, "people": people}


def _has_written(row: Match, table: AtTable) -> bool:
    """Whether this phone wrote the match before another took over."""
    if not table.other_writes or table.device is None:
        return False
    return table_phones.may_write(row, table.device)


def _may_be_dated(row: Match) -> bool:
    """Whether the entrants may still agree on a date."""
    session_round = row.session_round
    return (
        has_dates(session_round.stage)
        and session_round.state == SessionRound.State.PUBLISHED
        and not row.done
    )


def _action(request: HttpRequest) -> str:
    """Return the action in the address."""
    match = request.resolver_match
    return match.kwargs.get("action", "") if match else ""


def _number(request: HttpRequest) -> int:
    """Return the number of the game in the address, 0 without one."""
    match = request.resolver_match
    return match.kwargs.get("number", 0) if match else 0


def _unique_messages(fields: Mapping[str, str]) -> list[str]:
    """Return the errors, each once, however many fields have it."""
    return list(dict.fromkeys(fields.values()))
