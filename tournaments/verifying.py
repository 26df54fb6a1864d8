"""Verify tournaments: recompute the links of their chains, and every match from its games.

scoring.games.verifying.games verifies the games themselves. Only the first difference of each
tournament is reported, with its place.
"""

import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Max

from scoring.games.chain import is_erased, linked
from scoring.games.verifying.games import Counts, Difference
from scoring.models import Entry, Game, GameEvent
from tournaments import seals
from tournaments.match.results import Read, counted
from tournaments.models import (
    LogLine,
    MatchGame,
    Participation,
    Seal,
    SessionRound,
    Stage,
    Tournament,
)
from tournaments.stage.history import Seated, history_of, rows_of
from tournaments.stage.ranking import entered_of
from tournaments.standings.numbers import dump
from tournaments.standings.points.carry import carried


def differences_in_tournaments(counts: Counts) -> Iterator[Difference]:
    """Yield the first difference of each tournament that has one: its chain first, then its
    matches.

    Tournaments of a club that is being imported are left to the import.
    """
    for key in list(
        Tournament.objects.filter(club__coming=None).order_by("pk").values_list("pk", flat=True)
    ):
        found = difference_in(Tournament.objects.get(pk=key), counts)
        if found is not None:
            yield found


def difference_in(tournament: Tournament, counts: Counts) -> Difference | None:
    """Return a tournament's first difference, if any."""
    found = _Chain.of(tournament).broken(counts)
    return (
        found or next(_not_as_counted(tournament), None) or next(_not_as_carried(tournament), None)
    )


def broken_seals(tournament: Tournament) -> Difference | None:
    """Return the first link of its chain that does not match its content. Eight queries."""
    return _Chain.of(tournament).broken(Counts())


def _name(tournament: Tournament) -> str:
    return f"tournament {tournament.name!r} ({tournament.pk})"


# Chain
# --------------------------------------------------------------------------------------------------


@dataclass
class _Chain:
    """A tournament's chain with the content of its links."""

    tournament: Tournament
    seals: list[Seal]
    lines: Mapping[int, LogLine]
    links: Mapping[tuple[uuid.UUID, int], bytes]  # of games, by game and position
    accounts: frozenset[int]  # existing accounts, among those whose name a line has lost

    @classmethod
    def of(cls, tournament: Tournament) -> "_Chain":
        """Load a tournament's chain. Six queries."""
        found = list(Seal.objects.filter(tournament=tournament).order_by("position"))
        lines = {line.pk: line for line in LogLine.objects.filter(tournament=tournament)}
        sealed = [seal for seal in found if seal.line_id in lines and seal.by_account is not None]
        removed = [
            seal.by_account or 0 for seal in sealed if lines[seal.line_id or 0].by_id is None
        ]
        users = get_user_model().objects.filter(pk__in=removed)
        accounts = frozenset(users.values_list("pk", flat=True))
        return cls(tournament, found, lines, _links_of(tournament), accounts)

    def broken(self, counts: Counts) -> Difference | None:
        """Return the first link that does not match its content, or what no link covers."""
        head = seals.opening(self.tournament.pk)
        for place, seal in enumerate(self.seals, start=1):
            found = self._link(seal, place, head)
            if found is not None:
                return found
            head = bytes(seal.link)
            counts.erased += seal.line_id is not None and is_erased(self.lines[seal.line_id])
            counts.note_head(head, f"{_name(self.tournament)}, place {place} of {len(self.seals)}")
        length, kept = self.tournament.chain_length, self.tournament.chain_head
        if length != len(self.seals) or kept is None or bytes(kept) != head:
            text = (
                f"{length} were written, {len(self.seals)} are there: the end of its chain differs"
            )
            return Difference(_name(self.tournament), text)
        return self._left_out() or self._as_sealed()

    def _link(self, seal: Seal, place: int, before: bytes) -> Difference | None:
        at = f"{_name(self.tournament)}, place {place}"
        if seal.position != place:
            return Difference(at, "what was written in this place is missing or is there twice")
        if seal.line_id is not None:
            return self._link_of_line(seal, seal.line_id, at, before)
        if seal.game_id is not None:
            return self._link_of_game(seal, seal.game_id, at, before)
        return _as_written(seal, at, before, seals.of_state(bytes(seal.decisions or b"")))

    def _link_of_line(self, seal: Seal, pk: int, at: str, before: bytes) -> Difference | None:
        line = self.lines.get(pk)
        if line is None:
            return Difference(at, "the line of the log is missing")
        at += f", line {line.action!r} of the log"
        lost = line.by_id is None and seal.by_account not in self.accounts
        if line.by_id != seal.by_account and not lost:
            return Difference(at, "it has another author")
        content = seals.of_line(line, seal.by_account, bytes(seal.decisions or b""))
        return _as_written(seal, at, before, content)

    def _link_of_game(
        self, seal: Seal, game: uuid.UUID, at: str, before: bytes
    ) -> Difference | None:
        key = (game, seal.game_position or 0)
        at += f", game {game}"
        if key not in self.links:
            return Difference(at, f"its place {seal.game_position} is missing")
        return _as_written(seal, at, before, seals.of_game(*key, self.links[key]))

    def _left_out(self) -> Difference | None:
        """Return what is in the tables but in no link."""
        sealed = {seal.line_id for seal in self.seals}
        for pk, line in sorted(self.lines.items()):
            if pk not in sealed:
                return Difference(
                    f"{_name(self.tournament)}, line {line.action!r} of the log",
                    "it is in no chain",
                )
        ours = Game.objects.filter(
            match_game__match__session_round__stage__tournament=self.tournament
        )
        for game, length, last in ours.annotate(last=Max("seals__game_position")).values_list(
            "pk", "chain_length", "last"
        ):
            if length != (last or 0):
                return Difference(
                    f"{_name(self.tournament)}, game {game}",
                    f"{length} were written, {last} are sealed",
                )
        return None

    def _as_sealed(self) -> Difference | None:
        """Compare what affects the ranking with the newest hash."""
        last = next((seal for seal in reversed(self.seals) if seal.decisions is not None), None)
        if last is None:
            return None
        salt = bytes(self.tournament.chain_salt or b"")
        if bytes(last.decisions or b"") != seals.state_of(self.tournament.pk, salt):
            text = "what affects the ranking has changed since it was sealed last"
            where = f"at place {last.position} of its chain"
            return Difference(_name(self.tournament), f"{text}, {where}")
        return None


