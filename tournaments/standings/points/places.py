"""Points by place at a table where everybody plays alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.rules.settings import Choice
from scoring.rules.words import gettext_noop
from tournaments.standings.lines import Award, Number, Played

from .kinds import Halves, Ladders
from .scoring_system import ALONE, Part, ScoringSystem, check_tables, total
from .tally import Bout, bouts, line_of, mean, plain, shared_places

# Places, the places each shares, and what was ranked
Ranking = tuple[list[Number], list[list[int]], str]


class Places(ScoringSystem):
    """Points by place: of the whole evening at the table, or of each hand.

    In games with points (Trichu, Wu Wang) more of them is the better place, in games without (Grand
    Seigneur, Always Last) going out earlier; over an evening of those the mean of the places
    counts. Level persons share the mean of their places and of the points for them.

    `table` has lists of points for tables of different sizes. A table whose size has none takes the
    next longer list, or else the longest, with its steps spread over as many places and the same
    mean, so that the size of a table is no advantage. Without any list the points fall evenly from
    `most` for the first to 0 for the last.
    """

    key = "places"
    name = gettext_noop("Points by place")
    sentence = gettext_noop(
        "If everyone plays for themselves, the place at the table gives the points."
    )
    tables = (ALONE,)
    needs_scores = False
    settings = {
        "by": Choice(("evening", "hand")),
        "table": Ladders(),
        "most": Halves(12, least=Fraction(1, 2)),
    }
    labels = {
        "by": (
            gettext_noop("Places are counted"),
            gettext_noop("One place for the whole table, or one per hand."),
        ),
        "table": (
            gettext_noop("Points by place"),
            gettext_noop(
                "A list for each size of table, best place first; without one, points fall evenly."
            ),
        ),
        "most": (
            gettext_noop("Points for the first"),
            gettext_noop(
                "Without a list: the first gets this, the last 0, those between evenly spaced."
            ),
        ),
    }
    choices = {
        "evening": gettext_noop("for the whole table"),
        "hand": gettext_noop("for every hand"),
    }

    def needs_hands(self, settings: Mapping[str, Any]) -> bool:
        return bool(settings["by"] == "hand")

    def award(
        self,
        games: Sequence[Played],
        entrants: Sequence[int],
        settings: Mapping[str, Any],
        round: int,  # noqa: A002
    ) -> dict[int, Award]:
        check_tables(games, self)
        taken = list(_places_taken(games, settings))
        awards = {}
        for entrant in entrants:
            own = [one for one in taken if one.entrant == entrant]
            parts = tuple(one.part for one in own)
            line = replace(
                line_of(entrant, games, round),
                points=total(parts),
                points_against=plain(sum(one.against for one in own)),
                score_against=0,
                places=tuple(one.place for one in own),
            )
            awards[entrant] = Award(line, parts)
        return awards

    def level(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number:
        """Return everybody's points if all places are shared by all."""
        each = mean(ladder_for(max(players, 1), settings))
        return plain(each * hands) if settings["by"] == "hand" else each

    def full(self, settings: Mapping[str, Any], *, hands: int, players: int) -> Number | None:
        best = ladder_for(max(players, 1), settings)[0]
        return plain(best * hands) if settings["by"] == "hand" else best


class Taken(NamedTuple):
    """A place at the table or in a hand. `against`: mean points of the others."""

    entrant: int
    place: Number
    part: Part
    against: Number


def _places_taken(games: Sequence[Played], settings: Mapping[str, Any]) -> Iterator[Taken]:
    for bout in bouts(games):
        ids = [side[0] for side in bout.sides]
        ladder = ladder_for(len(ids), settings)
        for places, spans, word in _rankings(bout, settings["by"]):
            points = [mean([ladder[place - 1] for place in span]) for span in spans]
            for index, (entrant, place) in enumerate(zip(ids, places, strict=True)):
                part = (word, {"place": place, "of": len(ids)}, points[index])
                others = points[:index] + points[index + 1 :]
                yield Taken(entrant, place, part, mean(others) if others else 0)


def ladder_for(players: int, settings: Mapping[str, Any]) -> tuple[Number, ...]:
    """Return the points of each place at a table of this size, first place first."""
    ladders: Sequence[tuple[Number, ...]] = settings["table"]
    if ladders:
        enough = [ladder for ladder in ladders if len(ladder) >= players]
        return _spread(min(enough, key=len) if enough else max(ladders, key=len), players)
    if players == 1:
        return (settings["most"],)
    return tuple(
        plain(Fraction(settings["most"]) * (players - place) / (players - 1))
        for place in range(1, players + 1)
    )


def _spread(ladder: Sequence[Number], players: int) -> tuple[Number, ...]:
    """Spread a list over this many places: interpolate its steps and keep its mean."""
    if len(ladder) == players:
        return tuple(ladder)
    last, found = len(ladder) - 1, []
    for place in range(players):
        at = Fraction(place * last, max(players - 1, 1))
        low = int(at)
        found.append(ladder[low] + (ladder[min(low + 1, last)] - ladder[low]) * (at - low))
    shift = Fraction(mean(ladder)) - mean(found)
    return tuple(plain(points + shift) for points in found)


def _rankings(bout: Bout, by: str) -> list[Ranking]:
    """Return the rankings at this table: of the evening, or of each hand."""
    if by == "hand":
        return _hand_rankings(bout)
    sides = range(len(bout.sides))
    word = gettext_noop("Place %(place)s of %(of)s at the table")
    if bout.orders:
        means = [mean([order.index(side) + 1 for order in bout.orders]) for side in sides]
        return [(*shared_places([-place for place in means]), word)]
    if bout.hands:
        return [(*shared_places(list(bout.totals)), word)]
    return []


def _hand_rankings(bout: Bout) -> list[Ranking]:
    """Return the ranking of each hand, with or without points."""
    word = gettext_noop("Place %(place)s of %(of)s in a hand")
    values: list[list[Number]] = [list(scores) for scores in bout.hands]
    sides = range(len(bout.sides))
    values += [[-order.index(side) for side in sides] for order in bout.orders]
    return [(*shared_places(hand), word) for hand in values]
