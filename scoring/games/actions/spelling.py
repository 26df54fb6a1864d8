"""Seats and spelling when a setup is corrected: find the players for the names typed, rename
players.
"""

from collections.abc import Container, Mapping, Sequence, Set

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Coalesce

from scoring.games.actions.common import conflict
from scoring.games.actions.setups import is_referenced
from scoring.games.actions.starting import lock_list, players_in_list
from scoring.games.host import host
from scoring.games.queries import Table
from scoring.models import Device, Game, Player, Seat
from scoring.rules import shown
from scoring.rules.words import gettext_noop

TAKEN = gettext_noop(
    "%(name)s is already in the list: two people would become one. Untick the box."
)


def people_at(
    table: Table, names: Sequence[str], device: Device, *, everywhere: bool
) -> tuple[list[int | None], dict[int, str]]:
    """Return the players with these names by seat, and the former names of renamed players."""
    here = {seat.player.called(): seat.player.pk for seat in table.seats if seat.player}
    here.pop("", None)  # erased players
    instead = _names_instead(table, names, here)
    known = _known_in_list(table.game, {*names} - here.keys())
    if everywhere:
        _check_spelling(instead, known, device)
    spelled = {
        old.pk: name
        for old, name in instead.values()
        if everywhere or (name not in known and not _plays_elsewhere(old, table.game))
    }
    renamed = rename_players(table, spelled)
    ids = here | {name: pk for pk, name in spelled.items()}
    ids |= newcomers(table.game, names, ids)
    return _erased_stay(table, [ids.get(name) for name in names]), renamed


def _names_instead(
    table: Table, names: Sequence[str], here: Container[str]
) -> dict[int, tuple[Player, str]]:
    """Return the players whose names were replaced by one new to the table, with that name, by
    seat.
    """
    return {
        seat.number: (seat.player, name)
        for seat, person, name in zip(table.seats, table.people, names, strict=False)
        if seat.player and person and name
        if name not in here and seat.player.name not in names
    }


def _known_in_list(game: Game, names: Set[str]) -> set[str]:
    """Return those of these names that are in the list from which the game takes its players."""
    own = Q(club=game.club_id) if game.club_id else Q(device=game.device_id)
    listed = Player.listed.filter(own, name__in=names - {""})
    return set(listed.values_list("name", flat=True))


def _check_spelling(
    instead: Mapping[int, tuple[Player, str]], known: Container[str], device: Device
) -> None:
    """Raises RuleError if one of these players may not be renamed in all games."""
    for number, (old, name) in instead.items():
        if name in known:
            raise conflict("name_taken", f"name_{number}", TAKEN, name=shown(name))
        if not _may_spell(old, device):
            raise conflict(
                "not_your_list",
                f"name_{number}",
                gettext_noop(
                    "%(name)s is in another list or a tournament: correct the spelling there."
                ),
                name=shown(old.name),
            )


def newcomers(game: Game, names: Sequence[str], ids: Mapping[str, int]) -> dict[str, int]:
    """Return the players for names that have none in `ids`, from the game's list or added to it."""
    new = [name for name in names if name and name not in ids]
    if not new:
        return {}
    besides = [ids[name] for name in names if name in ids]
    players = players_in_list(game.device, game.club, new, besides=besides, in_play=True)
    return {name: player.pk for name, player in zip(new, players, strict=True)}


def people_now(people: Sequence[int | None]) -> list[int | None] | None:
    """Return these people as those whom they were merged into since; None if one of them is gone.
    One query.
    """
    there = Player.objects.filter(pk__in=[one for one in people if one is not None])
    now: dict[int | None, int] = dict(there.values_list("pk", Coalesce("merged_into", "pk")))
    if any(one is not None and one not in now for one in people):
        return None
    return [now.get(one) for one in people]


def _erased_stay(table: Table, seats: list[int | None]) -> list[int | None]:
    """Add the erased players to the seats without a name.

    Each keeps their seat if it is still unnamed, else takes one that somebody has left. Their names
    cannot be typed, and their rounds stay theirs.
    """
    erased = [seat for seat in table.seats if seat.number in table.erased]
    moved = [seat for seat in erased if seat.number >= len(seats) or seats[seat.number] is not None]
    for seat in erased:
        if seat not in moved:
            seats[seat.number] = seat.player_id
    left = [n for n, name in enumerate(table.people[: len(seats)]) if name and seats[n] is None]
    for seat, number in zip(moved, left, strict=False):
        seats[number] = seat.player_id
    return seats


def rename_players(table: Table, spelled: Mapping[int, str]) -> dict[int, str]:
    """Rename players and return their former names, by id. Raises RuleError if a name is taken."""
    if not spelled:
        return {}
    host().lock_people(spelled)
    lock_list(table.game.device, table.game.club)
    # Skip players who were erased since: a page may still have the name.
    before = dict(Player.listed.filter(pk__in=spelled).values_list("pk", "name"))
    try:
        with transaction.atomic():
            for pk in before:
                Player.objects.filter(pk=pk).update(name=spelled[pk])
            host().people_renamed(before)
    except IntegrityError as error:
        raise conflict(
            "name_taken", "names", TAKEN, name=shown(next(iter(spelled.values())))
        ) from error
    return before


def _may_spell(player: Player, device: Device) -> bool:
    """Return whether a phone may rename a player in all games.

    It may if the list is the phone's and nothing but games refers to the player.
    """
    own = player.device_id == device.pk or (
        player.club_id is not None and player.club_id == device.club_id
    )
    return own and not is_referenced(player, besides=(Seat,))


def _plays_elsewhere(player: Player, game: Game) -> bool:
    return Seat.ever.filter(player=player).exclude(game=game).exists() or is_referenced(
        player, besides=(Seat,)
    )
