"""The desk's pages of drafts: drawn, looked at, changed by somebody else, thrown away."""

import re

import pytest

from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, said, text_of
from tests.tournaments.pages.rounds.leading import press, rounds_of, seen_on
from tournaments.actions import attendance, judging, publishing
from tournaments.models import Entrant, Match, Member

pytestmark = pytest.mark.django_db
OUTDATED = "Results or entrants have changed since this draw"


def test_a_draw_asked_twice_is_one_draw(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk)
    press(desk, tournament, "draw")
    seen = seen_on(desk, tournament)
    again = press(desk, tournament, "draw")
    assert said(desk.client, again) == ["Round 1 was already drawn: this is its draw."]
    assert (rounds_of(tournament), seen_on(desk, tournament)) == ([(1, "draft")], seen)


@pytest.mark.parametrize("action", ["publish", "redraw", "discard"])
def test_a_draft_that_somebody_else_has_changed_is_shown_instead(
    desk: desks.Desk, action: str
) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk)
    desks.draw(tournament, publish=False)
    seen = seen_on(desk, tournament)
    first, second = Entrant.objects.filter(tournament=tournament)[:2]
    desks.let_direct(desk, "Dora").post(
        at("desk_swap", tournament, 1, 1), {"first": first.pk, "second": second.pk}
    )
    swapped = seen_on(desk, tournament)
    answer = press(desk, tournament, action, seen=seen)
    assert answer.status_code == 409
    assert errors(answer) == [
        "This draft was changed: you see the current version. Check it again."
    ]
    assert (rounds_of(tournament), swapped) == ([(1, "draft")], seen_on(desk, tournament))
    assert f'value="{swapped}"' in answer.content.decode()


def test_a_draft_that_is_gone_says_so(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk)
    desks.draw(tournament, publish=False)
    seen = seen_on(desk, tournament)
    thrown = press(desk, tournament, "discard", seen=seen)
    assert said(desk.client, thrown) == ["The draft of round 1 has been discarded."]
    answer = press(desk, tournament, "publish", seen=seen)
    assert answer.status_code == 404
    assert "its draft may have been discarded" in text_of(answer)


def test_a_round_is_a_draft_again_until_somebody_has_begun(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk)
    session_round = desks.draw(tournament)
    back = press(desk, tournament, "unpublish", reason="wrong list", sure="1")
    assert said(desk.client, back) == ["Round 1 is a draft again."]
    press(desk, tournament, "publish")
    desks.play_match(session_round.matches.select_related("session_round__stage__tournament")[0])
    answer = press(desk, tournament, "unpublish", reason="wrong list", sure="1")
    assert (answer.status_code, errors(answer)) == (
        409,
        ["A table has begun: redraw the unstarted tables instead."],
    )


def test_a_draft_says_who_has_left_since_and_who_is_not_in_it(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk)
    desks.draw(tournament, publish=False)
    gone = Entrant.objects.filter(tournament=tournament).first()
    assert gone is not None
    attendance.withdraw(gone, desk.user)
    desks.enter(tournament, 2, first=40)
    page = text_of(desk.client.get(at("desk_round", tournament, 1, 1)))
    assert "Withdrawn: Player 1 & Player 2. Draw again, or swap places." in page
    assert "2 entrants are not in this draft: draw again to let them play." in page
    assert "2 warnings" in page
    press(desk, tournament, "redraw")
    page = text_of(desk.client.get(at("desk_round", tournament, 1, 1)))
    assert "withdrawn" not in page
    assert "not in this draft" not in page


def test_a_draft_says_who_has_fewer_people_than_sit_down(desk: desks.Desk) -> None:
    teams = desks.a_tournament("tientsin_teams", 4, desk=desk)
    short = Entrant.objects.filter(tournament=teams).earliest("pk")
    Member.objects.filter(pk=Member.objects.filter(entrant=short).latest("pk").pk).update(
        active=False
    )
    said_of = ": 2 of 3. A side at this table needs 3 people: add a substitute first."
    round_1 = desks.draw(teams, publish=False)
    page = text_of(desk.client.get(at("desk_round", teams, 1, 1)))
    assert (page.count(said_of), "1 warning" in page) == (1, True)
    publishing.publish_round(round_1, desk.user)
    assert said_of in text_of(desk.client.get(at("desk_round", teams, 1, 1)))
    pairs = desks.a_tournament("german_championship", 8, desk=desk)  # each plays with somebody else
    desks.draw(pairs, publish=False)
    assert "no warnings" in text_of(desk.client.get(at("desk_round", pairs, 1, 1)))


def test_a_draft_says_when_what_it_was_drawn_by_has_changed() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament(entrants=4, desk=desk)
    first = desks.play_round(desks.draw(cup))
    desks.draw(cup, 2, publish=False)
    draft = at("desk_round", cup, 1, 2)
    assert OUTDATED not in text_of(desk.client.get(draft))
    match = first.matches.first()
    assert match is not None
    judging.rule_match(match, desk.user, {"kind": "half"}, "a wrong sheet")
    assert OUTDATED in text_of(desk.client.get(draft))
    desk.client.post(at("desk_round_do", cup, 1, 2, "redraw"))
    assert OUTDATED not in text_of(desk.client.get(draft))


def test_only_who_has_checked_in_is_drawn_where_that_is_wanted(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk)
    here = list(Entrant.objects.filter(tournament=tournament)[:6])
    Entrant.objects.filter(pk__in=[one.pk for one in here]).update(
        checked_in_at="2026-11-21T09:00Z"
    )
    assert "Draw only those checked in (6 of 8)" in text_of(
        desk.client.get(at("desk_draw", tournament))
    )
    drawn = press(desk, tournament, "draw", only_here="on")
    assert "3 tables · 2 absent ✓ no warnings" in text_of(desk.client.get(drawn["Location"]))
    press(desk, tournament, "redraw", seen=seen_on(desk, tournament))
    match = Match.objects.get(
        places__entrant__number=8, session_round__stage__tournament=tournament
    )
    page = text_of(desk.client.get(drawn["Location"]))
    assert "4 tables 1 warning" in page
    assert f"Player 15 & Player 16 (table {match.number})" in page
    assert "have not checked in." in page


def test_a_draft_says_in_a_fold_what_the_points_beside_the_names_say_already(
    desk: desks.Desk,
) -> None:
    tournament = desks.a_tournament("pairs_swiss", 9, desk=desk)
    desks.play_round(desks.draw(tournament))
    desks.draw(tournament, 2, publish=False)
    page = desk.client.get(at("desk_round", tournament, 1, 2)).content.decode()
    rows, fold = page.split("Why they meet")
    told = ["Both have the same points.", "floated down", ": fewest byes"]
    assert [(text in rows, text in fold) for text in told] == [(False, True)] * 3


def test_who_is_drawn_again_stays_chosen_while_two_change_places(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk)
    Entrant.objects.filter(tournament=tournament).update(checked_in_at="2026-11-21T09:00Z")
    desks.draw(tournament, publish=False)
    first, second = Entrant.objects.filter(tournament=tournament)[:2]
    swapping = {
        "first": first.pk,
        "second": second.pk,
        "seen": seen_on(desk, tournament),
        "look": "1",
    }
    page = desk.client.post(at("desk_swap", tournament, 1, 1), swapping).content.decode()
    assert re.search(r'name="only_here"\s+checked', page)
