"""Who types a sheet over which result: the desk where nothing stands yet, only who may rule where
something does.
"""

from typing import Any

import pytest
from django.test import Client

from tests.lengths import in_short
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors
from tests.tournaments.refusing import refused
from tournaments.actions import agreeing, disputes, judging, paper_results, publishing
from tournaments.match.figures import figures_now, fingerprint
from tournaments.models import Match, Role

pytestmark = pytest.mark.django_db

SHEET = {"sum_1_0": "1040", "sum_1_1": "660", "reason": "paper sheet", "fine": "on"}
SAVE, LOOK = ">Save<", ">See what changes<"
STANDS = (
    "Only a director or referee can change this result now: it has been agreed, disputed or "
    "decided, or the round is closed."
)


def clerk(desk: desks.Desk, role: str = "desk") -> Client:
    user = desks.a_user(role.capitalize())
    Role.objects.get_or_create(club=desk.club, user=user, name=role)
    return desks.signed_in(user)


def a_match(desk: desks.Desk) -> Match:
    drawn = desks.draw(desks.a_tournament("pairs_swiss", 4, desk=desk))
    return drawn.matches.select_related("session_round__stage__tournament").order_by("number")[0]


def address(match: Match, name: str = "desk_paper") -> str:
    return at(name, match.session_round.stage.tournament, match.pk)


def agreed(match: Match) -> None:
    desks.play_match(match)
    agreeing.agree(match, 1, fingerprint(match), how="other")


def disputed(match: Match) -> None:
    desks.play_match(match)
    agreeing.dispute_result(match, 1, "hand 2", None)


def decided(match: Match) -> None:
    judging.rule_match(match, None, {"kind": "half"}, "a fight")


def settled(match: Match) -> None:
    disputed(match)
    disputes.settle(match, None, "figures", "both say so", figures=[[50, 1050]])


def closed(match: Match) -> None:
    for one in Match.objects.select_related("session_round__stage__tournament"):
        paper_results.enter_paper(one, None, paper_results.paper_of([[1000, 700]]), "sheet")
    publishing.close_round(match.session_round, None)


def results(match: Match) -> tuple[Any, ...]:
    match.refresh_from_db()
    return match.result, match.ruling, match.agreement


@pytest.mark.parametrize(
    "how", in_short([agreed, disputed, decided, settled, closed], [disputed, decided])
)
def test_the_desk_types_nothing_over_a_result_that_stands(how: Any, desk: desks.Desk) -> None:
    match, client = a_match(desk), clerk(desk)
    cup = match.session_round.stage.tournament
    how(match)
    before = results(match)
    # The games of a dispute are over like those of any result.
    entered = address(match, "desk_correct")
    for sure in ({}, {"sure": "1"}):
        answer = client.post(address(match), SHEET | sure)
        assert (answer.status_code, errors(answer)) == (409, [STANDS])
    page = client.get(address(match), follow=True)
    assert (errors(page), SAVE in page.content.decode(), LOOK in page.content.decode()) == (
        [STANDS],
        False,
        False,
    )
    assert entered not in client.get(at("desk_match", cup, match.pk)).content.decode()
    assert results(match) == before
    with refused("result_stands"):
        paper_results.enter_paper(
            match, None, paper_results.paper_of([[1040, 660]]), "sheet", may_rule=False
        )
    for other in (desk.client, clerk(desk, "referee")):
        assert LOOK in other.get(address(match), follow=True).content.decode()
        assert errors(other.post(address(match), SHEET)) == []
        assert entered in other.get(at("desk_match", cup, match.pk)).content.decode()


def test_the_desk_enters_a_sheet_and_corrects_its_own(desk: desks.Desk) -> None:
    match, client = a_match(desk), clerk(desk)
    cup = match.session_round.stage.tournament
    assert address(match) in client.get(at("desk_match", cup, match.pk)).content.decode()
    assert client.post(address(match), SHEET).status_code == 302
    assert figures_now(match.session_round.matches.get(pk=match.pk)) == [[1040, 660]]
    page = client.get(address(match), follow=True)
    assert (errors(page), LOOK in page.content.decode()) == ([], True)
    told = client.post(address(match), SHEET | {"sum_1_1": "560"})
    assert (told.status_code, 'name="sure"' in told.content.decode()) == (200, True)
