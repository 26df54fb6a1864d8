"""Advice during a round: slow tables, odd results, silent phones, old back-ups.

All advice is collected here, from rows that the board has already read. It never blocks anything.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.round_words import labelled
from tournaments.clock import NOT_STARTED, remaining, state
from tournaments.models import LogLine, Match, SessionRound, Tournament
from tournaments.pages.hall.queries import Hall
from tournaments.pages.hall.tables import DONE, PLAYS, WAITING, HallRound, HallTable, rows_for

ENOUGH_TABLES = 3  # for a usual pace
BEHIND = 2  # hands behind the others, for a slow table
UNAGREED = timedelta(minutes=10)
SILENT = timedelta(minutes=15)
SHORTEST_WAIT = timedelta(minutes=10)  # before a table without a new hand is mentioned
OLD_BACKUP = timedelta(minutes=30)
ODD_DIFFERENCE = 250  # points a hand, over all hands of a match
FASTEST = timedelta(minutes=2)  # for a whole match with several hands
SEVERAL = 3
WRONG = "wrong"  # kind of a sum that no hands can add up to


@dataclass(frozen=True)
class Advice:
    """A piece of advice.

    `since` is when it began, if known; `match` is None if it is about the whole hall.
    """

    kind: str
    message: str
    address: str
    match: Match | None
    since: datetime


def advice_of(hall: Hall) -> list[Advice]:
    """Return all current advice: impossible results first, then the oldest.

    No queries if the club is loaded.
    """
    found = [one for row in hall.rounds for one in _of_round(hall.tournament, row, hall.at)]
    if not hall.tournament.club.example and any(table.open for table in hall.tables):
        found += _backup(hall)
    found += [_left(hall.tournament, line, names) for line, names in hall.left]
    return sorted(found, key=lambda one: (one.kind != WRONG, one.since))


def advice_about(match: Match) -> list[Advice]:
    """Return the advice about one match, whose round, stage and tournament are loaded: at most
    seven queries.
    """
    row = match.session_round
    if row.state != SessionRound.State.PUBLISHED:
        return []
    now = timezone.now()
    (shown,) = rows_for(row.stage.tournament, [row], now)
    found = _of_round(row.stage.tournament, shown, now)
    return [one for one in found if one.match is not None and one.match.pk == match.pk]


def _of_round(tournament: Tournament, row: HallRound, now: datetime) -> Iterable[Advice]:
    """Yield advice about a round.

    Examples get none about time: their hands were written at once, without players.
    """
    invented = tournament.club.example
    usual, middle = _usual(row, now), _middle(row, now)
    for table in row.tables:
        if not invented:
            yield from _overdue(tournament, table, usual, middle, now)
        if (sentence := improbability(table, invented=invented)) and table.match.checked_at is None:
            kind = WRONG if table.doubt else "odd"
            yield _about(
                tournament, table, kind, "%(what)s", table.changed_at or now, what=sentence
            )


def _middle(row: HallRound, now: datetime) -> float | None:
    """Return the median number of hands at the tables that play; None in the first half of a
    round, and for a few tables.
    """
    written = [table.written for table in row.tables if table.state in PLAYS]
    return median(written) if len(written) >= ENOUGH_TABLES and _half_gone(row, now) else None


def _overdue(
    tournament: Tournament,
    table: HallTable,
    usual: timedelta | None,
    middle: float | None,
    now: datetime,
) -> Iterable[Advice]:
    """Yield what takes unusually long at a table: its hands, its phone, an agreement.

    `usual` is how long a hand takes, `middle` the median number of hands at the other tables.
    """
    if table.state in PLAYS:
        waited = _waited(table, now)
        if middle is not None and table.written <= middle - BEHIND:
            yield _slow(tournament, table, middle, now)
        elif usual and waited > max(2 * usual, SHORTEST_WAIT):
            yield _no_hand(tournament, table, waited, now)
        if (quiet := _quiet(table, now)) > SILENT:
            yield _silent(tournament, table, quiet, now)
    if table.state == WAITING and table.changed_at and now - table.changed_at > UNAGREED:
        yield _unagreed(tournament, table, table.changed_at, now)


def improbability(table: HallTable, *, invented: bool = False) -> str:
    """Ask what is improbable about a result; empty if nothing is, or if it was decided.

    The sum of both sides is only questioned if it was typed from paper: hands written at a table
    follow the rules, with the calls that explain them. `invented` matches of examples took no time.
    """
    if table.doubt:
        return labelled(_("Table %(number)s") % {"number": table.number}, table.doubt)
    sentence = _improbable(table, invented=invented)
    return sentence % {"table": table.number} if sentence else ""


def _improbable(table: HallTable, *, invented: bool) -> str:
    """Return what is improbable about hands that a table wrote itself, with a place for its
    number.
    """
    figures = _hands_and_margin(table)
    if figures is None:
        return ""
    hands, margin = figures
    if not invented and hands >= SEVERAL and _is_hasty(table):
        return _(
            "Table %(table)s: the whole match took less than two minutes. Was it typed in "
            "afterwards?"
        )
    if table.two_sides and hands > 1 and margin > ODD_DIFFERENCE * hands:
        return _("Table %(table)s: a very clear result. Is it right?")
    return ""


def _hands_and_margin(table: HallTable) -> tuple[int, int] | None:
    """Return the number of hands, and the difference of the first two scores; None unless the table
    wrote its result itself, and the caller may see it.
    """
    result = table.match.result
    if table.kept or table.state not in {WAITING, DONE}:
        return None
    if not result or table.match.ruling is not None:
        return None
    line = next(iter(result.values()))
    hands = line.get("hands", table.written)
    own, other = line.get("score", 0), line.get("score_against", 0)
    if not hands or not isinstance(own, int) or not isinstance(other, int):
        return None
    return hands, abs(own - other)


def _is_hasty(table: HallTable) -> bool:
    """Whether a match was over sooner than it can be played."""
    if table.changed_at is None or table.begun_at is None:
        return False
    return table.changed_at - table.begun_at < FASTEST


def _about(
    tournament: Tournament,
    table: HallTable,
    kind: str,
    sentence: str,
    since: datetime,
    **params: object,
) -> Advice:
    address = reverse("desk_match", args=[tournament.pk, table.match.pk])
    return Advice(kind, sentence % {"table": table.number, **params}, address, table.match, since)


def _slow(tournament: Tournament, table: HallTable, middle: float, now: datetime) -> Advice:
    sentence = ngettext(
        "Table %(table)s is slow: %(written)s hand, others have %(usual)s.",
        "Table %(table)s is slow: %(written)s hands, others have %(usual)s.",
        table.written,
    )
    since = table.changed_at or now
    return _about(
        tournament, table, "slow", sentence, since, written=table.written, usual=round(middle)
    )


def _no_hand(tournament: Tournament, table: HallTable, waited: timedelta, now: datetime) -> Advice:
    minutes = _minutes(waited)
    sentence = ngettext(
        "Table %(table)s: no hand for %(minutes)s minute. Is anything wrong?",
        "Table %(table)s: no hand for %(minutes)s minutes. Is anything wrong?",
        minutes,
    )
    return _about(tournament, table, "no_hand", sentence, now - waited, minutes=minutes)


def _silent(tournament: Tournament, table: HallTable, quiet: timedelta, now: datetime) -> Advice:
    minutes = _minutes(quiet)
    sentence = ngettext(
        "Table %(table)s: nothing from its phone for %(minutes)s minute.",
        "Table %(table)s: nothing from its phone for %(minutes)s minutes.",
        minutes,
    )
    return _about(tournament, table, "silent", sentence, now - quiet, minutes=minutes)


def _unagreed(tournament: Tournament, table: HallTable, since: datetime, now: datetime) -> Advice:
    minutes = _minutes(now - since)
    sentence = ngettext(
        "Table %(table)s: the result has been waiting %(minutes)s minute for agreement.",
        "Table %(table)s: the result has been waiting %(minutes)s minutes for agreement.",
        minutes,
    )
    return _about(tournament, table, "unagreed", sentence, since, minutes=minutes)


def _left(tournament: Tournament, line: LogLine, name: str) -> Advice:
    sentence = _("%(name)s withdrew on their own page.")
    if line.params.get("plays_on"):
        sentence = _("%(name)s withdrew on their own page, after the match of this round.")
    address = reverse("desk_entrant", args=[tournament.pk, line.params["entrant"]])
    return Advice("left", sentence % {"name": name}, address, None, line.at)


def _half_gone(row: HallRound, now: datetime) -> bool:
    left = remaining(row.clock, now)
    going = state(row.clock, now) != NOT_STARTED
    return (
        going
        and left is not None
        and row.clock.minutes is not None
        and left * 2 <= row.clock.minutes * 60
    )


def _usual(row: HallRound, now: datetime) -> timedelta | None:
    """Return the median time of a hand at these tables; None if too few have written enough."""
    each = [
        ((table.changed_at if table.state not in PLAYS else now) - table.begun_at).total_seconds()
        / table.written
        for table in row.tables
        if table.begun_at and table.changed_at and table.written >= BEHIND
    ]
    return timedelta(seconds=median(each)) if len(each) >= ENOUGH_TABLES else None


def _waited(table: HallTable, now: datetime) -> timedelta:
    return now - table.changed_at if table.changed_at and not table.paused else timedelta()


def _quiet(table: HallTable, now: datetime) -> timedelta:
    """Return how long a table's phone has been silent."""
    heard = table.heard_at
    return now - max(heard, table.changed_at or heard) if heard else timedelta()


def _backup(hall: Hall) -> Sequence[Advice]:
    whole = backed_up_at()
    done = max(filter(None, (whole, hall.tournament.backed_up_at)), default=None)
    address = reverse("desk_export", args=[hall.tournament.pk])
    begun = min((row.row.published_at or hall.at for row in hall.rounds), default=hall.at)
    if done is None:
        return [
            Advice(
                "backup",
                _("There is no back-up yet: download everything once."),
                address,
                None,
                begun,
            )
        ]
    if hall.at - done <= OLD_BACKUP:
        return []
    # The age that the desk shows, if there is a copy of everything.
    minutes = _minutes(hall.at - (whole or done))
    sentence = ngettext(
        "The last back-up is %(minutes)s minute old.",
        "The last back-up is %(minutes)s minutes old.",
        minutes,
    )
    return [Advice("backup", sentence % {"minutes": minutes}, address, None, done)]


def backed_up_at() -> datetime | None:
    """Return the time of the last full back-up, as the desk shows it; None without one."""
    found: datetime | None = import_string(settings.BACKED_UP_AT)()
    return found


def _minutes(span: timedelta) -> int:
    return int(span.total_seconds() // 60)
