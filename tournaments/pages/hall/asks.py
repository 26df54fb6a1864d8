"""Requests to the desk on the director's board: calls, disputes, late entries, phones."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.models import Entry
from tournaments.match.agreement import was_public
from tournaments.models import (
    Entrant,
    LogLine,
    Match,
    Phone,
    Place,
    Remark,
    Tournament,
)
from tournaments.pages.hall.tables import DISPUTED, HallTable
from tournaments.pages.round_names import numbered
from tournaments.pages.round_tables import is_level


@dataclass
class Ask:
    """A request to the desk.

    `kind` is "call" or "phone" (each with one button), "dispute", "versions", "late", "objection",
    "withdrawn" or "decide" (these lead to the match). `pk` is the remark's or the phone's.
    """

    kind: str
    match: Match
    since: datetime
    words: str
    quote: str = ""
    pk: int = 0

    @property
    def button(self) -> bool:
        """Whether a button on the board settles it; otherwise the entry leads to the match."""
        return self.kind in {"call", "phone"}

    @property
    def sign(self) -> str:
        return {"call": "hand", "phone": "phone", "late": "clock"}.get(self.kind, "alert")


def asks_of(tournament: Tournament, tables: Mapping[int, HallTable]) -> list[Ask]:
    """Return calls, disputes, objections, late entries and phones that ask to write: three queries.

    Objections and late entries may be about any session round.
    """
    found = []
    ours = Match.objects.filter(session_round__stage__tournament=tournament)
    remarks = Remark.objects.filter(match__in=ours, settled_at__isnull=True)
    about: dict[int, Remark] = {}
    for remark in remarks.select_related("match__session_round").order_by("pk"):
        if remark.kind == Remark.Kind.CALL:
            found.append(_call(remark, tables.get(remark.match_id)))
        elif remark.kind == Remark.Kind.OBJECTION:
            found.append(_ask("objection", remark, _("An objection to the result")))
        else:
            about[remark.match_id] = remark  # the latest remark of a dispute
    found += [
        _dispute(table, about.get(pk)) for pk, table in tables.items() if table.state == DISPUTED
    ]
    return found + _late(tournament) + _phones(tables) + _withdrawn(tables)


def _ask(kind: str, remark: Remark, words: str) -> Ask:
    return Ask(kind, remark.match, remark.created_at, words, remark.text, remark.pk)


def _call(remark: Remark, table: HallTable | None) -> Ask:
    side = _side(table, remark.side)
    words = _("%(side)s call you") % {"side": side} if side else _("The table calls you")
    return _ask("call", remark, words)


def _dispute(table: HallTable, remark: Remark | None) -> Ask:
    """Return a dispute, with the latest remark on it; a table may also be disputed just because two
    phones wrote different hands.
    """
    match = table.match
    words = _("Two versions of a hand")
    if remark or match.agreement == Match.Agreement.DISPUTED:
        words = _("The result is disputed")
    if remark:
        return Ask("dispute", match, remark.created_at, words, remark.text)
    return Ask("dispute", match, table.changed_at or match.session_round.drawn_at, words)


def _side(table: HallTable | None, index: int | None) -> str:
    return (
        table.sides[index].name if table and index is not None and index < len(table.sides) else ""
    )


def _late(tournament: Tournament) -> list[Ask]:
    """Return one line for each match with hands that arrived after its result was locked."""
    rows = Entry.objects.filter(
        outcome=Entry.Outcome.LATE,
        settled_by__isnull=True,
        game__match_game__match__session_round__stage__tournament=tournament,
    )
    first: dict[int, Ask] = {}
    rows = rows.select_related("game__match_game__match__session_round__stage")
    for entry in rows.order_by("game__match_game__number", "position"):
        match = entry.game.match_game.match
        words = _("Round %(round)s: a hand came in after the result was locked")
        if not was_public(match):
            words = _("Round %(round)s: a hand came in after time was up")
        row = match.session_round
        words %= {"round": numbered(row.stage, row.number)}
        first.setdefault(match.pk, Ask("late", match, entry.created_at, words))
    return list(first.values())


def _phones(tables: Mapping[int, HallTable]) -> list[Ask]:
    rows = Phone.objects.filter(match__in=list(tables), asked_at__isnull=False, writes=False)
    return [
        Ask(
            "phone",
            tables[phone.match_id].match,
            phone.asked_at,
            _("Another phone asks to keep score"),
            pk=phone.pk,
        )
        for phone in rows
        if phone.asked_at
    ]


def _withdrawals(entrants: Iterable[int]) -> dict[int, LogLine]:
    """Return the latest withdrawal of each of these entrants."""
    lines = LogLine.objects.filter(action="withdrawn", params__entrant__in=list(entrants))
    return {line.params["entrant"]: line for line in lines.order_by("pk")}


def _withdrawn(tables: Mapping[int, HallTable]) -> list[Ask]:
    """Return the tables where somebody who has withdrawn is still to play: one query, and one for
    the times.
    """
    playing = [pk for pk, table in tables.items() if not table.match.done]
    places = Place.objects.filter(match__in=playing, entrant__state=Entrant.State.WITHDRAWN)
    asks = []
    found = list(places.order_by("match", "side").values_list("pk", "match", "side", "entrant"))
    latest = _withdrawals({who for *_rest, who in found}) if found else {}
    for pk, match, side, who in found:
        line = latest.get(who)
        if line and line.params.get("plays_on"):
            continue
        table = tables[match]
        row = table.match.session_round
        words = _("%(side)s withdrew: decide the match") % {"side": _side(table, side)}
        since = line.at if line else row.published_at or row.drawn_at
        asks.append(Ask("withdrawn", table.match, since, words, pk=pk))
    return asks


def ask_to_decide(table: HallTable) -> Ask:
    row = table.match.session_round
    words = (
        _("Somebody has to go on: decide who")
        if is_level(table.match)
        else _("The match has no result: decide it")
    )
    since = row.clock_ended_at or table.changed_at or row.published_at or row.drawn_at
    return Ask("decide", table.match, since, words)
