"""The phone's own reckoning of a game, round by round, against the rule book: every variant, depth
and house rule.
"""

import random
import uuid
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page

from scoring.rules import VARIANTS, Carried, Round, RuleError, RuleSet, advance, opening
from tests.browser.playing import NUMBER_OF
from tests.browser.rule_book import COMPARED, PLAY, Evening, a_round, an_evening, rounds_of
from tests.lengths import in_short

# What the server told, with what waits in the outbox on top.
OVERLAY = """async ([cases, compared]) => {
  const { overlaid } = await import("/static/scoring/game.js");
  return cases.map(([screen, entries]) => {
    const { screen: here, rows } = overlaid(screen, entries);
    const rounds = here.rounds.map(({ data }) => data);
    return [Object.fromEntries(compared.map((key) => [key, here[key]])),
      rounds, rows.map(({ stands }) => stands)];
  });
}"""

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("nanking", {}),
    ("nanking", {"recording": "first", "target_score": 400, "tie_at_target": "draw"}),
    ("nanking", {"recording": "points", "failed_call_pays_opponents": True, "mercy_lead": 300}),
    (
        "nanking",
        {
            "extra_calls": {"blind": 400, "grand slam": 50},
            "partners_may_both_call": False,
            "round_limit": 7,
        },
    ),
    (
        "nanking",
        {"grand_allowed": False, "target_score": None, "mercy_lead": 250, "wish_penalty": 150},
    ),
    (
        "nanking",
        {"target_score": 200, "tie_at_target": "draw", "sweep_value": 100, "tichu_value": 50},
    ),
    (
        "nanking",
        {
            "target_score": 200,
            "tie_at_target": "play_on",
            "recording": "points",
            "sweep_value": 100,
        },
    ),
    ("tientsin", {}),
    ("tientsin", {"recording": "first", "grand_allowed": False}),
    ("tientsin", {"recording": "points", "round_limit": 4}),
    ("trichu", {}),
    ("trichu", {"deal_passes": "right", "mercy_lead": 400}),
    ("trichu", {"recording": "points", "extra_calls": {"blind": 300}}),
    ("wu_wang", {}),
    ("wu_wang", {"recording": "first", "target_score": 500, "tie_at_target": "draw"}),
    ("wu_wang", {"grand_allowed": False, "round_limit": 9}),
    ("grand_seigneur", {}),
    ("grand_seigneur", {"round_limit": 5}),
    ("always_last", {}),
    ("always_last", {"round_limit": 3}),
    ("nanking_five", {}),
    ("nanking_five", {"recording": "points", "round_limit": 7}),
    ("nanking_five", {"who_sits_out": "last_out", "round_limit": 12}),
    ("nanking_pairs", {}),
    ("nanking_pairs", {"who_sits_out": "last_out", "round_limit": 10}),
    ("nanking_five", {"who_sits_out": "tapped", "recording": "first", "target_score": 700}),
]
# The same from a score that was carried over.
CARRIED: list[tuple[str, dict[str, Any], Carried]] = [
    ("nanking", {}, Carried(3, (415, 185))),
    ("nanking", {"round_limit": 20, "target_score": None}, Carried(17, (-100, 200))),
    ("tientsin", {"mercy_lead": 600}, Carried(0, (300, 0))),
    ("trichu", {}, Carried(4, (200, 100, 300, 50))),
    ("wu_wang", {"target_score": 700}, Carried(2, (0, 250, 155, 400))),
    ("grand_seigneur", {"round_limit": 9}, Carried(4)),
    ("always_last", {"round_limit": 6}, Carried(1)),
    ("nanking_five", {"round_limit": 11}, Carried(3, (200, 100, 300, 50, 0))),
]


@pytest.fixture(autouse=True)
def no_chair_was_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """These games are kept nowhere: there is no database to ask."""
    monkeypatch.setattr("scoring.pages.table.seating.chosen_chairs", lambda _table: {})


