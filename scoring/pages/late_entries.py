"""Entries sent after their match's result was locked, in words, for the table and the director."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.games.actions.late_entries import with_late_entries
from scoring.games.queries import Table
from scoring.games.round_words import names_with_dummy, signed
from scoring.models import Entry
from scoring.pages.sheet_words import Story, story
from scoring.rules import RoundResult, RuleError, advance


@dataclass(frozen=True)
class Late:
    """A late entry. `story` is None for an undone round; `scores` are each side's points as text
    and `points` as numbers, empty without any.
    """

    entry: Entry
    title: str
    story: Story | None
    scores: Sequence[str]
    points: Sequence[int] = ()


def late_entries(table: Table) -> list[Late]:
    """Return the undecided late entries of a game, oldest first. One query if there are none."""
    return [late for _table, late in late_of([table])]


def late_of(tables: Sequence[Table]) -> list[tuple[Table, Late]]:
    """Return the undecided late entries of several games, by game. One query for all if there are
    none.
    """
    late = Entry.objects.filter(outcome=Entry.Outcome.LATE, settled_by__isnull=True)
    of_match = {table.game.pk: table for table in tables if table.game.of_match}
    if not of_match:
        return []
    entries = list(
        late.filter(game__in=of_match).select_related("device").order_by("game", "position")
    )
    found = []
    for key, table in of_match.items():
        own = [entry for entry in entries if entry.game_id == key]
        had = with_late_entries(table) if own else table
        found += [(table, _described(had, entry)) for entry in own]
    return found


def _described(had: Table, entry: Entry) -> Late:
    title = _title(entry)
    if entry.kind == Entry.Kind.UNDO:
        return Late(entry, title, None, ())
    played = entry.played
    position = had.position_before(entry.number)
    then = replace(position, sides=tuple(map(tuple, entry.sides)), tichu_only=(), finished=False)
    try:
        result: RoundResult | None = advance(then, played)[0]
    except RuleError:
        # The rounds before it have changed: show only what was sent.
        result = None
    points = list(result.side_scores) if result else []
    words = story(had.rules, names_with_dummy(had.as_in(entry.number)), played, result)
    return Late(entry, title, words, [signed(score) for score in points], points)


def _title(entry: Entry) -> str:
    texts = {
        Entry.Kind.CORRECTION: _("Correction of round %(number)s"),
        Entry.Kind.UNDO: _("Round %(number)s undone"),
        Entry.Kind.CHOICE: _("Round %(number)s, another version"),
    }
    return texts.get(Entry.Kind(entry.kind), _("Round %(number)s")) % {"number": entry.number}
