"""The history of a table: who wrote, said and decided what, and when."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.games.actions.chaining import QUIET
from scoring.games.round_words import labelled
from scoring.models import Device, Entry, GameEvent
from scoring.pages.sheet_words import event_word
from tournaments.log_actions import ACTIONS, Effect
from tournaments.models import LogLine, Match
from tournaments.pages.log_lines import format_lines
from tournaments.pages.match_games import MatchBoard
from tournaments.pages.round_tables import SideLine, hand_name
from tournaments.pages.rounds.dispute_facts import AgreementBoard, RemarkLine, agreed_words

# Events of a game that do not affect its result.
HIDDEN = {*QUIET, "link_viewer", "link_scorer", "revoke_viewer", "revoke_scorer"}

# Log actions that produced a result which no table wrote.
TYPED = {name for name, one in ACTIONS.items() if one.effect is Effect.RESULT}


@dataclass(frozen=True)
class TableEvent:
    """An event: when, who, what and why.

    `side` is theirs, None if unknown. `typed` if a result was entered or decided at the desk.
    """

    at: datetime
    who: str
    what: str | SafeString
    side: int | None = None
    why: str = ""
    typed: bool = False


@dataclass(frozen=True)
class _Entries:
    """Consecutive entries of one kind from one phone: hands `first` to `last` of a game."""

    entry: Entry
    first: int
    last: int


def table_history(
    shown: MatchBoard, agreement: AgreementBoard, sides: Mapping[int, SideLine]
) -> list[TableEvent]:
    """Return what tables and directors did about a match, newest first: at most eight queries."""
    found = [*_at_the_table(shown, sides), *_remarks(agreement.remarks), *_at_the_desk(shown.match)]
    if (
        shown.match.agreement == Match.Agreement.AGREED
        and shown.match.agreed_at
        and shown.match.ruling is None
    ):
        found.append(TableEvent(shown.match.agreed_at, "", agreed_words(shown)))
    return sorted(found, key=lambda one: one.at, reverse=True)


def _at_the_table(shown: MatchBoard, sides: Mapping[int, SideLine]) -> Iterable[TableEvent]:
    games = {line.row.game_id: line.number for line in shown.games if line.row.game_id}
    boards = {line.row.game_id: line.boards for line in shown.games}
    entries = (
        Entry.objects.filter(game__in=games).select_related("device").order_by("game", "position")
    )
    events = (
        GameEvent.objects.filter(game__in=games).exclude(action__in=HIDDEN).select_related("device")
    )
    several = len(shown.games) > 1
    for wrote in _grouped(entries):
        entry = wrote.entry
        what = labelled(_hands(wrote, boards[entry.game_id]), _describe(entry))
        yield _by_phone(entry, what, sides, games[entry.game_id] if several else 0)
    for event in events:
        yield _by_phone(
            event, event_word(event.action), sides, games[event.game_id] if several else 0
        )


def _hands(wrote: _Entries, boards: Sequence[int]) -> str:
    if wrote.first == wrote.last:
        return hand_name(boards, wrote.first)
    if wrote.last <= len(boards):
        listed = ", ".join(map(str, boards[wrote.first - 1 : wrote.last]))
        return _("boards %(boards)s") % {"boards": listed}
    return _("hands %(hands)s") % {"hands": f"{wrote.first}\N{EN DASH}{wrote.last}"}


def _grouped(entries: Iterable[Entry]) -> list[_Entries]:
    """Group consecutive entries of one phone."""
    found: list[_Entries] = []
    for entry in entries:
        before = found[-1] if found else None
        if before and _alike(before.entry, entry) and entry.number == before.last + 1:
            found[-1] = replace(before, entry=entry, last=entry.number)
        else:
            found.append(_Entries(entry, entry.number, entry.number))
    return found


def _alike(one: Entry, other: Entry) -> bool:
    return (one.game_id, one.device_id, one.kind, one.outcome) == (
        other.game_id,
        other.device_id,
        other.kind,
        other.outcome,
    )


def _describe(entry: Entry) -> str:
    """Return what was sent in a word or two; of a competing hand, that it is one."""
    odd = entry.kind == Entry.Kind.ROUND and entry.outcome != Entry.Outcome.COUNTED
    return str(entry.get_outcome_display() if odd else entry.get_kind_display())


def _by_phone(
    row: Entry | GameEvent, what: str, sides: Mapping[int, SideLine], game: int
) -> TableEvent:
    side = sides.get(row.device_id) if row.device_id else None
    if game:
        label = _("Game %(number)s") % {"number": game}
        what = f"{label}, {what}"
    return TableEvent(
        row.created_at,
        side.name if side else _phone(row.device),
        what,
        side.index if side else None,
    )


def _phone(device: Device | None) -> str:
    return str(device) if device else _("an unknown phone")


def _remarks(remarks: Sequence[RemarkLine]) -> Iterable[TableEvent]:
    """Yield what was said about the result; the words themselves are shown with the versions
    above.
    """
    for one in remarks:
        what = str(one.remark.get_kind_display())
        if one.figures:  # its two numbers stay on one line
            what = labelled(
                what, one.figures.replace(" : ", "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}")
            )
        yield TableEvent(one.remark.created_at, one.who, what, one.remark.side)


def _at_the_desk(match: Match) -> Iterable[TableEvent]:
    tournament = match.session_round.stage.tournament
    lines = list(LogLine.objects.filter(tournament=tournament, params__match=match.pk))
    for row, line in zip(lines, format_lines(tournament, lines) if lines else (), strict=True):
        yield TableEvent(
            line.at, line.who, line.sentence, why=line.reason, typed=row.action in TYPED
        )
