"""The desk's page of a match: how it stands, its link, and what a director decides."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.requests import Response
from tests.scoring.games import a_device
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, kept_out, match_page, said, text_of
from tests.tournaments.pages.table.phones import play
from tests.worlds import built_once
from tournaments.actions import judging, publishing, table_phones
from tournaments.models import LogLine, Match, Remark, Tournament
from tournaments.names import names_of
from tournaments.pages.public.session_round import TableShown
from tournaments.standings.points.adjust import NOT_IN_BRACKETS
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db


shared = built_once(lambda: made(desks.a_desk()))


@pytest.fixture
def desk(shared: Match) -> desks.Desk:
    return desks.desk_of(shared.session_round.stage.tournament.club)


SURE = {"sure": "1"}  # the button of the page that tells first what would change


def matches_of(tournament: Tournament) -> list[Match]:
    rows = Match.objects.filter(session_round__stage__tournament=tournament)
    return list(
        rows.select_related("session_round__stage__tournament").order_by("session_round", "number")
    )


def published(
    desk: desks.Desk, preset: str = "pairs_swiss", entrants: int = 4, **stage: Any
) -> Match:
    """The first match of a round that is played: of the two tables that are there, or of other
    ones.
    """
    if (preset, entrants, stage) == ("pairs_swiss", 4, {}):
        return matches_of(desk.club.tournaments.earliest("created_at"))[0]
    return made(desk, preset, entrants, **stage)


def made(desk: desks.Desk, preset: str = "pairs_swiss", entrants: int = 4, **stage: Any) -> Match:
    tournament = desks.a_tournament(preset, entrants, desk=desk, **stage)
    desks.draw(tournament)
    return matches_of(tournament)[0]


def rule(desk: desks.Desk, match: Match, **fields: Any) -> Response:
    tournament = match.session_round.stage.tournament
    return desk.client.post(
        at("desk_match_do", tournament, match.pk, "rule"), {"met": "on", "sure": "1", **fields}
    )


def points_of(match: Match) -> list[Any]:
    match.refresh_from_db()
    places = match.places.order_by("side", "order")
    return [
        (match.result or {}).get(str(place.entrant_id), {}).get("points", 0) for place in places
    ]


def test_the_page_shows_hands_result_and_link(desk: desks.Desk) -> None:
    match = published(desk, "german_championship")
    desks.play_match(match)
    response = desk.client.get(at("desk_match", match.session_round.stage.tournament, match.pk))
    page = text_of(response)
    assert "Table 1 done" in page
    assert "4 hands" in page
    assert "Tichu Nanking: 4 hands in all." in page
    assert (
        f'value="http://testserver{reverse("match", args=[token_of(match)])}"'
        in response.content.decode()
    )
    assert 'class="qr"' in response.content.decode()


def test_deciding_comes_before_the_hands_and_the_link_for_phones_last(desk: desks.Desk) -> None:
    match = published(desk)
    page = desk.client.get(
        at("desk_match", match.session_round.stage.tournament, match.pk)
    ).content.decode()
    places = [
        page.index(part) for part in ('class="totals-of', 'id="decide"', 'id="games"', 'id="link"')
    ]
    assert places == sorted(places)


def test_a_drafts_match_has_no_link_yet(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 4, desk=desk)
    desks.draw(tournament, publish=False)
    match = matches_of(tournament)[0]
    response = desk.client.get(at("desk_match", tournament, match.pk))
    assert "its tables open when you publish it" in text_of(response)
    assert token_of(match) not in response.content.decode()
    early = rule(desk, match, kind="half", reason="they will not come")
    assert (early.status_code, errors(early)) == (409, ["This round is a draft: publish it first."])


def test_a_forfeit_goes_to_the_side_that_came(desk: desks.Desk) -> None:
    match = published(desk)
    answer = rule(desk, match, kind="forfeit", winner="1", reason="they did not come")
    assert said(desk.client, answer) == ["The match is decided. Its games are kept."]
    assert (points_of(match), match.done, match.winner) == ([0, 2], True, 1)
    page = match_page(desk, match)
    assert "Decided by the director: Forfeit" in page
    assert re.search(
        r"Forfeit · Olga · \d\d:\d\d\. Locked: phones can no longer enter anything\.", page
    )
    assert "they did not come" in page
    line = LogLine.objects.get(action="ruled")
    assert (line.by, line.reason, line.params["kind"]) == (
        desk.user,
        "they did not come",
        "forfeit",
    )


def kinds_offered(desk: desks.Desk, match: Match) -> set[str]:
    page = desk.client.get(at("desk_match", desks.cup_of(match), match.pk))
    return {key for key, *_rest in page.context["form"]["kinds"]}


def test_both_lose_or_nobody_played_is_decided_and_shown_everywhere(desk: desks.Desk) -> None:
    match = made(desk)
    other = matches_of(desks.cup_of(match))[1]
    assert {"both_lose", "not_played"} <= kinds_offered(desk, match)
    # A winner chosen before is left out
    rule(desk, match, kind="both_lose", winner="1", reason="neither pair came")
    rule(desk, other, kind="not_played", winner="1", reason="the lamp went out")
    tournament = desks.cup_of(match)
    publishing.close_round(match.session_round, None)
    for one, name, figures in ((match, "Both lose", "0"), (other, "Not played", "–")):
        one.refresh_from_db()
        assert (one.done, one.winner) == (True, None)
        assert f"Decided by the director: {name}" in match_page(desk, one)
        assert f"Decided by the director: {name}." in public(tournament, "tournament_match", one.pk)
        card = Client().get(reverse("match", args=[token_of(one)]))
        assert f"The director has decided this match: {name}." in text_of(card)
        entrant = one.places.get(side=0, order=0).entrant
        assert f"{name}, table {one.number}" in public(tournament, "entrant", entrant.pk)
        own = Client().get(reverse("own_page", args=[token_of(entrant)]))
        assert name in text_of(own)
        table = tables_shown(tournament)[one.number]
        assert (table.verdict, [side.score for side in table.sides]) == (name, [figures] * 2)
    assert "Both lose" in public(tournament, "tournament_round", 1, 1)
    csv = Client().get(reverse("results_csv", args=[tournament.pk])).content.decode()
    assert (csv.count("both lose"), csv.count("does not count")) == (2, 2)
    shown = Client().get(reverse("api_results", args=[tournament.pk, 1, 1])).json()
    assert [one["ruling"] for one in shown["matches"]] == ["both_lose", "not_played"]
    discs = Client().get(reverse("standings", args=[tournament.pk, 1])).content.decode()
    assert len(re.findall(r"class=void", discs)) == 2
    assert "does not count" in discs


def tables_shown(tournament: Tournament) -> dict[int, TableShown]:
    page = Client().get(reverse("tournament_round", args=[tournament.pk, 1, 1])).context["page"]
    return {table.number: table for table in page.tables}


def public(tournament: Tournament, name: str, *args: int) -> str:
    return text_of(Client().get(reverse(name, args=[tournament.pk, *args])))


def test_in_a_cup_not_played_is_not_offered_and_is_refused_with_the_reason(
    desk: desks.Desk,
) -> None:
    match = made(desk, "cup")
    assert "not_played" not in kinds_offered(desk, match)
    answer = rule(desk, match, kind="not_played", reason="nobody came")
    assert (answer.status_code, errors(answer)) == (
        422,
        [NOT_IN_BRACKETS],
    )
    assert rule(desk, match, kind="both_lose", reason="nobody came").status_code == 302
    assert desks.reread(match).both_lost


def test_halves_are_typed_with_a_comma_too(desk: desks.Desk) -> None:
    match = published(desk)
    rule(
        desk,
        match,
        kind="given",
        points_0="1,5",
        points_1="0.5",
        score_0="200",
        score_1="\u221250",
        reason="x",
        fine="on",
    )
    assert points_of(match) == ["3/2", "1/2"]
    assert "200" in match_page(desk, match)
    assert "1½ pts" in match_page(desk, match)
    assert "\u221250" in match_page(desk, match)


@pytest.mark.parametrize(
    ("fields", "messages"),
    [
        (
            {"kind": "forfeit"},
            ["Choose who wins by forfeit; the other side did not come or stopped."],
        ),
        (
            {"kind": "given", "points_0": "2"},
            ["Enter points and Tichu points for every side, even 0."],
        ),
        (
            {"kind": "both_average", "percent_0": "140"},
            ["An average percentage is a whole number from 0 to 100, usually 40, 50 or 60."],
        ),
        (
            {"kind": "both_average"},
            ["There is no other round to take the mean of yet; wait for one, or enter the points."],
        ),
        (
            {"kind": "given", "points_0": "1.3", "points_1": "two", "score_1": "9" * 30},
            [
                "Enter a number up to 100000, such as 2 or 2.5.",
                "Enter a number up to 100000, such as 2 or 2.5.",
                "Enter a whole number up to 100000, such as 200.",
            ],
        ),
    ],
)
def test_what_cannot_be_counted_is_refused_and_stays_typed(
    desk: desks.Desk, fields: dict[str, str], messages: list[str]
) -> None:
    match = published(desk)
    answer = rule(desk, match, reason="storm", **fields)
    assert answer.status_code == 422
    assert sorted(errors(answer)) == sorted(messages)
    page = answer.content.decode()
    assert 'value="storm"' in page
    assert re.search(rf'value="{fields["kind"]}" required checked', page)
    match.refresh_from_db()
    assert (match.ruling, match.result) == (None, None)


def test_an_unknown_kind_and_a_missing_reason_are_refused(desk: desks.Desk) -> None:
    match = published(desk)
    assert rule(desk, match, kind="<b>", reason="x").status_code == 422
    assert rule(desk, match, reason="x").status_code == 422
    missing = rule(desk, match, kind="half", reason="  ")
    assert (missing.status_code, errors(missing)) == (
        422,
        ["Give a reason: everybody concerned can read it."],
    )


def test_a_decision_is_taken_back_and_the_games_count_again(desk: desks.Desk) -> None:
    match = published(desk, "german_championship")
    desks.play_match(match)
    played = points_of(match)
    said(desk.client, rule(desk, match, kind="not_played", reason="wrong cards"))
    assert points_of(match) == [0, 0, 0, 0]
    tournament = match.session_round.stage.tournament
    back = desk.client.post(
        at("desk_match_do", tournament, match.pk, "undo"), SURE | {"reason": "found the cards"}
    )
    assert said(desk.client, back) == [
        "The decision has been undone: the games decide the match again."
    ]
    assert points_of(match) == played


def test_a_reason_that_cannot_be_kept_takes_no_decision_back(desk: desks.Desk) -> None:
    match = published(desk)
    rule(desk, match, kind="half", reason="closing time")
    undo = at("desk_match_do", match.session_round.stage.tournament, match.pk, "undo")
    assert desk.client.post(undo, SURE | {"reason": "a\0b"}).status_code == 422
    assert desk.client.post(undo, SURE | {"reason": "x" * 201}).status_code == 422
    assert rule(desk, match, kind="a\0b", reason="x").status_code == 422
    assert points_of(match) == [1, 1]


def test_a_side_chosen_for_another_kind_wins_nothing(desk: desks.Desk) -> None:
    match = published(desk)
    rule(desk, match, kind="half", winner="0", reason="closing time")
    assert (points_of(match), match.winner) == ([1, 1], None)
    assert match.ruling == {"kind": "half", "met": True, "reason": "closing time"}


def test_a_level_match_of_a_knock_out_gets_somebody_who_goes_on(desk: desks.Desk) -> None:
    match = published(desk, "cup")
    rule(desk, match, kind="half", reason="closing time")
    assert "It ended level, and somebody has to go on" in match_page(desk, match)
    rule(desk, match, kind="half", winner="0", reason="the lot")
    assert (points_of(match), match.winner) == ([1, 1], 0)
    assert "It ended level" not in match_page(desk, match)


def test_a_level_match_of_a_knock_out_keeps_its_score_when_you_say_who_goes_on(
    desk: desks.Desk,
) -> None:
    match = published(desk, "cup")
    level = {"kind": "given", "points": ["1", "1"], "score": ["600", "600"]}
    judging.rule_match(match, None, level, "off paper")
    address = at("desk_match", match.session_round.stage.tournament, match.pk)
    form = desk.client.get(address).content.decode().partition('class="ruling')[2]
    inputs = [
        dict(re.findall(r'(\w+)="([^"]*)"', one)) | {"checked": " checked" in one}
        for one in re.findall(r"<input[^>]*>", form.partition("</form>")[0])
    ]
    assert [one["value"] for one in inputs if one["checked"] and "value" in one] == ["given"]
    typed = {one["name"]: one["value"] for one in inputs if one.get("type") == "text"}
    chosen = {"kind": "given", "winner": "1", "reason": "the lot", "fine": "on"}
    rule(desk, match, **typed | chosen)
    assert (points_of(match), match.winner) == ([1, 1], 1)
    assert text_of(desk.client.get(address)).count("600") >= 2


def test_a_new_link_makes_the_old_one_worthless(desk: desks.Desk) -> None:
    match = published(desk)
    old = reverse("match", args=[token_of(match)])
    assert Client().get(old).status_code == 200
    tournament = match.session_round.stage.tournament
    done = desk.client.post(at("desk_match_do", tournament, match.pk, "renew"))
    assert said(desk.client, done) == ["The table has a new link; the old one no longer works."]
    assert Client().get(old).status_code == 404
    match.refresh_from_db()
    assert Client().get(reverse("match", args=[token_of(match)])).status_code == 200


def test_the_date_that_a_leagues_sides_agreed_on_is_noted(desk: desks.Desk) -> None:
    match = published(desk, "pairs_league")
    tournament = match.session_round.stage.tournament
    address = at("desk_match_do", tournament, match.pk, "date")
    assert said(desk.client, desk.client.post(address, {"when": "2027-01-15T19:30"})) == [
        "The date is saved."
    ]
    match.refresh_from_db()
    assert match.agreed_for is not None
    assert timezone.localtime(match.agreed_for).isoformat()[:16] == "2027-01-15T19:30"
    assert "Agreed for 15 January 2027, 19:30" in text_of(
        Client().get(reverse("match", args=[token_of(match)]))
    )
    assert (
        'value="2027-01-15T19:30"'
        in desk.client.get(at("desk_match", tournament, match.pk)).content.decode()
    )
    wrong = desk.client.post(address, {"when": "2027-01-15T29:30"})
    assert (wrong.status_code, errors(wrong)) == (
        422,
        ["Enter a day such as 2026-11-21 with a time such as 19:30."],
    )
    assert said(desk.client, desk.client.post(address, {"when": ""})) == ["The date was removed."]


def test_nobody_else_decides(desk: desks.Desk) -> None:
    match = published(desk)
    tournament = match.session_round.stage.tournament
    kept_out(at("desk_match", tournament, match.pk), tournament, post=False)
    for action in ("rule", "undo", "renew", "date"):
        kept_out(
            at("desk_match_do", tournament, match.pk, action),
            tournament,
            {"kind": "half", "reason": "x"},
        )
    match.refresh_from_db()
    assert match.ruling is None
    assert desk.client.post(at("desk_match_do", tournament, match.pk, "explode")).status_code == 404
    assert desk.client.get(at("desk_match", tournament, 10**30)).status_code == 404
    foreign = made(desks.a_desk("Otto", "Another club"))
    assert desk.client.get(at("desk_match", tournament, foreign.pk)).status_code == 404
    assert rule(desk, foreign, kind="half", reason="x").status_code == 404


def test_more_games_and_hands_ask_the_database_no_oftener(desk: desks.Desk) -> None:
    match = published(desk, "team_cup", 4)
    address = at("desk_match", match.session_round.stage.tournament, match.pk)
    counts = []
    for number in range(1, 3):
        match.refresh_from_db()
        if not match.done:
            desks.play_game(publishing.open_game(match, number, desks.table_phone()), 5)
        desk.client.get(address)
        with CaptureQueriesContext(connection) as caught:
            assert desk.client.get(address).status_code == 200
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 35


def test_a_call_is_told_in_the_words_of_the_board(desk: desks.Desk) -> None:
    match = published(desk)
    Remark.objects.create(match=match, kind=Remark.Kind.CALL)
    assert "The table calls you" in match_page(desk, match)
    Remark.objects.update(side=0)
    page = match_page(desk, match)
    assert re.search(r"Player \d+ & Player \d+ call you", page)
    assert "The table calls you" not in page


def test_who_has_won_is_a_sign_beside_the_name_that_is_read_out(desk: desks.Desk) -> None:
    """On a phone the word pushed the points onto a line of their own."""
    match = published(desk)
    assert rule(desk, match, kind="forfeit", winner="1", reason="ill").status_code == 302
    html = desk.client.get(
        at("desk_match", match.session_round.stage.tournament, match.pk)
    ).content.decode()
    assert html.count('<span class="good">✓<span class="unseen"> winner</span></span>') == 1


def test_the_names_of_a_match_lead_to_who_they_are(desk: desks.Desk) -> None:
    """Where a substitute comes in, and nowhere from the table's own page."""
    match = published(desk)
    tournament = match.session_round.stage.tournament
    html = desk.client.get(at("desk_match", tournament, match.pk)).content.decode()
    links = [at("desk_entrant", tournament, place.entrant_id) for place in match.places.all()]
    assert len(links) == 2
    assert all(f'href="{link}"' in html for link in links)
    table = Client().get(reverse("match", args=[token_of(match)])).content.decode()
    assert "/desk/" not in table


