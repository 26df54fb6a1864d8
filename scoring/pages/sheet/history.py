"""A round's history, and other events of a game, in words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.games.actions.chaining import QUIET
from scoring.games.queries import history_of_round
from scoring.games.round_words import names_with_dummy
from scoring.models import Entry, Game, GameEvent
from scoring.pages.setup_words import changes_in_words, names_in
from scoring.pages.sheet.queries import Sheet
from scoring.pages.sheet_words import Story, event_word, story
from scoring.rules import Position, RoundResult, RuleError, advance


@dataclass(frozen=True)
class Happening:
    """An event of a game besides its rounds. `changes` are the lines of a correction of
    the setup.
    """

    event: GameEvent
    word: str
    changes: Sequence[str] = ()


def happenings(game: Game) -> list[Happening]:
    """Return the events of a game besides its rounds, in order: one query, and one if players
    changed.
    """
    events = list(game.events.exclude(action__in=QUIET).select_related("device"))
    names = names_in(events)
    return [
        Happening(event, event_word(event.action), changes_in_words(event, game.variant, names))
        for event in events
    ]


STOPS = ("finish_early", "start_again")


def reason_to_stop(game: Game, happened: list[Happening]) -> str:
    """Return the reason for finishing a game early; "" if it was not, or goes on again."""
    if game.state != Game.State.STOPPED:
        return ""
    last = next((each for each in reversed(happened) if each.event.action in STOPS), None)
    if last is None:
        return ""
    return last.event.reason or (last.word if last.event.action == "start_again" else "")


@dataclass(frozen=True)
class HistoryEntry:
    """An entry of a round's history.

    `story` is None for entries without a round of their own: an undo, an agreement, the same round
    again. `note` describes the entry's effect; `counts` and `waits` (for a choice) are its state
    now.
    """

    entry: Entry
    story: Story | None
    note: str
    counts: bool
    waits: bool


def history(sheet: Sheet, number: int) -> list[HistoryEntry]:
    """Return everything ever sent for a round in words, oldest first; empty if there is no such
    round.
    """
    table = sheet.table
    position = table.position_before(number)
    counting = table.entry_of(number).pk if table.has_round(number) else None
    entries = history_of_round(sheet.game, number)
    rivals = {entry.pk for entry in entries if entry.outcome == Entry.Outcome.RIVAL}
    kinds: dict[UUID | None, str] = {entry.pk: entry.kind for entry in entries}
    return [
        HistoryEntry(
            entry=entry,
            story=_story(sheet, position, entry),
            note=_late(entry) or _note(entry, rivals, kinds.get(entry.settled_by_id)),
            counts=entry.pk == counting,
            waits=entry.pk in rivals and entry.settled_by_id is None,
        )
        for entry in entries
    ]


def _story(sheet: Sheet, position: Position, entry: Entry) -> Story | None:
    if entry.outcome == Entry.Outcome.SAME or entry.kind in {Entry.Kind.UNDO, Entry.Kind.AGREEMENT}:
        return None
    played = entry.played
    # The sides it was recorded for: with other rounds before it they may differ now.
    then = replace(position, sides=tuple(map(tuple, entry.sides)), tichu_only=(), finished=False)
    try:
        result: RoundResult | None = advance(then, played)[0]
    except RuleError:
        # The rounds before it have changed: show only what was sent.
        result = None
    names = names_with_dummy(sheet.table.as_in(entry.number))
    return story(sheet.table.rules, names, played, result)


def _late(entry: Entry) -> str:
    """Return the outcome of an entry for a locked match; "" for others."""
    if entry.outcome != Entry.Outcome.LATE:
        return ""
    if entry.settled_by_id is None:
        return _(
            "It arrived after the result was locked. It changes nothing until the director decides."
        )
    if entry.settled_by_id == entry.pk:
        return _("It arrived after the result was locked, and the director rejected it.")
    return _("It arrived after the result was locked, and the director accepted it.")


def _note(entry: Entry, rivals: set[UUID], settled_by: str | None) -> str:
    """Return what to show for an entry besides its round. `settled_by` is the kind of entry that
    settled a rival.
    """
    if entry.kind == Entry.Kind.UNDO:
        if entry.replaces_id in rivals:
            return _("The other version was undone on the phone that entered it.")
        return _("The previous round with this number was undone.")
    if entry.kind == Entry.Kind.AGREEMENT:
        return _("This phone agreed to the round as it was then.")
    if entry.kind == Entry.Kind.CHOICE:
        return _("This one was chosen from the earlier versions.")
    if entry.outcome == Entry.Outcome.SAME:
        return _("This phone entered the same round as the other one.")
    if entry.outcome == Entry.Outcome.COUNTED:
        return ""
    if settled_by is None:
        return _(
            "Another version of the same round. It does not change the score until you choose."
        )
    if settled_by == Entry.Kind.UNDO:
        return _("Another version of the same round. It was undone.")
    if settled_by == Entry.Kind.CORRECTION:
        return _("Another version of the same round, until it was entered again.")
    return _("Another version of the same round, until one was chosen.")
