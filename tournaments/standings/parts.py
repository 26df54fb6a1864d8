"""The sum behind a number, for the page that opens it."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scoring.rules.words import in_english
from tournaments.standings.lines import Number


class Id(int):
    """An entrant in the params of a part. Shown as "#7" unless replaced by a name."""

    def __str__(self) -> str:
        return f"#{int(self)}"


class Ids(tuple[Id, ...]):
    """Several entrants in the params of a part, shown as "#7, #9"."""

    __slots__ = ()

    @classmethod
    def of(cls, ids: Iterable[int]) -> "Ids":
        return cls(Id(id_) for id_ in ids)

    def __str__(self) -> str:
        return ", ".join(str(id_) for id_ in self)


class Part(NamedTuple):
    """One addend: an English template marked for translation, its params, and its number.

    The parts of a value always add up to it. Whatever was left out is listed with the number 0.
    """

    text: str
    params: Mapping[str, object]
    number: Number

    @property
    def message(self) -> str:
        """The English sentence, without the number."""
        return in_english(self.text, self.params)
