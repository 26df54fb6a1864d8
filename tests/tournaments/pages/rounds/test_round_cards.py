"""The tables of a round as cards: what they say, and what stands around them."""

import re

import pytest
from django.urls import reverse

from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, said, text_of
from tests.tournaments.pages.rounds.leading import press, seen_on
from tournaments.actions import judging, paper_results, publishing
from tournaments.models import Match, Stage

pytestmark = pytest.mark.django_db


ONE_HAND = {"target_score": None, "round_limit": 1}


# What the cards say
# -------------------------------------------------------------------------------------------


def test_tables_stand_in_order_of_their_numbers_and_each_tells_how_far_it_is(
    desk: desks.Desk,
) -> None:
    tournament = desks.a_tournament("german_championship", 12, desk=desk)
    session_round = desks.draw(tournament)
    matches = list(session_round.matches.select_related("session_round__stage__tournament"))
    desks.play_match(matches[0])
    publishing.open_game(matches[1], 1, desks.table_phone())
    page = desk.client.get(at("desk_round", tournament, 1, 1))
    assert re.findall(
        r"match-card is-(\w+)[^\"]*\"\s+id=\"table-(\d)\"", page.content.decode()
    ) == [
        ("unsettled", "1"),
        ("playing", "2"),
        ("waiting", "3"),
    ]
    rows = re.findall(
        r'<span\s+class="how[^"]*"\s*>(.*?)</span>\s*</li>', page.content.decode(), re.DOTALL
    )
    assert [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows] == [
        "not agreed yet",
        "hand 1",
        "no phone yet",
    ]
    for match in matches:
        assert f'href="{at("desk_match", tournament, match.pk)}"' in page.content.decode()


def test_one_reason_for_all_tables_is_said_once(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk, rules=ONE_HAND)
    drawn = desks.draw(tournament, publish=False)
    shown = text_of(desk.client.get(at("desk_round", tournament, 1, 1)))
    assert shown.count("Drawn by lot.") == 1
    assert shown.index("Drawn by lot.") < shown.index("Table 1")
    Match.objects.filter(session_round=drawn, number=2).update(reasons=[])
    assert text_of(desk.client.get(at("desk_round", tournament, 1, 1))).count("Drawn by lot.") == 3


def test_all_rounds_stand_above_one_and_those_to_come_lead_nowhere(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk, rules=ONE_HAND)
    Stage.objects.filter(tournament=tournament).update(format_settings={"rounds": 3})
    drawn = desks.draw(tournament)

    def numbers() -> list[tuple[str, str]]:
        page = desk.client.get(at("desk_round", tournament, 1, 1)).content.decode()
        (nav,) = re.findall(r'<nav class="to-rounds".*?</nav>', page, re.DOTALL)
        found = re.findall(r'<(a|span)\s+class="num".*?(\d)</(?:a|span)>', nav, re.DOTALL)
        return [(tag, number) for tag, number in found]

    assert numbers() == [("a", "1"), ("span", "2"), ("span", "3")]
    desks.play_round(drawn)
    press(desk, tournament, "draw", 2)
    assert numbers() == [("a", "1"), ("a", "2"), ("span", "3")]


def test_beside_the_results_of_a_closed_round_are_the_standings_after_it(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk, rules=ONE_HAND)
    desks.play_round(desks.draw(tournament), seed=1)
    first = desk.client.get(at("desk_round", tournament, 1, 1))
    desks.play_round(desks.draw(tournament, 2), seed=2)
    again = desk.client.get(at("desk_round", tournament, 1, 1))
    second = desk.client.get(at("desk_round", tournament, 1, 2))

    def ranks(page: Response) -> list[str]:
        table = page.content.decode().partition('class="after"')[2].partition("</table>")[0]
        return [
            " ".join(re.sub(r"<[^>]+>", " ", row).split())
            for row in re.findall(r"<tr>.*?</tr>", table, re.DOTALL)
        ]

    assert "Standings after round 1" in text_of(first)
    assert ranks(first) == ranks(again), "as they were then, also later"
    assert len(ranks(second)) == 1 + 8
    assert ranks(second) != ranks(first)
    assert f"{at('standings', tournament, 1)}?after=2" in second.content.decode()
    assert "Closed at" in text_of(second)
    # The part that a phone shows is kept from round to round.
    kept = desk.client.get(f"{at('desk_round', tournament, 1, 2)}?part=standings").content.decode()
    assert f"{at('desk_round', tournament, 1, 1)}?part=standings" in kept
    cup = desks.a_tournament("cup", 4, desk=desk, rules=ONE_HAND)
    desks.play_round(desks.draw(cup))
    assert "Standings after" not in text_of(desk.client.get(at("desk_round", cup, 1, 1)))


