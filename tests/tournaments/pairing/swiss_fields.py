"""What tests of Swiss draws share: fields with a past, and what can be had at best, found without
the code.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import rustworkx as rx

from tournaments.pairing.swiss import Swiss
from tournaments.pairing.values import Draw, Entrant, Field, Note, Number, SessionRound, Table

Met = set[frozenset[int]]


def most_pairs(ids: Iterable[int], allowed: Iterable[frozenset[int]]) -> int:
    """How many pairs there can be at most, over all of the allowed ones."""
    order = sorted(ids)
    index = {id_: number for number, id_ in enumerate(order)}
    graph = rx.PyGraph()
    graph.add_nodes_from(order)
    graph.add_edges_from([(index[min(pair)], index[max(pair)], 1) for pair in allowed])
    return len(rx.max_weight_matching(graph, max_cardinality=True))


@dataclass(frozen=True)
class Best:
    """The best any draw can do: rematches, then byes that the one with the bye has had, then tables
    of one club.
    """

    rematches: int
    byes_before: int
    same_club: int


def best(ids: Sequence[int], met: Met, byes: Mapping[int, int], clubs: Mapping[int, str]) -> Best:
    """By a matching for every possible bye; rematches first, and of one club only where strangers
    are.
    """
    found = []
    for bye in ids if len(ids) % 2 else [None]:
        left = [id_ for id_ in ids if id_ != bye]
        everybody = [frozenset(pair) for pair in combinations(left, 2)]
        fresh = [pair for pair in everybody if pair not in met]
        rematches = len(left) // 2 - most_pairs(left, fresh)
        # with the rematches that must be, each pair costs 0 or 1 for the club: one matching with
        # whole weights
        index = {id_: number for number, id_ in enumerate(left)}
        graph = rx.PyGraph()
        graph.add_nodes_from(left)
        for pair in everybody:
            a, b = sorted(pair)
            weight = -1000 * (pair in met) - (bool(clubs.get(a)) and clubs.get(a) == clubs.get(b))
            graph.add_edge(index[a], index[b], weight)
        weights = [
            graph.get_edge_data(*edge)
            for edge in rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        ]
        assert -sum(weights) // 1000 == rematches
        found.append((rematches, byes[bye] if bye is not None else 0, -sum(weights) % 1000))
    return Best(*min(found))


def drawn_best(draw: Draw, met: Met, byes: Mapping[int, int], clubs: Mapping[int, str]) -> Best:
    """What a draw did."""
    pairs = [table.everybody for table in draw.tables]
    return Best(
        sum(frozenset(pair) in met for pair in pairs),
        sum(byes[bye] for bye in draw.byes),
        sum(bool(clubs.get(a)) and clubs.get(a) == clubs.get(b) for a, b in pairs),
    )


@dataclass
class Played:
    """A tournament so far."""

    past: list[SessionRound] = field(default_factory=list)
    points: dict[int, Number] = field(default_factory=dict)
    met: Met = field(default_factory=set)
    byes: dict[int, int] = field(default_factory=dict)

    def entrants(
        self, here: Sequence[int], clubs: Mapping[int, str] | None = None
    ) -> tuple[Entrant, ...]:
        """Those who are here, by their points."""
        for id_ in here:
            self.points.setdefault(id_, 0)
            self.byes.setdefault(id_, 0)
        order = sorted(here, key=lambda id_: (-self.points[id_], id_))
        return tuple(
            Entrant(id_, place, self.points[id_], (clubs or {}).get(id_, ""))
            for place, id_ in enumerate(order, 1)
        )

    def draw(
        self,
        here: Sequence[int],
        clubs: Mapping[int, str] | None = None,
        seed: int = 1,
        **settings: Any,
    ) -> Draw:
        """The next round for those who are here."""
        chosen = {"rounds": None, "clubs_apart": "never" if clubs is None else "always", **settings}
        return Swiss().draw(
            Field(self.entrants(here, clubs), tuple(self.past), len(self.past) + 1, seed, chosen)
        )

    def add(self, draw: Draw, absent: Sequence[int] = ()) -> None:
        """The round was played; somebody at each table won."""
        self.past.append(SessionRound(draw.tables, draw.byes, tuple(absent)))
        self.met |= {frozenset(table.everybody) for table in draw.tables}
        for bye in draw.byes:
            self.byes[bye] = self.byes.get(bye, 0) + 1

    def win(self, draw: Draw, chance: random.Random) -> None:
        """A point for one side of each table."""
        for table in draw.tables:
            self.points[chance.choice(table.everybody)] += 1


def table(a: int, b: int) -> Table:
    """A table of two entrants."""
    return Table(((a,), (b,)))


def round_of(
    *pairs: tuple[int, int], byes: Sequence[int] = (), absent: Sequence[int] = ()
) -> SessionRound:
    """A round that was played."""
    return SessionRound(tuple(table(a, b) for a, b in pairs), tuple(byes), tuple(absent))


def field_of(
    points: Mapping[int, Number],
    past: Sequence[SessionRound] = (),
    clubs: Mapping[int, str] | None = None,
    seed: int = 1,
    number: int | None = None,
    first_round: str = "random",
    apart: str = "always",
) -> Field:
    """A field: ids with their points, best placed first; `apart` where there are clubs."""
    entrants = tuple(
        Entrant(id_, place, own, (clubs or {}).get(id_, ""))
        for place, (id_, own) in enumerate(points.items(), 1)
    )
    settings = {
        "rounds": None,
        "first_round": first_round,
        "clubs_apart": "never" if clubs is None else apart,
    }
    return Field(entrants, tuple(past), number or len(past) + 1, seed, settings)


def pairs_of(draw: Draw) -> list[tuple[int, ...]]:
    """Who meets whom, by the number of the table."""
    return [one.everybody for one in draw.tables]


def reasons_of(draw: Draw) -> dict[tuple[int, ...], list[str]]:
    """The codes of the reasons of each table."""
    return {one.everybody: [note.code for note in one.reasons] for one in draw.tables}


def texts(notes: Sequence[Note]) -> list[str]:
    """The notes as people read them."""
    return [note.text % note.params for note in notes]
