"""The desk's page of a match where its result is not agreed:
a dispute, late hands, an objection.
"""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.games.actions.writing import record_round
from scoring.models import Entry
from tests.requests import Response
from tests.scoring import games
from tests.scoring.games import a_client, a_device
from tests.tournaments import desks
from tests.tournaments.agreeing import LEVEL, WON, a_match, write
from tests.tournaments.desk_pages import at, errors, kept_out, match_page, said, text_of
from tests.tournaments.pages.rounds.leading import agreed, closed, made, played
from tests.tournaments.playing import PHONE
from tests.tournaments.racing import PLAYED
from tests.worlds import built_once
from tournaments.actions import agreeing, disputes, publishing, table_phones
from tournaments.match.figures import figures_now, fingerprint
from tournaments.models import LogLine, Match, Notice, Remark, Role, SessionRound
from tournaments.pages.match_games import match_board
from tournaments.pages.rounds.dispute_facts import format_figures

pytestmark = pytest.mark.django_db


shared = built_once(lambda: made(desks.a_desk()))


@pytest.fixture
def desk(shared: Match) -> desks.Desk:
    return desks.desk_of(shared.session_round.stage.tournament.club)


def disputed(desk: desks.Desk) -> Match:
    match = played(desk)
    agreeing.dispute_result(match, 1, "hand 4 was level", [[245, 155]])
    return desks.reread(match)


def post(client: Client, name: str, match: Match, *rest: object, **data: Any) -> Response:
    return client.post(at(name, match.session_round.stage.tournament, *rest), data)


def settle(desk: desks.Desk, match: Match, **data: Any) -> Response:
    return post(desk.client, "desk_settle", match, match.pk, **{"seen": fingerprint(match), **data})


def two_versions(desk: desks.Desk) -> Match:
    """Two hands at the first table, of the second of which another phone wrote something else."""
    drawn = desks.draw(desks.a_tournament("german_championship", 4, desk=desk))
    match = drawn.matches.select_related("session_round__stage__tournament").get(number=1)
    game = publishing.open_game(match, 1, desks.table_phone())
    games.write(game, [WON] * 2, desks.table_phone())
    record_round(game, uuid.uuid4(), 2, LEVEL.to_data(), a_device("across the table", "iPhone"))
    return desks.reread(match)


def late(match: Match, played: Any = LEVEL, number: int = 1) -> Entry:
    game = match.games.get().game
    assert game is not None
    return record_round(
        game, uuid.uuid4(), number, played.to_data(), a_device("a phone that was away")
    ).entry


# Settling
# --------------------------------------------------------------------------------------------------


def test_a_result_that_nobody_agreed_to_is_let_stand(desk: desks.Desk) -> None:
    match = played(desk)
    assert "Nobody has agreed to this result yet." in match_page(desk, match)
    answer = settle(desk, match, verdict="stands", reason="they had to catch the tram")
    assert said(desk.client, answer) == ["The result is settled."]
    assert "The director let this result count." in match_page(desk, match)
    assert desks.reread(match).agreement == "agreed"


def test_the_two_readings_of_a_hand_stand_before_everything_that_can_be_done(
    desk: desks.Desk,
) -> None:
    match = two_versions(desks.a_desk())
    shown = match_page(desks.desk_of(match.session_round.stage.tournament.club), match)
    readings, _rest, done = shown.partition("Enter the result")
    assert "Two versions of a hand: the table has to choose. Hand 2" in readings
    assert "counts for now +65 +35" in readings
    assert "+50 +50" in readings
    assert "differs: Cards: 65 : 35 makes 130 : 70" in readings
    assert "differs: Cards: 50 : 50 makes 115 : 85" in readings
    assert "This one counts" not in shown, "the table chooses"
    assert "Two versions of a hand" in done, "and at its game"
    assert "differs" not in match_page(desk, played(desk))


def test_the_hands_of_a_disputed_result_stand_right_below_it(desk: desks.Desk) -> None:
    def order(match: Match) -> list[str]:
        shown = match_page(desk, match)
        places = {
            shown.index(words): words
            for words in ("Which is right?", "4 hands 65", "Correct the result")
        }
        return [places[at_] for at_ in sorted(places)]

    match = played(desk)
    assert order(match) == ["Which is right?", "Correct the result", "4 hands 65"]
    assert order(disputed(desk)) == ["Which is right?", "4 hands 65", "Correct the result"]


