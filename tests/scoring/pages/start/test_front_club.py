"""The front page of a phone that has joined a club: the next evening, one's own figures, the last
evening, My page.
"""

import re
from datetime import timedelta
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.games.access.claims import Holder
from scoring.games.host import ClubRole
from scoring.games.permissions import Rights
from scoring.models import Answer, Club, Device, Game, Player
from scoring.pages.club_frame import ClubFrame
from scoring.people.actions.claiming import claim_own
from scoring.people.rated.queries import rating_of
from scoring.rules import Round, RuleSet
from tests.scoring.clubs import a_desk, a_person, a_played_club, an_evening, moved
from tests.scoring.games import TWO_ROUNDS, a_client, a_device, a_game, believable, said
from tests.worlds import built_once
from tournaments.clubs.actions.evenings import assign_phone, record_answer
from tournaments.pages.club_member import ClubMember
from tournaments.pages.front import FrontClub
from tournaments.pages.season.short import InSeason, SeasonInShort

pytestmark = pytest.mark.django_db
WHOLE = believable(RuleSet.of("nanking", {}), 4, 60, 4)  # a game to its end


shared = built_once(a_played_club)


@pytest.fixture
def club(shared: Club) -> Club:
    """Anna's phone, in a club that has played two games today."""
    return Club.objects.get(pk=shared.pk)


def me(name: str = "Anna") -> Player:
    player = Player.objects.get(name=name, club__isnull=False)
    assign_phone(Device.objects.select_related("club").get(pk=a_device().pk), player)
    return player


def of(club: Club, player: Player | None) -> FrontClub:
    rights = Rights(joined=True, role=ClubRole.NONE)
    return FrontClub(
        ClubFrame(club, rights, ""), ClubMember(player, claimed=False) if player else None
    )


def main_buttons(page: str) -> list[str]:
    found = re.findall(
        r'<(?:a|button)\s+class="button[^"]*\bmain\b[^"]*"[^>]*>(.*?)</(?:a|button)>', page, re.S
    )
    return [" ".join(re.sub(r"<[^>]+>", "", one).split()) for one in found]


def test_the_next_evening_asks_and_the_answer_comes_back_to_the_front_page(club: Club) -> None:
    me()
    Game.objects.update(state=Game.State.FINISHED)
    evening = an_evening(club, title="Last evening of the season", place="Gasthof zum Drachen")
    page = a_client().get("/").content.decode()
    assert "Last evening of the season" in page
    assert "Gasthof zum Drachen" in page
    assert main_buttons(page) == ["I am coming"]  # one red button
    address = reverse("club_answer", args=[club.pk, evening.pk])
    sent = dict(re.findall(r'name="(front)" value="(\d)"', page)) | {"coming": "1"}
    response = a_client().post(address, sent)
    assert (response.status_code, response.url) == (302, "/")
    assert Answer.objects.get().coming
    page = a_client().get("/").content.decode()
    assert "You are coming" in page
    assert "1 is coming" in said(page)
    assert main_buttons(page) == ["New game"]
    a_client().post(address, sent | {"coming": "0"})
    assert "You are not coming" in a_client().get("/").content.decode()


def test_a_game_that_runs_has_the_red_button_and_the_answer_stays_beside_it(club: Club) -> None:
    me()
    an_evening(club)
    a_game(rounds=TWO_ROUNDS, device=a_device())
    page = a_client().get("/").content.decode()
    assert "I am coming" in page
    assert main_buttons(page) == ["Continue"]


def test_a_phone_of_which_nobody_knows_whose_it_is_is_asked_and_answers_then(club: Club) -> None:
    evening = an_evening(club)
    page = a_client().get("/").content.decode()
    asks = f"{reverse('club_me', args=[club.pk])}?mine=1"
    assert asks in page
    assert "Which of these are you?" in page
    asked = a_client().post(
        reverse("club_answer", args=[club.pk, evening.pk]), {"coming": "1", "front": "1"}
    )
    assert asked.url.startswith(reverse("club_me", args=[club.pk]))
    beat = Player.objects.get(name="Beat")
    assert a_client().post(asks, {"player": beat.pk}).url == reverse("my_game")
    page = a_client().get("/").content.decode()
    assert "My page" in page
    assert "Beat" in page


def test_my_page_is_one_tap_away_with_a_claim_and_without(club: Club) -> None:
    anna = me()
    (address,) = set(
        re.findall(
            rf'href="({reverse("club_me", args=[club.pk])}[^"]*)"',
            a_client().get("/").content.decode(),
        )
    )
    assert a_client().get(address).url == reverse("my_game")
    claim_own(anna, Holder(phone=a_device()), a_device())
    assert a_client().get(address).url == reverse("my_game")
    # It is in the tabs of the club too, and for an account without a phone of it
    home = reverse("club_home", args=[club.pk])
    assert f'href="{address}"' in a_client().get(home).content.decode()
    assert f'href="{reverse("my_game")}"' in a_desk(club).get(home).content.decode()
    Club.objects.update(public=True)
    visitor = Client().get(home).content.decode()
    assert reverse("my_game") not in visitor
    assert "club_me" not in visitor


def test_somebody_else_is_still_chosen_at_the_same_address_without_it(club: Club) -> None:
    me()
    assert a_client().get(reverse("club_me", args=[club.pk])).status_code == 200


def test_the_last_evening_has_the_first_three_and_the_own_row(club: Club) -> None:
    for name in ("Eva", "Fritz", "Gina"):
        a_person(club, name)
    for names in (["Eva", "Fritz", "Gina", "Anna"], ["Eva", "Beat", "Gina", "Carla"]):
        a_game(names=names, rounds=WHOLE, device=a_device())
    found = of(club, None)
    assert len(found.rows) == 3
    last = found._last_ones[-1]
    page = of(club, Player.objects.get(pk=last.player))
    assert [row.mine for row in page.rows] == [False, False, True]
    assert page.rows[-1].rank == last.rank
    stranger = of(club, a_person(club, "Nobody"))
    assert not any(row.mine for row in stranger.rows)


