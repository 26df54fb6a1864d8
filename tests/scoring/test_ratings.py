"""Ratings as rows: what follows from a change is rated anew, and nothing differs from rating
everything.
"""

import uuid
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from scoring.games.actions.correcting import correct_round
from scoring.games.actions.deleting import delete_game, erase_games, restore_game
from scoring.games.actions.game_state import finish_early, reopen_game
from scoring.games.actions.setup_changes import Setup, put_right
from scoring.games.actions.starting import start_game
from scoring.games.actions.writing import undo_round
from scoring.games.queries import table_of
from scoring.models import Club, Game, Player, Rating, RatingChange, RatingList, RatingMark, Seat
from scoring.people.rated import lists as rating_lists
from scoring.people.rated import queries as rated
from scoring.people.rated.lists import bring_up_to_date, up_to_date
from scoring.people.rated.queries import chance, line_of, rating_of
from scoring.people.rated.queries import table_of as table_of_people
from scoring.people.rated.verifying import differences_in_ratings
from scoring.people.ratings import MODEL, VERSION, Result, Skill
from scoring.rules import FAMILIES, VARIANTS, Round, RuleError, RuleSet
from tests.scoring.games import PEOPLE, TWO_ROUNDS, a_device, a_game, believable, write
from tests.worlds import undone

pytestmark = pytest.mark.django_db
SHORT = {"target_score": 200}
BY_ANNA, BY_BEAT, BY_NOBODY = (
    Round(out=(0, 2)),
    Round(out=(1, 3)),
    Round(out=(0, 1, 2, 3), card_points=(50, 50)),
)


def played(*names: str, won: Round = BY_ANNA, **options: Any) -> Game:
    """A game of one round in which the first and the third win, over."""
    return a_game(names=names or PEOPLE[:4], rounds=[won], settings=SHORT, **options)


def named(name: str) -> Player:
    return Player.objects.get(name=name)


def kept() -> list[str]:
    """All that is kept of ratings, as text: equal to the last digit."""
    bring_up_to_date()
    lists = RatingList.objects.order_by("device", "club", "family").values_list(
        "device", "club", "family", "version"
    )
    ratings = Rating.objects.order_by("in_list__family", "player").values_list(
        "player", "mu", "sigma", "games"
    )
    changes = RatingChange.objects.order_by(
        "in_list__family", "at", "game_id", "player"
    ).values_list(
        *("in_list__family", "at", "game_id", "player", "games"),
        *("mu_before", "sigma_before", "mu", "sigma", "chance", "fewest"),
    )
    assert not RatingMark.objects.exists()
    return [repr(row) for rows in (lists, ratings, changes) for row in rows]


def recounted() -> dict[int, tuple[Skill, int]]:
    """Everybody's rating in games of teams, straight from games and model: nothing of the code that
    keeps it.
    """
    found: dict[int, tuple[Skill, int]] = {}
    for game in Game.objects.filter(deleted_at=None, variant__in=FAMILIES["teams"]).order_by(
        "started_at", "pk"
    ):
        table = table_of(game)
        who = [seat.player_id for seat in table.seats]
        if game.state in {"finished", "stopped"} and None not in who and table.entries:
            one, other = table.result.totals
            sides = [
                [found.get(player, (MODEL.start, 0)) for player in who[side::2]] for side in (0, 1)
            ]
            places = Result([1 + (other > one), 1 + (one > other)])
            after = MODEL.rate([[skill for skill, _games in side] for side in sides], places)
            for side in (0, 1):
                for player, (_was, games), skill in zip(
                    who[side::2], sides[side], after[side], strict=True
                ):
                    found[player] = skill, games + 1
    return found


# Which games count
# --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_game_rates_its_people_in_its_family(variant: str) -> None:
    game = a_game(variant, settings={"round_limit": 3} if variant != "tientsin" else {})
    table = table_of(game)
    write(game, believable(table.rules, table.n_players, 3, seed=3))
    if game.state == Game.State.RUNNING:
        finish_early(game, a_device(), "last tram")
    bring_up_to_date()
    family = VARIANTS[variant].family
    assert (
        list(RatingChange.objects.values_list("in_list__family", flat=True))
        == [family] * table.n_players
    )
    places = dict(game.seats.values_list("player", "place"))
    by_place = [
        one.mu for one in sorted(Rating.objects.all(), key=lambda one: places[one.player_id])
    ]
    assert by_place == sorted(by_place, reverse=True)
    assert len({*by_place}) == len({*places.values()})