def test_a_dispute_shows_both_versions_and_one_of_them_is_taken(desk: desks.Desk) -> None:
    match = write(a_match("confirm"), WON, WON)
    agreeing.dispute_result(match, 1, "hand 2 was level", [[115, 85]])
    shown = match_page(desk, match)
    assert "The result is disputed" in shown
    assert "The table's hands count 130 : 70" in shown
    assert re.search(r"According to Player \d & Player \d 115 : 85", shown)
    assert shown.count("hand 2 was level") == 1  # with their version
    assert re.findall(r"<mark>(\d+)</mark>", page_of(desk, match)) == ["130", "70", "115", "85"]
    assert "Confirm this result : 130 : 70 : 115 : 85" in shown  # of these the chosen one is shown
    tournament = match.session_round.stage.tournament
    helper = desks.in_role(desks.Desk(tournament.club, desk.user), Role.Name.DESK)
    helped = text_of(helper.get(at("desk_match", tournament, match.pk)))
    assert ("115 : 85" in helped, "Confirm this result" in helped) == (True, False)
    assert ("winner" in shown, "disputed" in shown) == (False, True)
    assert re.findall(r'name="verdict"[^>]* checked', page_of(desk, match)) == []
    assert errors(settle(desk, match, reason="so")) == ["Say what the result is."]
    assert settle(desk, match, verdict="115:85", reason="both sheets say so").status_code == 302
    assert (desks.reread(match).agreement, figures_now(desks.reread(match))) == (
        "agreed",
        [[115, 85]],
    )
    assert "The result is disputed" not in match_page(desk, match)
    assert (desks.reread(match).ruling or {})["said"] == 1
    name = " & ".join(
        place.entrant.members.first().player.name for place in match.places.filter(side=1)
    )
    assert f"Result according to {name}" in match_page(desk, match)
    typed = {"figures_0_0": "120", "figures_0_1": "80"}
    settle(
        desk,
        match,
        verdict="typed",
        reason="so",
        seen=fingerprint(desks.reread(match)),
        sure="1",
        **typed,
    )
    assert "Result entered by the director" in match_page(desk, match)


def test_what_each_side_says_of_a_dispute_stands_in_a_card_and_the_sums_stand_there_alone(
    desk: desks.Desk,
) -> None:
    match = disputed(desk)
    agreeing.reply(match, 0, "all of us heard it")
    agreeing.reply(match, None, "I come to your table", by=desk.user)
    shown = page_of(desk, match)
    since = timezone.localtime(match.remarks.first().created_at).strftime("%H:%M")  # type: ignore[union-attr]
    assert f"Table 1 disputed since {since}" in match_page(desk, match)
    cards = re.findall(r'<label class="choice says">.*?</label>', shown, re.DOTALL)
    quoted = [re.findall(r"<q><bdi>(.*?)</bdi></q>", card) for card in cards]
    assert quoted == [["all of us heard it"], ["hand 4 was level"]]
    talk = re.search(r'<ul class="talk">.*?</ul>', shown, re.DOTALL)
    assert talk
    assert ("I come to your table" in talk[0], "heard it" in talk[0], "was level" in talk[0]) == (
        True,
        False,
        False,
    )
    assert ("totals-of" in shown, "do not agree" in shown) == (False, False)
    fields = re.findall(r'<label for="figures_0_\d">(.*?)</label>', shown, re.DOTALL)
    assert len(fields) == 2
    assert all('class="unseen"' in field for field in fields), "the signs alone are seen"
    tournament = match.session_round.stage.tournament
    helped = (
        desks.in_role(desk, Role.Name.DESK)
        .get(at("desk_match", tournament, match.pk))
        .content.decode()
    )
    assert ("totals-of" in helped, "all of us heard it" in helped) == (True, True), (
        "who settles nothing has no cards"
    )


