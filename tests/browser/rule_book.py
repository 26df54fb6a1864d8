"""The rule book's evenings and screens, to hold the phone's scripts against."""

import itertools
import json
import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from playwright.sync_api import Page

from scoring.games.queries import Table
from scoring.models import Entry, Game, Player, Seat
from scoring.models import Round as Place
from scoring.pages.table.screen import tiles_of
from scoring.pages.table.script import script_data
from scoring.rules import (
    NOTHING_CARRIED,
    Carried,
    Position,
    Round,
    RuleSet,
    advance,
    opening,
    seated,
)
from tests.browser.playing import NUMBER_OF, PEOPLE
from tests.lengths import in_short

COMPARED = (
    *(
        "number",
        "totals",
        "sides",
        "sidesSeen",
        "seats",
        "order",
        "dealer",
        "king",
        "sits_out",
        "rested",
        "leader",
        "seating",
    ),
    *("finished", "winners", "state"),
)
# From the screen before the first round, one round after the other, as told by the server before
# any of them.
PLAY = """async ([games, compared]) => {
  const { opening, after } = await import("/static/scoring/game.js");
  const seen = (screen) => Object.fromEntries(compared.map((key) => [key, screen[key]]));
  return games.map(([screen, rounds]) => {
    let here = opening(screen);
    return [seen(here),
      ...rounds.map((round) => { here = after(here, round); return seen(here); })];
  });
}"""

# In short every twentieth: of each shape some ways of calling, of each way of calling some shapes.
EACH = in_short([20, 1], {20})
GAMES = [
    ("nanking", {}),
    ("nanking", {"recording": "first"}),
    ("nanking", {"recording": "points", "failed_call_pays_opponents": True}),
    (
        "nanking",
        {"partners_may_both_call": False, "extra_calls": {"blind": 400}, "sweep_value": 100},
    ),
    ("nanking", {"recording": "points", "partners_may_both_call": False}),
    ("tientsin", {}),
    ("tientsin", {"recording": "first", "grand_allowed": False}),
    ("trichu", {}),
    ("trichu", {"recording": "points"}),
    ("wu_wang", {"recording": "first", "wish_penalty": 150}),
    ("wu_wang", {}),
    ("grand_seigneur", {}),
    ("always_last", {}),
    ("nanking_five", {}),
    ("nanking_five", {"recording": "first"}),
]


@dataclass
class Evening:
    """A game that is kept nowhere: its table, and what the server would tell of it after so many
    rounds.
    """

    game: Game
    seats: Sequence[Seat]
    entries: list[Entry]

    def table(self, rounds: int | None = None) -> Table:
        table = Table(self.game, self.seats, self.entries[:rounds])
        self.game.state = Game.State.FINISHED if table.position.finished else Game.State.RUNNING
        return table

    def told(self, rounds: int | None = None, *, in_words: bool = True) -> dict[str, Any]:
        table = self.table(rounds)
        if not in_words:
            table.lines = []
        data = script_data(table, table.position, tiles_of(table, table.position), csrf="")
        told: dict[str, Any] = json.loads(json.dumps(data))
        return told

    def seen(self, rounds: int | None = None) -> dict[str, Any]:
        """What is compared of it; the rounds themselves are not,
        and take long to put into words.
        """
        told = self.told(rounds, in_words=False)
        return {key: told[key] for key in COMPARED}

    def with_rounds(self, played: Sequence[Round]) -> "Evening":
        """The same people, who have played these rounds."""
        return Evening(
            self.game,
            self.seats,
            [
                entry_of(self.game, n, each)
                for n, each in enumerate(played, start=self.game.carried.get("rounds", 0) + 1)
            ],
        )


def an_evening(
    variant: str,
    settings: dict[str, Any],
    n_players: int,
    played: Sequence[Round],
    carried: Carried = NOTHING_CARRIED,
) -> Evening:
    game = Game(variant=variant, settings=settings, carried=carried.to_data())
    names = PEOPLE[:n_players]
    seats = [
        Seat(game=game, number=seat, player=Player(name=name)) for seat, name in enumerate(names)
    ]
    return Evening(game, seats, []).with_rounds(played)


