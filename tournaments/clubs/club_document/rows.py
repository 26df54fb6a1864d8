"""Convert lines of a club's document to rows: parse each value, and resolve each number to an
earlier row.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from scoring.games.access.devices import hash_of
from scoring.games.database import batched
from scoring.games.names.validation import tidy
from scoring.models import Club, Device, Player
from tournaments.exchange.json_ids import BROKEN, in_json
from tournaments.exchange.kinds import (
    AT_ONCE,
    GAME,
    OF_PERSON,
    PERSON,
    PHONE,
    TOURNAMENT,
    BadValueError,
    Kind,
    an_id,
)

LONGEST_KIND = 40


class Rows:
    """What has been created from a document so far: the keys of rows by kind, in document order."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.keys: dict[str, list[Any]] = {}
        self.floor: dict[str, int] = {}  # number of rows by kind that belong to earlier tournaments
        self.deleted: dict[str, set[int]] = {PHONE: set(), PERSON: set()}
        self.games: dict[UUID, bool] = {}  # whether each belongs to a match
        self.merged: list[tuple[int, int]] = []  # people by number, the merged one first

    # Numbers and ids
    # ----------------------------------------------------------------------------------------------

    def key(self, kind: str, number: Any) -> Any:
        """Resolve a number of the document, as `values.Number` defines it. Raises BadValueError if
        there is no such row, or if it belongs to another tournament.
        """
        if number is None:
            return None
        if kind in {GAME, TOURNAMENT, "season"}:
            found = an_id(number)
            if found not in (self.games if kind == GAME else self.keys.get(kind, ())):
                raise BadValueError(kind)
            return found
        keys = self.keys.get(kind, ())
        if (
            isinstance(number, bool)
            or not isinstance(number, int)
            or not self.floor.get(kind, 0) < number <= len(keys)
        ):
            raise BadValueError(kind)
        return keys[number - 1]

    def next_tournament(self, kinds: Iterable[Kind]) -> None:
        """From now on, rows of the previous tournament cannot be referenced."""
        self.floor = {kind.name: len(self.keys.get(kind.name, ())) for kind in kinds}

    def whole_document(self) -> None:
        """From now on, all rows can be referenced."""
        self.floor = {}

    # Values
    # ----------------------------------------------------------------------------------------------

    def values(self, kind: Kind, row: Any, *more: str) -> dict[str, Any]:
        """Return a row's columns except `more`, which the caller parses. Raises BadValueError."""
        found = kind.values(row, *more)
        for name in kind.fields:
            try:
                found[name] = in_json(kind.name, name, found[name], self.key)
            except BROKEN as error:
                raise BadValueError(name) from error
        for name in kind.refs:
            found[kind.columns[name].attname] = self._referenced(kind, name, row[name])
        return found

    def _referenced(self, kind: Kind, name: str, value: Any) -> Any:
        """Return the key of the row that a column refers to. Raises BadValueError."""
        of = kind.refs[name]
        key = self.key(of, value)
        if key is None and not kind.columns[name].null:
            raise BadValueError(name)
        if of in self.deleted and key in self.deleted[of] and kind.columns[name].attname != name:
            raise BadValueError(name)  # a foreign key to a deleted row
        return key

    # Rows
    # ----------------------------------------------------------------------------------------------

    def make(self, kind: Kind, values: Sequence[Mapping[str, Any]]) -> None:
        """Save rows of a kind, in order."""
        made = kind.save([kind.model(**one) for one in values])
        self.keys.setdefault(kind.name, []).extend(one.pk for one in made)

    def phones(self, raws: Sequence[Any]) -> None:
        """Create phones without keys. A deleted one only uses up its number."""
        if not all(
            raw is None or (isinstance(raw, str) and len(raw) <= LONGEST_KIND) for raw in raws
        ):
            raise BadValueError(PHONE)
        made = Device.objects.bulk_create(
            # Set the club until the import is complete, so they can be found and deleted if it
            # fails.
            [
                Device(key_hash=hash_of(secrets.token_urlsafe(32)), kind=raw or "", club=self.club)
                for raw in raws
            ],
            batch_size=AT_ONCE,
        )
        self.keys.setdefault(PHONE, []).extend(one.pk for one in made)
        self.deleted[PHONE] |= {one.pk for one, raw in zip(made, raws, strict=True) if raw is None}

    def people(self, raws: Sequence[Any]) -> None:
        """Create the people of the list. A deleted one only uses up its number."""
        first = len(self.keys.get(PERSON, ()))
        rows = [Player(club=self.club, **self._person(raw)) for raw in raws]
        for number, raw in enumerate(raws, start=first + 1):
            if raw is not None and raw["merged_into"] is not None:
                self.merged.append((number, raw["merged_into"]))
        made = Player.objects.bulk_create(rows, batch_size=AT_ONCE)
        self.keys.setdefault(PERSON, []).extend(one.pk for one in made)
        self.deleted[PERSON] |= {one.pk for one, raw in zip(made, raws, strict=True) if raw is None}

    def _person(self, raw: Any) -> dict[str, Any]:
        if raw is None:
            # The placeholder of a deleted person counts as erased, so that its name blocks no
            # other.
            return {"erased_at": self.club.created_at}
        values = OF_PERSON.values(raw)
        erased = values["erased_at"] is not None
        if tidy(values["name"]) != values["name"] or not (values["name"] or erased):
            raise BadValueError("name")
        # Documents of earlier versions have names of erased people that tournaments kept
        return values | {"name": ""} if erased else values

    def merge_people(self) -> None:
        """After all people: link merged names. Raises BadValueError if the other person was merged
        too.
        """
        went = {number for number, _into in self.merged}
        changed = []
        for number, into in self.merged:
            if into in went or self.key(PERSON, into) in self.deleted[PERSON]:
                raise BadValueError("merged_into")
            changed.append(
                Player(pk=self.key(PERSON, number), merged_into_id=self.key(PERSON, into))
            )
        Player.objects.bulk_update(changed, ["merged_into"], batch_size=AT_ONCE)

    def delete_placeholders(self, breathe: Callable[[], None]) -> None:
        """At the end, delete the placeholders. `breathe` is called between two batches."""
        for model, kind in ((Device, PHONE), (Player, PERSON)):
            for some in batched(sorted(self.deleted[kind]), AT_ONCE):
                model._default_manager.filter(pk__in=some).delete()  # noqa: SLF001
                breathe()
