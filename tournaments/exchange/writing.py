"""Export a tournament as plain JSON data: the same for the same tournament everywhere."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Model

from scoring.games.names.visibility import ALIAS, FULL, Person, person
from scoring.games.queries import Table, tables_of
from scoring.models import Entry, Game, GameEvent
from scoring.rules import Round as PlayedRound
from scoring.rules.record import write_record
from tournaments.actions.common import lock
from tournaments.exchange import FORMAT, VERSION
from tournaments.exchange.deals import deals_of, hands_of
from tournaments.exchange.json_ids import OF_ENTRANTS, in_json
from tournaments.exchange.kinds import (
    ABOUT,
    ENTRANT,
    OF_ENTRANT,
    OF_MATCH,
    OF_MATCH_GAME,
    OF_PARTICIPATION,
    OF_SESSION_ROUND,
    OF_STAGE,
    OF_TOURNAMENT,
    TABLE,
    Kind,
)
from tournaments.exchange.log_writing import log_of
from tournaments.exchange.people_writing import WrittenNames
from tournaments.models import (
    Absence,
    Entrant,
    Match,
    MatchGame,
    Member,
    Participation,
    Remark,
    Ruling,
    SessionRound,
    Stage,
    Tournament,
)
from tournaments.names import COLUMNS_OF_MEMBERS
from tournaments.stage.history import RoundRows, Seated, rows_of


def document(tournament: Tournament) -> dict[str, Any]:
    """Return a consistent snapshot of the tournament; concurrent writes wait until it is read.

    A dozen queries and three per stage, whatever its size.
    """
    with transaction.atomic():
        return _whole(lock(tournament))


def _whole(tournament: Tournament) -> dict[str, Any]:
    numbers = dict(Entrant.objects.filter(tournament=tournament).values_list("pk", "number"))
    stages = list(Stage.objects.filter(tournament=tournament))
    for stage in stages:
        stage.tournament = tournament
    rounds = rows_of(
        SessionRound.objects.filter(stage__tournament=tournament)
        .select_related("stage")
        .order_by("stage", "number")
    )
    names = WrittenNames(tournament)
    tables = _Tables.of(tournament, numbers, names)
    return {
        "format": FORMAT,
        "version": VERSION,
        "about": _columns(OF_TOURNAMENT, tournament, numbers, ABOUT),
        "entrants": _entrants(tournament, numbers, names),
        "stages": [
            _stage(
                stage,
                numbers,
                [rows for rows in rounds if rows.session_round.stage_id == stage.pk],
                tables,
            )
            for stage in stages
        ],
        "log": log_of(tournament, numbers, names),
    }


def text_of(tournament: Tournament) -> str:
    """Return the document for download: one line, in ASCII."""
    return json.dumps(document(tournament), separators=(",", ":"))


def moment(at: datetime | None) -> str | None:
    """Format a time in UTC as ISO 8601."""
    return None if at is None else at.astimezone(UTC).isoformat()


def _columns(
    kind: Kind, row: Model, numbers: Mapping[int, int], names: Iterable[str] = ()
) -> dict[str, Any]:
    """Return a row's columns as JSON, with numbers of entrants."""
    found = kind.row(row, lambda _entrant, pk: numbers.get(pk), names)
    for key, value in found.items():
        if isinstance(value, datetime):
            found[key] = moment(value)
        elif isinstance(value, date):
            found[key] = value.isoformat()
    return found