def test_the_tables_beside_a_match_are_a_tap_away(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("pairs_swiss", 6, desk=desk)
    desks.draw(tournament)
    one, two, three = matches_of(tournament)
    beside = []
    for match in (one, two, three):
        page = desk.client.get(at("desk_match", tournament, match.pk)).content.decode()
        (nav,) = re.findall(r'<nav class="beside.*?</nav>', page, re.DOTALL)
        beside.append(re.findall(r"/matches/(\d+)/", nav))
    assert [[int(pk) for pk in each] for each in beside] == [[two.pk], [one.pk, three.pk], [two.pk]]


def test_the_phones_at_a_table_are_named_with_what_they_do(desk: desks.Desk) -> None:
    match = published(desk)
    assert "No phone at this table yet." in match_page(desk, match)
    writer, other, nameless = (a_device(name, "iPhone") for name in ("writes", "asks", "looks on"))
    table_phones.sit(match, writer, 0, write=True)
    table_phones.sit(match, other, 1)
    table_phones.sit(match, nameless, None)
    asking = table_phones.ask_to_write(match, other)
    first, second = (
        place.entrant for place in match.places.order_by("side").select_related("entrant")
    )
    names = names_of(match.session_round.stage.tournament, public=False)
    shown = match_page(desk, match).partition("Phones and QR code")[2]
    assert "3 here" in shown
    assert re.search(rf"{names[first.pk]} keeps score · seen \d\d:\d\d", shown)
    assert re.search(rf"{names[second.pk]} asks to keep score · seen \d\d:\d\d Allow", shown)
    assert f"{nameless} watches" in shown
    tournament = match.session_round.stage.tournament
    assert (
        f'action="{at("desk_phone", tournament, asking.pk)}"'
        in desk.client.get(at("desk_match", tournament, match.pk)).content.decode()
    )
    judging.rule_match(match, desk.user, {"kind": "half"}, "closing time")
    assert f"{names[first.pk]} shown the result that counts" in match_page(desk, match)


def test_two_sums_are_typed_on_the_page_of_the_match(desk: desks.Desk) -> None:
    match = published(desk)
    tournament = match.session_round.stage.tournament
    here = at("desk_match", tournament, match.pk)
    page = desk.client.get(here).content.decode()
    form = page.partition('id="enter"')[2].partition("</form>")[0]
    assert re.findall(r'name="(sum\w+)"', form) == ["sum_1_0", "sum_1_1"]
    (action,) = re.findall(r'action="([^"]+)"', form)
    done = desk.client.post(action, {"sum_1_0": "1010", "sum_1_1": "590"})
    assert done["Location"] == here
    assert said(desk.client, done) == ["Table 1 is entered."]
    match.refresh_from_db()
    assert (match.done, match.winner) == (True, 0)
    after = desk.client.get(here)
    assert "Table 1 done, off paper" in text_of(after)
    assert "Unlock, let them play on" in text_of(after)
    assert 'id="enter"' not in after.content.decode()
    wrong = desk.client.post(
        f"{at('desk_paper', tournament, matches_of(tournament)[1].pk)}?at=match", {"sum_1_0": "x"}
    )
    assert wrong.status_code == 422
    german = published(desk, "german_championship")
    shown = desk.client.get(at("desk_match", german.session_round.stage.tournament, german.pk))
    assert 'id="enter"' not in shown.content.decode(), (
        "each hand counts: two sums are not the result"
    )


def test_how_far_a_match_goes_and_how_long_is_left(desk: desks.Desk) -> None:
    assert "to 1000" in match_page(desk, published(desk))
    match = published(desk, "german_championship", minutes=60)
    assert "4 hands" in match_page(desk, match)
    assert "60:00 not started" in match_page(desk, match)
    begun = timezone.now() - timedelta(minutes=20)
    match.session_round.clock_started_at = begun
    match.session_round.save()
    assert re.search(r"(40:00|39:5\d) left", match_page(desk, match))
    desks.play_match(match)
    shown = match_page(desk, match)
    assert re.search(r"last hand at \d\d:\d\d", shown)
    assert "What happened" in shown


def test_in_duplicate_hands_go_by_the_numbers_of_their_boards(desk: desks.Desk) -> None:
    cup = made(desk, "duplicate_evening", 8, awards={}).session_round.stage.tournament
    match = max(matches_of(cup), key=lambda one: one.boards)
    third = match.boards[2]
    assert third > 3, "not the number of the hand"
    paper = " ".join(desk.client.get(at("desk_paper", cup, match.pk)).content.decode().split())
    assert f"Board {third}, side 1" in paper
    assert re.search(rf'<th scope="row" class="num">\s*{third}\s*</th>', paper)
    assert not re.search(r"\b[Hh]and \d", paper)
    play(Client(), match, 1, side="0")
    assert f"playing, board {match.boards[0]}" in match_page(desk, match)
    desks.play_match(match)
    page = text_of(desk.client.get(at("desk_match", cup, match.pk)))
    for board in match.boards:
        assert f"Board {board} " in page
        assert f"Correct board {board}" in page
    assert not re.search(r"\b[Hh]ands? \d", page)
    title = f"Correct board {third} at table {match.number}"
    assert title in text_of(desk.client.get(at("desk_hand", cup, match.pk, 1, 3)))
