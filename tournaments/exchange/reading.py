"""Create a tournament from a document, all or nothing."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.db import transaction

from scoring.games.access.devices import hash_of
from scoring.models import Club, Device
from scoring.rules import Mistake, RuleError
from scoring.rules.words import gettext_noop
from tournaments.actions.common import log
from tournaments.actions.nights import assign_nights
from tournaments.actions.sealing import seal_all
from tournaments.exchange.checking import plan_of, read_text
from tournaments.exchange.deals import save_hands, save_seal
from tournaments.exchange.game_rows import GameRows
from tournaments.exchange.json_ids import BROKEN, in_json
from tournaments.exchange.kinds import (
    ABOUT,
    ENTRANT,
    OF_MATCH,
    OF_MATCH_GAME,
    OF_PARTICIPATION,
    OF_REMARK,
    OF_RULING,
    OF_SESSION_ROUND,
    TABLE,
    Kind,
)
from tournaments.exchange.log_reading import write_log
from tournaments.exchange.people_reading import players_by_name
from tournaments.exchange.writing import result_data
from tournaments.match.mean_rulings import matches_with_mean, takes_mean
from tournaments.match.results import COUNTED, Read, count_row
from tournaments.models import (
    Absence,
    Entrant,
    Match,
    MatchGame,
    Member,
    Participation,
    Place,
    Remark,
    Ruling,
    SessionRound,
    Stage,
    Tournament,
)
from tournaments.stage.history import history_of, rows_of, seated_match
from tournaments.stage.ranking import ranked

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

# Columns of a match that are not counted anew
TAKEN = tuple(name for name in TABLE if name not in {"result", "done", "winner", "agreement"})
# Tables whose games are written together: more means fewer queries, but longer waits for others
TABLES_AT_ONCE = 25


def import_tournament(club: Club, by: "AbstractBaseUser | None", text: str | bytes) -> Tournament:
    """Create a tournament in a club from a document.

    Recomputes every result from the entries and compares it with the document's. Raises RuleError
    with all errors; then nothing was created.
    """
    return import_document(club, by, read_text(text))


def import_document(
    club: Club, by: "AbstractBaseUser | None", document: dict[str, Any]
) -> Tournament:
    """Create a tournament from a document parsed by `checking.read_text`, so that parsing holds no
    lock.
    """
    with transaction.atomic():
        tournament = make_tournament(club, by, document)
        log(tournament, "imported", by)
    tournament.refresh_from_db()
    return tournament


def make_tournament(
    club: Club,
    by: "AbstractBaseUser | None",
    document: dict[str, Any],
    *,
    people_of: Club | None = None,
    breathe: Callable[[], None] = lambda: None,
) -> Tournament:
    """Create a tournament within the caller's transactions; the caller writes the log.

    `people_of`: another club in whose list to look people up first; the rest are created in `club`.
    `breathe` is called wherever a transaction may end.
    """
    tournament = _Import(club, by, document, people_of or club, breathe).make()
    breathe()
    if tournament.state == Tournament.State.FINISHED:
        assign_nights(tournament)
    seal_all(tournament.pk)
    return tournament


class _Import:
    def __init__(
        self,
        club: Club,
        by: "AbstractBaseUser | None",
        document: dict[str, Any],
        people_of: Club,
        breathe: Callable[[], None],
    ) -> None:
        self.breathe = breathe
        desk = Device.objects.create(
            key_hash=hash_of(secrets.token_urlsafe(32)), kind="Desk", club=club
        )
        about = document["about"]
        self.document = document
        self.tournament = Tournament.objects.create(
            club=club,
            desk=desk,
            created_by_id=by.pk if by else None,
            **{key: about[key] for key in ABOUT},
        )
        self.players = players_by_name(self.tournament, document, people_of, breathe)
        self.ids: dict[int, int] = {}  # of entrants, by number
        self.rulings: dict[tuple[int, int], int] = {}  # by stage and position in its list
        self.mistakes: list[Mistake] = []

    def make(self) -> Tournament:
        self._entrants()
        self.breathe()
        for index, data in enumerate(self.document["stages"]):
            self._stage(data, f"stages.{index}")
        write_log(self.tournament, self.document["log"], self.ids, self.players, self.rulings)
        if self.mistakes:
            raise RuleError(self.mistakes)
        return self.tournament

    def _entrants(self) -> None:
        rows = Entrant.objects.bulk_create(
            Entrant(
                tournament=self.tournament,
                **{key: data[key] for key in ENTRANT},
            )
            for data in sorted(self.document["entrants"], key=lambda one: one["number"])
        )
        self.ids = {row.number: row.pk for row in rows}
        Member.objects.bulk_create(
            Member(
                tournament=self.tournament,
                entrant_id=self.ids[data["number"]],
                player=self.players[member["name"]],
                order=member["order"],
                active=member["active"],
            )
            for data in self.document["entrants"]
            for member in data["members"]
        )

    def _stage(self, data: dict[str, Any], at: str) -> None:
        plan = plan_of(data)
        stage = Stage.objects.create(
            tournament=self.tournament,
            number=data["number"],
            state=data["state"],
            fouled_boards=data["fouled_boards"],
            **plan.columns(),
        )
        Participation.objects.bulk_create(
            Participation(
                stage=stage,
                entrant_id=self.ids[row["entrant"]],
                **self._columns(OF_PARTICIPATION, row),
            )
            for row in data["participations"]
        )
        self.breathe()
        Absence.objects.bulk_create(
            Absence(
                stage=stage,
                entrant_id=self.ids[row["entrant"]],
                round_number=row["round"],
                worth=row["worth"],
            )
            for row in data["absences"]
        )
        rulings = OF_RULING.save(
            [
                Ruling(
                    stage=stage,
                    entrant_id=self.ids[row["entrant"]],
                    round_number=row["round"],
                    created_at=row["at"],
                    **{key: row[key] for key in ("kind", "points", "score", "reason", "undone_at")},
                )
                for row in data["rulings"]
            ]
        )
        for number, ruling in enumerate(rulings, start=1):
            self.rulings[stage.number, number] = ruling.pk
        save_seal(stage, data["deals"])
        save_hands(stage, data["hands"])
        for index, session_round in enumerate(data["session_rounds"]):
            self._round(stage, session_round, f"{at}.session_rounds.{index}")
            self.breathe()
        if not self.mistakes:
            self._means(stage, at)
        if not self.mistakes:
            self.mistakes += _standings_mistakes(stage, at)

    def _columns(
        self, kind: Kind, data: Mapping[str, Any], names: Iterable[str] = ()
    ) -> dict[str, Any]:
        """Return a row's columns from its part of the document."""
        return {
            name: in_json(
                kind.name, name, data[name], lambda _entrant, number: self.ids.get(number)
            )
            for name in names or kind.fields
        }

    def _round(self, stage: Stage, data: dict[str, Any], at: str) -> None:
        (session_round,) = OF_SESSION_ROUND.save(
            [SessionRound(stage=stage, **self._columns(OF_SESSION_ROUND, data))]
        )
        tables = data["tables"]
        matches = Match.objects.bulk_create(
            Match(
                session_round=session_round,
                **self._columns(OF_MATCH, table, TAKEN),
                agreement=_agreement(table, session_round),
            )
            for table in tables
        )
        self._places(session_round, data, matches)
        self.breathe()
        for start in range(0, len(tables), TABLES_AT_ONCE):
            games = GameRows(self.tournament, stage.number, session_round.number, self.players)
            some = slice(start, start + TABLES_AT_ONCE)
            for match, table in zip(matches[some], tables[some], strict=True):
                for game in table["games"]:
                    played = games.add(match, game)
                    columns = self._columns(OF_MATCH_GAME, game)
                    games.of_matches.append(MatchGame(match=match, game=played, **columns))
            games.write()
            self.breathe()
        self._remarks(matches, tables)
        self._count(session_round, tables, at)

    def _places_at(self, match: Match, table: dict[str, Any]) -> Iterator[Place]:
        then = {
            one["entrant"]: [self.players[name].pk for name in one["names"]]
            for one in table["people"]
        }
        for side, members in enumerate(table["sides"]):
            for order, who in enumerate(members):
                yield Place(
                    session_round=match.session_round,
                    entrant_id=self.ids[who],
                    match=match,
                    side=side,
                    order=order,
                    people=then.get(who),
                    stand_ins=[
                        [self.players[one["for"]].pk, self.players[one["name"]].pk]
                        for one in table["stand_ins"]
                        if one["entrant"] == who
                    ],
                )

    def _places(
        self, session_round: SessionRound, data: dict[str, Any], matches: Sequence[Match]
    ) -> None:
        rows = [
            place
            for match, table in zip(matches, data["tables"], strict=True)
            for place in self._places_at(match, table)
        ]
        for kind, key in ((Place.Kind.BYE, "byes"), (Place.Kind.ABSENT, "absent")):
            rows += [
                Place(session_round=session_round, entrant_id=self.ids[who], kind=kind, order=order)
                for order, who in enumerate(data[key])
            ]
        Place.objects.bulk_create(rows)

    def _remarks(self, matches: Sequence[Match], tables: Sequence[dict[str, Any]]) -> None:
        OF_REMARK.save(
            [
                Remark(
                    match=match,
                    entrant_id=None if remark["entrant"] is None else self.ids[remark["entrant"]],
                    created_at=remark["at"],
                    **{
                        key: remark[key]
                        for key in ("kind", "side", "text", "figures", "settled_at", "answer")
                    },
                )
                for match, table in zip(matches, tables, strict=True)
                for remark in table["remarks"]
            ]
        )

    def _count(
        self, session_round: SessionRound, tables: Sequence[dict[str, Any]], at: str
    ) -> None:
        """Count every match from its games, and compare it with the document's result."""
        numbers = {pk: number for number, pk in self.ids.items()}
        (rows,) = rows_of([session_round])
        by_number = {(seated.match.turn, seated.match.number): seated for seated in rows.seated}
        read = Read.of_matches([seated.match for seated in rows.seated])
        for index, table in enumerate(tables):
            seated = by_number[table["turn"], table["number"]]
            match = seated.match
            if takes_mean(match.ruling):
                continue  # once all rounds are there
            try:
                count_row(seated, read.of_match[match.pk], read)
            except RuleError as error:
                where = f"{at}.tables.{index}.ruling"
                self.mistakes += [
                    replace(one, field=f"{where}.{one.field}") for one in error.mistakes
                ]
                continue
            counted = (result_data(match, numbers), match.done, match.winner)
            if counted != (table["result"], table["done"], table["winner"]):
                text = gettext_noop(
                    "Table %(table)s in round %(round)s: its entries give a different result from "
                    "the recorded one. Nothing was imported."
                )
                params = {"table": table["number"], "round": session_round.number}
                self.mistakes.append(
                    Mistake("result_differs", f"{at}.tables.{index}.result", text, params)
                )
            match.save(update_fields=COUNTED)
            self.breathe()

    def _means(self, stage: Stage, at: str) -> None:
        """Compute rulings that award the mean of the other rounds.

        The document's value is ignored: it can be derived, and an older version stored the mean at
        the time of the ruling.
        """
        for match in matches_with_mean(stage.pk, list(self.ids.values())):
            try:
                count_row(seated_match(match), []).save(update_fields=COUNTED)
            except RuleError as error:
                self.mistakes += [replace(one, field=f"{at}.{one.field}") for one in error.mistakes]


def _standings_mistakes(stage: Stage, at: str) -> list[Mistake]:
    """Return why there are no standings of an imported stage."""
    try:
        ranked(history_of(stage))
    except RuleError as error:  # a bye without a value
        return [replace(one, field=f"{at}.awards.{one.field}") for one in error.mistakes]
    except BROKEN:
        text = gettext_noop(
            "The rounds of this stage do not match its format: there are no standings."
        )
        return [Mistake("no_standings", f"{at}.session_rounds", text)]
    return []


def _agreement(table: Mapping[str, Any], session_round: SessionRound) -> str:
    """Return the state of agreement. In an older document without it, closed rounds count as
    agreed.
    """
    if table["agreement"] is not None:
        return str(table["agreement"])
    closed = session_round.state == SessionRound.State.CLOSED
    return Match.Agreement.AGREED.value if closed else Match.Agreement.OPEN.value
