"""Games for tests, made by the same actions as on a phone: `a_game("nanking", rounds=[...])`."""

import json
import re
import uuid
from collections.abc import Iterable, Sequence
from html import unescape
from random import Random
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games.access.devices import COOKIE, hash_of
from scoring.games.actions.bulk_insert import BulkGames, Played
from scoring.games.actions.chaining import CHAIN, append
from scoring.games.actions.record_rows import write_games
from scoring.games.actions.starting import players_in_list, start_game
from scoring.games.actions.writing import record_round
from scoring.games.names.seat_names import names_by_seat
from scoring.games.queries import table_of
from scoring.models import Device, Entry, Game
from scoring.models import Round as Counting
from scoring.rules import VARIANTS, Position, Round, RuleSet, advance, opening
from scoring.rules.record import write_record

PEOPLE = (
    "Anna",
    "Beat",
    "Carla",
    "Dino",
    "Eva",
    "Franz",
    "Gül",
    "Hans",
    "Ida",
    "Jonas",
    "Kim",
    "Lena",
)

# Anna and Carla 65 with Anna's Tichu, then Beat and Dino first and second, with Carla's failed
# Grand Tichu.
TWO_ROUNDS = (
    Round(out=(0, 3, 2, 1), calls={0: "tichu"}, card_points=(65, 35)),
    Round(out=(1, 3), calls={2: "grand"}),
)

NANKING = RuleSet.of("nanking", {})
DAY = "2024-05-03T19:30:00Z"


def a_device(key: str = "anna's phone", kind: str = "iPhone") -> Device:
    """The device whose cookie is `key`."""
    return Device.objects.get_or_create(key_hash=hash_of(key), defaults={"kind": kind})[0]


def a_client(key: str = "anna's phone") -> Client:
    """A browser that holds the cookie of that device."""
    client = Client()
    client.cookies[COOKIE] = key
    return client


def a_game(
    variant: str = "nanking",
    *,
    names: Sequence[str] = (),
    rounds: Iterable[Round] = (),
    device: Device | None = None,
    settings: dict[str, Any] | None = None,
    **options: Any,
) -> Game:
    """A game of Anna and the others, started on Anna's phone, with these rounds written.

    One round is written by the actions; a longer game is put straight into its rows, for half of
    the work.
    """
    device = device or a_device()
    names = names or PEOPLE[: VARIANTS[variant].min_players]
    rules, played = RuleSet.of(variant, settings or {}), list(rounds)
    if len(played) > 1 and all(names) and not options:
        return _straight(device, rules, names, played)
    game = start_game(device, rules, names, **options)
    write(game, played, device)
    return game


def _straight(
    device: Device, rules: RuleSet, names: Sequence[str], rounds: Sequence[Round]
) -> Game:
    bulk = BulkGames()
    with transaction.atomic():
        people = players_in_list(device, device.club, names_by_seat(rules.variant, names))
        played = Played(rules, [player.pk for player in people], rounds, timezone.now())
        game = bulk.add(device, device.club, played)
        bulk.insert()
    game.refresh_from_db()
    return game


def write(game: Game, rounds: Iterable[Round], device: Device | None = None) -> Game:
    """Write rounds after those that are there."""
    device = device or a_device()
    rounds = list(rounds)
    if len(rounds) > 1:
        _write_straight(game, rounds[:-1], device)
    for last in rounds[-1:]:
        record_round(game, uuid.uuid4(), table_of(game).last_number + 1, last.to_data(), device)
    game.refresh_from_db()
    return game


def _write_straight(game: Game, rounds: Sequence[Round], device: Device) -> None:
    """Put rounds straight into their rows, as the table's scorer leaves them there, for a tenth of
    the queries. The last round is written by the action: it moves on whatever follows the game.
    """
    game.refresh_from_db()
    table = table_of(game)
    position, entries = table.position, []
    for number, played in enumerate(rounds, start=table.last_number + 1):
        entry = Entry(
            game=game,
            id=uuid.uuid4(),
            number=number,
            data=played.to_data(),
            sides=position.sides,
            device=device,
            created_at=timezone.now(),
        )
        append(game, entry)
        entries.append(entry)
        position = advance(position, played)[1]
    Entry.objects.bulk_create(entries)
    Counting.objects.bulk_create(
        Counting(game=game, number=entry.number, entry=entry) for entry in entries
    )
    write_games([game])
    game.version += len(entries)
    game.save(update_fields=["version", "changed_at", *CHAIN])


def believable(
    rules: RuleSet, n_players: int, most: int, seed: int = 1, *, after: Position | None = None
) -> list[Round]:
    """Rounds as a table might play them, until the game ends or so many are played; the same for
    the same seed.

    `after` is how a game stands that was begun.
    """
    chance = Random(seed)
    position = after or opening(rules, n_players)
    rounds: list[Round] = []
    while len(rounds) < most and not position.finished:
        rounds.append(_one(position, chance))
        position = advance(position, rounds[-1])[1]
    return rounds


def _one(position: Position, chance: Random) -> Round:
    playing = sorted(sum(position.sides, ())) or range(position.n_players)
    seats = len(playing)
    order = chance.sample(playing, seats)
    if not position.sides:
        return Round(out=order)
    calls = {}
    if chance.random() < 0.7:
        caller = order[0] if chance.random() < 0.7 else order[-1]
        calls[caller] = chance.choice(position.allowed_calls(caller))
    size = seats // 2
    if any(set(order[:size]) == set(side) for side in position.sides):
        return Round(out=order[:size], calls=calls)
    own = chance.randrange(-5, 106, 5)
    return Round(out=order, calls=calls, card_points=(own, 100 - own))


def words(client: Client, name: str, *args: object, status: int = 200, **query: str) -> str:
    """What a page says: its main part without tags, in single spaces."""
    answer = client.get(reverse(name, args=args), query)
    assert answer.status_code == status
    return said(answer.content.decode())


def said(page: str) -> str:
    main = page.partition('<main id="main">')[2].partition("</main>")[0]
    joined = re.sub(r"</?(?:b|bdi|abbr)\b[^>]*>", "", main)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", joined))).replace(" ,", ",")


def a_record(
    names: Sequence[str] = ("Anna", "Beat", "Carla", "Dino"), seed: int = 1, **more: Any
) -> dict[str, Any]:
    return write_record(names, NANKING, believable(NANKING, len(names), 5, seed)) | more


def a_file(*records: dict[str, Any], at: str = DAY) -> bytes:
    return "\n".join(json.dumps({"started_at": at, "record": one}) for one in records).encode()


def next_of(answer: HttpResponse) -> str:
    """Where the language switch of a page leads."""
    (address,) = re.findall(r'type="hidden" name="next" value="(/[^"]*)"', answer.content.decode())
    return address
