"""The pages of people: who may see whom, what each figure leads to."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.games.access.claims import Holder
from scoring.games.nights import night_of
from scoring.models import Call, Game, Player, Score
from scoring.pages.people.person_charts import bars_of
from scoring.people.actions.claiming import claim_own
from scoring.people.statistics.shares import Share
from scoring.rules import RuleSet
from tests.scoring.clubs import a_club, an_evening
from tests.scoring.games import PEOPLE, a_client, a_device, a_game, believable, words
from tests.scoring.people_pages import named, paired, ways
from tests.worlds import built_once

pytestmark = pytest.mark.django_db
FIGURES = (
    "rounds",
    "places",
    "first",
    "sweeps",
    "swept",
    "alone",
    "ranks",
    "tichu",
    "grand-leading-level",
)
LISTS = ("all", "comeback", "close", "run", "alone")


def games_of_anna() -> Player:
    """Anna, who has won two games with Carla, and one without teams has begun."""
    rules = RuleSet.of("nanking", {})
    for seed in (4, 9):
        a_game(rounds=believable(rules, 4, 60, seed))
    a_game("trichu", rounds=believable(RuleSet.of("trichu", {}), 3, 3))
    return Player.objects.get(name="Anna")


shared = built_once(games_of_anna)


@pytest.fixture
def anna(shared: Player) -> Player:
    return Player.objects.get(pk=shared.pk)


def test_a_phone_lists_the_people_whom_it_knows(anna: Player) -> None:
    page = words(a_client(), "people")
    assert "4 people" in page
    assert re.search(r"Anna 2 games, [012] won", page)  # as on her page: not the one being played
    assert "Nobody else sees this" in page


def test_before_the_first_game_there_is_nobody(client: Client) -> None:
    assert "Nobody yet" in words(client, "people")


def test_a_person_s_page_says_what_was_won_called_and_with_whom(anna: Player) -> None:
    page = words(a_client(), "person", anna.pk)
    assert re.search(r"(0|50|100)% won, \d of 2 team games", page)
    assert "After 2 games: between" in page
    assert "Partners" in page
    assert "Carla" in page
    assert "best" not in page  # of two games nobody knows
    assert re.search(r"\d+ : \d+ double victories", page)


def test_each_figure_leads_to_what_is_behind_it(anna: Player) -> None:
    client = a_client()
    page = client.get(reverse("person", args=[anna.pk])).content.decode()
    addresses = set(re.findall(rf'href="(/people/{anna.pk}/(?:rounds|games)/[^"]+)"', page))
    assert len(addresses) >= 6
    for address in addresses:
        assert client.get(address).status_code == 200


@pytest.mark.parametrize("figure", FIGURES)
def test_the_rounds_behind_a_figure(anna: Player, figure: str) -> None:
    assert re.search(r"\d+ rounds?", words(a_client(), "person_rounds", anna.pk, figure))


@pytest.mark.parametrize("figure", LISTS)
def test_the_games_behind_a_figure(anna: Player, figure: str) -> None:
    assert re.search(r"\d+ games?", words(a_client(), "person_games", anna.pk, figure))


def test_games_with_a_partner(anna: Player) -> None:
    page = words(a_client(), "person_games", anna.pk, f"with-{named(anna, 'Carla').pk}")
    assert "Games with Carla" in page
    assert "against Beat & Dino" in page
    assert "0 games" in words(a_client(), "person_games", anna.pk, f"with-{named(anna, 'Beat').pk}")


# Who may see whom
# --------------------------------------------------------------------------------------------------


def test_another_phone_knows_nobody_of_this_one(anna: Player) -> None:
    a_device("another")
    for asking in (a_client("another"), Client()):
        assert [asking.get(way).status_code for way in ways(anna)] == [404, 404, 404]
        assert "Anna" not in words(asking, "people")


def about(anna: Player) -> list[str]:
    """The pages about her, and about her with others."""
    _, pair, versus = paired(anna)
    return [
        *ways(anna),
        pair,
        versus,
        reverse("year", args=[anna.pk, night_of(timezone.now()).year]),
    ]


def test_the_places_of_a_club_stand_beside_its_people_for_those_inside_it_alone(
    anna: Player,
) -> None:
    assert all('class="top rail' not in a_client().get(way).content.decode() for way in about(anna))
    club = a_club(a_device(), public=True)
    Player.objects.update(club=club, device=None)
    Game.objects.update(club=club)
    anna.refresh_from_db()
    for way in about(anna):
        page = a_client().get(way).content.decode()
        places = re.search(r'<ul class="places">.*?</ul>', page, re.DOTALL)[0]
        assert re.search(r'aria-current="page"\s*>.*People', places), way
        assert reverse("club_ratings", args=[club.pk]) in places
        assert 'class="top rail lone"' in page  # on a phone the way back alone
    outside = a_device("her own phone, which has not joined")
    claim_own(anna, Holder(phone=outside), a_device())
    page = a_client("her own phone, which has not joined").get(ways(anna)[0])
    assert page.status_code == 200
    assert 'class="top rail' not in page.content.decode()


def test_a_row_of_shares_is_one_link_as_a_whole(anna: Player) -> None:
    _, pair, versus = paired(anna)
    for address, leads_to in ((ways(anna)[0], pair), (pair, versus)):
        page = a_client().get(address).content.decode()
        rows = re.findall(r"<li[^>]*>\s*<(?:a|span)\s+class=\"share-row\".*?</li>", page, re.DOTALL)
        assert rows
        links = [re.findall(r"<a\b[^>]*>.*?</a>", row, re.DOTALL) for row in rows]
        assert all(len(each) == 1 for each in links)
        (row,) = [each[0] for each in links if f'href="{leads_to}"' in each[0]]
        assert 'class="doubt"' in row
        assert re.search(r'class="percent[^"]*">\d+%', row)


@pytest.mark.parametrize("figure", ["nonsense", "tichu-nowhere", "with-0", "TICHU", "x" * 400])
def test_a_figure_that_there_is_not(anna: Player, figure: str) -> None:
    client = a_client()
    assert client.get(reverse("person_rounds", args=[anna.pk, figure])).status_code == 404
    assert client.get(reverse("person_games", args=[anna.pk, figure])).status_code == 404
    assert client.get(reverse("person", args=[anna.pk]), {"open": figure}).status_code == 200


@pytest.mark.parametrize("number", [0, 999_999, 10**30])
def test_nobody(anna: Player, number: int) -> None:
    assert a_client().get(reverse("person", args=[number])).status_code == 404


def test_nothing_can_be_sent_there_and_no_search_engine_keeps_it(anna: Player) -> None:
    for way in [reverse("people"), *ways(anna)]:
        assert a_client().post(way).status_code == 405
        page = a_client().get(way)
        assert '<meta name="robots" content="noindex">' in page.content.decode()
        assert "no-store" in page["Cache-Control"]


# What it costs
# --------------------------------------------------------------------------------------------------


def test_a_page_costs_as_many_queries_for_one_game_as_for_many(
    anna: Player, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for names in (PEOPLE[:4], (PEOPLE[0], *PEOPLE[4:7]), (PEOPLE[0], *PEOPLE[7:10])):
        a_game(names=names, rounds=believable(RuleSet.of("nanking", {}), 4, 60, len(names[1])))
    a_game("always_last", rounds=believable(RuleSet.of("always_last", {}), 5, 6))
    asking = a_client()
    asking.get(reverse("person", args=[anna.pk]))  # what is new is rated by whoever asks first
    with django_assert_max_num_queries(16):
        asking.get(reverse("person", args=[anna.pk]))
    with django_assert_max_num_queries(17):
        asking.get(reverse("person", args=[anna.pk]), {"open": "tichu"})
    with django_assert_max_num_queries(9):
        asking.get(reverse("person_rounds", args=[anna.pk, "rounds"]))
    with django_assert_max_num_queries(9):
        asking.get(reverse("person_games", args=[anna.pk, "all"]))
    with django_assert_max_num_queries(5):
        asking.get(reverse("people"))
    club = a_club(a_device())
    an_evening(club)
    Player.objects.update(club=club, device=None)
    Game.objects.update(club=club)
    asking.get(reverse("person", args=[anna.pk]))
    with django_assert_max_num_queries(17):  # with the places of the club and its next evening
        assert 'class="rail-next"' in asking.get(reverse("person", args=[anna.pk])).content.decode()


# Pairs
# --------------------------------------------------------------------------------------------------


def test_two_who_play_together_have_a_page(anna: Player) -> None:
    people, pair, versus = paired(anna)
    assert pair in a_client().get(reverse("person", args=[anna.pk])).content.decode()
    page = words(a_client(), "person_with", anna.pk, people[1].pk)
    assert re.search(r"% won, \d of 2 team games", page)
    assert "Anna, with any partner" in page
    assert "Beat & Dino" in page
    assert versus in a_client().get(pair).content.decode()


def test_two_pairs_have_a_page_and_its_games(anna: Player) -> None:
    people, _, versus = paired(anna)
    page = words(a_client(), "person_against", *(one.pk for one in people))
    assert re.search(r"[012] : [012] 2 finished games, \d+ rounds", page)
    (games,) = re.findall(
        r'href="(/people/\d+/games/[^"]+)"', a_client().get(versus).content.decode()
    )
    assert "2 games" in a_client().get(games).content.decode()


def test_each_figure_of_two_pairs_opens_as_many_rounds_as_it_counts(anna: Player) -> None:
    people, _, versus = paired(anna)
    asking = a_client()
    page = asking.get(versus).context["page"]
    assert {row.call or row.words for row in page.facing} >= {"tichu", "first out", "points"}
    rounds = page.versus.sums.rounds
    for row in page.facing:
        counted = [int(text.split(" of ")[-1]) for text in (row.ours, row.theirs)]
        for address, n in zip(row.addresses, counted, strict=True):
            total = asking.get(address).context["page"].total
            assert total == (rounds if row.words == "points" else n) or (row.call and total <= n), (
                row.words
            )
            assert total or not n
    pair = asking.get(reverse("person_with", args=[anna.pk, people[1].pk])).context["page"]
    first = asking.get(
        reverse("person_rounds", args=[anna.pk, "first-of-side"]), {"with": people[1].pk}
    )
    assert first.context["page"].total == pair.first_out.hits > 0
    assert [row.figure for row in pair.against][:1] == ["against-tichu"]
    theirs = Call.objects.filter(player__name__in=("Beat", "Dino"), call="tichu")
    assert pair.against[0].bar.share.of == theirs.count()


def test_what_the_bars_of_calls_show_is_said(anna: Player) -> None:
    page = words(a_client(), "person", anna.pk)
    assert "bars from 0 to 100%, dotted: everybody" in page
    assert "all games" in page


@pytest.mark.parametrize(
    ("percents", "scale"),
    [((50, 62), (20, 80)), ((81, 50), (10, 90)), ((20, 80), (20, 80)), ((91, 50), (0, 100))],
)
def test_the_scale_of_bars_follows_from_their_shares(
    percents: tuple[int, ...], scale: tuple[int, int]
) -> None:
    bars = bars_of([Share(percent, 100) for percent in percents])
    assert {(bar.scale.low, bar.scale.high) for bar in bars} == {scale}
    places = [float(bar.at.rstrip("%")) for bar in bars]
    assert len(set(places)) == len(percents)  # 81 and 83 are not the same place


def test_a_share_stands_with_its_doubt_and_beside_the_club(anna: Player) -> None:
    asking = a_client()
    page = asking.get(reverse("person", args=[anna.pk])).context["page"]
    text = words(asking, "person", anna.pk)
    share = page.person.out.first
    assert f"First out {share.hits} of {share.of} rounds {share.percent}%" in text
    points = [row.points for row in Score.objects.filter(round__game__variant="nanking")]
    assert f"{page.mean_own} points a round everybody: {round(sum(points) / len(points))}" in text
    row = next(row for row in page.against if row.figure == "against-tichu")
    # As the row itself: of team games
    made = Call.objects.filter(call="tichu", round__game__variant="nanking")
    assert (row.bar.mean.hits, row.bar.mean.of) == (made.filter(made=True).count(), made.count())
    assert f"everybody: {row.bar.mean.percent}%" in text


def test_people_who_never_met_have_a_page_that_says_so(anna: Player) -> None:
    people, _, _ = paired(anna)
    together = words(a_client(), "person_with", people[0].pk, people[2].pk)
    assert "not finished a game together" in together
    assert "not finished a game against each other" in words(
        a_client(), "person_against", *(people[at].pk for at in (0, 2, 1, 3))
    )


def test_nobody_is_their_own_partner_and_strangers_see_no_pair(anna: Player) -> None:
    people, pair, versus = paired(anna)
    ids = [one.pk for one in people]
    for way in (pair, versus):
        assert a_client("another").get(way).status_code == 404
        assert a_client().post(way).status_code == 405
    assert a_client().get(reverse("person_with", args=[ids[0], ids[0]])).status_code == 404
    assert a_client().get(reverse("person_against", args=[*ids[:3], ids[0]])).status_code == 404
    for company in (str(ids[0]), f"{ids[1]}-{ids[2]}", "x", "9" * 50, "-".join(["1"] * 30)):
        asked = {"with": company}
        assert (
            a_client().get(reverse("person_rounds", args=[ids[0], "rounds"]), asked).status_code
            == 404
        )


def test_pages_of_pairs_cost_few_queries(
    anna: Player, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    _, pair, versus = paired(anna)
    for way in (pair, versus):
        a_client().get(way)  # what is new is rated by whoever asks first
        with django_assert_max_num_queries(15):
            a_client().get(way)
