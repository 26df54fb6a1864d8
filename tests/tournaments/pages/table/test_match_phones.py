"""The match page on the phones of a table: who is who, agreeing, disputing, taking over, calling,
other seats.
"""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.models import Device
from tests.lengths import in_short
from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import errors, text_of
from tests.tournaments.pages.table.phones import (
    ONE_HAND,
    do,
    fresh,
    looking,
    names,
    page,
    play,
    published,
    two_matches,
    written,
)
from tests.tournaments.racing import hands
from tests.worlds import built_once
from tournaments.actions import publishing
from tournaments.models import Match, Phone, Remark, SessionRound, Tournament
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

two_tables = built_once(two_matches, autouse=True)


# Sitting down
# -------------------------------------------------------------------------------------------------


def test_a_phone_says_who_it_is_and_looks_on() -> None:
    match = published()
    first, second = names(match)
    writer = Client()
    assert "Who are you?" in page(writer, match)
    play(writer, match, side="0")
    stranger = page(Client(), match)
    assert ("Watch Keep score here instead" in stranger, "Continue" in stranger) == (True, False)
    phone = looking(match)
    assert f"Score kept by {first}" in page(phone, match)
    assert f"You are watching for {second} ." in page(phone, match)
    assert f"You are keeping score for {first} ." in page(writer, match)
    assert "Who are you?" not in page(writer, match)


def test_a_second_phone_is_not_let_in_but_may_ask() -> None:
    match = published()
    writer, second = Client(), Client()
    play(writer, match, side="0")
    answer = play(second, match, side="1")
    assert (answer.status_code, errors(answer)) == (
        409,
        ["Another phone writes this match. Ask it to let this one write."],
    )
    assert "Ask to keep score here" in text_of(answer)
    assert (second.cookies.get("device"), Device.objects.filter(sat_at__match=match).count()) == (
        None,
        1,
    )
    assert do(second, match, "ask").status_code == 303
    assert "Asked to keep score here" in page(second, match)
    asking = Phone.objects.get(asked_at__isnull=False)
    assert "Another phone asks to keep score here." in page(writer, match)
    assert "Another phone asks" not in page(second, match)
    assert do(writer, match, "allow", phone=asking.pk).status_code == 303
    assert play(second, match).status_code == 303
    assert "Keep score here again" in page(writer, match)


@pytest.mark.parametrize("side", ["2", "-1", "x", "9" * 30])
def test_a_side_that_is_not_at_the_table_is_refused(side: str) -> None:
    match = published()
    for answer in (do(Client(), match, "sit", side=side), play(Client(), match, side=side)):
        assert (answer.status_code, errors(answer)) == (
            422,
            ["Choose one of the sides of this match."],
        )
    assert (Phone.objects.count(), Device.objects.filter(sat_at__isnull=False).count()) == (0, 0)


def test_what_is_refused_leaves_no_phone_behind() -> None:
    match = published()
    devices = Device.objects.count()
    for action, fields in (
        ("agree", {}),
        ("wrong", {"text": "no"}),
        ("reply", {"text": "no"}),
        ("enter", {}),
        ("allow", {"phone": "7"}),
        ("seats", {"seat_0": "1"}),
    ):
        assert do(Client(), match, action, **fields).status_code in {409, 422}, action
    assert play(Client(), match, 7).status_code == 409
    assert (Device.objects.count(), Phone.objects.count(), Remark.objects.count()) == (
        devices,
        0,
        0,
    )


def test_wrong_links_words_and_methods_lead_nowhere() -> None:
    match = published()
    good = token_of(match)
    assert do(Client(), match, "dance").status_code == 404
    assert Client().post(reverse("match_do", args=["1-x", "sit"]), {"side": "0"}).status_code == 404
    assert Client().get(reverse("match_do", args=[good, "sit"])).status_code == 405
    part = Client().get(reverse("match", args=["1-x"]), headers={"HX-Request": "true"})
    assert (part.status_code, part.json()["errors"][0]["code"]) == (404, "not_open")


def test_a_page_of_a_seated_phone_says_that_it_is_there() -> None:
    match = published()
    phone = looking(match)
    Phone.objects.update(heard_at=timezone.now() - timedelta(hours=1))
    page(phone, match)
    assert timezone.now() - Phone.objects.get().heard_at < timedelta(minutes=1)


# Blindly
# --------------------------------------------------------------------------------------------------


