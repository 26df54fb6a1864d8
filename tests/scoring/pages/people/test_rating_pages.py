"""Ratings on pages: the table of a list, somebody's line, the chance before a game."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from scoring.games.access.claims import Holder
from scoring.games.access.links import follow, renew_link
from scoring.games.queries import table_of
from scoring.models import Game, Link, Player, Rating, RatingList
from scoring.pages.people.person_charts import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, rating_line
from scoring.pages.people.rated_pages import RatingsPage
from scoring.pages.rating_changes import changed_in
from scoring.people.actions.claiming import claim_own
from scoring.people.rated.lists import up_to_date
from scoring.people.rated.queries import line_of
from scoring.rules import Round
from tests.scoring.games import PEOPLE, a_client, a_device, a_game, words, write

OWN = [Round(out=(0, 2), calls={0: "grand"})] * 3  # Anna's side has 1,200 points after them
THEIRS = [Round(out=(1, 3), calls={1: "grand"})] * 3
START = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class After:
    at: datetime
    rating: int
    band: int


def places(text: str) -> list[list[float]]:
    return [[float(at) for at in point.split(",")] for point in text.split()]


# The line
# --------------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 700)), max_size=40))
def test_the_line_stays_within_its_band_and_its_field(points: list[tuple[int, int]]) -> None:
    line = rating_line(
        [After(START + timedelta(days=number), *one) for number, one in enumerate(points)]
    )
    if len(points) < 2:
        assert line is None
        return
    assert line is not None
    middle, band = (
        [[float(at) for at in point.split(",")] for point in text.split()]
        for text in (line.line, line.band)
    )
    assert len(band) == 2 * len(middle)
    for place, above, below in zip(middle, band, band[::-1], strict=False):
        assert above[0] == place[0] == below[0]
        assert TOP <= above[1] <= place[1] <= below[1] <= HEIGHT - BOTTOM
        assert LEFT <= place[0] <= WIDTH - RIGHT
    assert all(TOP <= y <= HEIGHT - BOTTOM and rating % 100 == 0 for y, rating in line.grid)
    assert len(line.grid) <= 5
    assert (line.since, line.until) == (START, START + timedelta(days=len(points) - 1))


# Pages
# --------------------------------------------------------------------------------------------------

pytestmark = pytest.mark.django_db


def an_autumn(games: int) -> Player:
    """So many games of the same four, a day each, of which Anna and Carla win three of four."""
    for number in range(games):
        game = a_game(names=PEOPLE[:4], rounds=THEIRS if number % 4 == 3 else OWN)
        Game.objects.filter(pk=game.pk).update(started_at=START + timedelta(days=number))
    return Player.objects.get(name="Anna")


def test_the_table_says_who_leads_and_who_may_be_as_strong() -> None:
    an_autumn(16)
    page = words(a_client(), "ratings")
    assert re.search(r"(Anna|Carla) leads, \S+ may be as strong", page)
    assert re.search(r"1 –? ?(Anna|Carla) 16 1[56]\d\d ± \d+", page)
    assert "Too early" not in page
    assert "What the number means" in page


def test_who_has_played_little_has_no_rank() -> None:
    an_autumn(3)
    page = words(a_client(), "ratings")
    assert page.index("Too early to rank under 15 games") < page.index("Anna 3 of 15 games")
    assert "leads" not in page
    assert "No game of this kind with named players is finished yet" in words(
        a_client(), "ratings_of", "ranks"
    )


@pytest.mark.parametrize(
    ("by", "told"),
    [
        (-2, "down 2 places this month"),
        (-1, "down one place this month"),
        (0, ""),
        (1, "up one place this month"),
        (2, "up 2 places this month"),
    ],
)
def test_one_s_own_place_says_how_it_moved(
    by: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    an_autumn(16)
    last = RatingsPage(Player.listed.all(), "teams").table[-1]
    assert last.rank is not None
    before = {last.player: last.rank + by}
    claim_own(Player.objects.get(pk=last.player), Holder(phone=a_device()), a_device())
    monkeypatch.setattr("scoring.pages.people.rated_pages.ranks_before", lambda *_asked: before)
    said = (
        f"You are number {last.rank} of 4, {told}." if told else f"You are number {last.rank} of 4."
    )
    assert said in words(a_client(), "ratings")


def test_a_long_table_is_shown_page_by_page() -> None:
    anna = an_autumn(1)
    more = [Player(device=anna.device, name=f"P{number:03}") for number in range(600)]
    row = up_to_date(anna.device, "teams")
    best = Rating.objects.get(player=anna).mu
    Rating.objects.bulk_create(
        Rating(
            in_list=row,
            player=one,
            mu=best - 1 - place,
            sigma=1,
            games=20,
        )
        for place, one in enumerate(Player.objects.bulk_create(more))
    )
    pages = [words(a_client(), "ratings", page=str(number)) for number in range(1, 5)]
    named = [re.findall(r"(P\d{3}) \d+ \S+ ±", page) for page in pages]
    assert sum(named, []) == [one.name for one in more]  # noqa: RUF017  (four lists)
    assert [len(each) for each in named] == [200, 200, 200, 0]
    assert all("1 – 200 201 – 400 401 – 600 601 – 604" in page for page in pages)
    assert "P000 leads" in pages[2]
    assert " 401 " in pages[2]
    assert "Provisional" not in pages[2]
    assert "Anna" in pages[3]
    assert "Anna" in words(a_client(), "ratings", page="99")
    assert "601 –" not in words(a_client(), "ratings_of", "ranks")


def test_a_name_is_looked_for_in_the_ratings_and_keeps_its_rank() -> None:
    an_autumn(16)
    whole = words(a_client(), "ratings")
    assert " of 4" not in whole
    (rank,) = re.findall(r"(\d) –? ?Beat 16", whole)
    found = words(a_client(), "ratings", q="BEA")
    assert "1 of 4" in found
    assert re.search(rf"{rank} –? ?Beat 16", found)
    assert not re.search(r"(Anna|Carla) 16", found)
    assert "leads" in found  # of the whole table
    assert "No name matches." in words(a_client(), "ratings", q="zzz")
    assert 'value="BEA"' in a_client().get(reverse("ratings"), {"q": "BEA"}).content.decode()


def test_somebody_s_page_has_their_rating_as_a_line() -> None:
    anna = an_autumn(4)
    page = a_client().get(reverse("person", args=[anna.pk])).content.decode()
    assert 'class="panel rating-line"' in page
    assert "Provisional: too few games yet." in page
    (shown,) = re.findall(r"<b>(1\d\d\d)</b>\s*<span class=\"soft\">± \d+", page)
    assert int(shown) > 1500


@pytest.mark.parametrize(
    ("apart", "ends"),
    [(0, ["1 Jan"]), (1, ["1 Jan", "4 Jan"]), (30, ["Jan 2026", "Apr 2026"])],
    ids=str,
)
@pytest.mark.usefixtures("in_zurich")
def test_the_ends_of_a_line_are_told_by_months_by_days_within_one_and_once_within_a_day(
    apart: int, ends: list[str]
) -> None:
    anna = an_autumn(4)
    for number, game in enumerate(Game.objects.order_by("started_at")):
        Game.objects.filter(pk=game.pk).update(
            started_at=START + timedelta(days=apart * number, minutes=number)
        )
    page = a_client().get(reverse("person", args=[anna.pk])).content.decode()
    told = re.findall(r'y="165"[^>]*>([^<]+)<', page)
    assert [end if apart == 30 else end.removesuffix(" 2026") for end in told] == ends


def test_a_long_line_is_drawn_by_a_hundred_points_and_ends_with_the_last_game() -> None:
    anna = an_autumn(7)
    whole = line_of(anna, "teams")
    assert [one.games for one in line_of(anna, "teams", every=3)] == [1, 4, 7]
    assert [one.games for one in line_of(anna, "teams", every=2)] == [1, 3, 5, 7]
    assert line_of(anna, "teams", every=3)[-1] == whole[-1]


def test_two_pairs_are_told_their_chances_once_all_four_have_played_enough() -> None:
    anna = an_autumn(14)
    ids = [anna.pk, *(Player.objects.get(name=name).pk for name in ("Carla", "Beat", "Dino"))]
    assert "Before the next game" not in words(a_client(), "person_against", *ids)
    a_game(names=PEOPLE[:4], rounds=OWN)
    page = words(a_client(), "person_against", *ids)
    (own, others) = map(int, re.findall(r"Before the next game why (\d+) (\d+)", page)[0])
    assert own + others == 100
    assert own > 50


def test_ratings_are_for_phones_that_know_these_people() -> None:
    an_autumn(2)
    for asking in (a_client("another"), Client()):
        assert "Anna" not in words(asking, "ratings")
    assert a_client().post(reverse("ratings")).status_code == 405
    for family in ("nonsense", "x" * 300):
        assert a_client().get(reverse("ratings_of", args=[family])).status_code == 404


def test_a_finished_game_s_sheet_shows_what_it_changed_to_phones_that_know_these_people() -> None:
    game = a_game(names=PEOPLE[:4], rounds=OWN[:2])
    assert not a_client().get(reverse("game", args=[game.pk])).context["rated"]
    write(game, OWN[2:])
    assert game.state == Game.State.FINISHED
    follow(renew_link(Link.Role.SCORER, a_device(), game=game), a_device("another"))
    asking = a_client()
    (point,) = line_of(Player.objects.get(name="Anna"), "teams")
    assert f"Anna {point.change:+d} {point.rating} ± {point.band}" in words(asking, "game", game.pk)
    assert f"Beat \u2212{point.change} " in words(asking, "game", game.pk)
    assert a_client("another").get(reverse("game", args=[game.pk])).context["rated"] == ()


def test_the_card_of_a_game_s_end_tells_what_is_at_hand_of_it_and_counts_nothing(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    game = a_game(names=PEOPLE[:4], rounds=OWN)
    assert game.state == Game.State.FINISHED
    follow(renew_link(Link.Role.SCORER, a_device(), game=game), a_device("another"))
    assert not a_client().get(reverse("score", args=[game.pk])).context["rated"]
    assert not RatingList.objects.exists()
    (point,) = line_of(Player.objects.get(name="Anna"), "teams")
    assert f"Rating Anna {point.change:+d} Beat \u2212{point.change} Carla" in words(
        a_client(), "score", game.pk
    )
    table, device = table_of(game), a_device()
    with django_assert_num_queries(2):
        assert len(changed_in(table, device, at_hand=True)) == 4
    assert not a_client("another").get(reverse("score", args=[game.pk])).context["rated"]
    Game.objects.filter(pk=game.pk).update(of_match=True)
    assert not a_client().get(reverse("score", args=[game.pk])).context["rated"]


def test_the_table_costs_as_many_queries_for_many_games_as_for_one(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    an_autumn(3)
    a_client().get(reverse("ratings"))  # what is new is rated by whoever asks first
    with django_assert_max_num_queries(12):
        a_client().get(reverse("ratings"))


def test_what_the_next_game_would_change_is_what_it_changes(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    an_autumn(3)
    assert "Before the next game" not in words(a_client(), "ratings")  # nobody has a rank yet
    anna = an_autumn(20)
    words(a_client(), "ratings")  # what is new is rated by whoever asks first
    with django_assert_max_num_queries(15):
        coming = a_client().get(reverse("ratings")).context["page"].coming
    assert [[player.name for player in side] for side in coming.sides] == [
        ["Anna", "Carla"],
        ["Beat", "Dino"],
    ]
    assert coming.chance > 50
    would = {
        player.pk: (rated.shown.rating, won, lost)
        for _side, player, rated, won, lost in coming.people
    }
    assert all(won > 0 > lost for _rating, won, lost in would.values())
    page = words(a_client(), "ratings")
    assert (
        f"Before the next game {coming.chance} {coming.chance_of_others} Rating won lost Anna "
        f"{would[anna.pk][0]}" in page
    )
    game = a_game(rounds=OWN)
    after = line_of(anna, "teams")[-1]
    assert (after.game, after.rating) == (game.pk, would[anna.pk][0] + would[anna.pk][1])


def test_one_s_own_row_is_marked_and_shown_however_far_down_it_is() -> None:
    device = a_device()
    for number in range(0, 36, 4):
        a_game(names=[f"P{number + at:02}" for at in range(4)], rounds=OWN)
    me = Player.objects.get(name="P33")
    client = a_client()
    assert " mine" not in client.get(reverse("ratings")).content.decode()
    claim_own(me, Holder(phone=device), device)
    page = client.get(reverse("ratings")).context["page"]
    (own,) = [row for row in page.rows if row.mine]
    assert own.player == me
    at = [one.player for one in page.table].index(me.pk)
    shown = [[one.player for one in page.table].index(row.rated.player) for row in page.rows]
    assert at in shown
    assert len(client.get(reverse("ratings"), {"all": 1}).context["page"].rows) == 36
    if at >= 12:
        assert shown[:5] == [0, 1, 2, 3, 4]
        assert {at - 1, at} <= set(shown)