def test_a_dispute_tells_who_wrote_and_said_what_the_newest_first(desk: desks.Desk) -> None:
    match = played(desk)
    table_phones.sit(match, desks.table_phone(), 0, write=True)
    agreeing.dispute_result(match, 1, "hand 4 was level", [[245, 155]])
    agreeing.reply(match, None, "I come to your table", by=desk.user)
    decided = {"match": match.pk, "round": 1, "table": 1, "kind": "half"}
    LogLine.objects.create(
        tournament=desk.club.tournaments.get(), action="ruled", params=decided, reason="the tram"
    )
    own, other = (re.escape(side) for side in match_sides(match))
    shown = match_page(desk, match).partition("What happened")[2].partition("Correct the result")[0]
    line = r" \d\d:\d\d "
    said = [
        rf"{line}Ruled on table 1 in round 1: .*? Why: the tram",
        rf"{line}Olga replied",
        rf"{line}{other} disputed the result: 245 : 155",
        f"{line}{own} hands 1\N{EN DASH}4: written $",
    ]
    assert re.fullmatch("".join(said), shown.replace("\N{NO-BREAK SPACE}", " ")), shown


def test_each_version_of_a_hand_says_whose_phone_wrote_it() -> None:
    match = two_versions(desks.a_desk())
    desk = desks.desk_of(match.session_round.stage.tournament.club)
    across = a_device("across the table", "iPhone")
    assert f"{across} " in match_page(desk, match).partition("+50 +50")[0]
    table_phones.sit(match, across, 1)
    _own, other = match_sides(match)
    shown = match_page(desk, match)
    assert f"{other} · {across} " in shown.partition("+50 +50")[0]
    assert f"{other} hand 2: another version" in shown.partition("What happened")[2]


def match_sides(match: Match) -> list[str]:
    """The names of both sides."""
    board = match_board(desks.reread(match))
    return [side.name for side in board.sides]


def test_sums_where_every_hand_counts_are_refused_in_words(desk: desks.Desk) -> None:
    match = disputed(desk)
    answer = settle(desk, match, verdict="245:155", reason="both sheets say so")
    assert errors(answer) == [
        "Every hand counts here, and only the sums are known: enter the hands from the sheet."
    ]
    assert (desks.reread(match).agreement, desks.reread(match).ruling) == ("disputed", None)


def test_numbers_that_are_missing_are_refused_with_what_was_typed(desk: desks.Desk) -> None:
    match = disputed(desk)
    answer = settle(desk, match, verdict="typed", figures_0_0="1", figures_0_1="", reason="so")
    assert (answer.status_code, errors(answer)) == (422, ["Enter a number for every side."])
    assert 'value="1"' in answer.content.decode()
    assert desks.reread(match).agreement == "disputed"


def test_what_was_corrected_meanwhile_is_looked_at_again(desk: desks.Desk) -> None:
    match = disputed(desk)
    answer = settle(desk, match, verdict="stands", reason="so", seen="another")
    assert answer.status_code == 409
    assert errors(answer) == ["The result has changed: check it again."]
    answer = settle(desk, match, verdict="stands", reason=" ")
    assert errors(answer) == ["Give a reason: everybody concerned can read it."]
    assert desks.reread(match).agreement == "disputed"


def test_a_referee_settles_and_the_desk_may_not(desk: desks.Desk) -> None:
    match = disputed(desk)
    data = {"verdict": "stands", "reason": "so"}
    assert (
        post(
            desks.in_role(desk, Role.Name.DESK), "desk_settle", match, match.pk, **data
        ).status_code
        == 404
    )
    assert (
        post(
            desks.in_role(desk, Role.Name.REFEREE), "desk_settle", match, match.pk, **data
        ).status_code
        == 302
    )


def test_the_addresses_are_for_those_at_this_desk(desk: desks.Desk) -> None:
    match = closed(desk)
    tournament = match.session_round.stage.tournament
    entry, entrant = late(match), match.places.get(side=0, order=0).entrant
    remark = agreeing.object_to(match, entrant, "wrong")
    for address in (
        at("desk_settle", tournament, match.pk),
        at("desk_late", tournament, match.pk, entry.pk),
        at("desk_answer", tournament, remark.pk),
    ):
        kept_out(address, tournament)
    another = Match.objects.create(session_round=match.session_round, number=9)
    assert post(desk.client, "desk_late", match, another.pk, entry.pk).status_code == 404
    assert post(desk.client, "desk_late", match, match.pk, uuid.UUID(int=7)).status_code == 404
    assert post(desk.client, "desk_answer", match, remark.pk + 1).status_code == 404


# Late hands
# --------------------------------------------------------------------------------------------------