def test_what_is_not_over_or_was_deleted_or_has_a_seat_without_a_name_rates_nobody() -> None:
    a_game(rounds=TWO_ROUNDS)
    nameless = start_game(a_device(), RuleSet.of("nanking", SHORT), ["Anna", "", "Carla", "Dino"])
    write(nameless, [BY_ANNA])
    delete_game(played(), a_device())
    finish_early(a_game(), a_device(), "last tram")  # nothing was played
    of_match = played()
    Game.objects.filter(pk=of_match.pk).update(of_match=True)
    assert rating_of(named("Anna"), "teams") is None
    put_right(nameless, a_device(), Setup(RuleSet.of("nanking", SHORT), PEOPLE[:4]))
    found = rating_of(named("Anna"), "teams")
    assert found is not None
    assert (found.games, found.provisional) == (1, True)


def test_a_phone_and_a_club_rate_their_people_apart() -> None:
    played()
    device = a_device("another phone")
    device.club = Club.objects.create(name="Tichu Zürich")
    device.save()
    played(device=device, won=BY_BEAT)
    by_phone, by_club = Player.objects.filter(name="Anna").order_by("club")
    if by_phone.club_id:
        by_phone, by_club = by_club, by_phone
    assert [
        one.change > 0 for one in (*line_of(by_phone, "teams"), *line_of(by_club, "teams"))
    ] == [True, False]
    assert chance([by_phone], [by_club], "teams") is None


# What follows from a change
# ------------------------------------------------------------------------------------------


def _correct(game: Game, won: Round) -> None:
    entries = table_of(game).entries
    if entries and entries[0].data != won.to_data():
        correct_round(game, uuid.uuid4(), 1, won.to_data(), a_device(), replaces=entries[0].pk)


def _undo(game: Game, won: Round) -> None:
    if game.state == Game.State.FINISHED:
        undo_round(game, uuid.uuid4(), 1, a_device())


def _delete(game: Game, won: Round) -> None:
    delete_game(game, a_device())


def _write_late(game: Game, won: Round) -> None:
    if game.state == Game.State.RUNNING and not table_of(game).entries:
        write(game, [won])


def _stop(game: Game, won: Round) -> None:
    if game.state == Game.State.RUNNING:
        finish_early(game, a_device(), "last tram")
    elif game.state == Game.State.STOPPED:
        reopen_game(game, a_device())


def _seat_others(game: Game, won: Round) -> None:
    people = table_of(game).people
    put_right(
        game,
        a_device(),
        Setup(RuleSet.of("nanking", SHORT), [people[1], people[0], *people[2:]]),
        ends=True,
    )


def _longer(game: Game, won: Round) -> None:
    people = table_of(game).people
    longer = RuleSet.of("nanking", {"target_score": 500})
    put_right(game, a_device(), Setup(longer, [*people[1:], people[0]]), ends=True)


def _erase(game: Game, won: Round) -> None:
    erase_games(Game.objects.filter(pk=game.pk))


WAYS: list[Callable[[Game, Round], None]] = [
    *(_correct, _undo, _delete, _write_late, _stop, _seat_others, _longer, _erase),
]
a_way = st.tuples(
    st.sampled_from(["play", "begin", *WAYS]),
    st.integers(0, 5),
    st.permutations(PEOPLE[:6]),
    st.sampled_from([BY_ANNA, BY_BEAT, BY_NOBODY]),
    st.booleans(),  # whether somebody asks then
)