def test_a_side_that_has_not_entered_the_result_does_not_see_it() -> None:
    match = published("blind")
    phone, stranger = looking(match), Client()
    writer = written(match)
    for client in (phone, stranger):
        html = client.get(reverse("match", args=[token_of(match)])).content.decode()
        shown = page(client, match)
        assert ("65" in shown, 'class="score' in html, 'class="num">65' in html) == (
            False,
            False,
            False,
        )
    assert "65" in page(writer, match)
    answer = do(phone, match, "enter", figures_0_0="65", figures_0_1="")
    assert (answer.status_code, errors(answer)) == (422, ["Enter a number for every side."])
    assert 'value="65"' in answer.content.decode()
    assert do(phone, match, "enter", figures_0_0="65", figures_0_1="35").status_code == 303
    assert (fresh().agreement, fresh().agreed_how) == ("agreed", "blind")


def test_two_versions_that_differ_are_shown_to_both() -> None:
    match = published("blind")
    phone = looking(match)
    writer = written(match)
    do(phone, match, "enter", figures_0_0="60", figures_0_1="40")
    for client in (phone, writer):
        shown = page(client, match)
        assert "You do not agree on the result" in shown
        assert all(number in shown for number in ("65", "35", "60", "40"))


# The director
# -------------------------------------------------------------------------------------------------


def test_a_table_calls_the_director_once() -> None:
    match = published()
    phone = looking(match)
    assert "Call the director" in page(phone, match)
    answer = do(phone, match, "call", text="spilt beer")
    assert answer["Location"].endswith("#calling")
    do(phone, match, "call", text="again")
    call = Remark.objects.get()
    assert (call.kind, call.side, call.text) == ("call", 1, "spilt beer")
    time = timezone.localtime(call.created_at).strftime("%H:%M")
    assert f"Director called ({time})" in page(phone, match)


def test_a_stranger_with_the_card_calls_the_director_too() -> None:
    match = published()
    do(Client(), match, "call")
    assert Remark.objects.get().side is None


def test_the_round_clock_stands_at_the_table() -> None:
    match = published()
    now = timezone.now()
    rounds = SessionRound.objects.filter(pk=match.session_round_id)
    rounds.update(minutes=60, clock_started_at=now - timedelta(minutes=30))
    html = Client().get(reverse("match", args=[token_of(match)])).content.decode()
    assert "data-countdown" in html
    assert " left" in page(Client(), match)
    rounds.update(clock_started_at=now - timedelta(minutes=57))
    assert "Last hand" in page(Client(), match)
    rounds.update(clock_started_at=now - timedelta(minutes=61))
    assert "Time is up" in page(Client(), match)
    Match.objects.update(extra_minutes=20)
    assert "Time is up" not in page(Client(), match)
    rounds.update(clock_paused_at=now)
    assert "the clock is paused" in page(Client(), match)


def test_when_the_next_round_is_out_the_page_says_so() -> None:
    match = published(entrants=8)
    desks.play_round(match.session_round)
    assert "The next round is out" not in page(Client(), match)
    desks.draw(match.session_round.stage.tournament, 2)
    assert "The next round is out: scan your next table’s card." in page(Client(), match)


# Following
# --------------------------------------------------------------------------------------------------


def part(phone: Client, match: Match, etag: str = "") -> Response:
    headers = {"HX-Request": "true"} | ({"If-None-Match": etag} if etag else {})
    return phone.get(reverse("match", args=[token_of(match)]), headers=headers)


def test_the_pages_script_is_told_only_what_is_new() -> None:
    match = published()
    phone = looking(match)
    first = part(phone, match)
    assert first.content.decode().startswith('<div id="live"')
    assert part(phone, match, first["ETag"]).status_code == 304
    writer = Client()
    play(writer, match, side="0")
    second = part(phone, match, first["ETag"])
    assert second.status_code == 200
    Tournament.objects.update(hall_version=77)
    assert part(phone, match, second["ETag"]).status_code == 200


def test_one_phones_page_is_not_anothers() -> None:
    match = published()
    phone, other = looking(match), looking(match, "0")
    assert part(phone, match)["ETag"] != part(other, match)["ETag"]


@pytest.mark.parametrize("state", in_short(["playing", "waiting", "disputed"], {"disputed"}))
def test_more_games_ask_the_database_no_oftener(state: str) -> None:
    counts = []
    for best_of, games in ((3, 1), (7, 3)):
        published(best_of=best_of, rules=ONE_HAND)
        match = Match.objects.select_related("session_round__stage__tournament").order_by("-pk")[0]
        phone = looking(match)
        writer = Client()
        play(writer, match, side="0")
        for number in range(1, games + 1):
            hands(publishing.open_game(match, number, desks.table_phone()), 1)
        if state != "playing":
            Match.objects.filter(pk=match.pk).update(done=True, agreement=state)
        with CaptureQueriesContext(connection) as caught:
            assert phone.get(reverse("match", args=[token_of(match)])).status_code == 200
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 18
