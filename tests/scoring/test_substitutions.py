"""Others sit at the table from a round on: who counts for what, taking it back, corrections."""

import uuid
from collections.abc import Sequence
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scoring.games.actions import substitutions
from scoring.games.actions.game_state import finish_early
from scoring.games.actions.setup_changes import Setup, put_right
from scoring.games.actions.starting import rematch
from scoring.games.queries import table_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Call, Game, GameEvent, Place, Player, RatingChange, Score, Seat
from scoring.people.actions.erasing import erase
from scoring.people.actions.merging import merge, separate
from scoring.people.milestones.finished_game import has_milestones
from scoring.people.rated.lists import bring_up_to_date
from scoring.people.rated.verifying import differences_in_ratings
from scoring.people.statistics.club import by_person, seats_in
from scoring.people.statistics.person import Person
from scoring.people.statistics.personal_data import Kept
from scoring.people.statistics.together import Pair
from scoring.rules import RuleError, RuleSet
from tests.scoring.tables import (
    PEOPLE,
    PLAIN,
    SWEEP,
    Phone,
    correct,
    record,
    refused,
    seat_from,
    table,
    undo,
)

ANNA, BEAT, CARLA, DINO, ELIF, FRITZ = PEOPLE[:6]


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
def test_who_left_comes_back_under_the_name_merged_into_since(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    change = seat_from(game, 2, ELIF)
    stays = Player.objects.create(name="Anni", device=anna.device)
    merge(Player.objects.get(name=ANNA), stays, anna.device)
    take_back(game, change)
    assert sat(game)[0] == (0, "Anni", 1, None, True)
    assert verified() == []
    record(game, 2)
    assert teams(game) == [{"Anni", CARLA}, {"Anni", CARLA}]


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
    assert next(row[:4] for row in sat(game)) == (0, ELIF, 1, None)
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


@pytest.mark.django_db
def test_verify_finds_what_does_not_follow_from_the_log(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    record(game, 2)
    seat_from(game, 3, ELIF)
    record(game, 3)
    left = Seat.ever.filter(game=game, last=2)
    for changed, found in (
        ({"last": 1}, "sat there in some rounds"),
        ({"player": Player.objects.get(name=ELIF)}, "sat there in some rounds"),
        ({"counts": False}, "places at its end"),
    ):
        with transaction.atomic():
            assert left.update(**changed) == 1
            (difference,) = verified()
            assert found in difference
            transaction.set_rollback(True)
    assert verified() == []


@pytest.mark.django_db
def test_people_of_a_table_are_merged_apart_and_erased_wherever_they_sat(anna: Phone) -> None:
    game = table(anna)
    record(game, 1)
    seat_from(game, 2, ELIF)
    record(game, 2)
    other = table(anna, names=["Anna-Lena", *PEOPLE[5:8]])
    record(other, 1)
    people = {player.name: player for player in Player.objects.all()}
    with pytest.raises(RuleError):
        merge(people[ANNA], people[ELIF], anna.device)
    done = merge(people[ANNA], people["Anna-Lena"], anna.device)
    assert first_out(game) == ["Anna-Lena", ELIF]
    assert verified() == []
    separate(done, anna.device)
    assert first_out(game) == [ANNA, ELIF]
    assert verified() == []
    (kept,) = Kept(people[ANNA]).games()
    assert (kept.first, kept.last, len(kept.rounds), kept.counts) == (1, 1, 1, True)
    erase(people[ANNA], anna.device)
    assert table_of(game).as_in(1).names == ["Somebody", BEAT, CARLA, DINO]
    assert ANNA not in anna.get("game", game).content.decode().replace("Anna-Lena", "")
    assert verified() == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("variant", "data"),
    [
        ("trichu", {"out": [3, 1, 0], "card_points": [70, 30]}),
        ("grand_seigneur", {"out": [5, 4, 3, 2, 1, 0]}),
    ],
)
def test_who_takes_over_takes_the_seat_and_the_rank(
    anna: Phone, variant: str, data: dict[str, Any]
) -> None:
    game = table(
        anna, variant, names=[ANNA, *PEOPLE[6:8], *PEOPLE[8:11]][: 3 if variant == "trichu" else 6]
    )
    record(game, 1, data)
    before = table_of(game).position
    seat_from(game, 2, ELIF)
    after = table_of(game).position
    assert (after.totals, after.seating) == (before.totals, before.seating)
    assert "Elif" in anna.get("score", game).content.decode()
    if variant == "trichu":
        first, second = after.sides
        data = {"out": [first[0], second[0], first[1]], "card_points": [60, 40]}
    record(game, 2, data)
    assert anna.get("game", game).content.decode().count("for <bdi>Anna</bdi>") == 1
    assert verified() == []


@pytest.mark.django_db
def test_a_rematch_is_played_by_those_who_sit_now(anna: Phone) -> None:
    game = table(anna)
    record(game, 1, SWEEP)
    seat_from(game, 2, ELIF)
    finish_early(game, game.device, reason="")
    assert table_of(rematch(game, anna.device)).people == [ELIF, BEAT, CARLA, DINO]


# Counted once more
# --------------------------------------------------------------------------------------------------

MORE = ["Gabi", "Hugo"]
WRITTEN = {
    "nanking": [
        {"out": [0, 1, 2, 3], "card_points": [65, 35], "calls": {"0": "tichu"}},
        {"out": [3, 1], "calls": {"3": "grand", "2": "tichu"}},
        {"out": [2, 1, 0, 3], "card_points": [-25, 125], "calls": {"1": "tichu"}},
    ],
    "grand_seigneur": [{"out": [2, 0, 4, 1, 3]}, {"out": [1, 4, 3, 2, 0]}],
}


class Evening:
    """A game as people remember it: what was played, and who sat where then."""

    def __init__(self, phone: Phone, variant: str) -> None:
        n_players = 4 if variant == "nanking" else 5
        self.variant = variant
        self.lineup = PEOPLE[:n_players]
        self.game = table(phone, variant, names=self.lineup, **self.rules)
        self.rounds: list[tuple[dict[str, Any], list[str]]] = []
        self.changes: list[tuple[uuid.UUID, int, list[str]]] = []  # with the seats before

    @property
    def rules(self) -> dict[str, Any]:
        return {"target_score": 5000} if self.variant == "nanking" else {}

    def play(self, pick: int) -> None:
        data = WRITTEN[self.variant][pick % len(WRITTEN[self.variant])]
        record(self.game, len(self.rounds) + 1, data)
        self.rounds.append((data, self.lineup))

    def correct(self, pick: int) -> None:
        if self.rounds:
            at = pick % len(self.rounds)
            data = WRITTEN[self.variant][pick % len(WRITTEN[self.variant])]
            if data != self.rounds[at][0] and self.variant == "nanking":
                correct(self.game, at + 1, data)
                self.rounds[at] = (data, self.rounds[at][1])

    def undo(self, _pick: int) -> None:
        last = self.changes[-1] if self.changes else None
        if last and last[1] == len(self.rounds) + 1:
            take_back(self.game, last[0])
            self.lineup = last[2]
            self.changes.pop()
        elif self.rounds:
            undo(self.game, len(self.rounds))
            self.rounds.pop()

    def exchange(self, pick: int) -> None:
        """Somebody else sits down, or two change seats, from the next round on or an earlier
        one.
        """
        everybody = [*PEOPLE[:6], *MORE]
        number = len(self.rounds) + 1 - pick % 3
        if number < max(1, *(since for _key, since, _before in self.changes), 1):
            return
        seat, name = pick % len(self.lineup), everybody[pick // 7 % len(everybody)]
        after = list(self.lineup)
        if name in after:
            after[after.index(name)] = after[seat]
        after[seat] = name
        if after == self.lineup:
            return
        names = [name if name != was else "" for name, was in zip(after, self.lineup, strict=True)]
        key = uuid.uuid4()
        substitutions.change_seats(self.game, key, number, names, self.game.device)
        self.changes.append((key, number, self.lineup))
        self.lineup = after
        self.rounds = [
            (data, after if at >= number else lineup)
            for at, (data, lineup) in enumerate(self.rounds, start=1)
        ]

    @property
    def rules_points(self) -> bool:
        """Whether the game has points."""
        return self.variant == "nanking"

    def rounds_by_side(self, name: str) -> list[int]:
        """The side of a person in each round they played; their seat where all play alone."""
        seats = [lineup.index(name) for _data, lineup in self.rounds if name in lineup]
        return [seat % 2 if self.variant == "nanking" else seat for seat in seats]

    def side_that_counts(self, name: str) -> int | None:
        sides = self.rounds_by_side(name)
        halves = [side for side in {*sides} if 2 * sides.count(side) >= len(self.rounds)]
        return halves[0] if len(halves) == 1 else None


def points(data: dict[str, Any]) -> tuple[int, int]:
    """What a round of Nanking brought both sides."""
    first, second = data["out"][:2]
    cards = data.get("card_points", [200 * (first % 2 == side) for side in (0, 1)])
    assert "card_points" in data or first % 2 == second % 2
    gained = list(cards)
    for seat, call in data.get("calls", {}).items():
        value = {"tichu": 100, "grand": 200}[call]
        gained[int(seat) % 2] += value if int(seat) == first else -value
    return gained[0], gained[1]


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["play", "play", "play", "exchange", "exchange", "undo", "correct"]),
        st.integers(0, 10**4),
    ),
    max_size=14,
)


