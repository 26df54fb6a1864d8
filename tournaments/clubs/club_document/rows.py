"""Rows out of the lines of a club's document: each value read, each number one of a row that came
before it.
"""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Model

from scoring.games.access.devices import hash_of
from scoring.games.chunks import batched
from scoring.games.names.validation import tidy
from scoring.models import Club, Device, Player
from tournaments.clubs.club_document.errors import BadValueError
from tournaments.clubs.club_document.kinds import GAME, OF_PERSON, PERSON, PHONE, TOURNAMENT, Kind
from tournaments.clubs.club_document.values import an_id, in_json

AT_ONCE = 500  # rows
LONGEST_KIND = 40
# What may go wrong while JSON is walked through that was written by somebody else
BROKEN = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError)


class Rows:
    """What was made of a document so far:
    the keys of rows by kind, in the order of the document.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        self.keys: dict[str, list[Any]] = {}
        self.floor: dict[str, int] = {}  # rows of a kind that are another tournament's
        self.gone: dict[str, set[int]] = {PHONE: set(), PERSON: set()}
        self.games: dict[UUID, bool] = {}  # whether each is of a match
        self.tournaments: set[UUID] = set()
        self.merged: list[tuple[int, int]] = []  # people by their numbers, the one who went first

    # Numbers and ids
    # ----------------------------------------------------------------------------------------------

    def key(self, kind: str, number: Any) -> Any:
        """The key of the row with this number, as `values.Number` has it. Raises BadValueError for
        one that is not there, or is another tournament's.
        """
        if number is None:
            return None
        if kind in {GAME, TOURNAMENT, "season"}:
            found = _an_id(number)
            there = (
                self.games
                if kind == GAME
                else self.tournaments
                if kind == TOURNAMENT
                else self.keys.get(kind, ())
            )
            if found not in there:
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
        """What comes now may not speak of the rows of the one before."""
        self.floor = {kind.name: len(self.keys.get(kind.name, ())) for kind in kinds}

    def whole_document(self) -> None:
        """What comes now speaks of all that is there."""
        self.floor = {}

    # Values
    # ----------------------------------------------------------------------------------------------

    def values(self, kind: Kind, row: Any, *more: str) -> dict[str, Any]:
        """The columns of a row, but for `more`, which whoever asks reads for themselves. Raises
        BadValueError.
        """
        if not isinstance(row, dict) or set(row) != kind.keys | set(more):
            raise BadValueError("keys")
        found: dict[str, Any] = {}
        for name, column in kind.columns.items():
            value = column.read(row[name])
            try:
                found[name] = in_json(kind.name, name, value, self.key)
            except BROKEN as error:
                raise BadValueError(name) from error
        for name, of in kind.refs.items():
            key = self.key(of, row[name])
            if key is None and name not in kind.optional:
                raise BadValueError(name)
            if of in self.gone and key in self.gone[of] and kind.attributes[name] != name:
                raise BadValueError(name)  # it leads to a row, and this one is not there
            found[kind.attributes[name]] = key
        return found

    # Rows
    # ----------------------------------------------------------------------------------------------

    def make(self, kind: Kind, values: Sequence[Mapping[str, Any]]) -> None:
        """Keep rows of a kind, in their order."""
        made = keep(kind, [kind.model(**one) for one in values])
        self.keys.setdefault(kind.name, []).extend(one.pk for one in made)

    def phones(self, raws: Sequence[Any]) -> None:
        """Phones that nobody holds the key of. One that is gone leaves its number behind."""
        if not all(
            raw is None or (isinstance(raw, str) and len(raw) <= LONGEST_KIND) for raw in raws
        ):
            raise BadValueError(PHONE)
        made = Device.objects.bulk_create(
            # Of the club until all is there: what has to be taken back is known by it.
            [
                Device(key_hash=hash_of(secrets.token_urlsafe(32)), kind=raw or "", club=self.club)
                for raw in raws
            ],
            batch_size=AT_ONCE,
        )
        self.keys.setdefault(PHONE, []).extend(one.pk for one in made)
        self.gone[PHONE] |= {one.pk for one, raw in zip(made, raws, strict=True) if raw is None}

    def people(self, raws: Sequence[Any]) -> None:
        """The people of the list; who is gone leaves a number behind."""
        first = len(self.keys.get(PERSON, ()))
        rows: list[Player] = []
        for place, raw in enumerate(raws):
            values: dict[str, Any] = {}
            if raw is not None:
                if not isinstance(raw, dict) or set(raw) != OF_PERSON.keys:
                    raise BadValueError("keys")
                values = {
                    name: column.read(raw[name]) for name, column in OF_PERSON.columns.items()
                }
                if tidy(values["name"]) != values["name"] or (
                    not values["name"] and values["erased_at"] is None
                ):
                    raise BadValueError("name")
                if values["erased_at"] is not None:
                    # Documents of earlier versions have names that tournaments kept
                    values["name"] = ""
                if raw["merged_into"] is not None:
                    self.merged.append((first + place + 1, raw["merged_into"]))
            # Whoever is gone is erased as well, as long as the row is there: no name is in its way.
            erased = {} if raw is not None else {"erased_at": self.club.created_at}
            rows.append(Player(club=self.club, **values, **erased))
        made = Player.objects.bulk_create(rows, batch_size=AT_ONCE)
        self.keys.setdefault(PERSON, []).extend(one.pk for one in made)
        self.gone[PERSON] |= {one.pk for one, raw in zip(made, raws, strict=True) if raw is None}

    def merge_people(self) -> None:
        """Once all are there: names that went up in another person's. Raises BadValueError where
        that one went too.
        """
        went = {number for number, _into in self.merged}
        changed = []
        for number, into in self.merged:
            if into in went or self.key(PERSON, into) in self.gone[PERSON]:
                raise BadValueError("merged_into")
            changed.append(
                Player(pk=self.key(PERSON, number), merged_into_id=self.key(PERSON, into))
            )
        Player.objects.bulk_update(changed, ["merged_into"], batch_size=AT_ONCE)

    def forget_gone(self, breathe: Callable[[], None]) -> None:
        """At the end: who is gone was here for the number alone. `breathe` is called between two
        parts.
        """
        for model, kind in ((Device, PHONE), (Player, PERSON)):
            for some in batched(sorted(self.gone[kind]), AT_ONCE):
                model._default_manager.filter(pk__in=some).delete()  # noqa: SLF001
                breathe()


def keep(kind: Kind, rows: "Sequence[Any]") -> "Sequence[Any]":
    """Keep these rows, with the moments that they bear and not those of now."""
    moments = [name for name, column in kind.columns.items() if column.set_by_django]
    told = [[getattr(one, name) for name in moments] for one in rows]
    model: type[Model] = kind.model
    made = model._default_manager.bulk_create(rows, batch_size=AT_ONCE)  # noqa: SLF001
    if moments:
        for one, values in zip(made, told, strict=True):
            for name, value in zip(moments, values, strict=True):
                setattr(one, name, value)
        model._default_manager.bulk_update(made, moments, batch_size=AT_ONCE // 2)  # noqa: SLF001
    return made


def _an_id(raw: Any) -> UUID:
    try:
        return an_id(raw)
    except (ValueError, TypeError) as error:
        raise BadValueError("id") from error
