"""The sum behind a number, for the page that opens it."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scoring.rules.words import in_english
from tournaments.standings.lines import Number


class Id(int):
    """An entrant inside the params of a part. Shown as "#7" until somebody puts the name there."""

    def __str__(self) -> str:
        return f"#{int(self)}"


class Ids(tuple[Id, ...]):
    """Several entrants inside the params of a part, shown as "#7, #9"."""

    __slots__ = ()

    @classmethod
    def of(cls, ids: Iterable[int]) -> "Ids":
        return cls(Id(id_) for id_ in ids)

    def __str__(self) -> str:
        return ", ".join(str(id_) for id_ in self)


class Part(NamedTuple):
    """One addend: an English template marked for translation, its values, and what it adds.

    The parts of a value always add up to it. What was left out of it stands there too and adds 0.
    """

    text: str
    params: Mapping[str, object]
    number: Number

    @property
    def message(self) -> str:
        """The English sentence, without the number."""
        return in_english(self.text, self.params)