def test_a_result_bears_the_sign_of_how_it_came_about(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk, rules=ONE_HAND)
    drawn = desks.draw(tournament)
    first, second, third, _last = drawn.matches.select_related("session_round__stage__tournament")
    judging.rule_match(first, None, {"kind": "half"}, "closing time")
    paper_results.enter_paper(second, None, paper_results.paper_of([[65, 35]]), "paper sheet")
    desks.play_match(third)
    paper_results.enter_paper(
        third, None, paper_results.paper_of([[60, 40]]), "typed wrongly", may_rule=True
    )
    desks.play_round(drawn)
    page = desk.client.get(at("desk_round", tournament, 1, 1)).content.decode()
    rows = re.findall(r'<span\s+class="how[^"]*"\s*>(.*?)</span>\s*</li>', page, re.DOTALL)
    said = [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]
    assert said == ["your ruling", "off paper", "corrected", ""]


def test_a_name_is_looked_for_among_many_tables(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 26, desk=desk, rules=ONE_HAND)
    desks.draw(tournament)
    page = at("desk_round", tournament, 1, 1)
    assert 'type="search"' in desk.client.get(page).content.decode()
    found = desk.client.get(f"{page}?q=player 26").content.decode()
    assert found.count('class="match-card') == 1
    assert "Player 26" in found
    assert "Nobody here has this name." in text_of(desk.client.get(f"{page}?q=nobody"))
    few = desks.a_tournament("pairs_swiss", 24, desk=desk, rules=ONE_HAND)
    desks.draw(few)
    assert 'type="search"' not in desk.client.get(at("desk_round", few, 1, 1)).content.decode()


def test_a_leagues_round_has_a_last_day_and_its_matches_dates(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_league", 4, desk=desk)
    desks.draw(tournament)
    done = press(desk, tournament, "due", day="2027-02-28")
    assert said(desk.client, done) == ["The deadline is set."]
    assert (
        'value="2027-02-28"' in desk.client.get(at("desk_round", tournament, 1, 1)).content.decode()
    )
    for nonsense in ("2027-02-30", "soon"):
        wrong = press(desk, tournament, "due", day=nonsense)
        assert (wrong.status_code, errors(wrong)) == (
            422,
            ["Enter a day such as 2026-11-21 with a time such as 19:30."],
        )
        assert f'value="{nonsense}"' in wrong.content.decode()
    assert said(desk.client, press(desk, tournament, "due")) == ["The deadline was removed."]
    swiss = desks.a_tournament("pairs_swiss", 4, desk=desk)
    desks.draw(swiss)
    assert 'name="day"' not in desk.client.get(at("desk_round", swiss, 1, 1)).content.decode()


def test_the_codes_of_the_tables_are_printed_as_cards_and_in_no_other_way(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 8, desk=desk)
    desks.draw(tournament)
    page = desk.client.get(at("desk_round", tournament, 1, 1) + "?show=links").content.decode()
    assert ("Codes for the tables" in page, 'class="code"' in page) == (False, False)
    assert page.count('id="table-') == 4
    cards = reverse("desk_print_page", args=[tournament.pk, "cards"])
    assert cards in desk.client.get(at("desk_print", tournament)).content.decode()


def test_a_published_round_of_a_tournament_that_is_not_open_is_refused(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 4, desk=desk, opened=False)
    desks.draw(tournament, publish=False)
    answer = press(desk, tournament, "publish", seen=seen_on(desk, tournament))
    assert answer.status_code == 409
    assert errors(answer) == [
        "The tournament is still being prepared: a director has to open it first."
    ]
    assert reverse("desk_draw", args=[tournament.pk]) in answer.content.decode()


def test_a_closed_round_leads_on_in_one_press() -> None:
    desk = desks.a_desk()
    cup = desks.a_tournament("pairs_swiss_timed", entrants=4, desk=desk)
    for number in (1, 2, 3):
        desks.play_round(desks.draw(cup, number))
    for page in (at("desk_round", cup, 1, 3), at("desk_draw", cup)):
        assert at("desk_turn", cup, "finish") in desk.client.get(page).content.decode()
