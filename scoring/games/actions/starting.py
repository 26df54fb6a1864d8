"""Start a game, and a rematch with the same people."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.games.access.quotas import GAMES, PEOPLE, check_quota
from scoring.games.actions.chaining import CHAIN, start_chain
from scoring.games.actions.common import conflict, lock
from scoring.games.actions.record_rows import assign_teams
from scoring.games.actions.setups import initial_setup
from scoring.games.carried import read_carried
from scoring.games.names.seat_names import names_by_seat
from scoring.games.names.validation import LONGEST_TABLE, clean_text
from scoring.games.queries import Table, table_of
from scoring.models import Club, Device, Game, Player, Seat
from scoring.rules import NOTHING_CARRIED, Carried, RuleSet
from scoring.rules.words import gettext_noop


def start_game(
    device: Device,
    rules: RuleSet,
    names: Sequence[str],
    *,
    preset: str = "",
    carried: Carried = NOTHING_CARRIED,
    table_name: str = "",
    direction: str = Game.Direction.RIGHT,
    saving: str = Game.Saving.ITSELF,
    rematch_of: Game | None = None,
    game_id: uuid.UUID | None = None,
    of_match: bool = False,
    people: Sequence[Player] = (),
    handover_salt: str = "",
    begun: bool = False,
) -> Game:
    """Seat the players in the direction of play and start a game.

    `names` are as typed and tidied here; an empty one leaves its seat unnamed. `people` are the
    players by seat if they are already known; then `names` is ignored. `carried` was checked by
    `read_carried`. `game_id` is made by the
    form or the phone: a second start with it returns the game of the first. `of_match`: a
    tournament waits for the result. `begun`: it was started without a network and is being played,
    so no quota of the club refuses it. Raises RuleError for names or a number of players that the
    variant does not accept, if the id belongs to another game, and at a quota.
    """
    if not of_match:
        rules.check_offered()
    tidy = names_by_seat(rules.variant, names if not people else [""] * len(people))
    kept = {
        "variant": rules.variant,
        "settings": rules.settings(),
        "carried": carried.to_data(),
        "table_name": clean_text(table_name, "table_name", most=LONGEST_TABLE),
        "direction": direction,
        "saving": saving,
    }
    club = device.club
    if club is not None and club.closed and not of_match:
        club = None  # friends play on, with their phone's own list
    with transaction.atomic():
        # Of two simultaneous starts, the second waits here and finds the first one's game.
        game, new = Game.objects.get_or_create(
            pk=game_id or uuid.uuid4(),
            defaults={
                **kept,
                "preset": preset,
                "device": device,
                "club": club,
                "rematch_of": rematch_of,
                "of_match": of_match,
                "handover_salt": handover_salt,
            },
        )
        if not new:
            return _started_before(game, device, tidy, kept)
        if club is not None and not begun and not of_match:
            check_quota(club, GAMES, more=0)  # this one is there already
        start_chain(game, seat(game, tidy, people, in_play=begun))
        Game.objects.filter(pk=game.pk).update(
            **{column: getattr(game, column) for column in CHAIN}
        )
    return game


def seat(
    game: Game, names: Sequence[str], people: Sequence[Player] = (), *, in_play: bool = False
) -> list[int | None]:
    """Seat the players with these names (from `names_by_seat`), or `people`; return their ids by
    seat.

    Names are looked up in the list of the game's club, or else its phone: see `players_in_list`.
    """
    if people:
        lock_list(game.device, game.club)
        Player.listed.filter(pk__in=[one.pk for one in people]).update(
            last_played_at=timezone.now()
        )
        seats = [Seat(game=game, number=n, player=one) for n, one in enumerate(people)]
    else:
        named = [name for name in names if name]
        found = players_in_list(game.device, game.club, named, in_play=in_play) if named else []
        players = dict(zip(named, found, strict=True))
        seats = [
            Seat(game=game, number=n, player=players.get(name)) for n, name in enumerate(names)
        ]
    assign_teams(game.variant, seats)
    return [seat.player_id for seat in Seat.objects.bulk_create(seats)]


def _started_before(
    game: Game, device: Device, names: Sequence[str], kept: Mapping[str, object]
) -> Game:
    """Return the game that this form has already started. Raises RuleError if it differs from this
    one.
    """
    if game.device_id != device.pk:
        raise conflict(
            "id_used",
            "start_id",
            gettext_noop("This form was used on another phone. Please start again."),
        )
    # Compare with the setup it began with: the first answer may have been lost, and the setup
    # corrected since.
    begun, renamed = initial_setup(table_of(game))
    same = all(begun[key] == value for key, value in kept.items())
    if not same or not _are_seated(_as_they_are_called(game, names), begun["seats"], renamed):
        raise conflict(
            "id_used",
            "start_id",
            gettext_noop(
                "This form has already started another game. Start again if you want one more."
            ),
        )
    return game


def _are_seated(
    names: Sequence[str], seats: Sequence[int | None], renamed: Collection[int]
) -> bool:
    """Return whether these are the names of the people in these seats. Any name fits people whose
    former name is unknown: they were `renamed` or erased.
    """
    if len(names) != len(seats):
        return False
    seated = [pk for pk in seats if pk is not None]
    players = Player.objects.filter(pk__in=seated).select_related("merged_into")
    known = {player.pk: (player.merged_into or player).called() for player in players}
    return all(
        name == "" if pk is None else pk in renamed or known.get(pk) in {"", name}
        for name, pk in zip(names, seats, strict=True)
    )


def _as_they_are_called(game: Game, names: Sequence[str]) -> list[str]:
    """Return these names, with merged ones replaced by the names of the people they were merged
    into.
    """
    of_list = {"club": game.club} if game.club_id else {"device": game.device}
    rows = Player.objects.filter(
        name__in=names, merged_into__isnull=False, erased_at__isnull=True, **of_list
    )
    now = dict(rows.values_list("name", "merged_into__name"))
    return [now.get(name, name) for name in names]


def players_in_list(
    device: Device,
    club: Club | None,
    names: Sequence[str],
    *,
    besides: Collection[int | None] = (),
    in_play: bool = False,
) -> list[Player]:
    """Return the players with these names in the club's list, or else the phone's; new ones are
    added. `in_play`: for a game or a match that goes on, which a full list does not stop.

    `besides` are players who already sit at the table: a name next to them is somebody else. A
    merged name means the person it was merged into, unless that person is at the table too: two at
    one table are two people, and the name becomes a person's own again. Runs in the caller's
    transaction. Raises RuleError if the club's list has no room.
    """
    owner: dict[str, Any] = {"club": club} if club else {"device": device}
    lock_list(device, club)
    rows = Player.objects.filter(name__in=names, erased_at__isnull=True, **owner)
    known = _people_named(rows.select_related("merged_into"), besides)
    new = [Player(name=name, **owner) for name in dict.fromkeys(names) if name not in known]
    if club and new and not in_play:
        check_quota(club, PEOPLE, more=len(new))
    known |= {player.name: player for player in Player.objects.bulk_create(new)}
    Player.objects.filter(pk__in=[known[name].pk for name in names]).update(
        last_played_at=timezone.now()
    )
    return [known[name] for name in names]


def _people_named(rows: Iterable[Player], besides: Collection[int | None]) -> dict[str, Player]:
    """Return the person of each name. Separates merged ones that would sit at the table twice."""
    known: dict[str, Player] = {}
    there = {*besides}
    for row in sorted(rows, key=lambda row: (row.merged_into_id is not None, row.pk)):
        player = row
        if row.merged_into is not None and row.merged_into_id not in there:
            player = row.merged_into
        elif row.merged_into is not None:
            row.merged_into = None
            row.save(update_fields=["merged_into"])
        there.add(player.pk)
        known[row.name] = player
    return known


def lock_list(device: Device, club: Club | None) -> None:
    """Lock the club's list, or else the phone's, until the transaction ends.

    Starts in one list run one after the other: two that add the same people in different orders
    would deadlock.
    """
    if club:
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    else:
        Device.objects.select_for_update(no_key=True).get(pk=device.pk)


MOST_TWINS = 6  # rematches of one game that are searched for an empty one


def empty_twin(game: Game, device: Device, names: Sequence[str], carried: Carried) -> Game | None:
    """Return the game's rematch on this phone with these people and this first score if it has no
    round yet, else None.
    """
    empty = Game.objects.filter(
        rematch_of=game,
        carried=carried.to_data(),
        device=device,
        rounds__isnull=True,
        state=Game.State.RUNNING,
        deleted_at__isnull=True,
    )
    twins = empty.order_by("-started_at")[:MOST_TWINS]
    return next((twin for twin in twins if table_of(twin).people == list(names)), None)


def score_of(table: Table) -> Carried:
    """Return the score of a game with points as another one can carry it. Raises RuleError if it
    ended the game.
    """
    position = table.position
    carried = {"rounds": position.number - 1, "totals": position.totals}
    return read_carried(table.rules, table.n_players, carried)


def rematch(game: Game, device: Device, *, turned: bool = False, onward: bool = False) -> Game:
    """Start a rematch with the same people and rules.

    `turned` moves everybody but the first player one seat on, for new partners. `onward` takes the
    score along, from a game that was finished early. A second tap returns the rematch of the first,
    while nothing is recorded in it. Raises RuleError for a game of a match, which is followed by
    the match's next game, and for a score that ended the game.
    """
    if game.of_match:
        raise conflict(
            "rematch_of_match",
            "game",
            gettext_noop("This game belongs to a match: go back to the match for its next game."),
        )
    with transaction.atomic():
        lock(game)
        table = table_of(game)
        names = (
            table.people if not turned else [table.people[0], *table.people[2:], table.people[1]]
        )
        carried = score_of(table) if onward else NOTHING_CARRIED
        twin = empty_twin(game, device, names, carried)
        if twin is not None:
            return twin
        return start_game(
            device,
            table.rules,
            names,
            preset=game.preset,
            carried=carried,
            table_name=game.table_name,
            direction=game.direction,
            saving=game.saving,
            rematch_of=game,
        )