@cache
def evenings(each: int) -> list[Evening]:
    """Each game with several evenings of up to thirty rounds; twelve people now and then where so
    many may play.
    """
    found = []
    for at, (variant, settings) in enumerate(GAMES):
        most = VARIANTS[variant].max_players
        for seed in range(each):
            n_players = most if seed == 1 else NUMBER_OF[variant]
            played = rounds_of(RuleSet.of(variant, settings), n_players, 30, seed=100 * at + seed)
            found.append(an_evening(variant, settings, n_players, played))
    for at, (variant, settings, carried) in enumerate(CARRIED):
        rules, n_players = RuleSet.of(variant, settings), NUMBER_OF[variant]
        played = rounds_of(rules, n_players, 30, seed=at, carried=carried)
        found.append(an_evening(variant, settings, n_players, played, carried))
    return found


@pytest.fixture(params=in_short([2, 6], {2}))
def games(request: pytest.FixtureRequest) -> list[Evening]:
    return evenings(request.param)


def test_the_phone_plays_on_as_the_rule_book_does(scratch: Page, games: list[Evening]) -> None:
    """After every round of many evenings: totals, sides, calls, seats, who deals, and when the game
    is over.
    """
    sent = [[evening.told(0), [entry.data for entry in evening.entries]] for evening in games]
    compared = [key for key in COMPARED if key != "state"]
    answers = scratch.evaluate(PLAY, [sent, compared])
    steps = 0
    for evening, answer in zip(games, answers, strict=True):
        for rounds, here in enumerate(answer):
            told = evening.seen(rounds)
            assert here == {key: told[key] for key in compared}, (
                evening.game.variant,
                evening.game.settings,
                rounds,
            )
            steps += 1
    assert steps > 7 * len(games)
    ends = [evening for evening in games if evening.table().position.finished]
    assert {evening.game.variant for evening in ends} == set(VARIANTS), (
        "every game was seen to its end"
    )
    assert any(len(evening.table().position.winners) == 2 for evening in ends), (
        "a draw was among them"
    )


def test_the_phone_plays_on_through_rounds_of_every_form(scratch: Page) -> None:
    """The phone reads each round by its own form, as the rule book does, however much is asked for
    now.
    """
    evenings = []
    for at, (variant, depths) in enumerate(
        [("nanking", 3), ("tientsin", 3), ("trichu", 3), ("wu_wang", 2), ("nanking_five", 3)] * 2
    ):
        chance, rounds = random.Random(at), list[Round]()
        position = opening(
            RuleSet.of(variant, {"target_score": None, "round_limit": 20}), NUMBER_OF[variant]
        )
        while not position.finished:
            recording = chance.choice(["full", "first", "points"][:depths])
            played = a_round(
                replace(position, rules=replace(position.rules, recording=recording)), chance
            )
            try:
                position = advance(position, replace(played, recording=recording))[1]
            except RuleError:  # all of a side that swept called
                continue
            rounds.append(played)
        settings = {"target_score": None, "round_limit": 20} | (
            {"recording": "first"} if at % 2 else {}
        )
        evenings.append(an_evening(variant, settings, NUMBER_OF[variant], rounds))
    sent = [[evening.told(0), [entry.data for entry in evening.entries]] for evening in evenings]
    compared = [key for key in COMPARED if key != "state"]
    for evening, answer in zip(evenings, scratch.evaluate(PLAY, [sent, compared]), strict=True):
        told = [evening.seen(rounds) for rounds in range(21)]
        assert answer == [{key: one[key] for key in compared} for one in told], evening.game.variant


def waiting(kind: str, number: int, **more: Any) -> dict[str, Any]:
    """An entry as the outbox keeps it."""
    return {
        "id": str(uuid.uuid4()),
        "kind": kind,
        "number": number,
        "state": "waiting",
        "about": None,
    } | more


