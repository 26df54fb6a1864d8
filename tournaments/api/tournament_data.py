"""API data of a tournament, as in `tournaments.api.shapes`. Entrants are given by number."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from scoring.games.queries import tables_of
from scoring.games.round_words import in_form
from tournaments.match.line_data import line_of
from tournaments.match.played_games import played_of
from tournaments.models import Entrant, MatchGame, SessionRound, Stage, Tournament
from tournaments.pages.viewer import Viewer
from tournaments.stage import frozen_results
from tournaments.stage.history import History, RoundRows, Seated, rows_of
from tournaments.stage.notes import words
from tournaments.stage.ranking import entered_of, ranked, ranking_settings
from tournaments.stage.words import plain_words, stage_name
from tournaments.standings import parts, ranking
from tournaments.standings.lines import Entered, Number
from tournaments.standings.numbers import dump

COLUMNS = (
    *(
        "format",
        "format_settings",
        "variant",
        "rules",
        "best_of",
        "minutes",
        "points",
        "points_settings",
    ),
    *("awards", "criteria", "criteria_settings", "unplayed", "worst_dropped", "take", "carry"),
)
# Remarks on a draw that reveal someone's club.
REVEALING_CLUBS = frozenset({"club_avoided", "same_club", "same_club_by_points"})
# Applications, the waiting list and rejections are private
PUBLIC_STATES = (Entrant.State.ENTERED, Entrant.State.WITHDRAWN)


def exact(number: Number) -> int | str:
    """Return a number as the API writes it: never rounded."""
    return number if isinstance(number, int) else dump(number)


def tournament_row(tournament: Tournament) -> dict[str, Any]:
    """Return a tournament as in the list. Needs its club prefetched."""
    return {
        "id": str(tournament.pk),
        "name": tournament.name,
        "club": tournament.club.name,
        "place": tournament.place,
        "starts_on": tournament.starts_on,
        "unit": tournament.unit,
        "state": tournament.state,
        "version": tournament.version,
    }


def whole_tournament(seen: Viewer) -> dict[str, Any]:
    """Return a tournament with stages and entrants. Three queries."""
    entrants = Entrant.objects.filter(tournament=seen.tournament)
    if not seen.whole:
        entrants = entrants.filter(state__in=PUBLIC_STATES)
    rows = list(entrants)
    names = seen.names(rows)
    return tournament_row(seen.tournament) | {
        "stages": [_stage(stage) for stage in seen.stages],
        "entrants": [
            {"number": row.number, "name": names[row.pk], "state": row.state, "seed": row.seed}
            for row in rows
        ],
    }


def _stage(stage: Stage) -> dict[str, Any]:
    about = {"number": stage.number, "name": stage_name(stage), "state": stage.state}
    return about | {key: getattr(stage, key) for key in COLUMNS} | {"words": plain_words(stage)}


class People:
    """Entrants by number and by name: two queries."""

    def __init__(self, seen: Viewer) -> None:
        rows = list(Entrant.objects.filter(tournament=seen.tournament))
        self.numbers: Mapping[int, int] = {row.pk: row.number for row in rows}
        self.names = seen.names(rows)
        self.shielded = frozenset(row.pk for row in rows if seen.hides(row))

    def listed(self, ids: Iterable[int]) -> list[int]:
        return [self.numbers[who] for who in ids]

    def sides(self, sides: Iterable[Iterable[int]]) -> list[list[int]]:
        return [self.listed(side) for side in sides]

    def notes(
        self, notes: Iterable[Mapping[str, Any]], table: Iterable[int] = ()
    ) -> list[dict[str, str]]:
        """Return the remarks on a draw in words, without those that would reveal the club of
        someone whose name is hidden.

        `table`: the entrants a remark is about if it names none.
        """
        at_table = frozenset(table)
        return [
            {"code": note["code"], "message": words(note, self.names)}
            for note in notes
            if note["code"] not in REVEALING_CLUBS
            or not self.shielded & (_named_in(note) or at_table)
        ]


def rounds_of(seen: Viewer, stage: int | None = None, number: int | None = None) -> list[RoundRows]:
    """Return session rounds with their tables, in order: published ones, and for directors also
    drafts. Three queries.
    """
    rounds = SessionRound.objects.filter(stage__tournament=seen.tournament).select_related("stage")
    if not seen.whole:
        rounds = rounds.exclude(state=SessionRound.State.DRAFT)
    if stage is not None:
        rounds = rounds.filter(stage__number=stage)
    if number is not None:
        rounds = rounds.filter(number=number)
    found = rows_of(rounds.order_by("stage__number", "number"))
    return found if seen.whole else _cut(seen, found)


def _cut(seen: Viewer, found: list[RoundRows]) -> list[RoundRows]:
    """Remove results withheld until the prize-giving, and reasons of draws that depend on them."""
    return [
        rows
        if seen.shows_results(rows.session_round.stage, rows.session_round.number)
        else frozen_results.without_results(rows, reasons=False)
        for rows in frozen_results.without_waiting(seen.tournament, found)
    ]


def round_drawn(rows: RoundRows, people: People) -> dict[str, Any]:
    session_round = rows.session_round
    return _where(session_round) | {
        "due_on": session_round.due_on,
        "relaxed": people.notes(session_round.relaxed),
        "tables": [
            {
                "number": seated.match.number,
                "fixture": seated.match.fixture,
                "sides": people.sides(seated.sides),
                "games": [people.sides(sides) for sides in seated.match.plan],
                "reasons": people.notes(seated.match.reasons, seated.everybody),
            }
            for seated in rows.seated
        ],
        "byes": sorted(people.listed(rows.byes)),
        "absent": sorted(people.listed(rows.absent)),
    }


def _where(session_round: SessionRound) -> dict[str, Any]:
    return {
        "stage": session_round.stage.number,
        "number": session_round.number,
        "state": session_round.state,
    }


def _named_in(note: Mapping[str, Any]) -> frozenset[int]:
    return frozenset(who for ids in note.get("who", {}).values() for who in ids)


def _games_by_match(
    session_round: SessionRound, hidden: Collection[int]
) -> dict[int, list[MatchGame]]:
    """Return the games of each match; of `hidden` ones as if the table had not begun. One query."""
    games: dict[int, list[MatchGame]] = {}
    found = MatchGame.objects.filter(match__session_round=session_round)
    for row in found.select_related("game").order_by("number"):
        if row.match_id in hidden:
            row.game = None
        games.setdefault(row.match_id, []).append(row)
    return games


def results_of(seen: Viewer, rows: RoundRows, people: People) -> dict[str, Any]:
    """Return the results of a session round. Three queries for any number of tables. Every game is
    scored from its hands.
    """
    visible = seen.shows_results(rows.session_round.stage, rows.session_round.number)
    hidden = {
        seated.match.pk
        for seated in rows.seated
        if not visible
        or (not seen.whole and frozen_results.waits_blind(seen.tournament, seated.match))
    }
    games = _games_by_match(rows.session_round, hidden)
    tables = tables_of(row.game for own in games.values() for row in own if row.game is not None)
    return _where(rows.session_round) | {
        "frozen": not visible,
        "matches": [
            _match(seated, games.get(seated.match.pk, ()), tables, people) for seated in rows.seated
        ],
    }


def _match(
    seated: Seated, games: Sequence[MatchGame], tables: Mapping[object, Any], people: People
) -> dict[str, Any]:
    match = seated.match
    lines = {
        int(who): line_of(data, match.session_round.number)
        for who, data in (match.result or {}).items()
    }
    return {
        "number": match.number,
        "sides": people.sides(seated.sides),
        "done": match.done,
        "ruled": match.ruling is not None,
        "winner": match.winner,
        "entrants": [
            {
                "entrant": people.numbers[who],
                "points": exact(lines[who].points),
                "score": exact(lines[who].score),
            }
            for who in seated.everybody
            if who in lines
        ],
        "games": [_game(row, tables, people) for row in games],
    }


def _game(row: MatchGame, tables: Mapping[object, Any], people: People) -> dict[str, Any]:
    planned = {
        "number": row.number,
        "state": "waiting",
        "sides": people.sides(row.sides),
        "hands": 0,
        "totals": [],
    }
    if row.game is None:
        return planned
    played = played_of(row, tables[row.game_id])
    return planned | {
        "state": row.game.state,
        "sides": people.sides(played.sides),
        "hands": len(played.hands),
        "totals": list(played.totals),
    }


def standings_of(seen: Viewer, stage: Stage, explain: int | None) -> dict[str, Any]:
    """Return the standings of a stage. `explain`: add the sums behind the row of the entrant with
    this number. Seven queries.

    Raises LookupError if the stage has no such entrant.
    """
    history = seen.history(stage)
    people = People(seen)
    entered = entered_of(history)
    rows = ranked(history, entered)
    explained = None
    if explain is not None:
        chosen = next((row for row in rows if people.numbers[row.id] == explain), None)
        if chosen is None:
            raise LookupError(explain)
        apart = {row.id: row.group for row in rows}
        explained = {
            "entrant": explain,
            "criteria": [
                {
                    "criterion": key,
                    "value": exact(value),
                    "parts": _parts(history, entered, apart, chosen.id, key, people),
                }
                for key, value in chosen.values.items()
            ],
        }
    return {
        "stage": stage.number,
        "state": stage.state,
        "frozen_from": history.cut,
        "criteria": stage.criteria,
        "rows": [
            {
                "rank": row.rank,
                "entrant": people.numbers[row.id],
                "name": people.names[row.id],
                "group": row.group,
                "open": row.open,
                "points": exact(row.points),
                "values": {key: exact(value) for key, value in row.values.items()},
            }
            for row in rows
        ],
        "explained": explained,
    }


def _parts(
    history: History,
    entered: Sequence[Entered],
    apart: Mapping[int, str],
    who: int,
    key: str,
    people: People,
) -> list[dict[str, Any]]:
    criteria = history.stage.criteria
    found = ranking.explain(entered, criteria, who, key, apart=apart, **ranking_settings(history))
    return [
        {
            "message": in_form(part.text, part.params)
            % {name: _note_text(value, people) for name, value in part.params.items()},
            "number": exact(part.number),
        }
        for part in found
    ]


def _note_text(value: object, people: People) -> object:
    if isinstance(value, parts.Id):
        return people.names.get(int(value), str(value))
    if isinstance(value, parts.Ids):
        return ", ".join(people.names.get(int(one), str(one)) for one in value)
    return value