@settings(max_examples=8)
@given(ways=st.lists(a_way, min_size=2, max_size=12), batch=st.sampled_from([1, 3, 500]))
def test_rated_as_it_came_is_rated_from_nothing(ways: list[Any], batch: int) -> None:
    with undone(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(rating_lists, "BATCH", batch)
        for won in (BY_ANNA, BY_BEAT):
            played(won=won)
        for way, number, people, won, asked in ways:
            games = list(Game.objects.filter(deleted_at=None).order_by("started_at"))
            if way in {"play", "begin"} or not games:
                a_game(names=people[:4], rounds=[won] if way == "play" else [], settings=SHORT)
            else:
                with suppress(RuleError):  # refused, as at a table
                    way(games[number % len(games)], won)
            if asked:
                bring_up_to_date()
        as_it_came = kept()
        ratings = {
            one.player_id: (Skill(one.mu, one.sigma), one.games) for one in Rating.objects.all()
        }
        assert ratings == recounted()
        call_command("rebuild_ratings", stdout=StringIO())
        assert kept() == as_it_came


def test_a_game_that_is_brought_back_or_goes_on_counts_as_if_nothing_had_been() -> None:
    first, second = played(), played(won=BY_BEAT)
    before = kept()
    delete_game(first, a_device())
    assert kept() != before
    restore_game(first, a_device())
    assert kept() == before
    undo_round(second, uuid.uuid4(), 1, a_device())
    assert len(RatingChange.objects.filter(in_list=up_to_date(a_device(), "teams"))) == 4
    write(second, [BY_BEAT])
    assert kept() == before


@pytest.mark.parametrize("way", [_longer, _erase])
def test_a_game_that_is_none_any_more_leaves_nothing(way: Callable[[Game, Round], None]) -> None:
    played()
    before = kept()
    game = played(won=BY_BEAT)
    kept()
    way(game, BY_BEAT)
    assert kept() == before


def test_where_everybody_plays_alone_new_seats_and_a_longer_game_leave_nothing_either() -> None:
    game = a_game("trichu", settings={"round_limit": 1})
    before = kept()
    write(game, believable(table_of(game).rules, 3, 1, seed=3))
    assert kept() != before
    put_right(
        game, a_device(), Setup(RuleSet.of("trichu", {"round_limit": 6}), PEOPLE[1:4]), ends=True
    )
    kept()
    assert not RatingChange.objects.exists()
    assert not Rating.objects.exists()


def test_what_came_before_a_change_stays_as_it_is() -> None:
    for _ in range(3):
        played()
    up_to_date(a_device(), "teams")
    rows = list(RatingChange.objects.order_by("at", "pk").values_list("pk", flat=True))
    _correct(Game.objects.order_by("started_at")[1], BY_BEAT)
    up_to_date(a_device(), "teams")
    now = list(RatingChange.objects.order_by("at", "pk").values_list("pk", flat=True))
    assert now[:4] == rows[:4]
    assert not {*now[4:]} & {*rows}


def test_another_model_rates_everybody_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    played()
    before = kept()
    Rating.objects.update(mu=0)
    RatingList.objects.update(version=VERSION + 1)
    assert kept() == before


def test_who_asks_again_asks_little(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    played()
    up_to_date(a_device(), "teams")
    device = a_device()
    with django_assert_num_queries(1):
        up_to_date(device, "teams")


def test_only_the_round_that_ends_a_game_writes_a_mark(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    game = a_game(rounds=[BY_NOBODY], settings=SHORT)
    assert not RatingMark.objects.exists()
    write(game, [BY_ANNA])
    assert RatingMark.objects.count() == 1


def test_verify_names_the_ratings_that_do_not_follow() -> None:
    for won in (BY_ANNA, BY_BEAT, BY_BEAT):
        played(won=won)
    last = Game.objects.latest("started_at")
    assert not list(differences_in_ratings())  # nobody has asked yet
    for change, word in (
        (lambda: None, ""),
        (lambda: RatingChange.objects.filter(games=2).update(mu=1), "what games changed"),
        (lambda: RatingChange.objects.filter(games=1).delete(), "what games changed"),
        (lambda: Rating.objects.update(sigma=1), "not those after the last game"),
        # Once somebody asks
        (lambda: delete_game(Game.objects.earliest("started_at"), a_device()), ""),
        # Past all that marks
        (lambda: Seat.objects.filter(game=last).update(place=1), "what games changed"),
    ):
        bring_up_to_date(anew=True)
        change()
        assert [one.what for one in differences_in_ratings() if word not in one.what] == []
        assert len(list(differences_in_ratings())) == bool(word)


# What pages ask
# --------------------------------------------------------------------------------------------------


def test_nothing_is_foretold_before_everybody_has_played_fifteen_games() -> None:
    for number in range(15):
        played(won=BY_BEAT if number % 5 == 4 else BY_ANNA)
    anna, beat, carla, dino = (named(name) for name in PEOPLE[:4])
    played("Anna", "Eva", "Carla", "Franz")
    assert chance([anna, carla], [beat, named("Eva")], "teams") is None
    assert chance([anna, carla], [], "teams") is None
    own = chance([anna, carla], [beat, dino], "teams")
    assert own is not None
    assert 60 < own <= 95
    assert chance([beat, dino], [anna, carla], "teams") == 100 - own
    line = line_of(anna, "teams")
    assert [point.games for point in line] == list(range(1, 17))
    assert [point.chance for point in line] == [None] * 16  # Eva and Franz were new in the last
    table = table_of_people(Player.objects.all(), "teams")
    assert [(one.player, one.rank) for one in table[:2]] == [(anna.pk, 1), (carla.pk, 1)]
    assert [one.rank for one in table] == [1, 1, 3, 3, None, None]
    assert {one.player for one in table[4:]} == {named("Eva").pk, named("Franz").pk}


def test_a_game_says_what_it_changed_seat_by_seat() -> None:
    for _ in range(15):
        played()
    game = played(won=BY_BEAT)
    points = [line_of(seat.player, "teams")[-1] for seat in game.seats.select_related("player")]
    assert [point.player for point in points] == [seat.player_id for seat in game.seats.all()]
    assert [point.change > 0 for point in points] == [False, True, False, True]
    assert [point.chance for point in points] == [points[0].chance, 100 - points[0].chance] * 2
    assert points[0].chance > 60
    assert rated.rating_of(named("Anna"), "teams").shown == points[0].shown
