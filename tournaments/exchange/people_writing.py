"""Names of people in a document. Erased people get a placeholder with a number of their own."""

import itertools
from collections.abc import Iterable
from datetime import datetime

from scoring.games.queries import Table
from scoring.models import Player, Seat
from tournaments.models import Member, Place, Tournament

ERASED = "Somebody"  # the same in every language: `erased` in the document marks it


def _with_placeholders(people: Iterable[tuple[int, str, datetime | None]]) -> dict[int, str]:
    """Return names by id. `people`: id, name, and when they were erased, if they were."""
    rows = list(people)
    names = {pk: name for pk, name, erased_at in rows if erased_at is None}
    taken = set(names.values())
    words = (f"{ERASED} {number}" for number in itertools.count(1))
    free = (word for word in words if word not in taken)
    for pk, _name, erased_at in rows:
        if erased_at is not None and pk not in names:
            names[pk] = next(free)
    return names


class WrittenNames:
    """The names, loaded once: four queries. Every export of a tournament gives a person the same
    placeholder.
    """

    def __init__(self, tournament: Tournament) -> None:
        rows = Member.objects.filter(tournament=tournament).order_by(
            "entrant__number", "order", "pk"
        )
        members = list(rows.values_list("player", "player__name", "player__erased_at"))
        places = Place.objects.filter(
            session_round__stage__tournament=tournament, people__isnull=False
        )
        rows_then = list(places.values_list("match", "entrant", "people", "stand_ins"))
        self._then = {(match, who): people or [] for match, who, people, _ in rows_then}
        self._stand_ins = {(match, who): pairs for match, who, _, pairs in rows_then}
        seats = Seat.objects.filter(
            game__match_game__match__session_round__stage__tournament=tournament
        )
        others = {pk for people in self._then.values() for pk in people}
        others |= {pk for pairs in self._stand_ins.values() for pair in pairs for pk in pair}
        others |= set(seats.exclude(player=None).values_list("player", flat=True).distinct())
        others -= {pk for pk, *_about in members}
        people = members + list(
            Player.objects.filter(pk__in=others)
            .order_by("pk")
            .values_list("pk", "name", "erased_at")
        )
        self._names = _with_placeholders(people)

    def of(self, player: int, name: str = "") -> str:
        """`name`: the name of someone who is no longer a member."""
        return self._names.get(player) or name or ERASED

    def members_at(self, match: int, entrant: int) -> list[str]:
        """Return an entrant's members at a match, if others play for it now."""
        return [self._names[pk] for pk in self._then[match, entrant] if pk in self._names]

    def stand_ins_at(self, match: int, entrant: int) -> list[tuple[str, str]]:
        """Return an entrant's stand-ins at a match, each with the member they play for."""
        return [
            (self._names[comes], self._names[out])
            for out, comes in self._stand_ins[match, entrant]
            if comes in self._names and out in self._names
        ]

    def at(self, table: Table) -> list[str]:
        """Return the names at a table, by seat."""
        return [
            self._names.get(seat.player_id or 0, shown) if seat.number in table.erased else shown
            for seat, shown in zip(table.seats, table.names, strict=True)
        ]
