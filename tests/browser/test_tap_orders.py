"""Every round by taps in the orders that people use: it becomes what was meant, and nothing is
saved before.
"""

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import Page

from scoring.rules import Round
from tests.browser.playing import NUMBER_OF
from tests.browser.rule_book import (
    EACH,
    GAMES,
    asked,
    first_screen,
    legal_nanking_rounds,
    rounds_of,
)
from tests.lengths import in_short

# A round is told in its taps: calls, seats in the order of going out, and what says the cards
# (points or the sweep button). Their order is made up here; the round that was meant is compared as
# the test gave it.
TAP = """async (given) => {
  const [screen, rounds, seed] = JSON.parse(given);
  const entry = await import("/static/scoring/entry.js");
  let state = seed;
  const random = (n) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % n;
  };
  const tap = (draft, [kind, what, call]) => ({
    T: () => entry.tapCall(screen, draft, what, call),
    out: () => entry.tapSeat(screen, draft, what),
    points: () => entry.tapPoints(screen, draft, what),
    sweep: () => entry.tapSweep(screen, draft, what),
    wish: () => entry.tapWish(screen, draft, what),
  })[kind]();

  /** Calls put in between the other taps, each somewhere before the last of them. */
  const mixed = (calls, taps) => {
    const [last, all] = [taps.at(-1), taps.slice(0, -1)];
    for (const call of calls) all.splice(random(all.length + 1), 0, call);
    return last ? [...all, last] : all;
  };
  /** With slips of the thumb that are put right before the last tap: a call and a seat too many,
      a place begun anew. */
  const slipping = (taps) => {
    const last = taps.at(-1);
    const found = [];
    for (const each of taps.slice(0, -1)) {
      const seat = random(screen.seats.length);
      const [call] = screen.seats[seat].calls;
      if (call && random(2))
        found.push(...(calls.has(`${seat}`) ? [] : [["T", seat, call], ["T", seat, call]]));
      if (each[0] === "points" && random(2)) found.push(each, each);
      if (each[0] === "out" && screen.sides.length && random(2)) found.push(each, each);
      found.push(each);
    }
    return last ? [...found, last] : found;
  };
  let calls = new Set();

  // Where something is taken away again, the round may be whole for a moment: it is not saved,
  // which is what counts.
  const RIGHTED = new Set(["with slips", "a wrong second"]);
  const wrong = [];
  let tapped = 0;
  for (const { taken, called, out, cards, wish } of rounds) {
    calls = new Set(Object.keys(called));
    const calling = Object.entries(called).map(([seat, call]) => ["T", Number(seat), call]);
    const seats = out.map((seat) => ["out", seat]);
    const all = [...seats, ...cards, ...wish];
    const orders = {
      "calls first": [...calling, ...all],
      "as they happen": mixed(calling, all),
      "calls last": [...all.slice(0, -1), ...calling, ...all.slice(-1)],
      "with slips": slipping(mixed(calling, all)),
    };
    // In a record by points alone the points are the whole round, unless a call was noted before.
    if (seats.length && cards.length) {
      orders["points first"] = [...(screen.recording === "points" ? calling : []), ...cards,
        ...mixed(screen.recording === "points" ? [] : calling, seats)];
    }
    // The wrong one second, seen when the third is out already: taken away, it leaves two partners
    // at the head.
    const [one, two, three] = out;
    const plays = (seat) =>
      !screen.sides.length || screen.sides.some((side) => side.includes(seat));
    const wrongly = screen.seats.findIndex((_, seat) => plays(seat) && !out.includes(seat));
    const partners = screen.sides.some((side) => side.includes(one) && side.includes(three));
    if (screen.recording === "full" && out.length === 3 && !wish.length && partners) {
      const taps = [one, wrongly, three, wrongly, three, two, three].map((seat) => ["out", seat]);
      orders["a wrong second"] = [...calling, ...taps, ...cards];
    }
    for (const [name, taps] of Object.entries(orders)) {
      let draft = entry.emptyDraft();
      let why = "";
      taps.forEach((each, at) => {
        const next = tap(draft, each);
        const saves = entry.completes(screen, draft, next);
        // Points before the order are saved by Save alone.
        const due = at === taps.length - 1 && !wish.length && name !== "points first";
        if (saves !== due) why ||= `tap ${at} ${saves ? "saves" : "does not save"}`;
        if (!RIGHTED.has(name) && at < taps.length - 1 && !wish.length
          && entry.missing(screen, next) === null) {
          why ||= `complete at tap ${at}`;
        }
        draft = next;
        tapped += 1;
      });
      if (entry.missing(screen, draft) !== null) why ||= "not complete";
      const got = JSON.stringify(entry.roundOf(screen, draft));
      if (got !== JSON.stringify(taken)) why ||= `became ${got}`;
      if (why) wrong.push([name, taken, taps, why]);
    }
    // What an undo brings back lacks the tap that saved it, and that tap alone.
    const whole = entry.draftOf(screen, taken);
    const before = entry.stepsTo(whole).at(-1);
    if (!wish.length && !entry.completes(screen, before, whole))
      wrong.push(["undo", taken, before, ""]);
  }
  return JSON.stringify([wrong.slice(0, 5), tapped]);
}"""