def test_a_late_hand_is_told_with_its_story_and_taken_in_after_a_look_at_what_it_changes(
    desk: desks.Desk,
) -> None:
    match = closed(desk)
    entry = late(match)
    shown = page_of(desk, match)
    assert "Came after the result was locked" in shown
    part = " ".join(
        re.sub(r"<[^>]+>", " ", shown.partition('id="late"')[2].partition("</section>")[0]).split()
    )
    assert "Round 1, table 1" in part
    assert (
        "With what came late, the phone’s total is 245 : 155 ; the total that counts is "
        f"{format_figures(figures_now(match))} ." in part
    )
    assert re.search(r"\bHand \d", part)  # what was dealt, not the tournament's round
    look = post(
        desk.client, "desk_late", match, match.pk, entry.pk, do="take", reason="the wifi was gone"
    )
    assert (look.status_code, desks.reread(match).result) == (200, match.result)
    done = post(
        desk.client,
        "desk_late",
        match,
        match.pk,
        entry.pk,
        do="take",
        reason="the wifi was gone",
        sure="1",
    )
    assert said(desk.client, done) == ["Accepted."]
    match = desks.reread(match)
    assert figures_now(match) == [[245, 155]]
    assert Notice.objects.filter(line__action="late_taken").count() == 4
    assert "Came after the result was locked" not in match_page(desk, match)


def test_late_hands_are_left_out_all_at_once(desk: desks.Desk) -> None:
    match = closed(desk)
    first, _second = late(match), late(match, number=2)
    answer = post(
        desk.client, "desk_late", match, match.pk, first.pk, do="leave", reason="too late"
    )
    assert said(desk.client, answer) == ["Rejected: the result stays."]
    assert disputes.late_entries(match).count() == 1
    third = late(match, number=3)
    listed = [one.pk for one in disputes.late_entries(match)]
    post(
        desk.client,
        "desk_late",
        match,
        match.pk,
        third.pk,
        do="leave",
        reason="too late",
        all="on",
        entry=listed,
    )
    assert (disputes.late_entries(match).count(), desks.reread(match).result) == (0, match.result)
    refused = post(desk.client, "desk_late", match, match.pk, third.pk, do="leave", reason="again")
    assert errors(refused) == ["This late hand is already decided."]


@pytest.mark.parametrize(("do", "reason"), [("take", ""), ("leave", "too late")])
def test_what_is_said_of_a_late_hand_puts_it_back_in_one_tap(
    desk: desks.Desk, do: str, reason: str
) -> None:
    match = agreed(desk)
    entry = late(match)
    before = desks.reread(match)
    answer = post(desk.client, "desk_late", match, match.pk, entry.pk, do=do, reason=reason)
    assert answer.status_code == 302
    page = desk.client.get(answer["Location"]).content.decode()
    note = page.partition('class="note good undoable"')[2].partition("</form>")[0]
    assert ("Accepted." if do == "take" else "Rejected") in note
    address, asked = (
        re.findall(r'action="([^"]+)"', note)[0],
        dict(re.findall(r'name="(\w+)"\s+value="([^"]*)"', note)),
    )
    back = desk.client.post(address, {"reason": asked["reason"]})
    assert back["Location"] == answer["Location"]
    assert said(desk.client, back) == ["Undone: everything is as it was before."]
    after = desks.reread(match)
    assert [after.result, after.agreement, after.agreed_how, after.agreed_at] == [
        *(before.result, before.agreement, before.agreed_how, before.agreed_at),
    ]
    assert list(disputes.late_entries(match)) == [entry]
    assert f'value="{do}"' in page_of(desk, match)


def test_leaving_a_late_hand_out_still_says_why(desk: desks.Desk) -> None:
    match = agreed(desk)
    entry = late(match)
    refused = post(desk.client, "desk_late", match, match.pk, entry.pk, do="leave", reason="")
    assert errors(refused) == ["Give a reason: everybody concerned can read it."]
    assert list(disputes.late_entries(match)) == [entry]


