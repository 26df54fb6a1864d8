"""Others sit at the table from a round on: who counts for what, taking it back, corrections."""

import uuid

import pytest

from scoring.games.actions import substitutions
from scoring.games.actions.setup_changes import Setup, put_right
from scoring.games.queries import table_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Call, Game, GameEvent, Place, Score, Seat
from scoring.rules import RuleError, RuleSet
from tests.scoring.tables import PEOPLE, PLAIN, SWEEP, Phone, correct, record, refused, table, undo

ANNA, BEAT, CARLA, DINO, ELIF, FRITZ = PEOPLE[:6]


def seat_from(game: Game, number: int, *people: str, key: uuid.UUID | None = None) -> uuid.UUID:
    """Seat these people from a round on; "" stays. Return the change's id."""
    key = key or uuid.uuid4()
    names = [*people, *[""] * (table_of(game).n_players - len(people))]
    substitutions.change_seats(game, key, number, names, game.device)
    return key


def take_back(game: Game, change: uuid.UUID) -> None:
    substitutions.take_back_seats(game, uuid.uuid4(), change, game.device)


def sat(game: Game) -> list[tuple[int, str, int, int | None, bool]]:
    """Who sat where, in which rounds, and for whom the game counts."""
    rows = Seat.ever.filter(game=game).order_by("number", "first")
    return list(rows.values_list("number", "player__name", "first", "last", "counts"))


def first_out(game: Game) -> list[str]:
    """Who went out first, by round."""
    rows = Place.objects.filter(round__game=game, place=1).order_by("round__number")
    return list(rows.values_list("player__name", flat=True))


def teams(game: Game, column: int = 0) -> list[set[str]]:
    """The team of a column, by round."""
    scores = Score.objects.filter(round__game=game, column=column).order_by("round__number")
    return [
        {*score.team.players.values_list("name", flat=True)} if score.team else set()
        for score in scores.select_related("team")
    ]


def verified() -> list[str]:
    return [str(one) for one in differences_in_games(Counts())]


@pytest.mark.django_db
def test_the_score_goes_on_and_each_round_stays_with_who_played_it(anna: Phone) -> None:
    game = table(anna)
    record(game, 1, SWEEP)
    record(game, 2, PLAIN)
    seat_from(game, 3, ELIF, "", "", "")
    record(game, 3, {**PLAIN, "calls": {"0": "tichu"}})
    assert table_of(game).people == [ELIF, BEAT, CARLA, DINO]
    assert first_out(game) == [ANNA, ANNA, ELIF]
    assert teams(game) == [{ANNA, CARLA}, {ANNA, CARLA}, {ELIF, CARLA}]
    assert [*Call.objects.values_list("player__name", flat=True)] == [ELIF]
    assert table_of(game).result.totals == (200 + 65 + 165, 35 + 35)
    assert sat(game) == [
        (0, ANNA, 1, 2, True),
        (0, ELIF, 3, None, False),
        (1, BEAT, 1, None, True),
        (2, CARLA, 1, None, True),
        (3, DINO, 1, None, True),
    ]
    assert verified() == []


