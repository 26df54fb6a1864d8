"""The phone's preview against the rule book: every legal Nanking round, and many of the other
games.
"""

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from scoring.rules import Position, Round, RuleError, advance, play
from tests.browser.rule_book import EACH, GAMES, asked, first_screen, legal_nanking_rounds
from tests.lengths import in_short

# Both ways as texts: Playwright takes a hundred times as long over the same as objects.
COMPARE = """async (given) => {
  const [screen, rounds] = JSON.parse(given);
  const entry = await import("/static/scoring/entry.js");
  const { columnScores } = await import("/static/scoring/preview.js");
  return JSON.stringify(rounds.map((round) => {
    const draft = entry.draftOf(screen, round);
    if (entry.missing(screen, draft) !== null) return [null, null];
    return [columnScores(screen, draft)?.columns ?? null, entry.roundOf(screen, draft)];
  }));
}"""
# Tap at random; hand every complete round back, as a table could send it.
TAP_AT_RANDOM = """async (given) => {
  const [screen, times, seed] = JSON.parse(given);
  const entry = await import("/static/scoring/entry.js");
  let state = seed;
  const random = (n) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % n;
  };
  const pointed = screen.sides.length > 0;
  const wishes = pointed;
  const shallow = pointed && screen.recording !== "full";
  const found = [];
  for (let time = 0; time < times; time++) {
    let draft = entry.emptyDraft();
    for (let tap = 0; tap < 24; tap++) {
      const seat = random(screen.seats.length);
      const calls = screen.seats[seat].calls;
      switch (random(7)) {
        case 0:
          if (calls.length) draft = entry.tapCall(screen, draft, seat, calls[random(calls.length)]);
          break;
        case 1: if (pointed) draft = entry.tapPoints(screen, draft, random(31) * 5 - 25); break;
        case 2: if (shallow) draft = entry.tapSweep(screen, draft, random(2)); break;
        case 3:
          if (wishes && random(8) === 0)
            draft = entry.tapWish(screen, draft, seat % screen.players);
          break;
        default: draft = entry.tapSeat(screen, draft, seat);
      }
      if (entry.missing(screen, draft) === null) found.push(entry.roundOf(screen, draft));
    }
  }
  return JSON.stringify(found);
}"""


def scores(position: Position, data: dict[str, Any]) -> list[int]:
    return list(advance(position, Round.from_data(data))[0].scores)


@pytest.mark.parametrize("each", EACH)
def test_the_preview_scores_every_legal_nanking_round_as_the_rule_book_does(
    scratch: Page, each: int
) -> None:
    position, as_told = first_screen("nanking", {})
    rounds = legal_nanking_rounds()[::each]
    assert len(rounds) == 40_500 / each
    answers = asked(scratch, COMPARE, as_told, rounds)
    different = [
        (data, answer)
        for data, answer in zip(rounds, answers, strict=True)
        if answer != [scores(position, data), data]
    ]
    assert not different[:3]


@pytest.mark.parametrize("pays", [False, True])
def test_calls_of_a_team_are_scored_as_the_rule_book_does_and_go_back_as_they_came(
    scratch: Page,
    pays: bool,
) -> None:
    settings = {"recording": "points", "failed_call_pays_opponents": pays}
    position, as_told = first_screen("nanking", settings)
    side_calls = [[], *([[side, "grand", True]] for side in (0, 1)), [[1, "tichu", False]]]
    side_calls += [[[0, "tichu", False], [1, "tichu", True]], [[0, "tichu", False]] * 2]
    beside: list[dict[str, Any]] = [
        {"card_points": [-25, 125]},
        {"sweep": 1},
        {"wish_violation": 2},
        {"card_points": [60, 40], "calls": {"3": "grand"}},
        {"card_points": [60, 40], "calls": {"3": "grand"}, "made": 3},
    ]
    rounds = [
        one | ({"side_calls": calls} if calls else {}) for one in beside for calls in side_calls
    ]
    possible = [one for one in rounds if is_possible(position, one)]
    assert len(possible) > 20
    answers = asked(scratch, COMPARE, as_told, possible)
    assert answers == [[scores(position, data), data] for data in possible]


def is_possible(position: Position, data: dict[str, Any]) -> bool:
    try:
        scores(position, data)
    except RuleError:
        return False
    return True


@pytest.mark.parametrize("times", in_short([80, 1500], {80}))
def test_whatever_is_tapped_the_round_is_possible_and_the_preview_right(
    scratch: Page, times: int
) -> None:
    """Nothing impossible can be built: thousands of random taps, each complete round played by the
    rule book.
    """
    for variant, settings in GAMES:
        position, as_told = first_screen(variant, settings)
        seed = random.Random(f"{variant}{settings}").randrange(2**31)
        built = asked(scratch, TAP_AT_RANDOM, as_told, times, seed)
        assert len(built) > times // 8, (variant, settings)
        answers = asked(scratch, COMPARE, as_told, built)
        for data, (columns, again) in zip(built, answers, strict=True):
            result = advance(position, Round.from_data(data))[0]
            # Nor one that cannot be written
            play(position.rules, position.n_players, [Round.from_data(data)], new=1)
            assert (columns or [], again) == (list(result.scores), data), (variant, settings)
