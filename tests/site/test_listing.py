"""What search engines may list: each answer says so, and nothing is listed of which nobody said
that it may be.
"""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.access.links import renew_link, token_of
from scoring.models import Club, Link
from tests.scoring.tables import phone_of, table
from tests.tournaments import desks
from tests.tournaments.roles.ways import WAYS
from tests.tournaments.roles.world import the_world
from tournaments.clubs.actions.seasons import make_season
from tournaments.models import LogLine, Season, Tournament
from tournaments.permissions import PUBLIC
from tournaments.seasons.formula import Formula

pytestmark = pytest.mark.django_db
HEADER = "X-Robots-Tag"
ALWAYS = {"front", "privacy", "tournaments"}


def asks(address: str, client: Client | None = None, **options: Any) -> str:
    return str((client or Client()).get(address, **options)[HEADER])


@pytest.fixture
def cup() -> Tournament:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    return cup


def of(cup: Tournament) -> dict[str, str]:
    """The public addresses of a tournament, by name."""
    match, entrant = cup.stages.get().session_rounds.get().matches.first(), cup.entrants.first()
    assert match is not None
    assert entrant is not None
    rows: list[tuple[str, tuple[int, ...]]] = [
        *((name, ()) for name in ("tournament", "tournament_picture", "results_csv")),
        *((name, (1,)) for name in ("standings", "standings_csv", "cross_table")),
        ("tournament_round", (1, 1)),
        ("tournament_match", (match.pk,)),
    ]
    return {name: reverse(name, args=[cup.pk, *args]) for name, args in rows}


def kept_out(cup: Tournament) -> list[str]:
    """What is never listed for the directors' sake: data for programs, one's own page, the form to
    ask to play.
    """
    entrant = cup.entrants.first()
    assert entrant is not None
    names = [reverse(name, args=[cup.pk]) for name in ("api_tournament", "api_rounds", "register")]
    return [
        *names,
        reverse("api_standings", args=[cup.pk, 1]),
        reverse("entrant", args=[cup.pk, entrant.pk]),
    ]


def test_the_pages_about_nobody_may_be_listed() -> None:
    assert {name: asks(reverse(name)) for name in ALWAYS} == dict.fromkeys(ALWAYS, "all")


def test_a_tournament_asks_to_be_left_out_until_its_director_says_otherwise(
    cup: Tournament,
) -> None:
    assert {name: asks(address) for name, address in of(cup).items()} == dict.fromkeys(
        of(cup), "noindex"
    )
    director = desks.desk_of(cup.club).client
    assert (
        "Search engines are asked to leave out all pages"
        in director.get(reverse("desk_about", args=[cup.pk])).content.decode()
    )
    assert director.post(reverse("desk_about", args=[cup.pk]), {"found": "1"}).status_code == 302
    assert {name: asks(address) for name, address in of(cup).items()} == dict.fromkeys(
        of(cup), "all"
    )
    assert {asks(address) for address in kept_out(cup)} == {"noindex"}
    assert asks(of(cup)["standings"], query_params={"embed": ""}) == "noindex"
    assert asks(of(cup)["standings"], director) == "noindex"  # with all names
    assert (
        "Hide it from search engines"
        in director.get(reverse("desk_about", args=[cup.pk])).content.decode()
    )
    director.post(reverse("desk_about", args=[cup.pk]), {"found": "0"})
    assert {asks(address) for address in of(cup).values()} == {"noindex"}
    lines = LogLine.objects.filter(tournament=cup, action__in=["listed", "unlisted"]).values_list(
        "action", flat=True
    )
    assert list(lines) == ["listed", "unlisted"]


def test_it_may_be_said_of_a_finished_tournament_too(cup: Tournament) -> None:
    Tournament.objects.filter(pk=cup.pk).update(state=Tournament.State.FINISHED)
    desks.desk_of(cup.club).client.post(reverse("desk_about", args=[cup.pk]), {"found": "1"})
    assert asks(of(cup)["standings"]) == "all"


@pytest.mark.parametrize("who", ["stranger", "desk", "elsewhere"])
def test_only_its_directors_say_so(cup: Tournament, who: str) -> None:
    client = Client()
    if who == "desk":
        user = desks.a_user("Dora")
        cup.club.roles.create(user=user, name="desk")
        client = desks.signed_in(user)
    elif who == "elsewhere":
        client = desks.a_desk("Otto", "Another club").client
    assert client.post(reverse("desk_about", args=[cup.pk]), {"found": "1"}).status_code in {
        302,
        404,
    }
    assert not Tournament.objects.get(pk=cup.pk).found


def test_games_at_home_and_their_links_ask_to_be_left_out() -> None:
    anna = phone_of("Anna")
    game = table(anna)
    link = renew_link(Link.Role.VIEWER, anna.device, game=game)
    for address, client in (
        (reverse("look", args=[token_of(link)]), Client()),
        (reverse("look_picture", args=[token_of(link)]), Client()),
        (reverse("score", args=[game.pk]), anna.client),
        (reverse("game", args=[game.pk]), anna.client),
        (reverse("people"), anna.client),
        (reverse("account_login"), Client()),
        ("/nothing/here/", Client()),
    ):
        assert asks(address, client) == "noindex", address


def test_a_club_and_its_season_are_listed_where_the_owner_lets_them(cup: Tournament) -> None:
    club, owner = cup.club, desks.desk_of(cup.club)
    season = make_season(club, owner.user, "Season", Formula(), 12, 2026)
    Season.objects.filter(pk=season.pk).update(public=True)
    pages = [reverse("club_home", args=[club.pk]), reverse("season", args=[season.pk])]
    Club.objects.filter(pk=club.pk).update(public=True)
    assert [asks(page) for page in pages] == ["noindex", "noindex"]
    Club.objects.filter(pk=club.pk).update(found=True)
    assert [asks(page) for page in pages] == ["all", "all"]
    assert [asks(page, owner.client) for page in pages] == ["noindex", "noindex"]
    Club.objects.filter(pk=club.pk).update(public=False)
    assert asks(pages[1]) == "noindex"


def test_no_other_address_lets_itself_be_listed() -> None:
    world = the_world()
    answers = {key: Client().get(way.address(key, world, PUBLIC)) for key, way in WAYS.items()}
    assert len(answers) > 100
    assert {key for key, answer in answers.items() if answer[HEADER] != "noindex"} <= ALWAYS


def test_robots_txt_forbids_nothing_so_that_the_wish_is_read() -> None:
    text = Client().get("/robots.txt").content.decode()
    assert "Allow: /\n" in text
    assert "Disallow" not in text
