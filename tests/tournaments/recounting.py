"""Scores and points of a stage counted again from the tables' own sheets, without the code that
awards them.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from scoring.games.queries import Table, table_of
from scoring.rules import VARIANTS
from tournaments.match.played_games import has_two_sides
from tournaments.models import Match, MatchGame, Stage


def sheets_of(match: Match) -> list[tuple[MatchGame, Table]]:
    """The games that were opened, each with its sheet."""
    return [
        (row, table_of(row.game))
        for row in match.games.select_related("game").order_by("number")
        if row.game
    ]


def columns_of(row: MatchGame, sheet: Table) -> list[set[int]]:
    """The entrants behind each column of a sheet; the dummy's has none."""
    seats = dict(enumerate(row.seats))
    return [{seats[seat] for seat in column if seat in seats} for column in sheet.position.columns]


def scores_of(match: Match) -> Counter[int]:
    """Everybody's Tichu points from the totals of the sheets."""
    found: Counter[int] = Counter()
    for row, sheet in sheets_of(match):
        if VARIANTS[sheet.game.variant].is_rank_game:
            continue
        for entrants, total in zip(columns_of(row, sheet), sheet.position.totals, strict=True):
            for who in entrants:
                found[who] += total
    return found


def hands_of(match: Match) -> Counter[int]:
    """How many hands everybody played."""
    return Counter(
        who for row, sheet in sheets_of(match) for who in set(row.seats) for _ in sheet.entries
    )


def points_of(stage: Stage, match: Match) -> dict[int, Fraction] | None:
    """Everybody's ranking points where they can be told in a line or two; None for the other ways
    of counting.
    """
    ways = {"score": _by_score, "hands": _by_hands, "match": _by_match}
    return ways[stage.points](match) if stage.points in ways else None


def _by_score(match: Match) -> dict[int, Fraction]:
    return {who: Fraction(total) for who, total in scores_of(match).items()}


def _by_hands(match: Match) -> dict[int, Fraction]:
    """Two for a hand won, one for a level one, three for a sweep."""
    found: Counter[int] = Counter()
    for row, sheet in sheets_of(match):
        columns = columns_of(row, sheet)
        for line in sheet.lines:
            own, other = line.result.scores
            points = [2, 0] if own > other else [0, 2] if own < other else [1, 1]
            if line.result.sweep is not None:
                points = [3 * (side == line.result.sweep) for side in (0, 1)]
            for side in (0, 1):
                for who in columns[side]:
                    found[who] += points[side]
    return {who: Fraction(points) for who, points in found.items()}


def _by_match(match: Match) -> dict[int, Fraction]:
    """Two for more games won; where everybody changes partners, two for each game."""
    won: dict[frozenset[frozenset[int]], Counter[frozenset[int]]] = {}
    for row, sheet in sheets_of(match):
        sides = [frozenset(entrants) for entrants in columns_of(row, sheet)]
        games = won.setdefault(frozenset(sides), Counter(dict.fromkeys(sides, 0)))
        own, other = sheet.position.totals
        if own != other:
            games[sides[0] if own > other else sides[1]] += 1
    found: Counter[int] = Counter()
    for games in won.values():
        best = max(games.values())
        level = list(games.values()).count(best) > 1
        for side, count in games.items():
            for who in side:
                found[who] += 1 if level else 2 * (count == best)
    return {who: Fraction(points) for who, points in found.items()}


def shared_points(stage: Stage, points: Sequence[Fraction]) -> Fraction | None:
    """What a table gives away in all, where a way of counting always gives as much."""
    if stage.points in {"margin", "team_imps"}:
        return Fraction(20)
    if stage.points == "shares":
        return Fraction(12)
    if stage.points == "places" and has_two_sides(stage.variant) is False:
        ladder = stage.points_settings.get("table", [])
        own = next((row for row in ladder if len(row) == len(points)), None)
        return Fraction(sum(own)) if own else Fraction(6 * len(points))
    return None
