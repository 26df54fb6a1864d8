"""Printed score sheets of a session round: for every game at every table, empty with names, or as
played.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.games.queries import Agreements, Table, tables_of
from scoring.games.round_words import figure
from scoring.pages.sheet.paper import Paper, filled_paper, paper_for
from scoring.pages.sheet.queries import Sheet
from scoring.rules import VARIANTS, RuleError, RuleSet
from tournaments.actions.publishing import games_of, side_size
from tournaments.match.paper_sheet import figures_source
from tournaments.match.played_games import has_two_sides, room_letter, rules_of, seats_of
from tournaments.match.reasons import display_reason
from tournaments.models import Entrant, Match, MatchGame, Stage
from tournaments.names import family_and_given, members_of, names_at_table, shown_name, side_names
from tournaments.pages.match_games import stop_reasons
from tournaments.pages.movements import in_ranges
from tournaments.stage.history import RoundRows, Seated

USUAL_LINES = 16
MOST_LINES = 40


@dataclass(frozen=True)
class ScorePaper:
    """A sheet for one game. `game` is its number if the match has several, else 0."""

    table: int | None
    game: int
    sides: Sequence[str]
    paper: Paper
    letter: str = ""  # of its table, if the match is played at two
    boards: str = ""  # there, in the order of play


@dataclass(frozen=True)
class PaperHands:
    """A game that a director copied from a paper sheet: column names, a row for each hand, the
    sums.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    totals: Sequence[str]


@dataclass(frozen=True)
class PlayedPaper:
    """A table's sheets as played, and a director's decision in their place."""

    table: str
    sides: Sequence[str]
    # Number of the game (0 if it is the only one), its sheet, why it was stopped
    sheets: Sequence[tuple[int, Paper, str]]
    # A decision in place of the games, or the source of a typed result; empty for neither
    ruled: str
    reason: str
    copied: Sequence[PaperHands]


def empty_papers(stage: Stage, rows: RoundRows, lines: int | None) -> list[ScorePaper]:
    """Return a sheet for every game of a session round, with the players' names: three queries.

    `lines` is the number of rows for hands; by default as many as are played, or what fits a page.
    """
    games = _games_of(rows)
    members, names = _members_and_names(rows)
    found = []
    for seated in sorted(rows.seated, key=lambda one: (one.match.turn, one.match.number)):
        own = games.get(seated.match.pk) or _planned(stage, seated)
        for row in own:
            rules = rules_of(row, stage.variant, stage.rules)
            seats = _first_names(
                _seats(stage, row, members, names, planned=bool(seated.match.plan))
            )
            paper = paper_for(rules, seats, lines or default_lines(rules), hands=True)
            number = row.number if len(own) > 1 else 0
            found.append(
                ScorePaper(
                    seated.match.number if seated.match.turn else None,
                    number,
                    side_names(row.sides, names),
                    paper,
                    room_letter(row.number) if row.boards else "",
                    in_ranges(row.boards),
                )
            )
    return found


def blank_papers(stage: Stage, copies: int, lines: int | None) -> list[ScorePaper]:
    """Return sheets of a stage's game without names."""
    rules = RuleSet.of(stage.variant, stage.rules)
    kind = VARIANTS[stage.variant]
    paper = paper_for(rules, [""] * kind.max_players, lines or default_lines(rules), hands=True)
    return [ScorePaper(None, 0, (), paper)] * copies


def default_lines(rules: RuleSet) -> int:
    """Return how many lines a sheet needs: the number of hands, if known."""
    return min(rules.round_limit or USUAL_LINES, MOST_LINES)


def _games_of(rows: RoundRows) -> dict[int, list[MatchGame]]:
    games = MatchGame.objects.filter(match__session_round=rows.session_round)
    matches = {seated.match.pk: seated.match for seated in rows.seated}
    found: dict[int, list[MatchGame]] = {}
    for row in games.select_related("game").order_by("number"):
        row.match = matches[row.match_id]
        found.setdefault(row.match_id, []).append(row)
    return found


def _members_and_names(rows: RoundRows) -> tuple[Mapping[int, Sequence[str]], dict[int, str]]:
    """Return the names of everybody's members, and those of the entrants: two queries."""
    entrants = {row.pk: row for row in Entrant.objects.filter(pk__in=rows.everybody)}
    members = members_of(entrants.values())
    return members, {
        pk: shown_name(row, members.get(pk, ()), public=False) for pk, row in entrants.items()
    }


