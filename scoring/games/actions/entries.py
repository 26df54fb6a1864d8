"""Checks shared by all entries: sent once, for the round and the sides that the phone showed."""

import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from django.db import IntegrityError, transaction
from django.db.models import Count, Q, UUIDField

from scoring.games.actions.common import conflict, round_disputed
from scoring.games.prepared import Given, Prepared
from scoring.games.queries import Table, open_rivals
from scoring.models import Entry, Game
from scoring.rules import VARIANTS, Position, RoundResult, RuleError
from scoring.rules import Round as PlayedRound
from scoring.rules.settings import Choice
from scoring.rules.words import gettext_noop

MOST_ENTRIES = 100  # per round, with all corrections, rivals and undone versions


@dataclass(frozen=True)
class Recorded:
    """The outcome of an entry: its row, whether it had been sent before, and the table after it."""

    entry: Entry
    repeated: bool
    table: Table


def sent_before(
    game: Game,
    entry_id: uuid.UUID,
    number: int,
    kind: str,
    data: object,
    *,
    about: uuid.UUID | None = None,
    replaces: uuid.UUID | None = None,
    sides: Sequence[Sequence[int]] | None = None,
) -> Entry | None:
    """Return the entry with this id if it was sent before. Raises RuleError if the id was used
    otherwise.

    `data`, `about`, `replaces` and `sides` are compared only if given.
    """
    entry = _SENT.first(entry=entry_id)
    if entry is None:
        return None
    same = (entry.game_id, entry.number, entry.kind) == (game.pk, number, kind)
    # A late correction does not replace the entry it is about until the director accepts it.
    replaced = entry.about_id if entry.outcome == Entry.Outcome.LATE else entry.replaces_id
    compared = ((data, entry.data), (about, entry.about_id), (replaces, replaced))
    if (
        not same
        or any(sent not in (None, kept) for sent, kept in compared)
        or not same_sides(sides, entry.sides)
    ):
        raise id_used()
    return entry


_SENT = Prepared(
    lambda: Entry.objects.filter(pk=Given("entry", UUIDField())).select_related("device")
)


@contextmanager
def entry_transaction(entry_id: uuid.UUID) -> Iterator[None]:
    """Open the transaction that adds an entry.

    The lock is on one game's row, but ids are unique over all games: if another game took the id at
    the same moment, this raises the same error as for an id that was already taken.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        if Entry.objects.filter(pk=entry_id).exists():
            raise id_used() from error
        raise


def id_used() -> RuleError:
    return conflict(
        "id_used",
        "id",
        gettext_noop(
            "This round is already saved as first sent. To change it, correct it on the score "
            "sheet."
        ),
    )


def same_sides(seen: Sequence[Sequence[int]] | None, now: Sequence[Sequence[int]]) -> bool:
    """Return whether a phone showed the current sides. `seen` is None if it did not look."""
    return seen is None or [list(side) for side in seen] == [list(side) for side in now]


def check_sides(seen: Sequence[Sequence[int]] | None, now: Position | RoundResult) -> None:
    """Raises RuleError if the phone showed other sides than those that play now."""
    if not same_sides(seen, now.sides):
        raise sides_changed()


def check_people(seen: Sequence[str] | None, table: Table) -> None:
    """Raises RuleError if somebody has changed seats since the phone drew its screen.

    `seen` are the names by seat as it showed them, None if it did not look. A player who was only
    named or respelled since has not moved.
    """
    sat = {name: seat for seat, name in enumerate(seen or ())}
    if any(sat.get(name, seat) != seat for seat, name in enumerate(table.people) if name):
        raise conflict(
            "seats_moved",
            "names",
            gettext_noop("The seating has changed. Check this round, then send it again."),
        )


def sides_changed() -> RuleError:
    return conflict(
        "sides_changed",
        "sides",
        gettext_noop(
            "An earlier round was corrected and the partners changed. Reload and enter this round "
            "again."
        ),
    )


def recorded_as(played: PlayedRound, game: Game, recording: str, sent: str | None) -> PlayedRound:
    """Return the round with its level of detail: `sent` as the phone showed it, else `recording`.

    In a match the director decides, so `recording` applies there too. Raises RuleError if the game
    has no such level.
    """
    setting = VARIANTS[game.variant].settings.get("recording")
    if not isinstance(setting, Choice) or not sent or game.of_match:
        return replace(played, recording=recording)
    if wrong := setting.not_offered("recording", sent):
        raise RuleError(wrong)
    return replace(played, recording=sent)


def check_entry_limit(game: Game, number: int, *, undisputed: bool = False) -> None:
    """Raises RuleError if a round has been sent so often that it cannot be an accident.

    With `undisputed`, also if it has two versions and none is chosen yet. One query for both.
    """
    rival = Q(outcome=Entry.Outcome.RIVAL, settled_by__isnull=True)
    sent = Entry.objects.filter(game=game, number=number).aggregate(
        all=Count("pk"), rivals=Count("pk", filter=rival)
    )
    if undisputed and sent["rivals"]:
        raise round_disputed(number)
    if sent["all"] >= MOST_ENTRIES:
        raise conflict(
            "too_many_entries",
            "number",
            gettext_noop("Round %(number)s has been changed too often. It stays as it is."),
            number=number,
        )


def round_changed(number: int) -> RuleError:
    return conflict(
        "round_changed",
        "number",
        gettext_noop("Round %(number)s has changed: check it, then correct it."),
        number=number,
    )


def round_out_of_turn(number: int, following: int) -> RuleError:
    return conflict(
        "round_out_of_turn",
        "number",
        gettext_noop("Round %(number)s cannot be entered yet: round %(next)s comes next."),
        number=number,
        next=following,
    )


def round_unknown(number: int) -> RuleError:
    return conflict(
        "round_unknown",
        "number",
        gettext_noop("There is no round %(number)s in this game to correct."),
        number=number,
    )


def last_entry(table: Table, number: int, taken: uuid.UUID | None) -> Entry:
    """Return the entry of the last round, to undo it.

    Raises RuleError if `number` is not the last, and if the phone shows another entry: `taken` is
    neither that of the round nor a second phone's copy of it. None if the phone does not know.
    """
    if not table.entries or number != table.last_number:
        raise conflict(
            "round_not_last",
            "number",
            gettext_noop(
                "Only the last round can be undone, and round %(number)s is not the last."
            ),
            number=number,
        )
    last = table.entries[-1]
    if taken and taken != last.pk and not _is_copy_of(taken, last):
        raise round_changed(number)
    return last


def _is_copy_of(taken: uuid.UUID, entry: Entry) -> bool:
    return Entry.objects.filter(pk=taken, outcome=Entry.Outcome.SAME, about=entry).exists()


def version_to_choose(
    table: Table, number: int, chosen: uuid.UUID | None, *, versions: int | None = None
) -> Entry:
    """Return the version of a round with the id `chosen`: the one that counts or an open rival.

    Raises RuleError if there is nothing left to choose, if it is none of them, and if there are not
    as many `versions` as the person saw; None if unknown.
    """
    rivals = {rival.pk: rival for rival in open_rivals(table.game).filter(number=number)}
    if not rivals or not table.has_round(number):
        raise conflict(
            "nothing_to_choose",
            "number",
            gettext_noop("Round %(number)s has only one version now: someone has already chosen."),
            number=number,
        )
    counting = table.entry_of(number)
    version = counting if chosen == counting.pk else rivals.get(chosen) if chosen else None
    if version is None or versions not in {None, len(rivals) + 1}:
        raise round_changed(number)
    return version
