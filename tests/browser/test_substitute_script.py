"""What the phone makes of changes of seats among its rounds, counted once more; who is offered."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.playing import FOUR, begin, screen

OVERLAID = """async ([screen, cases]) => {
  const { overlaid } = await import("/static/scoring/game.js");
  return cases.map((entries) => {
    const { screen: here, rounds, rows } = overlaid(screen, entries);
    return {
      people: here.people, names: here.names, seats: here.seats.map(({ name }) => name),
      rounds: rounds.map(({ id }) => id), number: here.number,
      changes: here.seatChanges.map(({ id, number }) => [id, number]),
      stands: rows.map(({ stands }) => stands),
      before: rows.map(({ before }) => before && before.people),
    };
  });
}"""
GIVEN = """async ([told, news, unknown]) => {
  const { toGive } = await import("/static/scoring/again.js");
  const sets = { unknown: new Set(unknown), gone: new Set(), held: new Set() };
  return toGive(told, news, sets).map(({ kind, number, data }) => [kind, number, data.people]);
}"""
SEATED = """async (cases) => {
  const { seated } = await import("/static/scoring/substitute.js");
  return cases.map((each) => seated(...each));
}"""
OFFERED = """async ([people, changes, known]) => {
  const { offered } = await import("/static/scoring/substitute.js");
  return offered(people, changes, known);
}"""
ROUND = {"out": [0, 1, 2, 3], "card_points": [65, 35]}


class Told:
    """Entries in the order in which a phone wrote them, and what they must come to."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.people = list(FOUR)
        self.rounds: list[tuple[str, list[str]]] = []  # ids, and who played
        self.changes: list[tuple[str, int, list[str]]] = []  # with the people before
        self.entries: list[dict[str, Any]] = []
        self.stands: list[bool] = []
        for at in range(12):
            self.write(f"id{at}")

    def write(self, key: str) -> None:
        following = len(self.rounds) + 1
        kind = self.chance.choice(["round", "round", "seats", "seats", "undo", "undo_seats"])
        if kind == "round":
            self.tell(key, kind, following, dict(ROUND))
            self.rounds.append((key, self.people))
        elif kind == "seats":
            self.exchange(key, following + self.chance.choice([0, 0, 0, -1, 1]))
        elif kind == "undo_seats":
            self.take_back(key, following)
        elif self.rounds and (not self.changes or self.changes[-1][1] < following):
            self.tell(key, kind, following - 1, {}, about=self.rounds[-1][0])
            self.rounds.pop()

    def exchange(self, key: str, number: int) -> None:
        seat, other = self.chance.sample(range(4), 2)
        after = list(self.people)
        if self.chance.random() < 0.4:
            after[seat], after[other] = after[other], after[seat]
        else:
            after[seat] = f"Guest {key}"
        stands = 1 <= number <= len(self.rounds) + 1
        stands &= not self.changes or number >= self.changes[-1][1]
        named = [name if name != was else "" for name, was in zip(after, self.people, strict=True)]
        if number < 1:
            return
        self.tell(key, "seats", number, {"people": named}, stands=stands)
        if stands:
            self.changes.append((key, number, self.people))
            self.people = after
            self.rounds = [
                (id_, after if at >= number else who)
                for at, (id_, who) in enumerate(self.rounds, start=1)
            ]

    def take_back(self, key: str, following: int) -> None:
        if not self.changes:
            return
        about, number, before = self.changes[-1]
        stands = number == following
        self.tell(key, "undo_seats", number, {}, about=about, stands=stands)
        if stands:
            self.changes.pop()
            self.people = before

    def tell(
        self, key: str, kind: str, number: int, data: object, *, stands: bool = True, **more: Any
    ) -> None:
        entry = {"id": key, "kind": kind, "number": number, "data": data, "state": "waiting"}
        self.entries.append(entry | more)
        self.stands.append(stands)

    def played(self, number: int) -> list[str] | None:
        """Who plays a round, as far as there is one, or comes next."""
        if number <= len(self.rounds):
            return self.rounds[number - 1][1]
        return self.people if number == len(self.rounds) + 1 else None


def test_the_phone_shows_who_plays_each_round(scratch: Page) -> None:
    scratch.goto(f"{begin(scratch.context.request)}score/")
    cases = [Told(seed) for seed in range(150)]
    found = scratch.evaluate(OVERLAID, [screen(scratch), [each.entries for each in cases]])
    for told, here in zip(cases, found, strict=True):
        if not told.entries:
            continue
        assert here["people"] == here["names"] == here["seats"] == told.people
        assert here["rounds"] == [key for key, _who in told.rounds]
        assert here["changes"] == [[key, number] for key, number, _before in told.changes]
        assert here["stands"] == told.stands
        assert here["before"] == [told.played(entry["number"]) for entry in told.entries]
    assert sum(len(told.changes) for told in cases) > 150


def test_a_change_that_the_site_has_lost_is_sent_again_before_its_rounds(scratch: Page) -> None:
    rounds = [
        {"id": f"r{number}", "number": number, "replaces": None, "data": {}, "sides": []}
        for number in (1, 2, 3)
    ]
    after = ["Greta", *FOUR[1:]]
    change = {"id": "c", "number": 2, "before": list(FOUR), "people": after}
    told = {"rounds": rounds, "seatChanges": [change]}
    kept = {"rounds": rounds[:1], "seatChanges": []}
    given = scratch.evaluate(GIVEN, [told, kept, ["r2", "r3", "c"]])
    assert given == [["seats", 2, after], ["round", 2, None], ["round", 3, None]]
    only = scratch.evaluate(GIVEN, [told, {"rounds": rounds, "seatChanges": []}, ["c"]])
    assert only == [["seats", 2, after]]
    both = [change, {"id": "d", "number": 2, "before": after, "people": ["Zoe", *FOUR[1:]]}]
    told = {"rounds": rounds, "seatChanges": both}
    given = scratch.evaluate(GIVEN, [told, kept, ["r2", "r3", "c", "d"]])
    assert given[:2] == [["seats", 2, after], ["seats", 2, ["Zoe", *FOUR[1:]]]]


@pytest.mark.parametrize(
    ("seat", "name", "after"),
    [
        (0, "Greta", ["Greta", "Beat", "Carla", "Dino"]),
        (0, "Beat", ["Beat", "Anna", "Carla", "Dino"]),
        (3, "anna", ["Dino", "Beat", "Carla", "Anna"]),
        (2, "Carla", ["Anna", "Beat", "Carla", "Dino"]),
    ],
)
def test_who_sits_already_changes_seats(
    scratch: Page, seat: int, name: str, after: list[str]
) -> None:
    assert scratch.evaluate(SEATED, [[list(FOUR), seat, name]]) == [after]


def test_everybody_is_offered_once_those_at_the_table_first(scratch: Page) -> None:
    changes = [{"before": ["Jonas", "Beat", "", "Dino"]}]
    names = scratch.evaluate(OFFERED, [list(FOUR), changes, ["Greta", "jonas", "Anna", "Zoë"]])
    assert names == [*FOUR, "Jonas", "Greta", "Zoë"]
