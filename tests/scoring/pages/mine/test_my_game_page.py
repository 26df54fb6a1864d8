"""My page: all that somebody played, in whichever lists, what is behind it; evenings, an account,
search engines.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.games.access.claims import Holder
from scoring.games.actions.game_state import finish_early
from scoring.games.names.visibility import HIDDEN
from scoring.models import Answer, Claim, Club, Device, Game, Player
from scoring.people.actions.claiming import claim_own
from scoring.people.actions.name_visibility import show_person
from scoring.people.rated.queries import rating_of, table_of
from scoring.rules import Round, RuleSet
from tests.requests import post
from tests.scoring.clubs import a_club, a_person, an_account, an_evening, moved
from tests.scoring.games import TWO_ROUNDS, a_client, a_device, a_game, believable, words
from tichu_site.models import User
from tournaments.clubs.actions.evenings import assign_phone

pytestmark = pytest.mark.django_db


@pytest.fixture
def lena() -> Client:
    """Signed in on a browser that no club and no game knows."""
    client = Client()
    client.force_login(an_account(name="Lena"))
    return client


def a_claim(player: Player) -> Claim:
    """She is this person."""
    return claim_own(player, Holder(account=User.objects.get(name="Lena")), a_device())


def test_nobody_is_told_how_to_become_somebody(lena: Client) -> None:
    for client in (lena, Client(), a_client("a phone")):
        assert "Ask the keeper of the list for your link" in words(client, "my_game")


def test_games_at_home_and_of_a_club_are_counted_together(
    lena: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    table_of(in_two_lists(), "teams")  # ratings are counted when somebody asks first
    with django_assert_max_num_queries(28):
        told = words(lena, "my_game")
    assert "1 of 2 team games" in told  # the same game from its two sides
    assert "Mama a phone’s list 1 game" in told
    assert "Anna Tichu Bern 1 game" in told
    assert "noindex" in lena.get(reverse("my_game")).content.decode()


def in_two_lists(*, also: Sequence[Round] = ()) -> tuple[Player, Player]:
    """Lena is Mama at home and Anna in a club: the same game from its two sides, and at home
    `also`.
    """
    home, phone = a_device("home"), a_device("the club's")
    club = a_club(phone)
    short = {"target_score": 300}
    rounds = believable(RuleSet.of("nanking", short), 4, 40, 1)
    a_game(names=("Mama", "P", "Q", "R"), device=home, rounds=rounds, settings=short)
    a_game(names=("X", "Anna", "Y", "Beat"), device=phone, rounds=rounds, settings=short)
    if also:
        a_game(names=("Mama", "P", "Q", "R"), device=home, rounds=also)
    one, other = (
        Player.objects.get(device=home, name="Mama"),
        Player.objects.get(club=club, name="Anna"),
    )
    a_claim(one)
    a_claim(other)
    return one, other


def test_each_figure_opens_what_is_behind_it_in_all_lists(lena: Client) -> None:
    others = Round(out=(1, 0, 3, 2), calls={1: "tichu"}, card_points=(50, 50))
    in_two_lists(also=(*TWO_ROUNDS, others))
    page = lena.get(reverse("my_game")).content.decode()
    addresses = set(re.findall(r'href="(/me/(?:rounds|games)/[^"]+)"', page))
    wanted = {
        "rounds/rounds/",
        "rounds/grand/",
        "rounds/places/",
        "rounds/sweeps/",
        "rounds/swept/",
    }
    wanted |= {"rounds/against-tichu/", "games/all/", "games/close/"}
    assert wanted <= {address.removeprefix("/me/") for address in addresses}
    for address in addresses:
        answer = lena.get(address)
        assert answer.status_code == 200
        assert "My page" in answer.content.decode()
    assert "2 games" in words(lena, "my_games", "all")
    said = words(lena, "my_game")
    for figure, shown in (
        ("rounds", r"(\d+) rounds"),
        ("sweeps", r"(\d+) : \d+ double"),
        ("swept", r"(\d+) double"),
    ):
        number = re.search(shown, said)
        assert number
        assert re.search(rf"\b{number[1]} rounds?\b", words(lena, "my_rounds", figure))
    for told in (
        "points a round conceded",
        "of the others’ Tichus were made",
        "by 20 points or less",
    ):
        assert told in said


def test_a_partner_leads_to_the_games_with_them_and_a_call_opens_its_rounds(lena: Client) -> None:
    one, _other = in_two_lists(also=TWO_ROUNDS)
    partner, stranger = (
        Player.objects.get(device=one.device, name="Q"),
        a_person(a_club(a_device("x"), name="Elsewhere")),
    )
    with_them = reverse("my_games", args=[f"with-{partner.pk}"])
    assert with_them in lena.get(reverse("my_game")).content.decode()
    assert "Games with Q" in lena.get(with_them).content.decode()
    assert lena.get(reverse("my_games", args=[f"with-{stranger.pk}"])).status_code == 404
    assert (
        'class="whole opened"' in lena.get(reverse("my_game"), {"open": "tichu"}).content.decode()
    )
    assert "with Q against P & R" in words(lena, "my_rounds", "tichu")


@pytest.mark.parametrize("address", [("my_rounds", "rounds"), ("my_games", "all")])
def test_nobody_else_opens_them(lena: Client, address: tuple[str, str]) -> None:
    in_two_lists()
    name, figure = address
    way = reverse(name, args=[figure])
    assert lena.get(way).status_code == 200
    for client in (Client(), a_client("home"), a_client("the club's")):
        assert client.get(way).status_code == 404
    assert lena.get(reverse(name, args=["nonsense"])).status_code == 404
    assert lena.post(way).status_code == 405


def test_the_club_s_share_of_calls_stands_beside_theirs_in_one_list_alone(lena: Client) -> None:
    phone = a_device()
    club = a_club(phone)
    a_game(device=phone, rounds=TWO_ROUNDS)
    a_claim(Player.objects.get(club=club, name="Anna"))
    assert "the club" in words(lena, "my_game")
    a_claim(a_person(a_club(a_device("x"), name="Elsewhere")))
    assert "the club" not in words(lena, "my_game")


def test_each_list_has_its_own_rating(lena: Client) -> None:
    one, other = in_two_lists()
    page = lena.get(reverse("my_game")).content.decode()
    for player in (one, other):
        rated = rating_of(player, "teams")
        assert rated is not None
        assert re.search(
            rf'href="/people/{player.pk}/#rating"><span>Rating\s*<b>{rated.shown.rating}</b>', page
        )
    assert page.count("Provisional: too few games yet.") == 2
    a_claim(a_person(a_club(a_device("x"), name="Elsewhere")))
    assert lena.get(reverse("my_game")).content.decode().count("#rating") == 2


def test_they_answer_evenings_of_their_clubs_from_any_browser_and_of_no_other(lena: Client) -> None:
    club = a_club(a_device())
    anna = a_person(club)
    evening = an_evening(club, title="Stammtisch")
    a_claim(anna)
    assert "Stammtisch" in words(lena, "my_game")
    assert post(lena, "my_answer", evening.pk, coming="1").status_code == 302
    assert post(lena, "my_answer", evening.pk, coming="x").status_code == 302
    assert Answer.objects.values_list("player", "coming").get() == (anna.pk, True)
    assert "You are coming" in words(lena, "my_game")
    other = an_evening(a_club(a_device("x"), name="Elsewhere"))
    assert post(lena, "my_answer", other.pk, coming="1").status_code == 404
    assert post(Client(), "my_answer", evening.pk, coming="1").status_code == 404
    assert {
        post(lena, "my_answer", number, coming="1").status_code for number in (10**9, 10**30)
    } == {404}
    assert lena.get(reverse("my_answer", args=[evening.pk])).status_code == 405


def test_the_next_evening_stands_before_the_figures_and_the_others_in_a_fold(lena: Client) -> None:
    club = a_club(a_device())
    a_claim(a_person(club))
    names = [
        an_evening(club, days=days, title=f"Evening in {days} days").title for days in (2, 9, 16)
    ]
    page = lena.get(reverse("my_game")).content.decode()
    before, _fold, folded = page.partition('<details id="evenings">')
    assert [name in before for name in names] == [True, False, False]
    assert [name in folded.partition("</details>")[0] for name in names] == [False, True, True]
    assert page.count("/me/evenings/") == len(names), "each can be answered"


def test_what_a_phone_is_goes_to_the_account_that_is_signed_in_there(lena: Client) -> None:
    phone = a_device("lena's")
    anna = a_person(a_club(a_device()))
    claim = claim_own(anna, Holder(phone=phone), a_device())
    client = a_client("lena's")
    assert "Keep it with my account" not in words(client, "my_game")
    assert post(client, "my_account", claim.pk).status_code == 302  # to nobody's
    assert post(lena, "my_account", claim.pk).status_code == 404  # of another phone
    client.force_login(an_account(name="Mara"))
    assert "Keep it with my account" in words(client, "my_game")
    assert post(client, "my_account", claim.pk).status_code == 302
    claim.refresh_from_db()
    assert (claim.account.name, claim.phone) == ("Mara", None)


def test_search_engines_are_offered_to_those_whom_visitors_see_in_full(lena: Client) -> None:
    anna = a_person(a_club(a_device()))
    claim = a_claim(anna)
    assert "Let search engines find me" in words(lena, "my_game")
    assert post(lena, "my_found", claim.pk, found="1").status_code == 302
    assert "Hide me from search engines" in words(lena, "my_game")
    assert (
        post(Client(), "my_found", claim.pk, found="0").status_code
        == post(lena, "my_found", 10**30, found="0").status_code
        == 404
    )
    show_person(anna, HIDDEN)
    assert "search engines" not in words(lena, "my_game")
    assert post(lena, "my_found", claim.pk, found="1").status_code == 409
    assert lena.get(reverse("my_found", args=[claim.pk])).status_code == 405


# Without an account, and before there is much to say
# -----------------------------------------------------------------


def test_a_phone_that_said_whose_it_is_needs_no_account() -> None:
    device = a_device()
    club = a_club(device)
    a_game(device=device, rounds=TWO_ROUNDS)
    evening = an_evening(club)
    client = a_client()
    assert "Ask the keeper of the list" in words(client, "my_game")
    assign_phone(device, Player.objects.get(name="Carla"))
    page = words(client, "my_game")
    assert "This phone is Carla’s." in page
    assert "2 rounds in team games" in page
    assert reverse("my_rounds", args=["rounds"]) in client.get(reverse("my_game")).content.decode()
    assert client.get(reverse("my_rounds", args=["rounds"])).status_code == 200
    assert post(client, "my_answer", evening.pk, coming="1").status_code == 302
    assert Answer.objects.get().player.name == "Carla"
    other = a_client("another")
    assert "Ask the keeper of the list" in words(other, "my_game")
    assert post(other, "my_answer", evening.pk, coming="1").status_code == 404
    type(device).objects.filter(pk=device.pk).update(club=None)  # it has left the club
    assert "Carla" not in words(client, "my_game")


def test_the_calls_stand_beside_those_of_the_club(lena: Client) -> None:
    in_two_lists()
    page = lena.get(reverse("my_game")).context["page"]
    assert page.together.player.club is not None
    assert all(row.club is not None for row in page.together.calls)


def test_a_best_partner_is_answered_for_if_only_by_too_early(lena: Client) -> None:
    home = a_device("home")
    won, lost = [[Round(out=(at, at + 2), calls={at: "grand"})] * 3 for at in (0, 1)]

    def play(partner: str, games: int, rounds: list[Round]) -> str:
        for _ in range(games):
            a_game(names=("Mama", "P", partner, "R"), device=home, rounds=rounds)
        return words(lena, "my_game")

    a_game(names=("Mama", "P", "Q", "R"), device=home, rounds=won)
    a_claim(Player.objects.get(name="Mama"))
    assert "Best partner: too early Needs 20 games together. Closest: Q with 1." in words(
        lena, "my_game"
    )
    assert "20 games with two people. Q has them." in play("Q", 19, won)
    assert "Q has them; next is S with 3." in play("S", 3, lost)
    assert "Best partner: Q 20 games or more" in play("S", 17, lost)
    assert "Best partner: level Equally successful with each: " in play("T", 20, won)


def test_this_year_stands_month_by_month_and_the_season_and_rating_beside_each_other(
    lena: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: noon)
    _one, other = in_two_lists()
    moved(Game.objects.get(seats__player=other), noon - timedelta(days=40))
    moved(Game.objects.exclude(seats__player=other).get(), noon - timedelta(days=400))
    page = lena.get(reverse("my_game")).context["page"]
    assert [(one.month.month, len(one.games), one.won.of) for one in page.months] == [(10, 1, 1)]
    assert page.year.of == 1
    said = words(lena, "my_game")
    assert "This year 1 team game" in said
    assert "Earlier this year" not in said
    assert reverse("year", args=[other.pk, 2026]) in lena.get(reverse("my_game")).content.decode()


def test_the_months_shown_and_those_before_make_the_year(
    lena: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: noon)
    one, _other = in_two_lists()
    Game.objects.update(started_at=noon)
    rounds = believable(RuleSet.of("nanking"), 4, 60, 4)
    for month in (1, 2, 2, 4, 5, 5, 6):
        game = a_game(names=("Mama", "P", "Q", "R"), device=one.device, rounds=rounds)
        moved(game, datetime(2026, month, 10, 20, tzinfo=UTC))
    page = lena.get(reverse("my_game")).context["page"]
    shown = [game for month in page.months for game in month.games]
    assert [month.month.month for month in page.months] == [5, 6, 11]
    assert page.year.of == len(shown) + page.earlier.of
    assert page.year.hits == sum(game.won for game in shown) + page.earlier.hits
    before = f"Earlier this year {page.earlier.hits} of {page.earlier.of}"
    assert before in words(lena, "my_game")


def test_the_games_of_a_name_are_those_of_its_list_of_people(lena: Client) -> None:
    """All that are over, of teams or not; beside "All your team games", which are fewer."""
    one, _other = in_two_lists(also=TWO_ROUNDS)  # one that is still played
    five = ("Mama", "P", "Q", "R", "S")
    a_game("always_last", names=five, device=one.device, rounds=[Round(out=(0, 1, 2, 3, 4))])
    finish_early(Game.objects.get(variant="always_last"), one.device)
    said = words(lena, "my_game")
    assert re.search(r"Mama a phone’s list 2 games", said)
    assert re.search(r"All your team games 2\b", said)  # one in each list
    listed = words(a_client("home"), "people")
    assert re.search(r"Mama 2 games", listed)


# As it is drawn
# --------------------------------------------------------------------------------------------------


@pytest.fixture
def carla() -> Client:
    """A phone of a club that said it is Carla's; a game of two rounds was played there."""
    device = a_device()
    a_club(device)
    a_game(device=device, rounds=[Round(out=(2, 0), calls={2: "grand"}), *TWO_ROUNDS])
    assign_phone(device, Player.objects.get(name="Carla"))
    return a_client()


