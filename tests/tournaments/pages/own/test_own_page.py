"""The entrant's own page: by its link, without an account."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Player
from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import number, queries, text_of
from tests.worlds import built_once
from tournaments import tokens
from tournaments.actions import attendance, creating, entering, registering, revealing
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Entrant, Match, Tournament
from tournaments.pages.own.queries import Seats, seats_around
from tournaments.stage.history import history_of
from tournaments.stage.ranking import ranked
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db


shared = built_once(lambda: desks.a_tournament("pairs_swiss", 4))


@pytest.fixture
def cup(shared: Tournament) -> Tournament:
    return Tournament.objects.get(pk=shared.pk)


def address(entrant: Entrant) -> str:
    return reverse("own_page", args=[token_of(entrant)])


def page(entrant: Entrant) -> Response:
    return Client().get(address(entrant))


def test_before_the_first_round_it_says_that_one_is_in(cup: Tournament) -> None:
    answer = page(number(cup, 1))
    assert answer.status_code == 200
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "You are entered. Check in when you arrive." in text_of(answer)
    assert answer.cookies.keys() <= {"csrftoken"}


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ("asked", "This page shows when a director confirms you."),
        ("waiting", "You are on the waiting list."),
        ("refused", "could not give you a place"),
        ("withdrawn", "You have withdrawn."),
    ],
)
def test_every_state_is_said_in_words(cup: Tournament, state: str, said: str) -> None:
    entrant = number(cup, 1)
    Entrant.objects.filter(pk=entrant.pk).update(state=state)
    answer = page(entrant)
    assert said in text_of(answer)
    assert "I am here" not in text_of(answer)


def test_who_is_here_checks_in_and_takes_it_back(cup: Tournament) -> None:
    entrant = number(cup, 1)
    where = reverse("own_check_in", args=[token_of(entrant)])
    answer = Client().post(where, {"here": "1"}, follow=True)
    assert answer.redirect_chain == [(address(entrant), 302)]
    assert "Checked in at" in text_of(answer)
    entrant.refresh_from_db()
    assert entrant.checked_in_at is not None
    Client().post(where, {"here": "0"})
    entrant.refresh_from_db()
    assert entrant.checked_in_at is None
    assert Client().get(where).status_code == 405


def test_between_rounds_who_is_checked_in_may_say_that_they_do_not_go_on(cup: Tournament) -> None:
    """Neither when they came is told then, nor that they are not here "after all"."""
    entrant = entering.check_in(number(cup, 1), None)
    assert "Checked in at" in text_of(page(entrant))
    first = desks.draw(cup)
    assert "I’m not playing the next round" not in text_of(page(entrant))
    desks.play_round(first)
    entrant = number(cup, 1)
    shown = text_of(page(entrant))
    assert "Your next table appears here. " in shown
    assert "I’m not playing the next round" in shown
    assert "Checked in at" not in shown
    Client().post(reverse("own_check_in", args=[token_of(entrant)]), {"here": "0"})
    assert "I am here" in text_of(page(number(cup, 1)))


def test_who_withdrew_cannot_check_in(cup: Tournament) -> None:
    entrant = attendance.withdraw(number(cup, 1), None)
    answer = Client().post(reverse("own_check_in", args=[token_of(entrant)]), {"here": "1"})
    assert answer.status_code == 409
    assert "Only those entered can be checked in." in text_of(answer)


def test_a_link_that_was_made_anew_opens_nothing_and_says_so(cup: Tournament) -> None:
    entrant = number(cup, 1)
    old = token_of(entrant)
    tokens.renew(entrant)
    for name in ("own_page", "own_check_in"):
        where = reverse(name, args=[old])
        answer = Client().get(where) if name == "own_page" else Client().post(where, {"here": "1"})
        assert answer.status_code == 404
        assert "This link no longer works" in text_of(answer)
        assert answer.headers["X-Robots-Tag"] == "noindex"
    entrant.refresh_from_db()
    assert entrant.checked_in_at is None


@pytest.mark.parametrize(
    "token", ["x", "1-", "-", "99999999-abcdefghijklmnop", "9" * 40 + "-a", "²-a"]
)
def test_nonsense_in_the_link_opens_nothing(cup: Tournament, token: str) -> None:
    assert Client().get(reverse("own_page", args=[token])).status_code == 404


def test_two_long_names_are_set_smaller_in_the_head(cup: Tournament) -> None:
    entrant = cup.entrants.get(number=1)
    for name, long in (("Anna Meier", False), ("Maximiliane von Hohenstaufen-Bernstein", True)):
        Player.objects.filter(pk=entrant.members.first().player_id).update(name=name)
        head = (
            Client()
            .get(reverse("own_page", args=[token_of(entrant)]))
            .content.decode()
            .partition("</header>")[0]
        )
        assert name in head
        assert ('class="long"' in head) == long


def test_the_table_stands_first_with_the_link_to_write() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.draw(cup, 1)
    entrant = number(cup, 1)
    match = Match.objects.get(places__entrant=entrant)
    other = match.places.exclude(entrant=entrant).get().entrant
    answer = page(entrant)
    shown = answer.context["table"]
    assert (shown.round, shown.number) == (1, match.number)
    assert shown.address == reverse("match", args=[token_of(match)])
    names = {
        one.pk: f"Player {one.number * 2 - 1} & Player {one.number * 2}"
        for one in cup.entrants.all()
    }
    assert f"against {names[other.pk]}" in text_of(answer)


def test_ones_own_chair_has_a_ring_and_a_final_is_called_so() -> None:
    cup = desks.a_tournament("cup", 2)
    desks.draw(cup)
    shown = page(number(cup, 1)).content.decode()
    assert re.findall(
        r'<p class="(\w+)[^>]*>\s*<span class="own-chair"><span class="mark"', shown
    ) == ["self"]
    assert re.findall(r'<h2 id="now">\s*(\w+)', shown) == ["Final"]


def test_the_own_table_is_drawn_as_one_looks_at_it_and_says_how_the_others_stand() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup, 1))
    desks.draw(cup, 2)
    rows = {row.id: row for row in ranked(history_of(desks.first_stage(cup)))}
    for entrant in cup.entrants.all():
        place = entrant.places.get(session_round__number=2)
        other = place.match.places.exclude(entrant=entrant).get().entrant
        table = page(entrant).context["table"]
        first, second = (2 * entrant.number - 1, 2 * entrant.number)
        theirs = (2 * other.number - 1, 2 * other.number)
        # North, East, South, West: who plays next sits to the right
        left, right = theirs if place.side else theirs[::-1]
        assert table.side == place.side
        assert table.seats == Seats(*(f"Player {one}" for one in (first, second, left, right)))
        assert table.standing == (rows[other.pk].rank, str(rows[other.pk].points))
    desk = desks.desk_of(cup.club)
    cup = revealing.freeze(cup, desk.user, 1, 1)
    shown = page(number(cup, 1)).context
    assert shown["table"].standing is None
    assert "rank" not in shown["stages"][0].discs
    alone = desks.a_tournament("grand_seigneur", 6, desk=desks.a_desk("Otto", "Another club"))
    desks.draw(alone)
    table = page(number(alone, 1)).context["table"]
    assert (table.side, table.seats) == (None, None)


def test_the_seats_have_first_names_where_these_tell_the_four_apart() -> None:
    sides = [["Anna Ott", "Beat Ott"], ["Carla von Au", "Dino Au"]]
    assert seats_around(sides, 0, 0) == Seats("Anna", "Beat", left="Dino", right="Carla")
    two_annas = seats_around([["Anna Ott", "Beat Ott"], ["Anna Au", "Dino Au"]], 0, 0)
    assert two_annas == Seats("Anna Ott", "Beat Ott", left="Dino Au", right="Anna Au")


def test_all_four_see_the_same_order_of_play_around_the_table() -> None:
    sides = [["North", "South"], ["East", "West"]]
    order = ["North", "East", "South", "West"]
    for at, name in enumerate(order):
        seats = seats_around(sides, at % 2, at // 2)
        assert seats is not None
        seen = [seats.own, seats.right, seats.opposite, seats.left]
        assert seen == [*order[at:], *order[:at]]
        assert seats.own == name


@pytest.mark.parametrize("side", [0, 1])
def test_the_table_knows_from_the_own_page_who_asks(side: int) -> None:
    cup = desks.a_tournament("pairs_swiss", 2)
    match = desks.draw(cup).matches.get()
    shown = page(desks.of_side(match, side)).content.decode()
    (address,) = re.findall(r'href="(/match/[^"?]+/\?side=\d)"', shown)
    table = Client().get(address).content.decode()
    chosen = re.findall(r'name="side"\s+value="(\d)"\s+checked', table)
    assert chosen == [str(side)]
    nobody = Client().get(address.replace(f"side={side}", "side=x")).content.decode()
    assert not re.findall(r'name="side"\s+value="(\d)"\s+checked', nobody)


def test_persons_sit_beside_whom_they_were_drawn_with() -> None:
    cup = desks.a_tournament("german_championship", 4)
    match = desks.draw(cup).matches.get()
    names = {one.pk: one.members.get().player.name for one in cup.entrants.all()}
    for place in match.places.all():
        seats = page(place.entrant).context["table"].seats
        partner = match.places.filter(side=place.side).exclude(pk=place.pk).get().entrant_id
        assert (seats.own, seats.opposite) == (names[place.entrant_id], names[partner])
        assert {seats.left, seats.right} == {
            names[one.entrant_id] for one in match.places.exclude(side=place.side)
        }


def test_a_table_that_is_done_waits_for_nobody() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup, 1), close=False)
    answer = page(number(cup, 1))
    assert answer.context["table"] is None
    assert [line.kind for line in answer.context["stages"][0].lines] == ["played"]


def test_a_draft_is_not_shown() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.draw(cup, 1, publish=False)
    answer = page(number(cup, 1))
    assert answer.context["table"] is None
    assert answer.context["stages"][0].lines == []


def test_results_points_and_rank_are_those_of_the_standings() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    first = desks.play_round(desks.draw(cup, 1))
    for entrant in cup.entrants.all():
        match = Match.objects.get(places__entrant=entrant, session_round=first)
        assert match.result is not None
        own = match.result[str(entrant.pk)]
        (stage,) = page(entrant).context["stages"]
        (line,) = stage.lines
        assert (line.round, line.kind, line.table) == (1, "played", match.number)
        score, against = (
            str(own.get(key, 0)).replace("-", "\u2212") for key in ("score", "score_against")
        )
        assert line.score == f"{score} : {against}"
        assert line.points == stage.points == str(own.get("points", 0))
        assert stage.among == 4
    ranks = sorted(page(entrant).context["stages"][0].rank for entrant in cup.entrants.all())
    assert ranks[0] == 1
    assert all(1 <= rank <= 4 for rank in ranks)


def test_a_round_of_ones_own_is_a_row_that_leads_to_its_match_with_the_disc_and_the_own_side() -> (
    None
):
    cup = desks.a_tournament("pairs_swiss", 4)
    first = desks.play_round(desks.draw(cup, 1))
    desks.draw(cup, 2)
    ranks = {row.id: row.rank for row in ranked(history_of(desks.first_stage(cup)))}
    for entrant in cup.entrants.all():
        answer = page(entrant)
        rows = re.findall(
            r"<li>.*?</li>",
            answer.content.decode().partition('<ol class="rounds-of"')[2],
            re.DOTALL,
        )
        assert [re.findall(r'class="at-round.*?(\d+)</span>', row, re.DOTALL) for row in rows] == [
            ["2"],
            ["1"],
        ]
        place = entrant.places.get(session_round=first)
        assert place.match is not None
        other = place.match.places.exclude(entrant=entrant).get().entrant_id
        won = place.match.winner == place.side
        assert f'href="{reverse("tournament_match", args=[cup.pk, place.match_id])}"' in rows[1]
        assert re.findall(r"<i class=(\w+)>.*?(\d+)</i>", rows[1]) == [
            ("won" if won else "lost", str(ranks[other]))
        ]
        assert ('class="won"' in rows[1]) == won
        assert f'class="mark side-{place.side}"' in rows[1]
        assert f"table {place.match.number}" in text_of(answer)
        table = answer.context["table"]
        head = answer.content.decode().partition('<p class="met">')[2].partition("</p>")[0]
        assert re.findall(r'class="mark side-(\d)"', head) == [str(1 - table.side)]
        assert 'class="unseen">against' in head
    Tournament.objects.filter(pk=cup.pk).update(state="finished", concealed=True)
    assert 'class="met"' in page(number(cup, 1)).content.decode()
    assert reverse("tournament", args=[cup.pk]) not in page(number(cup, 1)).content.decode(), (
        "nobody sees the match then"
    )


def test_a_round_that_is_played_and_one_that_is_coming_stand_side_by_side() -> None:
    cup = desks.a_tournament("pairs_swiss", 5)
    desks.play_round(desks.draw(cup, 1))
    desks.draw(cup, 2)
    kinds = {
        tuple(line.kind for line in page(one).context["stages"][0].lines)
        for one in cup.entrants.all()
    }
    assert kinds == {("played", "playing"), ("bye", "playing"), ("played", "bye")}


def test_all_rounds_of_a_round_robin_stand_there_in_their_order() -> None:
    cup = desks.a_tournament("round_robin", 4)
    for number_ in (1, 2, 3):
        desks.draw(cup, number_)
    answer = page(number(cup, 1))
    assert [answer.context["table"].round, *(one.round for one in answer.context["further"])] == [
        1,
        2,
        3,
    ]


def test_who_hides_is_hidden_from_others_and_named_to_themselves() -> None:
    cup = desks.a_tournament("pairs_swiss", 0)
    entering.enter(
        cup,
        None,
        [NewEntrant(("Anna", "Beat"), alias="Duo"), NewEntrant(("Carla", "Dino"), hidden=True)],
    )
    desks.draw(cup, 1)
    anna, carla = text_of(page(number(cup, 1))), text_of(page(number(cup, 2)))
    assert "Anna & Beat" in anna
    assert "in public: Duo" in anna
    assert "against No. 2" in anna
    assert "Carla" not in anna
    assert "against Duo" in carla
    assert "Anna" not in carla


def test_who_only_asked_finds_the_typed_names(cup: Tournament) -> None:
    creating.change_tournament(cup, None, registration=True)
    entrant = registering.register(cup, NewEntrant(("Zoe", "Yann")))
    assert "Zoe & Yann" in text_of(page(entrant))


def test_a_tournament_in_preparation_is_named_without_links_to_it() -> None:
    cup = desks.a_tournament("pairs_swiss", 2, opened=False)
    answer = page(number(cup, 1))
    assert answer.status_code == 200
    assert reverse("tournament", args=[cup.pk]).encode() not in answer.content


def test_the_end_of_a_tournament_is_said() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup, 1))
    creating.finish_tournament(cup, None)
    said = text_of(page(number(cup, 1)))
    assert "The tournament is finished." in said
    assert "I am here" not in said


@pytest.mark.parametrize("preset", ["everybody_partners", "pairs_swiss", "tientsin_teams"])
def test_whoever_is_ranked_has_a_page(preset: str) -> None:
    cup = desks.a_tournament(preset, 8)
    desks.play_round(desks.draw(cup, 1))
    desks.draw(cup, 2)
    for entrant in cup.entrants.all():
        answer = page(entrant)
        assert answer.status_code == 200
        assert [line.kind for line in answer.context["stages"][0].lines] == ["played", "playing"]


def test_it_takes_as_many_queries_with_more_rounds_and_entrants() -> None:
    cup, large = desks.a_tournament("pairs_swiss", 4), desks.a_tournament("pairs_swiss", 12)
    desks.play_round(desks.draw(cup, 1))
    few = queries(Client(), address(number(cup, 1)))
    for played in (1, 2, 3):
        desks.play_round(desks.draw(large, played), played)
    assert queries(Client(), address(number(large, 1))) == few