@pytest.mark.django_db
def test_a_correction_of_an_earlier_round_keeps_who_sat_then(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    seat_from(game, 2, ELIF)
    record(game, 2)
    correct(game, 1, SWEEP)
    correct(game, 2, SWEEP)
    assert (first_out(game), teams(game)) == ([ANNA, ELIF], [{ANNA, CARLA}, {ELIF, CARLA}])
    assert verified() == []


@pytest.mark.django_db
def test_two_change_seats_across(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    seat_from(game, 2, BEAT, ANNA, "", "")
    record(game, 2)
    assert first_out(game) == [ANNA, BEAT]
    assert teams(game) == [{ANNA, CARLA}, {BEAT, CARLA}]
    # Half of it in each column counts for nobody
    assert [row for row in sat(game) if row[1] in {ANNA, BEAT} and row[4]] == []
    record(game, 3)
    assert [row[:2] for row in sat(game) if row[1] in {ANNA, BEAT} and row[4]] == [
        (0, BEAT),
        (1, ANNA),
    ]
    assert verified() == []


@pytest.mark.django_db
def test_two_partners_change_seats_and_keep_their_game(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    seat_from(game, 2, CARLA, "", ANNA, "")
    record(game, 2)
    assert teams(game) == [{ANNA, CARLA}, {ANNA, CARLA}]
    assert [row[1] for row in sat(game) if row[4]] == [CARLA, BEAT, ANNA, DINO]


@pytest.mark.django_db
def test_it_is_taken_back_until_a_round_is_written(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    before = sat(game)
    change = seat_from(game, 2, ELIF, FRITZ)
    take_back(game, change)
    assert (sat(game), table_of(game).people) == (before, PEOPLE[:4])
    change = seat_from(game, 2, "", "", ELIF)
    record(game, 2)
    with refused(game, ("seats_played", "about")):
        take_back(game, change)
    undo(game, 2)
    with refused(game, ("seats_changed", "number")):
        undo(game, 1)
    take_back(game, change)
    assert sat(game) == before
    undo(game, 1)
    assert verified() == []


@pytest.mark.django_db
def test_several_changes_for_one_round_are_one_and_go_back_in_order(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    first = seat_from(game, 2, ELIF)
    second = seat_from(game, 2, ANNA)  # back before having left
    assert [row[1] for row in sat(game)] == PEOPLE[:4]
    with refused(game, ("change_unknown", "about")):
        take_back(game, first)
    take_back(game, second)
    assert table_of(game).people[0] == ELIF
    take_back(game, first)
    assert [row[1] for row in sat(game)] == PEOPLE[:4]
    assert verified() == []


@pytest.mark.django_db
def test_sent_again_it_is_the_same_even_after_it_was_taken_back(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    change = seat_from(game, 2, ELIF)
    seat_from(game, 2, ELIF, key=change)
    take_back(game, change)
    seat_from(game, 2, ELIF, key=change)
    assert table_of(game).people == PEOPLE[:4]
    assert GameEvent.objects.filter(game=game, action="substitute").count() == 1


@pytest.mark.django_db
def test_it_can_be_noted_afterwards(anna: Phone) -> None:
    game = table(anna)
    for number in (1, 2, 3):
        record(game, number)
    seat_from(game, 2, ELIF)
    assert first_out(game) == [ANNA, ELIF, ELIF]
    with refused(game, ("seats_changed_later", "number")):
        seat_from(game, 1, FRITZ)
    with refused(game, ("round_out_of_turn", "number")):
        seat_from(game, 5, FRITZ)
    assert verified() == []


@pytest.mark.django_db
def test_before_the_first_round_the_seat_is_only_named(anna: Phone) -> None:
    game = table(anna)
    seat_from(game, 1, ELIF)
    record(game, 1)
    assert [row[:4] for row in sat(game)][0] == (0, ELIF, 1, None)
    assert (len(sat(game)), verified()) == (4, [])


@pytest.mark.django_db
def test_nobody_sits_twice_and_a_screen_out_of_date_is_told(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    with pytest.raises(RuleError):
        seat_from(game, 2, BEAT)
    seat_from(game, 2, ELIF)
    with pytest.raises(RuleError) as error:
        substitutions.change_seats(
            game, uuid.uuid4(), 2, [FRITZ, "", "", ""], game.device, names=[BEAT, ANNA, CARLA, DINO]
        )
    assert error.value.mistakes[0].code == "seats_moved"


@pytest.mark.django_db
def test_a_name_put_right_is_right_in_every_round(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    seat_from(game, 2, BEAT, ANNA, "", "")
    record(game, 2)
    names = [BEAT, "Annika", CARLA, DINO]
    put_right(game, game.device, Setup(RuleSet.of("nanking"), names))
    assert first_out(game) == ["Annika", BEAT]
    seat_from(game, 3, ELIF)
    with refused(game, ("sat_earlier", "names")):
        put_right(game, game.device, Setup(RuleSet.of("nanking"), [BEAT, *names[1:]]))
    assert verified() == []
