"""What a game meant: each kind of line, by itself. Nothing is kept, and nobody asked."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from html import unescape
from typing import Any

import pytest

from scoring.games.queries import Table
from scoring.models import Entry, Game, Player, Seat
from scoring.people.milestones import kinds, lines_about
from scoring.people.milestones.finished_game import Ended
from scoring.people.milestones.history import History, Record, Result, Year
from scoring.people.milestones.kinds import Line
from scoring.rules import VARIANTS, Round, RuleSet
from tests.scoring.games import PEOPLE, TWO_ROUNDS, believable

OURS, THEIRS, OTHERS = 101, 102, 103  # teams
GRAND = Round(out=(0, 2), calls={0: "grand"})  # +400 for Anna and Carla
GRAND_OF_BEAT = Round(out=(1, 3), calls={1: "grand"})
FAILED = Round(out=(2, 0), calls={0: "grand"})  # nothing for Anna and Carla
TICHU = Round(out=(0, 1, 2, 3), calls={0: "tichu"}, card_points=(50, 50))
TICHU_FAILED = Round(out=(1, 0, 2, 3), calls={0: "tichu"}, card_points=(50, 50))
WON = (GRAND, GRAND, GRAND)  # 1200 : 0
CAME_BACK = (GRAND_OF_BEAT, *WON)
YES, NO = Result(OURS, won=True), Result(OURS, won=False)
WITH_ANOTHER = Result(OTHERS, won=True)


def ended(
    rounds: Sequence[Round],
    *,
    variant: str = "nanking",
    names: Sequence[str] = (),
    state: str = Game.State.FINISHED,
) -> Ended:
    """A game that is over, of Anna, Beat, Carla and Dino; nothing of it is kept."""
    game = Game(variant=variant, state=state, started_at=datetime(2026, 11, 20, 20, tzinfo=UTC))
    teams = (OURS, THEIRS) if VARIANTS[variant].has_teams else (None, None)
    people = names or PEOPLE[: VARIANTS[variant].min_players]
    seats = [
        Seat(
            number=number,
            player=Player(pk=number + 1, name=name) if name else None,
            team_id=teams[number % 2],
        )
        for number, name in enumerate(people)
    ]
    return Ended(Table(game, seats, [Entry(data=played.to_data()) for played in rounds]))


def text(line: Line | None) -> str | None:
    """A line as it is read: who, and what."""
    return line and f"{' & '.join(line.names)}: {unescape(re.sub('<[^>]+>', '', line.text))}"


def of_us(**record: int) -> History:
    return History(teams={0: Record(**record)})


def won_before(*of_anna: Result, carla: Sequence[Result] = (), whole: bool = True) -> History:
    return History(results={1: of_anna, 3: carla or of_anna}, is_whole=whole)


GRANDS, TICHUS = (partial(kinds.calls_in_a_row, call=call) for call in ("grand", "tichu"))
FIRST, HUNDREDS = (partial(kinds.together, hundreds=hundreds) for hundreds in (False, True))
CASES: list[tuple[Callable[..., Line | None], Ended, History, str | None]] = [
    # The first win over somebody
    (kinds.first_win, ended(WON), of_us(lost=2), "First win over Beat & Dino, after 2 defeats"),
    (kinds.first_win, ended(WON), of_us(lost=1), None),
    (kinds.first_win, ended(WON), of_us(lost=5, beaten=1), None),
    (kinds.first_win, ended(WON), History(), None),
    (kinds.first_win, ended(WON, state=Game.State.STOPPED), of_us(lost=2), None),
    (kinds.first_win, ended(WON, names=("Anna", "Beat", "Carla", "")), of_us(lost=2), None),
    # Coming back
    (kinds.comeback, ended(CAME_BACK), History(), "400 points behind and still won"),
    (
        kinds.comeback,
        ended(CAME_BACK),
        History(deepest=390),
        "400 points behind and still won, the largest comeback so far",
    ),
    (kinds.comeback, ended(CAME_BACK), History(deepest=400), "400 points behind and still won"),
    (kinds.comeback, ended((Round(out=(1, 3)), *WON)), History(), None),
    (kinds.comeback, ended(CAME_BACK, state=Game.State.STOPPED), History(), None),
    # Winning run
    (kinds.run_of_wins, ended(WON), won_before(YES, YES, YES), "4 games won in a row"),
    (
        kinds.run_of_wins,
        ended(WON),
        won_before(NO, YES, YES, YES),
        "4 games won in a row, the longest run so far",
    ),
    (
        kinds.run_of_wins,
        ended(WON),
        won_before(NO, YES, YES, YES, whole=False),
        "4 games won in a row",
    ),
    (kinds.run_of_wins, ended(WON), won_before(*[YES] * 4, NO, *[YES] * 3), "4 games won in a row"),
    (kinds.run_of_wins, ended(WON), won_before(YES, YES), None),
    (kinds.run_of_wins, ended(WON), won_before(YES, YES, NO, YES), None),
    (kinds.run_of_wins, ended(WON, state=Game.State.STOPPED), won_before(YES, YES, YES), None),
    (
        kinds.run_of_wins,
        ended(WON),
        won_before(YES, carla=[NO, WITH_ANOTHER, WITH_ANOTHER, YES]),
        "Carla: 4 games won in a row, the longest run so far",
    ),
    # Calls
    (GRANDS, ended(WON), History(), "3 Grand Tichus made in a row"),
    (GRANDS, ended(WON), History(made={(1, "grand"): 4}), "7 Grand Tichus made in a row"),
    (
        GRANDS,
        ended(WON),
        History(made={(3, "grand"): 4, (1, "tichu"): 4}),
        "3 Grand Tichus made in a row",
    ),
    (GRANDS, ended((GRAND, FAILED, GRAND)), History(made={(1, "grand"): 4}), None),
    (
        GRANDS,
        ended((FAILED, *WON)),
        History(made={(1, "grand"): 4}),
        "3 Grand Tichus made in a row",
    ),
    (GRANDS, ended((*WON[1:], FAILED, Round(out=(0, 2)))), History(made={(1, "grand"): 4}), None),
    (GRANDS, ended((TICHU,)), History(made={(1, "grand"): 4}), None),
    (TICHUS, ended((TICHU,) * 2), History(made={(1, "tichu"): 4}), "6 Tichus made in a row"),
    (TICHUS, ended((TICHU,) * 2), History(made={(1, "tichu"): 3}), None),
    (TICHUS, ended((TICHU, TICHU_FAILED)), History(made={(1, "tichu"): 9}), None),
    # The best round of the year
    (
        kinds.best_round,
        ended(WON),
        History(years={0: Year(20, 390)}),
        "+400, the best round of 2026 so far",
    ),
    (
        kinds.best_round,
        ended(WON),
        History(years={0: Year(20, -50)}),
        "+400, the best round of 2026 so far",
    ),
    (kinds.best_round, ended(WON), History(years={0: Year(20, 400)}), None),
    (kinds.best_round, ended(WON), History(years={0: Year(19, 200)}), None),
    (kinds.best_round, ended((FAILED,)), History(years={0: Year(20, -50)}), None),
    # Games together
    *((FIRST, ended(WON), of_us(games=n - 1), f"{n}th game together") for n in (10, 20, 50)),
    *((FIRST, ended(WON), of_us(games=n), None) for n in (0, 8, 10, 24, 99)),
    (HUNDREDS, ended(WON), of_us(games=299), "300th game together"),
    (HUNDREDS, ended(WON), of_us(games=9), None),
    (FIRST, ended(WON, names=("", "Beat", "Carla", "Dino")), of_us(games=9), None),
    # The clearest win
    (
        kinds.clearest_win,
        ended(WON),
        of_us(wins=5, clearest=1190),
        "Won by 1200 points, the clearest win so far",
    ),
    (kinds.clearest_win, ended(WON), of_us(wins=5, clearest=1200), None),
    (kinds.clearest_win, ended(WON), of_us(wins=4, clearest=100), None),
    (kinds.clearest_win, ended(WON, state=Game.State.STOPPED), of_us(wins=5, clearest=100), None),
]


@pytest.mark.parametrize(("kind", "game", "history", "said"), CASES)
def test_a_kind_says_one_thing_or_nothing(
    kind: Any, game: Ended, history: History, said: str | None
) -> None:
    line = text(kind(game, history))
    assert (said is None) == (line is None)
    assert said is None or (line or "").endswith(said)


def test_lines_are_those_of_whom_they_tell() -> None:
    won = kinds.first_win(ended(WON), of_us(lost=2))
    assert won is not None
    assert (won.column, won.names, won.is_team) == (0, ("Anna", "Carla"), True)
    grands = GRANDS(ended((GRAND_OF_BEAT,) * 3), History())
    assert grands is not None
    assert (grands.column, grands.names, grands.is_team) == (1, ("Beat",), False)
    longer = FIRST(ended(WON), History(teams={0: Record(games=9), 1: Record(games=19)}))
    assert longer is not None
    assert (longer.column, longer.names) == (1, ("Beat", "Dino"))


def test_where_everybody_scores_alone_a_person_is_told_of() -> None:
    game = ended(believable(RuleSet.of("trichu"), 3, 9), variant="trichu")
    assert [
        (party.column, party.names)
        for party in sorted(game.parties, key=lambda party: party.column)
    ] == [
        (0, ("Anna",)),
        (1, ("Beat",)),
        (2, ("Carla",)),
    ]  # and not the dummy
    line = kinds.best_round(game, History(years={1: Year(20, 10)}))
    assert line is not None
    assert (line.column, line.names, line.is_team) == (1, ("Beat",), False)
    assert lines_about(game, History(teams={1: Record(games=9, wins=9)})) == []


def test_of_a_game_of_two_names_unknown_only_those_who_are_known_are_told_of() -> None:
    game = ended(WON, names=("Anna", "", "Carla", ""))
    assert [party.names for party in game.parties] == [("Anna", "Carla")]
    assert lines_about(game, of_us(games=9)) != []


def test_the_heaviest_comes_first() -> None:
    game = ended(CAME_BACK)
    history = History(
        teams={0: Record(games=99, lost=3, wins=5, clearest=100)},
        results={1: [NO, YES, YES, YES]},
        years={0: Year(20, 100)},
    )
    said = [
        (text(line) or "").partition(": ")[2].split(",")[0] for line in lines_about(game, history)
    ]
    assert said == [
        "100th game together",
        "First win over Beat & Dino",
        "400 points behind and still won",
        "3 Grand Tichus made in a row",
        "4 games won in a row",
        "+400",
        "Won by 800 points",
    ]
    weights = [weight for weight, _kind in kinds.KINDS]
    assert weights == sorted(set(weights), reverse=True)


def test_nothing_is_said_of_a_first_game() -> None:
    assert lines_about(ended(TWO_ROUNDS, state=Game.State.STOPPED), History()) == []


def test_a_name_is_text() -> None:
    line = kinds.first_win(ended(WON, names=("Anna", "<b>%s", "Carla", "D&D")), of_us(lost=2))
    assert line is not None
    assert (
        line.text
        == "First win over <bdi>&lt;b&gt;%s</bdi> &amp; <bdi>D&amp;D</bdi>, after 2 defeats"
    )
