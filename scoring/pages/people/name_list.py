"""A long list of people by name, in pages that are labelled by their alphabetic range."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest

from scoring.games.names.alphabet import plain
from scoring.games.names.validation import alphabetical
from scoring.models import Player
from scoring.pages.long_list import Leaf, leaf_of
from scoring.people.statistics.games import with_games, won_by

A_PAGE = 200
LETTERS = 3  # of a name, in the label of a page
LONGEST_SEARCH = 60


def looked_for(request: HttpRequest) -> str:
    """Return the search text `?q=`, cut to the longest useful length."""
    return request.GET.get("q", "").replace("\0", "")[:LONGEST_SEARCH]


class Named(NamedTuple):
    """A person in the list."""

    pk: int
    name: str
    guest: bool


@dataclass(frozen=True)
class Part:
    """A page of the list: its first and last name, abbreviated."""

    number: int
    first: str
    last: str


class NameList:
    """People by name, those matching the search, and one page of them.

    The database knows neither the alphabet nor spellings, so all names are read: one query.
    """

    def __init__(self, among: QuerySet[Player], looked_for: str = "", asked: int = 1) -> None:
        self.among, self.looked_for, self.asked = among, looked_for, asked

    @cached_property
    def everybody(self) -> Sequence[Named]:
        rows = self.among.order_by().values_list("pk", "name", "guest")
        return sorted((Named(*row) for row in rows), key=lambda one: alphabetical(one.name))

    @cached_property
    def found(self) -> Sequence[Named]:
        wanted = plain(self.looked_for.strip())
        return (
            [one for one in self.everybody if wanted in plain(one.name)]
            if wanted
            else self.everybody
        )

    @property
    def leaf(self) -> Leaf:
        return leaf_of(len(self.found), self.asked, A_PAGE)

    @cached_property
    def shown(self) -> Sequence[Named]:
        """The requested page."""
        leaf = self.leaf
        return self.found[A_PAGE * leaf.before : A_PAGE * leaf.number]

    @property
    def parts(self) -> list[Part]:
        """All pages; none if there is only one."""
        pages = [self.found[start : start + A_PAGE] for start in range(0, len(self.found), A_PAGE)]
        found = [
            Part(at, page[0].name[:LETTERS], page[-1].name[:LETTERS])
            for at, page in enumerate(pages, start=1)
        ]
        return found if len(found) > 1 else []

    @cached_property
    def people(self) -> Sequence[Player]:
        """The people of the page, each with `n_games`, `last_seen` and `won`: two queries."""
        people = self.with_games(self.shown)
        won = won_by([one.pk for one in people])
        for one in people:
            one.won = won.get(one.pk)  # type: ignore[attr-defined]  # for the template
        return people

    def with_games(self, some: Sequence[Named]) -> list[Player]:
        """Return these people in order, each with `n_games` and `last_seen`: one query."""
        rows = {
            one.pk: one for one in with_games(self.among.filter(pk__in=[one.pk for one in some]))
        }
        return [rows[one.pk] for one in some if one.pk in rows]