def _as_written(
    seal: Seal, at: str, before: bytes, content: Mapping[str, Any]
) -> Difference | None:
    if bytes(seal.link) != linked(before, content):
        return Difference(at, "it is not as it was written")
    return None


def _links_of(tournament: Tournament) -> dict[tuple[uuid.UUID, int], bytes]:
    """Return the links of its games' chains, by game and position. Two queries."""
    links: dict[tuple[uuid.UUID, int], bytes] = {}
    for model in (Entry, GameEvent):
        rows = model.objects.filter(
            game__seals__tournament=tournament, position__isnull=False
        ).distinct()
        for game, position, link in rows.values_list("game_id", "position", "link").iterator():
            links[game, position or 0] = bytes(link or b"")
    return links


# Data derived from the entries
# ------------------------------------------------------------------------


def _not_as_counted(tournament: Tournament) -> Iterator[Difference]:
    """Yield the matches whose result, end or winner does not match their games."""
    rounds = SessionRound.objects.filter(stage__tournament=tournament).exclude(
        state=SessionRound.State.DRAFT
    )
    for session_round in rounds.select_related("stage__tournament").order_by(
        "stage__number", "number"
    ):
        (rows,) = rows_of([session_round])
        games: dict[int, list[MatchGame]] = {}
        for row in (
            MatchGame.objects.filter(match__session_round=session_round)
            .select_related("game")
            .order_by("number")
        ):
            games.setdefault(row.match_id, []).append(row)
        read = Read.of([row.game for own in games.values() for row in own if row.game is not None])
        for seated in rows.seated:
            match = seated.match
            found = counted(seated, games.get(match.pk, []), read)
            if found == (match.result, match.done, match.winner):
                continue
            stage = session_round.stage
            at = (
                f"{_name(tournament)}, stage {stage.number}, round {session_round.number}, table "
                f"{match.number}"
            )
            yield Difference(at, _what_differs(seated, found))


def _what_differs(seated: Seated, found: tuple[Any, bool, int | None]) -> str:
    match = seated.match
    names = ("result", "end", "winner")
    for name, now, kept in zip(names, found, (match.result, match.done, match.winner), strict=True):
        if now != kept:
            return f"the {name} by its games is {now}, but {kept} is stored"
    return ""


def _not_as_carried(tournament: Tournament) -> Iterator[Difference]:
    """Yield entrants whose points carried into a stage do not follow from the stage before."""
    stages = {
        stage.number: stage
        for stage in Stage.objects.filter(tournament=tournament).select_related("tournament")
    }
    for number, stage in sorted(stages.items()):
        before = stages.get(number - 1)
        if before is not None and before.state == Stage.State.FINISHED:
            at = f"{_name(tournament)}, stage {number}"
            yield from _not_as_carried_from(before, stage, at)


def _not_as_carried_from(before: Stage, stage: Stage, at: str) -> Iterator[Difference]:
    rows = list(
        Participation.objects.filter(stage=stage).select_related("entrant").order_by("seed")
    )
    if not rows:
        return
    entered = {one.id: one for one in entered_of(history_of(before))}
    through = [row.entrant_id for row in rows]
    for row in rows:
        if row.entrant_id not in entered:
            continue
        brought = carried(
            stage.carry, entered[row.entrant_id], through, worst_dropped=before.worst_dropped
        )
        computed = dump(brought.points), dump(brought.score)
        kept = row.carried_points, row.carried_score
        if computed != kept:
            text = f"{computed} should be carried over, but {kept} is stored"
            yield Difference(f"{at}, entrant {row.entrant.number}", text)