@pytest.mark.django_db
@pytest.mark.parametrize("variant", list(WRITTEN))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
# Three change seats: two count on the same one, and nobody where the first sits now.
@example(steps=[("play", 0), ("play", 0), ("play", 0), ("exchange", 1239)])
@example(steps=[("play", 0), ("exchange", 1239), ("play", 0), ("exchange", 1)])
@given(steps=STEPS)
def test_every_round_counts_for_who_played_it(
    anna: Phone, variant: str, steps: Sequence[tuple[str, int]]
) -> None:
    with transaction.atomic():
        evening = Evening(anna, variant)
        evening.play(0)
        for what, pick in steps:
            getattr(evening, what)(pick)
        if evening.rounds:
            finish_early(evening.game, evening.game.device, reason="")
        check(evening)
        transaction.set_rollback(True)


def check(evening: Evening) -> None:
    game = evening.game
    assert verified() == []
    assert table_of(game).people == evening.lineup
    assert first_out(game) == [lineup[data["out"][0]] for data, lineup in evening.rounds]
    called = Call.objects.filter(round__game=game).order_by("round__number", "seat")
    assert list(called.values_list("player__name", flat=True)) == [
        lineup[int(seat)]
        for data, lineup in evening.rounds
        for seat in sorted(data.get("calls", {}))
    ]
    if not evening.rounds:
        return
    gains = [points(data) for data, _lineup in evening.rounds] if evening.rules_points else []
    totals = [sum(gain[side] for gain in gains) for side in (0, 1)]
    names = dict(Player.objects.values_list("pk", "name"))
    for player in Player.objects.all():
        person = Person(player)
        sides = evening.rounds_by_side(player.name)
        counted = evening.side_that_counts(player.name)
        assert len(person.games) == (counted is not None)
        if not evening.rules_points:
            assert (person.ranks.rounds if person.ranks else 0) == len(sides)
            continue
        played = [at for at, (_data, lineup) in enumerate(evening.rounds) if player.name in lineup]
        own = sum(gains[at][side] for at, side in zip(played, sides, strict=True))
        assert (person.sums.rounds, person.sums.own_points) == (len(sides), own)
        assert person.out.first.hits == first_out(game).count(player.name)
        mine = [
            name
            for data, lineup in evening.rounds
            for seat in data.get("calls", {})
            for name in [lineup[int(seat)]]
        ]
        assert sum(person.calls.cases.values()) == mine.count(player.name)
        if counted is not None:
            (one,) = person.games
            ahead = totals[counted] - totals[1 - counted]
            assert (one.won, one.drawn, one.total) == (ahead > 0, ahead == 0, totals[counted])
            changed = any(lineup != evening.lineup for _data, lineup in evening.rounds)
            assert (one.margin, one.exchanged) == (ahead, changed)
            beside = {
                other.name: evening.side_that_counts(other.name) for other in Player.objects.all()
            }
            assert {names[other] for other in one.partners} <= {
                name for name, side in beside.items() if side == counted
            }
            assert one.n_players == 4