def _planned(stage: Stage, seated: Seated) -> list[MatchGame]:
    """Return the games of an unpublished table as they will be created. Nothing is saved."""
    sides = [list(side) for side in seated.sides]
    try:
        return games_of(stage, seated.match, sides)
    except RuleError:  # publishing will be refused, with the reason
        games = seated.match.plan or [sides] * stage.best_of
        return [
            MatchGame(match=seated.match, number=number, sides=game)
            for number, game in enumerate(games, start=1)
        ]


def _seats(
    stage: Stage,
    row: MatchGame,
    members: Mapping[int, Sequence[str]],
    names: Mapping[int, str],
    *,
    planned: bool,
) -> list[str]:
    """Return a name for each seat as the game will be opened; empty if a side has more people than
    seats, or fewer.
    """
    size = side_size(stage.variant)
    sides = []
    for side in row.sides:
        people = [name for who in side for name in members.get(who, ())]
        sides.append(people if len(people) == size else [""] * size)
    if not has_two_sides(stage.variant):
        return [
            people[0] or names.get(side[0], "")
            for people, side in zip(sides, row.sides, strict=True)
        ]
    return seats_of(sides, 1 if planned or row.boards else row.number)


def _first_names(names: list[str]) -> list[str]:
    """Return first names, as people at a table call each other; full ones if two are alike."""
    given = [family_and_given(name)[1] or name for name in names]
    return given if len({*given}) == len(given) else names


def played_papers(rows: RoundRows) -> list[PlayedPaper]:
    """Return every table's sheets of a session round.

    The number of queries does not depend on the number of tables.
    """
    games = _games_of(rows)
    begun = [row.game for own in games.values() for row in own if row.game is not None]
    tables, stopped = tables_of(begun), stop_reasons(begun)
    _members, names = _members_and_names(rows)
    papers = []
    for seated in sorted(
        rows.seated, key=lambda one: (not one.match.turn, one.match.turn, one.match.number)
    ):
        own = games.get(seated.match.pk, [])
        called = names_at_table(seated, names, public=False)
        sheets = _filled_sheets(own, tables, stopped)
        ruling = seated.match.ruling
        if sheets or ruling is not None:
            papers.append(
                PlayedPaper(
                    table=seated.match.table_label,
                    sides=side_names(seated.sides, called),
                    sheets=sheets,
                    ruled=_ruled(seated.match, side_names(seated.sides, called)),
                    reason=display_reason(str((ruling or {}).get("reason", ""))),
                    copied=list(_copied(ruling, own, called)),
                )
            )
    return papers


def _filled_sheets(
    games: Sequence[MatchGame], tables: Mapping[object, Table], stopped: Mapping[object, str]
) -> list[tuple[int, Paper, str]]:
    """Return the sheets of a match's games that have begun, as in `PlayedPaper`."""
    return [
        (
            row.number if len(games) > 1 else 0,
            _filled(tables[row.game_id], row.board_numbers),
            stopped.get(row.game_id, ""),
        )
        for row in games
        if row.game_id
    ]


def _filled(table: Table, boards: Sequence[int]) -> Paper:
    """Return a game's sheet without competing versions of several phones: they are not printed, and
    would take a query for each game.
    """
    sheet = Sheet(table, boards)
    sheet.agreements = Agreements({}, frozenset())
    return filled_paper(sheet)


def _ruled(match: Match, sides: Sequence[str]) -> str:
    if match.ruling is None:
        return ""
    return _("Decided by the director") if match.decided else figures_source(match.ruling, sides)


def _copied(
    ruling: Mapping[str, Any] | None, games: Sequence[MatchGame], names: Mapping[int, str]
) -> Iterable[PaperHands]:
    """Yield the hands of a ruling that was copied from a paper sheet."""
    for row, game in zip(games, (ruling or {}).get("games") or (), strict=False):
        columns = side_names(row.sides, names)
        hands = game.get("hands") or ()
        orders = [hand["order"] for hand in hands if "order" in hand]
        if orders:
            yield _copied_orders(columns, orders)
        else:
            yield _copied_scores(columns, [list(hand["scores"]) for hand in hands])


def _copied_orders(names: Sequence[str], orders: Iterable[Iterable[int]]) -> PaperHands:
    """Return the hands of a ranking game: a column for each place, with who took it."""
    places = [str(place) for place in range(1, len(names) + 1)]
    return PaperHands(places, [[names[seat] for seat in order] for order in orders], ())


def _copied_scores(names: Sequence[str], scores: Sequence[Sequence[int]]) -> PaperHands:
    sums = [sum(column) for column in zip(*scores, strict=True)]
    return PaperHands(names, [list(map(figure, hand)) for hand in scores], list(map(figure, sums)))