def test_it_stands_in_the_frame_of_the_club_and_is_one_of_its_places(carla: Client) -> None:
    page = carla.get(reverse("my_game")).content.decode()
    head = page.partition("</header>")[0]
    assert re.search(r'<h1 class="event"><bdi>Carla</bdi>', head)
    assert re.search(
        rf'href="{reverse("club_me", args=[Club.objects.get().pk])}[^"]*"\s+aria-current="page"',
        head,
    )
    assert "at-foot" in head
    assert page.count("<h1") == 1
    player = Player.objects.get(name="Carla")
    claim_own(player, Holder(phone=a_device()), a_device())
    theirs = carla.get(reverse("person", args=[player.pk])).content.decode()
    assert (theirs.count("<h1"), '<p class="event">' in theirs) == (1, True)


def test_the_blocks_stand_in_their_order_and_what_is_missing_is_left_out(carla: Client) -> None:
    a_game(rounds=believable(RuleSet.of("nanking", {}), 4, 60, 4), device=a_device())
    page = words(carla, "my_game")
    wanted = [
        "Last evening",
        "Best partner: too early",
        "Your calls",
        "The last Grands",
        "This year",
    ]
    wanted += ["All your team games", "What others see of you", "This is not me"]
    at = [page.index(one) for one in wanted]
    assert at == sorted(at)
    assert "Season" not in page.partition("Last evening")[2]
    assert "1/20" in page
    other = a_client("another")
    club = Club.objects.get()
    Device.objects.filter(pk=a_device("another").pk).update(club=club)
    assign_phone(a_device("another"), a_person(club, "Nobody yet"))
    page = words(other, "my_game")
    for words_ in (
        "Your calls",
        "The last Grands",
        "This year",
        "All your team games",
        "Best partner",
    ):
        assert words_ not in page
    assert "you were not there" in page