def entry_of(game: Game, number: int, played: Round) -> Entry:
    entry = Entry(id=uuid.uuid4(), game=game, number=number, data=played.to_data())
    Place(game=game, number=number, entry=entry)  # where it counts
    return entry


def rounds_of(
    rules: RuleSet, n_players: int, most: int, seed: int, carried: Carried = NOTHING_CARRIED
) -> list[Round]:
    """Rounds that a table might play, until the game ends; now and then a wish is missed, a call
    fails.
    """
    chance = random.Random(seed)
    position = opening(rules, n_players, carried)
    rounds: list[Round] = []
    while len(rounds) < most and not position.finished:
        chosen: dict[str, Any] = {}
        if rules.who_sits_out == "tapped" and chance.random() < 0.6:
            chosen = {"sits_out": chance.randrange(n_players)}
        here = seated(position, Round(**chosen))
        rounds.append(replace(a_round(here, chance), **chosen))
        position = advance(position, rounds[-1])[1]
    return rounds


def a_round(position: Position, chance: random.Random) -> Round:
    rules = position.rules
    order = sorted(sum(position.sides, ())) or list(range(position.n_players))
    chance.shuffle(order)
    if not position.sides:
        return Round(out=order)
    callers = chance.sample(order, chance.choice((0, 1, 1, 2)))
    if not rules.partners_may_both_call:
        callers = callers[:1]
    calls = {seat: chance.choice(position.allowed_calls(seat)) for seat in callers}
    swept = next(
        (
            side
            for side, seats in enumerate(position.sides)
            if set(order[: len(seats)]) == set(seats)
        ),
        None,
    )
    cut = order[: chance.randrange(len(order) // 2)]  # a missed wish stops the round before a sweep
    first = {"full": cut, "first": order[:1], "points": order[:1]}[rules.recording]
    playing = [seat for seat in sorted(order) if seat < position.n_players and seat not in first]
    missed = chance.choice(playing) if chance.random() < 0.1 else None
    own = chance.randrange(-25, 126, 25)  # few values, so that sides draw level
    points = (own, 100 - own) if swept is None and missed is None else None
    if rules.recording == "full":
        return Round(
            out=cut if missed is not None else order if swept is None else order[: len(order) // 2],
            calls=calls,
            card_points=points,
            wish_violation=missed,
        )
    sweep = swept if missed is None else None
    if rules.recording == "first":
        return Round(
            out=order[:1], calls=calls, card_points=points, sweep=sweep, wish_violation=missed
        )
    made = order[0] if order[0] in calls else None
    return Round(calls=calls, card_points=points, sweep=sweep, made=made, wish_violation=missed)


def legal_nanking_rounds() -> list[dict[str, Any]]:
    """All 40,500: 16 orders of three without a sweep and 31 values, 4 sweeps; each with 3^4 ways of
    calling.
    """
    calls = [
        {str(seat): call for seat, call in enumerate(ways) if call}
        for ways in itertools.product((None, "tichu", "grand"), repeat=4)
    ]
    orders = [
        order for order in itertools.permutations(range(4), 3) if order[0] % 2 != order[1] % 2
    ]
    plain = [
        {"out": [*order, ({0, 1, 2, 3} - set(order)).pop()], "card_points": [own, 100 - own]}
        for order in orders
        for own in range(-25, 126, 5)
    ]
    sweeps = [{"out": [first, (first + 2) % 4]} for first in range(4)]
    return [shape | ({"calls": way} if way else {}) for shape in plain + sweeps for way in calls]


def asked(page: Page, function: str, *given: Any) -> Any:
    return json.loads(page.evaluate(function, json.dumps(given)))


def first_screen(variant: str, settings: dict[str, Any]) -> tuple[Position, dict[str, Any]]:
    """A game's first position, and what the page is told of it."""
    game = Game(variant=variant, settings=settings)
    people = PEOPLE[: NUMBER_OF[variant]]
    seats = [
        Seat(game=game, number=seat, player=Player(name=name)) for seat, name in enumerate(people)
    ]
    table = Table(game, seats, [])
    data = script_data(table, table.position, tiles_of(table, table.position), csrf="")
    return table.position, json.loads(json.dumps(data)) | {"players": len(people)}
