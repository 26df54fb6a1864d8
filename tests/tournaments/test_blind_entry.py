"""Where both sides enter the result for themselves, nobody but the desk and the phone that wrote it
reads it before.
"""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Device
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, own_do, own_page, text_of
from tests.tournaments.desks import of_side
from tests.tournaments.pages.table.phones import do, fresh, looking, page, play, published, written
from tests.tournaments.refusing import refused
from tests.tournaments.visitors import every_page, telling
from tournaments.actions import agreeing, publishing, table_phones
from tournaments.channels import bump_tournament
from tournaments.models import Match, Phone, Remark, SessionRound, Tournament
from tournaments.pages.viewer import Viewer
from tournaments.pages.wall import items as screen_items
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db


# The public
# --------------------------------------------------------------------------------------------------


@pytest.fixture
def cup() -> Tournament:
    """Two session rounds that are closed; in the third every match is over, and waits with figures
    known by sight.
    """
    cup = desks.a_tournament(
        "pairs_swiss", 5, criteria=["points", "score", "difference", "buchholz"]
    )
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), seed=number)
    Tournament.objects.update(agreement="blind")
    third = desks.draw(cup, 3)
    desks.play_round(third, close=False)
    for match in third.matches.all():
        assert match.agreement == "waiting"
        match.result = {
            who: line | {"score": 73105 + int(who)} for who, line in (match.result or {}).items()
        }
        match.save()
    return now_is(cup)


@pytest.fixture
def desk(cup: Tournament) -> desks.Desk:
    return desks.desk_of(cup.club)


def now_is(cup: Tournament, **columns: object) -> Tournament:
    """The third session round with its matches changed like that."""
    Match.objects.filter(session_round__number=3).update(**columns)
    bump_tournament(cup.pk, hall=True)
    cup.refresh_from_db()
    return cup


def pages_with_results(cup: Tournament, client: Client) -> dict[str, str]:
    """The pages on which everybody reads a result that may be told."""
    match = Match.objects.filter(session_round__number=3)[0]
    addresses = [
        *(
            reverse(name, args=[cup.pk, 1])
            for name in ("standings", "standings_csv", "api_standings")
        ),
        *(reverse(name, args=[cup.pk, 1, 3]) for name in ("tournament_round", "api_results")),
        reverse("results_csv", args=[cup.pk]),
        reverse("tournament_match", args=[cup.pk, match.pk]),
    ]
    return {address: client.get(address).content.decode() for address in addresses}


@pytest.mark.parametrize("agreement", ["open", "waiting"])
def test_nothing_of_a_match_that_waits_for_its_second_entry_is_told_to_the_public(
    desk: desks.Desk, cup: Tournament, agreement: str
) -> None:
    cup = now_is(cup, agreement=agreement)
    if agreement == "waiting":
        everywhere = every_page(cup, Client())
        assert telling(everywhere) == []
        assert everywhere.keys() >= pages_with_results(cup, Client()).keys()
    assert telling(pages_with_results(cup, Client())) == []
    assert len(telling(pages_with_results(cup, desk.client))) == 7
    match = Match.objects.filter(session_round__number=3)[0]
    shown = Client().get(reverse("tournament_match", args=[cup.pk, match.pk])).context["page"]
    assert (shown.games, shown.awards, shown.table.done, shown.blind) == ((), (), False, True)
    told = Client().get(reverse("api_results", args=[cup.pk, 1, 3])).json()
    assert {(one["done"], one["winner"], len(one["entrants"])) for one in told["matches"]} == {
        (False, None, 0)
    }
    assert {(game["state"], game["hands"]) for one in told["matches"] for game in one["games"]} == {
        ("waiting", 0)
    }
    standings = Client().get(reverse("standings", args=[cup.pk, 1])).context["page"]
    assert [(outcome.number, outcome.left) for outcome in standings.waiting] == [(3, 2)]
    assert "73" not in {
        line.score[:2]
        for stage in own_page(of_side(match, 1)).context["stages"]
        for line in stage.lines
    }


def test_once_both_have_entered_it_everybody_reads_it(cup: Tournament) -> None:
    # What is disputed is shown with its match, and counts nowhere.
    for agreement, pages in (("agreed", 7), ("disputed", 3)):
        cup = now_is(cup, agreement=agreement)
        assert len(telling(pages_with_results(cup, Client()))) == pages, agreement


def test_in_a_closed_round_everybody_reads_it(cup: Tournament) -> None:
    SessionRound.objects.update(state="closed")
    assert len(telling(pages_with_results(now_is(cup), Client()))) == 7


def test_no_screen_names_such_a_result_among_the_latest(cup: Tournament) -> None:
    third = SessionRound.objects.select_related("stage__tournament").get(number=3)
    moment = third.published_at
    assert screen_items.latest(Viewer(cup), third, moment) is None
    Tournament.objects.update(agreement="confirm")
    cup.refresh_from_db()
    assert screen_items.latest(Viewer(cup), third, moment) is not None