def test_the_last_grands_open_the_list_of_rounds(carla: Client) -> None:
    page = carla.get(reverse("my_game")).content.decode()
    address = reverse("my_rounds", args=["grand"])
    row = page.partition(f'href="{address}"')[2].partition("</a>")[0]
    assert "The last Grands" in row
    assert row.count("call-sign grand") == 2
    assert carla.get(address).status_code == 200


def test_an_evening_that_was_answered_is_a_row_and_one_that_was_not_asks(carla: Client) -> None:
    club = Club.objects.get()
    evening = an_evening(club, title="Stammtisch")
    assert reverse("my_answer", args=[evening.pk]) in carla.get(reverse("my_game")).content.decode()
    assert post(carla, "my_answer", evening.pk, coming="1").status_code == 302
    page = carla.get(reverse("my_game")).content.decode()
    assert reverse("my_answer", args=[evening.pk]) not in page
    row = page.partition("</header>")[2].partition("Next evening")[2].partition("</a>")[0]
    assert "You are coming" in row
    assert f'href="{reverse("club_evening", args=[club.pk, evening.night.isoformat()])}"' in page


def test_as_many_queries_for_the_phone_of_a_club_with_all_its_blocks(
    carla: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    an_evening(Club.objects.get())
    carla.get(reverse("my_game"))
    with django_assert_max_num_queries(36):
        carla.get(reverse("my_game"))