def test_what_waits_on_the_phone_stands_on_top_of_what_the_server_told(
    scratch: Page, games: list[Evening]
) -> None:
    """Part of an evening on the server, the rest in the outbox: the screen is the one after all of
    it.
    """
    cases, expected = [], []
    for evening in games[::2]:
        there = len(evening.entries) // 2
        rest = evening.entries[there:]
        outbox = [waiting("round", entry.number, data=entry.data) for entry in rest]
        cases.append([evening.told(there), outbox])
        expected.append(
            [evening.seen(), [entry.data for entry in evening.entries], [True] * len(rest)]
        )
    assert scratch.evaluate(OVERLAY, [cases, COMPARED]) == expected


def test_rounds_taken_back_on_the_phone_are_gone_and_a_game_that_was_over_goes_on(
    scratch: Page, games: list[Evening]
) -> None:
    cases, expected = [], []
    for evening in [each for each in games if len(each.entries) > 1][::2]:
        last = len(evening.entries)
        outbox = [
            waiting("undo", entry.number, about=str(entry.pk), data={})
            for entry in evening.entries[:-3:-1]
        ]
        cases.append([evening.told(), outbox])
        expected.append(
            [evening.seen(last - 2), [entry.data for entry in evening.entries[:-2]], [True, True]]
        )
    assert scratch.evaluate(OVERLAY, [cases, COMPARED]) == expected


def corrected(evening: Evening, number: int, chance: random.Random) -> Evening | None:
    """The evening with another round in this place; None where the rounds after it could not have
    been played then.
    """
    played = [Round.from_data(entry.data) for entry in evening.entries]
    played[number - 1] = a_round(evening.table(number - 1).position, chance)
    other = evening.with_rounds(played)
    try:
        other.table().result  # noqa: B018  (the rule book plays it)
    except RuleError:
        return None
    return other


def test_a_correction_that_waits_on_the_phone_changes_all_that_follows_from_it(
    scratch: Page, games: list[Evening]
) -> None:
    cases, expected = [], []
    for at, evening in enumerate(games):
        number = (len(evening.entries) + 1) // 2
        other = corrected(evening, number, random.Random(at))
        if other is None:
            continue
        old, new = evening.entries[number - 1], other.entries[number - 1]
        cases.append(
            [
                evening.told(),
                [waiting("correction", old.number, replaces=str(old.pk), data=new.data)],
            ]
        )
        expected.append([other.seen(), [entry.data for entry in other.entries], [True]])
    assert len(cases) > len(games) / 3
    assert scratch.evaluate(OVERLAY, [cases, COMPARED]) == expected


def test_what_does_not_follow_on_what_stands_has_no_place_of_its_own(scratch: Page) -> None:
    """A round that another phone has written, a correction of one that was replaced, an undo of
    another's round.
    """
    played = rounds_of(RuleSet.of("nanking"), 4, 3, seed=1)
    evening = an_evening("nanking", {}, 4, played)
    other = str(uuid.uuid4())
    outbox = [
        waiting("round", 3, data=played[0].to_data()),
        waiting("round", 5, data=played[0].to_data()),
        waiting("correction", 2, replaces=other, data=played[0].to_data()),
        waiting("undo", 3, about=other, data={}),
        waiting("undo", 2, about=None, data={}),
    ]
    (answer,) = scratch.evaluate(OVERLAY, [[[evening.told(), outbox]], COMPARED])
    assert answer == [evening.seen(), [each.to_data() for each in played], [False] * 5]


def test_a_round_that_the_server_has_told_already_stands_once(scratch: Page) -> None:
    evening = an_evening("nanking", {}, 4, rounds_of(RuleSet.of("nanking"), 4, 2, seed=1))
    there = evening.entries[1]
    sent = waiting("round", 2, data=there.data) | {"id": str(there.pk), "state": "sent"}
    (answer,) = scratch.evaluate(OVERLAY, [[[evening.told(), [sent]]], COMPARED])
    assert answer == [evening.seen(), [entry.data for entry in evening.entries], []]
