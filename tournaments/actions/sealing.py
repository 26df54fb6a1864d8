"""Appends to a tournament's chain: see tournaments.seals for its links.

Each function takes the tournament's lock (again), so that no two take the same position.
"""

import secrets
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.db.models import F, Max, OuterRef, QuerySet, Subquery, UUIDField
from django.db.models.functions import Coalesce

from scoring.games.actions.chaining import CHAIN, log_seat_change, seats_of
from scoring.games.chain import linked
from scoring.games.prepared import Given, Prepared, insert
from scoring.models import Game
from tournaments import seals
from tournaments.models import LogLine, Seal, Tournament


def add_seals(
    tournament_id: uuid.UUID, *, lines: Sequence[LogLine] = (), games: Sequence[Game] = ()
) -> dict[str, Any]:
    """Write the links for these. Return the tournament's new columns, to be saved in the same
    transaction.
    """
    return _add(tournament_id, [*lines, *games])


def seal_all(tournament_id: uuid.UUID) -> None:
    """Write and save the links of everything unsealed, after an import. Locks the tournament.

    The lines of its log come first, then the current state of its games.
    """
    lines = LogLine.objects.filter(tournament=tournament_id, seal__isnull=True).order_by("pk")
    games = Game.objects.filter(
        match_game__match__session_round__stage__tournament=tournament_id
    ).annotate(sealed=Coalesce(Max("seals__game_position"), 0))
    grown = games.filter(chain_length__gt=F("sealed")).order_by("pk")
    Tournament.objects.filter(pk=tournament_id).update(**_add(tournament_id, [*lines, *grown]))


def seal_state(tournament_id: uuid.UUID) -> None:
    """Write and save a link if what determines the ranking changed without a log line. Locks the
    tournament.
    """
    key, salt, sealed = _held(tournament_id).values_list("pk", "chain_salt", _LAST_STATE).get()
    if salt is None or sealed is None or bytes(sealed) != seals.state_of(key, bytes(salt)):
        Tournament.objects.filter(pk=key).update(**_add(key, [None]))


_LAST_STATE = Subquery(
    Seal.objects.filter(tournament=OuterRef("pk"), decisions__isnull=False)
    .order_by("-position")
    .values("decisions")[:1]
)


def _held(tournament_id: uuid.UUID) -> QuerySet[Tournament]:
    return Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id)


_HELD_CHAIN = Prepared(
    lambda: (
        Tournament.objects.select_for_update(no_key=True)
        .filter(pk=Given("tournament", UUIDField()))
        .only("chain_length", "chain_head")
    )
)


def _add(tournament_id: uuid.UUID, written: Sequence[LogLine | Game | None]) -> dict[str, Any]:
    """Write links for these; None for the ranking's state alone."""
    held = _HELD_CHAIN.get(tournament=tournament_id)
    length = held.chain_length or 0
    head = bytes(held.chain_head) if held.chain_head else seals.opening(tournament_id)
    columns: dict[str, Any] = {}
    state = b""
    if not all(isinstance(one, Game) for one in written):
        columns["chain_salt"] = salt = secrets.token_bytes(seals.SALT)
        state = seals.state_of(tournament_id, salt)
    made = []
    for one in written:
        seal = Seal(tournament_id=tournament_id, position=length + 1)
        if isinstance(one, Game):
            seal.game, seal.game_position = one, one.chain_length
            content = seals.of_game(one.pk, one.chain_length or 0, bytes(one.chain_head or b""))
            one.has_grown = False
        else:
            seal.decisions = state
            content = seals.of_state(state)
            if one is not None:
                seal.line, seal.by_account = one, one.by_id
                content = seals.of_line(one, one.by_id, state)
        seal.link = linked(head, content)
        length, head = seal.position, seal.link
        made.append(seal)
    insert(made)
    return columns | {"chain_length": length, "chain_head": head}


def seal_game(tournament: Tournament, game: Game) -> dict[str, Any]:
    """Write the link of a game, if it was written in since it was read; otherwise nothing."""
    return add_seals(tournament.pk, games=[game]) if game.has_grown else {}


def seal_grown(tournament: Tournament, games: Iterable[Game]) -> None:
    """Write and save links for those games written in since they were read."""
    grown = [game for game in games if game.has_grown]
    if grown:
        Tournament.objects.filter(pk=tournament.pk).update(**add_seals(tournament.pk, games=grown))


def seal_alone(game: Game) -> None:
    """Seal a game that grew while nothing else of its tournament changed. Locks the tournament."""
    tournament = Tournament.objects.filter(
        stages__session_rounds__matches__games__game=game
    ).first()
    if tournament is not None:
        seal_grown(tournament, [game])


@contextmanager
def log_seat_changes(tournament: Tournament, games: Iterable[uuid.UUID]) -> Iterator[None]:
    """Record changed seats in each of these locked games, if there are any."""
    before = {pk: seats_of(Game(pk=pk)) for pk in games}
    yield
    grown = []
    for game in Game.objects.filter(pk__in=before).order_by("pk"):
        log_seat_change(game, before[game.pk])
        if game.has_grown:
            game.save(update_fields=[*CHAIN])
            grown.append(game)
    seal_grown(tournament, grown)