def test_the_heading_says_who_won(club: Club) -> None:
    """A third game, which makes one of the four the only one to have won most."""
    rounds = [Round(out=(0, 2), calls={0: "grand"})] * 3
    a_game(names=["Eva", "Fritz", "Gina", "Hans"], rounds=rounds, device=a_device())
    assert "last evening" in of(club, None).heading.casefold()
    for partner in ("Fritz", "Hans", "Dora", "Emil"):  # Eva wins on, each time with another
        a_game(names=["Eva", "Beat", partner, "Dino"], rounds=rounds, device=a_device())
    assert of(club, None).heading == "Eva won the last evening"
    assert of(club, Player.objects.get(name="Eva")).heading == "You won the last evening"


def test_the_rating_is_there_once_it_is_sure_with_what_the_last_evening_did(club: Club) -> None:
    anna = me()
    for days in range(15):
        moved(a_game(rounds=WHOLE, device=a_device()), timezone.now() - timedelta(days=days + 1))
    shown = rating_of(anna, "teams")
    assert shown is not None
    found = of(club, anna).rated
    assert found is not None
    assert (found.rating, found.band) == (shown.shown.rating, shown.shown.band)
    page = a_client().get("/").content.decode()
    assert f"<b>{found.rating}</b>" in page
    assert of(club, a_person(club, "Nobody")).rated is None


def test_the_own_place_in_the_season_says_how_far_the_next_is(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, beat, carla = (Player.objects.get(name=name) for name in ("Anna", "Beat", "Carla"))

    def in_short(_club: Club) -> SeasonInShort:
        rows = [
            InSeason(beat.pk, 1, 0, 101, "101", ()),
            InSeason(anna.pk, 2, 1, Fraction(99), "99", ()),
        ]
        return SeasonInShort(
            "Autumn",
            "",
            "8 of 12",
            "/seasons/x/",
            (),
            rows,
            left_out=False,
            head="Points",
            by_percent=False,
        )

    monkeypatch.setattr("tournaments.pages.club.own_standing.season_in_short", in_short)
    first, second = of(club, beat).in_season, of(club, anna).in_season
    assert first is not None
    assert (first.rank, first.words) == (1, "101 points")
    assert second is not None
    assert (second.rank, second.words) == (2, "99 points, 2 behind Beat")
    assert of(club, carla).in_season is None
    assert of(club, None).in_season is None
    me("Anna")
    page = said(a_client().get("/").content.decode())
    assert "No. 2 Season: 99 points, 2 behind Beat" in page


def test_who_may_come_played_lately_and_has_not_answered(club: Club) -> None:
    me()
    evening = an_evening(club)
    Player.objects.create(name="Xaver", club=club)  # never seen
    record_answer(evening, Player.objects.get(name="Anna"), coming=True)
    assert "1 is coming, 3 may come" in said(a_client().get("/").content.decode())
    record_answer(evening, Player.objects.get(name="Beat"), coming=False)
    assert "1 is coming, 2 may come" in said(a_client().get("/").content.decode())
    Player.objects.filter(name="Carla").update(name="", erased_at=timezone.now())
    assert "1 is coming, 1 may come" in said(a_client().get("/").content.decode())


def test_the_initial_opens_my_page_and_the_languages_stand_in_the_foot(club: Club) -> None:
    before = a_client().get("/").content.decode()
    assert "own-disc" not in before
    me()
    page = a_client().get("/").content.decode()
    head, _main, rest = page.partition("</header>")
    assert f'href="{reverse("club_me", args=[club.pk])}?mine=1"' in head
    assert 'aria-label="My page: Anna"' in head
    assert "tongues" not in head
    assert "tongues" in rest.partition('<footer class="quiet-ways">')[2]


def test_somebody_who_claimed_a_person_has_the_disc_without_a_club() -> None:
    device = a_device("carla's phone")
    a_game(device=device, rounds=TWO_ROUNDS)
    claim_own(Player.objects.get(name="Carla", device=device), Holder(phone=device), device)
    page = a_client("carla's phone").get("/").content.decode()
    assert 'aria-label="My page: Carla"' in page
    assert f'href="{reverse("my_game")}"' in page
    assert "own-disc" not in a_client("another").get("/").content.decode()


def test_the_blocks_stand_in_their_order(club: Club) -> None:
    me()
    an_evening(club, title="Last evening of the season")
    Game.objects.update(state=Game.State.PAUSED)
    page = said(a_client().get("/").content.decode())
    wanted = [
        "Same people",
        "Last evening of the season",
        "Last evening ",
        "All games",
        "My page",
        club.name,
    ]
    wanted += ["I have a table card", "Run a tournament"]
    at = [page.index(words) for words in ("Continue", "New game")]
    assert at == sorted(at)
    at = [page.index(words, page.index("New game")) for words in wanted[:3]]
    assert at == sorted(at)
    at = [page.rindex(words) for words in wanted[3:]]
    assert at == sorted(at)
    assert "Last games" not in page


def test_a_rating_of_two_games_is_too_early_to_say(club: Club) -> None:
    assert of(club, me()).rated is None


def test_a_phone_in_no_club_and_one_that_left_have_none_of_it(club: Club) -> None:
    me()
    a_device("eva's phone")
    for phone in (a_client("eva's phone"), Client()):
        page = phone.get("/").content.decode()
        assert "My page" not in page
        assert club.name not in page
    a_client().post(reverse("club_leave"))
    assert "last evening" not in a_client().get("/").content.decode()