def playing(screen: dict[str, Any]) -> list[int]:
    """The seats of this round, without those who sit out."""
    playing = sorted(seat for side in screen["sides"] for seat in side)
    return playing or list(range(len(screen["seats"])))


def by_taps(screen: dict[str, Any], data: dict[str, Any], first: int | None) -> dict[str, Any]:
    """A round with what people tap for it. `first` was the first out, where the record does not
    say.
    """
    out, sides = data.get("out", []), screen["sides"]
    if screen["recording"] == "points":
        calls = [int(seat) for seat in data.get("calls", {})]
        # Who was first is asked where a call hangs on it: not of those who were swept over.
        asked_of = sides[data["sweep"]] if "sweep" in data else playing(screen)
        out = [first] if first is not None and set(calls) & set(asked_of) else []
    elif (
        screen["recording"] == "full"
        and len(out) == len(playing(screen))
        and "wish_violation" not in data
    ):
        out = out[:-1]
    cards = [["points", data["card_points"][0]]] if "card_points" in data else []
    if "sweep" in data:
        cards = [["sweep", data["sweep"]]]
    wish = [["wish", data["wish_violation"]]] if "wish_violation" in data else []
    # As the page writes it: an order that is not recorded is left out, one that is stands there
    # even if it is empty.
    shown = data if screen["recording"] == "points" else {"out": data.get("out", [])} | data
    return {
        "taken": shown,
        "called": data.get("calls", {}),
        "out": out,
        "cards": cards,
        "wish": wish,
    }


def recorded(data: dict[str, Any], recording: str) -> dict[str, Any]:
    """A round of the full record as a shallower one keeps it, in the order in which the page writes
    it.
    """
    if recording == "full":
        return data
    first = data["out"][0]
    calls = {"calls": data["calls"]} if "calls" in data else {}
    cards = {"card_points": data["card_points"]} if "card_points" in data else {"sweep": first % 2}
    if recording == "first":
        return {"out": [first]} | calls | cards
    made = {"made": first} if str(first) in data.get("calls", {}) else {}
    return calls | cards | made


@pytest.mark.parametrize("each", EACH)
def test_every_legal_nanking_round_is_what_was_meant_in_whatever_order_it_is_tapped(
    scratch: Page, each: int
) -> None:
    for recording, count in {"full": 40_500, "first": 10_368, "points": 10_257}.items():
        _, screen = first_screen("nanking", {"recording": recording})
        rounds = {}
        for legal in legal_nanking_rounds()[::each]:
            # The page writes calls between the order and the cards.
            data = {key: legal[key] for key in ("out", "calls", "card_points") if key in legal}
            one = by_taps(screen, recorded(data, recording), data["out"][0])
            rounds[json.dumps(one)] = one
        assert len(rounds) == count or (each > 1 and len(rounds) > count / each / 2)
        wrong, tapped = asked(scratch, TAP, screen, list(rounds.values()), 7)
        assert wrong == [], recording
        assert tapped > 10 * len(rounds)


@pytest.mark.parametrize("most", in_short([60, 400], {60}))
def test_rounds_of_the_other_games_and_house_rules_are_what_was_meant(
    scratch: Page, most: int
) -> None:
    """Also with the dummy's calls, own calls, one call a side, missed wishes."""
    for variant, settings in GAMES:
        position, screen = first_screen(variant, settings)
        chance = random.Random(variant)
        played: list[tuple[Round, int | None]] = []
        while len(played) < most:
            # The opening position, over and over: the page is told of one screen.
            [one] = rounds_of(position.rules, NUMBER_OF[variant], 1, chance.randrange(10**9))
            # Where one side is out first nobody can miss a wish any more.
            if one.wish_violation is None or not swept(screen, one.out):
                played.append((one, one.made))
        rounds = []
        for one, made in played:
            data = {key: one.to_data()[key] for key in KEYS if key in one.to_data()}
            if screen["recording"] == "full" and "wish_violation" not in data:
                data["out"] = cut(screen, data["out"])
            others = [seat for seat in playing(screen) if str(seat) not in data.get("calls", {})]
            # Who still holds cards
            others = [seat for seat in others if seat != one.wish_violation]
            if "sweep" in data:
                others = [seat for seat in others if seat in screen["sides"][data["sweep"]]]
            rounds.append(
                by_taps(screen, data, made if made is not None else (others or [None])[0])
            )
        wrong, _ = asked(scratch, TAP, screen, rounds, 11)
        assert wrong == [], (variant, settings)


KEYS = ("out", "calls", "wish_violation", "sweep", "card_points", "made")


def swept(screen: dict[str, Any], out: Sequence[int]) -> bool:
    """Whether all of one side are out first."""
    size = screen["sweepSize"]
    return len(out) >= size and any(set(out[:size]) == set(side) for side in screen["sides"])


def cut(screen: dict[str, Any], out: list[int]) -> list[int]:
    """An order as it was seen: up to the sweep, where there is one."""
    return out[: screen["sweepSize"]] if swept(screen, out) else out