# The table
# --------------------------------------------------------------------------------------------------


def test_what_is_written_is_seen_on_the_phone_that_writes_alone() -> None:
    match = published("blind", rules={"target_score": None, "round_limit": 2})
    own_side, other = looking(match, "0"), looking(match, "1")
    writer = written(match)
    assert fresh().agreement == "open"
    assert "65" in page(writer, match)
    for client in (own_side, other, Client()):
        html = client.get(reverse("match", args=[token_of(match)])).content.decode()
        assert ("65" in page(client, match), 'class="num score">' in html) == (False, False)


def test_a_second_phone_of_the_side_that_wrote_sees_nothing_and_enters_nothing() -> None:
    match = published("blind")
    phone = looking(match, "0")
    written(match)
    html = phone.get(reverse("match", args=[token_of(match)])).content.decode()
    assert (
        'id="enter"' in html,
        "Your side has entered its result." in page(phone, match),
        ">65<" in html,
    ) == (False, True, False)


def test_nobody_says_that_a_result_is_wrong_which_they_have_not_seen() -> None:
    match = published("blind")
    phone = looking(match)
    written(match)
    for figures in (None, [[60, 40]], [[65, 35]]):
        with refused("blind_entry"):
            agreeing.dispute_result(fresh(), 1, "no", figures)
    assert do(phone, match, "wrong", text="no").status_code == 409
    other = of_side(match, 1)
    assert own_do(other, "wrong", match=match.pk, text="no").status_code == 409
    assert own_page(other, wrong=match.pk).context["form"] is None
    assert (fresh().agreement, Remark.objects.count()) == ("waiting", 0)
    do(phone, match, "enter", figures_0_0="60", figures_0_1="40")
    assert own_page(other, wrong=match.pk).context["form"] is not None
    assert agreeing.dispute_result(fresh(), 1, "it was 60", None).side == 1


def test_after_the_end_no_other_phone_becomes_the_one_that_writes() -> None:
    match = published("blind")
    phone, other = looking(match), looking(match)
    writer = written(match)
    for answer in (
        play(phone, match, 1, side="1"),
        play(Client(), match, 1),
        do(phone, match, "ask"),
    ):
        assert answer.status_code == 409
    row = Phone.objects.filter(match=match, side=1)[0]
    Phone.objects.filter(pk=row.pk).update(asked_at=match.session_round.published_at)
    assert do(other, match, "allow", phone=row.pk).status_code == 409
    assert [one.side for one in Phone.objects.filter(writes=True)] == [0]
    assert "65" not in page(phone, match)
    assert play(writer, match).status_code == 303
    assert table_phones.let_write(row, by=desks.a_user()).writes


def test_a_new_phone_takes_over_while_the_match_is_played() -> None:
    match = published("blind")
    assert play(Client(), match, side="0").status_code == 303
    phone = looking(match)
    assert do(phone, match, "ask").status_code == 303
    publishing.open_game(match, 1, Device.objects.get(sat_at__writes=True))


# With one phone at the table
# --------------------------------------------------------------------------------------


def test_with_one_phone_at_the_table_the_other_side_enters_it_on_its_own_page() -> None:
    match = published("blind")
    writer = written(match)
    assert "They can enter it on their own page, using their personal link" in page(writer, match)
    other = of_side(match, 1)
    shown = own_page(other)
    assert f"?enter={match.pk}#say" in shown.content.decode()
    form = own_page(other, enter=match.pk)
    before, _live, _after = form.content.decode().partition('<div id="live"')
    assert all(
        name in before
        for name in ('name="figures_0_0"', 'name="figures_0_1"', "This is our result")
    )
    assert 'id="say-text"' not in before
    assert ">65<" not in form.content.decode()
    half = own_do(other, "enter", match=match.pk, figures_0_0="65", figures_0_1="")
    assert (half.status_code, 'value="65"' in half.content.decode()) == (422, True)
    assert own_page(of_side(match, 0), enter=match.pk).context["form"] is None
    done = own_do(other, "enter", match=match.pk, figures_0_0="65", figures_0_1="35")
    assert (done.status_code, done["Location"]) == (
        303,
        reverse("own_page", args=[token_of(other)]),
    )
    assert (fresh().agreement, fresh().agreed_how, fresh().agreed_side) == ("agreed", "blind", 1)


def test_or_the_desk_types_it() -> None:
    match = published("blind")
    written(match)
    cup = match.session_round.stage.tournament
    clerk = desks.let_direct(desks.Desk(cup.club, None), "Dora")
    assert clerk.get(at("desk_match", cup, match.pk)).status_code == 200
    assert "65" in text_of(clerk.get(at("desk_match", cup, match.pk)))