def _notes(notes: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return notes with all their keys, and entrants in order."""
    return [
        {
            "code": note["code"],
            "text": note["text"],
            "params": note.get("params", {}),
            "who": {key: sorted(who) for key, who in note.get("who", {}).items()},
        }
        for note in notes
    ]


def _entrants(
    tournament: Tournament, numbers: Mapping[int, int], names: WrittenNames
) -> list[dict[str, Any]]:
    members: dict[int, list[dict[str, Any]]] = {}
    rows = Member.objects.filter(tournament=tournament).order_by("order", "pk")
    columns = ("entrant_id", "order", "active", "player", "player__erased_at", *COLUMNS_OF_MEMBERS)
    for entrant_id, order, active, player, erased_at, *about in rows.values_list(*columns):
        found = {"name": names.of(player), "order": order, "active": active}
        found |= _shown(person(*about)) if erased_at is None else {"erased": True}
        members.setdefault(entrant_id, []).append(found)
    return [
        _columns(OF_ENTRANT, entrant, numbers, ENTRANT) | {"members": members.get(entrant.pk, [])}
        for entrant in Entrant.objects.filter(tournament=tournament)
    ]


def _shown(one: Person) -> dict[str, Any]:
    """Return what visitors see of a person, if not the full name: another site must not
    show more.
    """
    shown = {} if one.how == FULL else {"shown": one.how}
    return (
        shown
        | ({"alias": one.alias} if one.how == ALIAS else {})
        | ({"minor": True} if one.minor else {})
    )


def _stage(
    stage: Stage, numbers: Mapping[int, int], rounds: Sequence[RoundRows], tables: "_Tables"
) -> dict[str, Any]:
    return {
        **_columns(OF_STAGE, stage, numbers),
        "participations": [
            {"entrant": numbers[row.entrant_id], **_columns(OF_PARTICIPATION, row, numbers)}
            for row in Participation.objects.filter(stage=stage)
        ],
        "absences": sorted(
            (
                {"entrant": numbers[who], "round": number, "worth": worth}
                for who, number, worth in Absence.objects.filter(stage=stage).values_list(
                    "entrant", "round_number", "worth"
                )
            ),
            key=lambda one: (one["round"], one["entrant"]),
        ),
        "rulings": [
            {
                "entrant": numbers[row.entrant_id],
                "round": row.round_number,
                "kind": row.kind,
                "points": row.points,
                "score": row.score,
                "reason": row.reason,
                "at": moment(row.created_at),
                "undone_at": moment(row.undone_at),
            }
            for row in Ruling.objects.filter(stage=stage)
        ],
        "session_rounds": [_round(rows, tables) for rows in rounds],
        "deals": deals_of(stage),
        "hands": hands_of(stage),
    }


def _round(rows: RoundRows, tables: "_Tables") -> dict[str, Any]:
    found = _columns(OF_SESSION_ROUND, rows.session_round, tables.numbers)
    return found | {
        "relaxed": _notes(found["relaxed"]),
        "warnings": _notes(found["warnings"]),
        # In the order of the draw, which brackets depend on
        "byes": [tables.numbers[who] for who in rows.byes],
        "absent": sorted(tables.numbers[who] for who in rows.absent),
        "tables": [tables.match(seated) for seated in rows.seated],
    }


@dataclass
class _Tables:
    """Write tables. Loads the games of all matches of a tournament together."""

    numbers: Mapping[int, int]
    names: WrittenNames
    games: Mapping[int, Sequence[MatchGame]]  # by match
    tables: Mapping[object, Table]
    rivals: Mapping[object, Sequence[Entry]]
    late: Mapping[object, Sequence[Entry]]
    reasons: Mapping[object, str]
    remarks: Mapping[int, Sequence[Remark]]  # by match

    @classmethod
    def of(
        cls, tournament: Tournament, numbers: Mapping[int, int], names: WrittenNames
    ) -> "_Tables":
        games: dict[int, list[MatchGame]] = {}
        rows = MatchGame.objects.filter(
            match__session_round__stage__tournament=tournament
        ).select_related("game")
        for row in rows.order_by("number"):
            games.setdefault(row.match_id, []).append(row)
        played = [row.game for own in games.values() for row in own if row.game is not None]
        pks = [game.pk for game in played]
        rivals: dict[object, list[Entry]] = {}
        late: dict[object, list[Entry]] = {}
        unsettled = Entry.objects.filter(game__in=pks, settled_by__isnull=True)
        for entry in unsettled.filter(outcome=Entry.Outcome.RIVAL).order_by("number", "position"):
            rivals.setdefault(entry.game_id, []).append(entry)
        for entry in unsettled.filter(outcome=Entry.Outcome.LATE).order_by("position"):
            late.setdefault(entry.game_id, []).append(entry)
        remarks: dict[int, list[Remark]] = {}
        for remark in Remark.objects.filter(match__session_round__stage__tournament=tournament):
            remarks.setdefault(remark.match_id, []).append(remark)
        early = GameEvent.objects.filter(game__in=pks, action="finish_early").order_by("position")
        # The last one counts
        reasons: dict[object, str] = dict(early.values_list("game_id", "reason"))
        return cls(numbers, names, games, tables_of(played), rivals, late, reasons, remarks)

    def match(self, seated: Seated) -> dict[str, Any]:
        match = seated.match
        found = _columns(OF_MATCH, match, self.numbers, TABLE)
        return (
            {
                "number": match.number,
                "fixture": match.fixture,
                "sides": [[self.numbers[who] for who in side] for side in seated.sides],
                "people": [
                    {"entrant": self.numbers[who], "names": self.names.members_at(match.pk, who)}
                    for who in sorted(seated.then)
                ],
                "stand_ins": [
                    {"entrant": self.numbers[who], "name": name, "for": out}
                    for who in sorted(seated.stand_ins)
                    for name, out in self.names.stand_ins_at(match.pk, who)
                ],
            }
            | found
            | {
                "reasons": _notes(found["reasons"]),
                "warnings": _notes(found["warnings"]),
                "result": result_data(match, self.numbers),
                "remarks": [
                    remark_data(remark, self.numbers) for remark in self.remarks.get(match.pk, ())
                ],
                "games": [
                    _columns(OF_MATCH_GAME, row, self.numbers)
                    | {"game": None if row.game is None else self._played(row.game)}
                    for row in self.games.get(match.pk, ())
                ],
            }
        )

    def _played(self, game: Game) -> dict[str, Any]:
        table = self.tables[game.pk]
        names = self.names.at(table)
        return {
            "record": write_record(names, table.rules, table.played, kept=True),
            "rivals": [
                {"number": entry.number, "round": _one_round(table, names, entry.played)}
                for entry in self.rivals.get(game.pk, ())
            ],
            "late": [
                {
                    "number": entry.number,
                    "kind": entry.kind,
                    "round": _one_round(table, names, entry.played) if entry.data else None,
                    "at": moment(entry.created_at),
                }
                for entry in self.late.get(game.pk, ())
            ],
            "table_name": game.table_name,
            "direction": game.direction,
            "saving": game.saving,
            "state": game.state,
            "stopped_because": self.reasons.get(game.pk, "")
            if game.state == Game.State.STOPPED
            else "",
            "started_at": moment(game.started_at),
        }


def _one_round(table: Table, names: Sequence[str], played: PlayedRound) -> dict[str, Any]:
    record = write_record(names, table.rules, [played], kept=True)
    found: dict[str, Any] = record["rounds"][0]
    return found


def remark_data(remark: Remark, numbers: Mapping[int, int]) -> dict[str, Any]:
    """Return a remark on a match, without the phone or account it came from."""
    return {
        "kind": remark.kind,
        "side": remark.side,
        "entrant": None if remark.entrant_id is None else numbers[remark.entrant_id],
        "text": remark.text,
        "figures": remark.figures,
        "at": moment(remark.created_at),
        "settled_at": moment(remark.settled_at),
        "answer": remark.answer,
    }


def result_data(match: Match, numbers: Mapping[int, int]) -> dict[str, Any] | None:
    """Return what a match gave each entrant, by number."""
    result: dict[str, Any] | None = in_json(
        OF_MATCH.name, "result", match.result, lambda _entrant, pk: numbers.get(pk)
    )
    return result and {
        who: {key: sorted(one) if key in OF_ENTRANTS else one for key, one in line.items()}
        for who, line in result.items()
    }
