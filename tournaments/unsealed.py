"""What was written in tournaments by a version of this program that knew no chain: taken into their
chains.

For the migration that began them and for the start after it, as `scoring.unchained`; after that
one, for the games' own chains have to stand first.
"""

import uuid
from collections.abc import Iterator
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, Max, OuterRef, Q
from django.db.models.functions import Coalesce

from scoring.games.chain import linked
from scoring.unchained import Models, Tell
from tournaments import seals

BATCH = 500  # links that are written at once


def take_in(get_model: Models, using: str = "default", *, tell: Tell | None = None) -> int:
    """Seal all that is in no chain yet: how many tournaments there were. The log first, then each
    game as it stands.
    """
    tournament = get_model("tournaments", "Tournament")
    line = get_model("tournaments", "LogLine").objects.using(using)
    todo = tournament.objects.using(using).filter(
        Q(chain_head__isnull=True)
        | Exists(line.filter(tournament=OuterRef("pk"), seal__isnull=True))
        | Exists(_grown(get_model, using).filter(**{f"{_PATH}__tournament": OuterRef("pk")}))
    )
    keys = list(todo.order_by("pk").values_list("pk", flat=True))
    for done, key in enumerate(keys, start=1):
        with transaction.atomic(using):
            seal_all(get_model, key, using)
        if tell is not None:
            tell("tournaments", done, len(keys))
    return len(keys)


_PATH = "match_game__match__session_round__stage"


def _grown(get_model: Models, using: str) -> Any:
    """Games in which more was written than their tournament's chain holds."""
    games = get_model("scoring", "Game").objects.using(using).order_by("pk")
    sealed = games.annotate(sealed=Coalesce(Max("seals__game_position"), 0))
    return sealed.filter(match_game__isnull=False, chain_length__gt=F("sealed"))


def seal_all(get_model: Models, key: uuid.UUID, using: str = "default") -> None:
    """Seal all of one tournament that is in no chain yet, within a transaction of the caller's."""
    tournaments = get_model("tournaments", "Tournament").objects.using(using)
    row = tournaments.select_for_update().get(pk=key)
    seal = get_model("tournaments", "Seal")
    length, head = row.chain_length or 0, bytes(row.chain_head or seals.opening(key))
    made: list[Any] = []
    for columns, content in _missing(get_model, using, key):
        length, head = length + 1, linked(head, content)
        made.append(seal(tournament_id=key, position=length, link=head, **columns))
    seal.objects.using(using).bulk_create(made, batch_size=BATCH)
    # The newest hash covers what directors decided and no more: columns of today are not there yet
    # in a migration.
    salt = {"chain_salt": None} if hasattr(row, "chain_salt") else {}
    tournaments.filter(pk=key).update(chain_length=length, chain_head=head, **salt)


def _missing(
    get_model: Models, using: str, key: uuid.UUID
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Columns and content of the links that are missing."""
    ruled = get_model("tournaments", "Match").objects.using(using).filter(ruling__isnull=False)
    ruled = ruled.filter(session_round__stage__tournament=key).order_by()
    rulings = (
        get_model("tournaments", "Ruling")
        .objects.using(using)
        .filter(stage__tournament=key)
        .order_by()
    )
    decisions = seals.decided(ruled.values_list("pk", "ruling"), rulings.values_list(*seals.RULING))
    lines = (
        get_model("tournaments", "LogLine")
        .objects.using(using)
        .filter(tournament=key, seal__isnull=True)
    )
    for line in lines.order_by("pk"):
        columns = {"line_id": line.pk, "by_account": line.by_id, "decisions": decisions}
        yield columns, seals.of_line(line, line.by_id, decisions)
    for game in _grown(get_model, using).filter(**{f"{_PATH}__tournament": key}):
        columns = {"game_id": game.pk, "game_position": game.chain_length}
        yield columns, seals.of_game(game.pk, game.chain_length, bytes(game.chain_head))