@pytest.mark.django_db
def test_a_pair_has_the_rounds_that_both_played_on_one_side(anna: Phone) -> None:
    game = table(anna)
    record(game, 1, {**PLAIN, "calls": {"0": "tichu"}})
    record(game, 2, SWEEP)
    seat_from(game, 3, BEAT, ANNA)
    record(game, 3, {**PLAIN, "calls": {"0": "grand"}})
    finish_early(game, game.device, reason="")
    pair = Pair(Player.objects.get(name=ANNA), Player.objects.get(name=CARLA))
    assert (pair.sums.rounds, pair.calls.share("tichu").of) == (2, 1)
    across = Pair(Player.objects.get(name=BEAT), Player.objects.get(name=CARLA))
    assert (across.sums.rounds, across.calls.share("grand").of) == (1, 1)
    assert [one.margin for one in pair.decided] == [65 + 100 + 200 - 35 + 265 - 35]
    assert across.decided == []  # Beat played most of it on the other side


@pytest.mark.django_db
def test_such_a_game_is_not_rated_and_has_no_milestones(anna: Phone) -> None:
    for exchanged in (False, True):
        game = table(anna)
        record(game, 1, SWEEP)
        if exchanged:
            seat_from(game, 2, ELIF)
        record(game, 2, SWEEP)
        finish_early(game, game.device, reason="")
        game.refresh_from_db()
        assert has_milestones(table_of(game)) is not exchanged
    bring_up_to_date()
    assert {*RatingChange.objects.values_list("player__name", flat=True)} == {*PEOPLE[:4]}
    assert RatingChange.objects.count() == 4
    assert [*differences_in_ratings()] == []


@pytest.mark.django_db
def test_the_evening_counts_it_for_who_played_half_of_it(anna: Phone) -> None:
    game = table(anna)
    record(game, 1, SWEEP)
    record(game, 2, SWEEP)
    record(game, 3, SWEEP)
    seat_from(game, 4, ELIF)
    record(game, 4, SWEEP)
    finish_early(game, game.device, reason="")
    names = {player.pk: player.name for player in Player.objects.all()}
    found = {names[one.player]: one.share.hits for one in by_person(seats_in([game.pk]))}
    assert found == {ANNA: 1, CARLA: 1, BEAT: 0, DINO: 0}