@pytest.mark.parametrize("do", ["take", "leave"])
def test_a_late_hand_that_comes_after_the_look_is_left_open(desk: desks.Desk, do: str) -> None:
    match = closed(desk)
    seen = [late(match, number=number) for number in (1, 2)]
    address = at("desk_late", match.session_round.stage.tournament, match.pk, seen[0].pk)
    form, other = [form for form in forms(page_of(desk, match)) if form[0] == address]
    assert form[1] == other[1] == [str(one.pk) for one in seen]
    fields = {"do": do, "reason": "the wifi was gone", "all": "on", "entry": form[1]}
    third = late(match, number=3)
    answer = desk.client.post(address, fields)
    if do == "take":
        assert str(third.pk) not in answer.content.decode()
        (again,) = [form for form in forms(answer.content.decode()) if form[0] == address]
        fourth = late(match, number=4)
        answer = desk.client.post(address, fields | {"entry": again[1], "sure": "1"})
        assert list(disputes.late_entries(match)) == [third, fourth]
        assert figures_now(desks.reread(match)) == [[230, 170]]
    else:
        assert list(disputes.late_entries(match)) == [third]
    assert answer.status_code == 302


def page_of(desk: desks.Desk, match: Match) -> str:
    address = at("desk_match", match.session_round.stage.tournament, match.pk)
    return str(desk.client.get(address).content.decode())


def forms(page: str) -> list[tuple[str, list[str]]]:
    """Where each form of a page goes, and the late hands that it names."""
    found = re.findall(r'<form[^>]*action="([^"]*)"(.*?)</form>', page, re.DOTALL)
    return [
        (address, re.findall(r'name="entry" value="([^"]+)"', inner)) for address, inner in found
    ]


def test_the_table_is_told_that_its_hand_came_too_late(desk: desks.Desk) -> None:
    match = closed(desk)
    game = match.games.get().game
    phone = a_client(PHONE)
    entry = {"id": str(uuid.UUID(int=4)), "number": 2, "round": PLAYED | {"card_points": [0, 100]}}
    answers = [
        phone.post(reverse("api_entries", args=[game.pk]), entry, content_type="application/json")
        for _ in "ab"
    ]
    assert [(answer.status_code, answer.json()["outcome"]) for answer in answers] == [
        (201, "late")
    ] * 2
    for name in ("score", "game"):
        assert "The result was locked before this arrived. The director has it." in text_of(
            phone.get(reverse(name, args=[game.pk]))
        )


# Objections
# --------------------------------------------------------------------------------------------------


def test_an_objection_is_read_and_answered(desk: desks.Desk) -> None:
    match = closed(desk)
    entrant = match.places.get(side=0, order=0).entrant
    remark = agreeing.object_to(match, entrant, "I counted 300", [[300, 100]])
    shown = match_page(desk, match)
    assert "An objection to the result" in shown
    assert "I counted 300 300 : 100" in shown
    assert re.search(r"According to Player \d & Player \d 300 : 100", shown)
    assert errors(post(desk.client, "desk_answer", match, remark.pk, answer=" ")) == [
        "Give a reason: everybody concerned can read it."
    ]
    answer = post(desk.client, "desk_answer", match, remark.pk, answer="We looked at it together.")
    assert said(desk.client, answer) == ["They see it on their own page."]
    assert Remark.objects.get().answer == "We looked at it together."
    assert LogLine.objects.filter(action="objection_answered").count() == 1


# Closing the round
# ----------------------------------------------------------------------------------------------


def test_closing_names_the_tables_that_nobody_agreed_to_and_closes_when_told_so(
    desk: desks.Desk,
) -> None:
    match = played(desk, 8)
    other = match.session_round.matches.get(number=2)
    agreeing.agree(desks.reread(other), 1, fingerprint(desks.reread(other)), how="other")
    tournament = match.session_round.stage.tournament
    address = at("desk_round_do", tournament, 1, 1, "close")
    answer = desk.client.post(address)
    assert answer.status_code == 409
    assert (
        "Nobody has agreed to the results of these tables: 1. They count as they are."
        in text_of(answer)
    )
    assert desk.client.post(address, {"accept": "1"}).status_code == 302
    assert SessionRound.objects.get(pk=match.session_round_id).state == "closed"
    assert sorted(match.session_round.matches.values_list("agreed_how", flat=True)) == [
        "close",
        "other",
    ]


def test_as_many_queries_for_three_remarks_and_late_hands_as_for_one(
    desk: desks.Desk, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    match = disputed(desk)
    address = at("desk_match", match.session_round.stage.tournament, match.pk)
    agreeing.agree(match, 1, fingerprint(match), how="other")
    late(match)
    with django_assert_max_num_queries(200) as few:
        desk.client.get(address)
    for number in (2, 3):
        late(match, number=number)
    with django_assert_max_num_queries(len(few)):
        desk.client.get(address)
