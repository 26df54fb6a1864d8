"""Lists of people, their rounds and games: what each row says, of whom, and where it leads."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.games.actions.deleting import delete_game
from scoring.games.nights import night_of
from scoring.games.round_words import MINUS
from scoring.models import Club, Player
from scoring.people.statistics.averages import everybody_with
from scoring.rules import Round, RuleSet
from tests.scoring.clubs import a_club
from tests.scoring.games import PEOPLE, TWO_ROUNDS, a_client, a_device, a_game, believable, words
from tests.scoring.people_pages import paired, ways

pytestmark = pytest.mark.django_db


def test_who_sat_out_stands_in_no_row_of_a_list_of_rounds() -> None:
    club = a_club(a_device())
    five = [*PEOPLE[:4], "Eva"]
    rounds = [
        Round.from_data({"out": out, "calls": {str(out[0]): "tichu"}, "card_points": [35, 65]})
        for out in ([0, 1, 2], [1, 2, 3])  # Eva sits out, then Anna
    ]
    a_game("nanking_five", names=five, rounds=rounds)
    for name, count in (("Anna", "1 round "), ("Beat", "2 rounds ")):
        player = Player.objects.get(name=name)
        for figure in ("rounds", "tichu", "alone"):
            page = words(a_client(), "person_rounds", player.pk, figure)
            assert "Anna" not in page.partition("round 2")[2].partition("round 1")[0]
        assert count in page
    for figure in ("tichu", "rounds"):
        year = str(night_of(timezone.now()).year)
        page = words(a_client(), "club_figure", club.pk, figure, year=year)
        assert page.count("Eva") == 1


def test_a_round_in_a_list_says_who_played_what_was_called_and_what_it_brought() -> None:
    game = a_game(rounds=TWO_ROUNDS)
    anna, carla = (Player.objects.get(name=name) for name in ("Anna", "Carla"))
    page = words(a_client(), "person_rounds", anna.pk, "tichu")
    assert "round 1 with Carla against Beat & Dino" in page
    assert "at 0" in page
    assert "165 : 35" in page
    behind = words(a_client(), "person_rounds", carla.pk, "grand-leading")
    assert f"{MINUS}200 : 200" in behind
    assert "at +130" in behind
    opened = a_client().get(reverse("person", args=[carla.pk]), {"open": "grand"}).content.decode()
    assert 'class="whole opened"' in opened
    assert f"<b>{MINUS}200</b>" in opened
    delete_game(game, a_device())
    assert "0 rounds" in words(a_client(), "person_rounds", anna.pk, "tichu")


def test_long_lists_have_pages() -> None:
    for seed in range(12):
        a_game(rounds=believable(RuleSet.of("nanking", {}), 4, 60, seed))
    anna = Player.objects.get(name="Anna")
    first = words(a_client(), "person_rounds", anna.pk, "rounds")
    assert "1 of 2" in first or "1 of 3" in first
    assert "Older" in first
    last = words(a_client(), "person_rounds", anna.pk, "rounds", page="999")
    assert "Newer" in last
    assert "Older" not in last
    assert words(a_client(), "person_rounds", anna.pk, "rounds", page="none") == first


def test_phones_of_a_club_know_its_people_and_open_only_their_own_games() -> None:
    club = Club.objects.create(name="Tichu Bern")
    own, other = a_device(), a_device("another")
    type(own).objects.update(club=club)
    own.refresh_from_db()
    game = a_game(rounds=TWO_ROUNDS, device=own)
    anna = Player.objects.get(name="Anna", club=club)
    assert "Tichu Bern" in words(a_client("another"), "people")
    assert [a_client("another").get(way).status_code for way in ways(anna)] == [200, 200, 200]
    leads = reverse("round_history", args=[game.pk, 1])
    assert leads in a_client().get(ways(anna)[1]).content.decode()
    assert leads not in a_client("another").get(ways(anna)[1]).content.decode()
    type(other).objects.filter(pk=other.pk).update(club=None)
    assert a_client("another").get(ways(anna)[0]).status_code == 404


def test_figures_of_pairs_lead_to_the_rounds_that_they_count() -> None:
    a_game(rounds=TWO_ROUNDS)
    a_game(names=("Anna", "Beat", "Eva", "Dino"), rounds=TWO_ROUNDS)
    anna = Player.objects.get(name="Anna")
    people, pair, _ = paired(anna)
    page = a_client().get(pair).content.decode()
    for address in set(re.findall(r'href="(/people/\d+/rounds/[^"]+)"', page)):
        assert a_client().get(address).status_code == 200
    assert "2 rounds" in words(a_client(), "person_rounds", anna.pk, "tichu")
    assert "1 round " in words(
        a_client(), "person_rounds", anna.pk, "tichu", **{"with": str(people[1].pk)}
    )
    against = "-".join(str(one.pk) for one in people[1:])
    assert "1 round " in words(a_client(), "person_rounds", anna.pk, "tichu", **{"with": against})


def test_of_three_on_a_side_the_two_of_a_pair_are_told_alone() -> None:
    names = ("Anna", "Beat", "Carla", "Dino", "Eva", "Fritz")
    rounds = [
        Round(out=(first, *(seat for seat in range(6) if seat != first)), card_points=(50, 50))
        for first in (0, 4, 2, 1)
    ]
    a_game("tientsin", names=names, rounds=rounds)
    anna, carla = (Player.objects.get(name=name) for name in ("Anna", "Carla"))
    pair = a_client().get(reverse("person_with", args=[anna.pk, carla.pk])).context["page"]
    behind = a_client().get(
        reverse("person_rounds", args=[anna.pk, "first-of-side"]), {"with": carla.pk}
    )
    assert (pair.first_out.hits, behind.context["page"].total) == (2, 2)  # Eva was first once


def test_beside_a_phone_s_people_stand_games_of_its_own_list_alone() -> None:
    a_game(rounds=TWO_ROUNDS)
    anna, device = Player.objects.get(name="Anna"), a_device()
    before = everybody_with(anna)
    a_club(device)
    # The phone's, and the club's
    a_game(rounds=believable(RuleSet.of("nanking", {}), 4, 60, 4), device=device)
    assert everybody_with(anna) == before
    assert (
        everybody_with(Player.objects.get(name="Anna", club=device.club)).columns > before.columns
    )


def test_a_game_that_nobody_won_is_drawn_on_every_page_that_lists_it() -> None:
    level = Round(out=(0, 1, 2, 3), card_points=(50, 50))
    a_game(rounds=[level], settings={"target_score": 50, "tie_at_target": "draw"})
    people = [Player.objects.get(name=name) for name in ("Anna", "Carla", "Beat", "Dino")]
    client = a_client()
    keys = [one.pk for one in people]
    for name, args in (("person", keys[:1]), ("person_with", keys[:2]), ("person_against", keys)):
        page = words(client, name, *args)
        assert "1 drawn" in page
        assert "1 of 1 team" not in page
    assert "drawn with Carla against" in words(client, "person_games", keys[0], "all")
    assert "0 : 0 1 finished game" in words(client, "person_against", *keys)


def test_bars_run_as_far_as_their_shares_and_say_so() -> None:
    for seed in range(5):
        a_game(rounds=[Round(out=(0, 2), calls={0: "grand"})] * 3, names=PEOPLE[:4])
        a_game(rounds=[Round(out=(seed % 2, 2 + seed % 2))] * 5, names=(*PEOPLE[:2], *PEOPLE[4:6]))
    anna = Player.objects.get(name="Anna")
    page = a_client().get(reverse("person", args=[anna.pk])).context["page"]
    assert {row.bar.share.percent for row in page.partners} == {100, 60}
    assert all((row.bar.scale.low, row.bar.scale.high) == (0, 100) for row in page.partners)
    assert "Partners bars from 0 to 100%" in words(a_client(), "person", anna.pk)


def test_the_first_out_opens_by_what_was_recorded() -> None:
    device = a_device("eva's phone")
    full = [Round(out=(0, 1, 2, 3), card_points=(50, 50))] * 3 + [
        Round(out=(1, 0, 2, 3), card_points=(50, 50))
    ]
    first = [Round(out=(0,), card_points=(50, 50)), Round(out=(1,), card_points=(50, 50))]
    points = [Round(card_points=(60, 40))] * 2
    for recording, rounds in (("full", full), ("first", first), ("points", points)):
        a_game(
            names=("Eva", "F", "G", "H"),
            device=device,
            rounds=rounds,
            settings={"recording": recording},
        )
    eva = Player.objects.get(name="Eva")
    asking = a_client("eva's phone")
    shut = words(asking, "person", eva.pk)
    assert "First out 4 of 6 rounds not recorded: 2 rounds 67%" in shut
    assert "Full order" not in shut
    said = words(asking, "person", eva.pk, open="first")
    assert (
        "Full order 3 of 4 75% First out only 1 of 2 50% Points only 2 rounds not recorded" in said
    )
    page = asking.get(reverse("person", args=[eva.pk]), {"open": "first"})
    assert reverse("person_rounds", args=[eva.pk, "first"]) in page.content.decode()
    bar = page.context["page"].first_out
    assert bar.dotted_at == "25.0%"  # one in four, on a scale of all


def test_a_row_of_a_game_says_how_it_ended() -> None:
    device = a_device("eva's phone")
    level, won, lost = [
        [Round(out=(0, 1, 2, 3), card_points=pair)] for pair in ((50, 50), (60, 40), (40, 60))
    ]
    for rounds in (level, won, lost):
        game = a_game(
            names=("Eva", "F", "G", "H"),
            device=device,
            rounds=rounds,
            settings={"target_score": None, "round_limit": 1},
        )
        assert game.state == game.State.FINISHED
    eva = Player.objects.get(name="Eva")
    page = (
        a_client("eva's phone").get(reverse("person_games", args=[eva.pk, "all"])).content.decode()
    )
    assert re.findall(r"· (won|drawn|lost)\s*</span>", page) == ["lost", "won", "drawn"]
