"""The sides of a match agree to its result on their phones."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoCaptureOnCommitCallbacks

from scoring.models import Device
from scoring.rules import Round
from tests.scoring.tables import write
from tests.tournaments.desk_pages import errors, text_of
from tests.tournaments.pages.table.phones import (
    TWO_GAMES,
    do,
    fresh,
    looking,
    names,
    page,
    play,
    published,
    seen,
    two_matches,
    written,
)
from tests.tournaments.racing import PLAYED
from tests.worlds import built_once
from tournaments.actions import disputes, judging, publishing
from tournaments.models import Match, Phone, Remark
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

SWEPT = Round(out=(0, 2)).to_data()

two_tables = built_once(two_matches, autouse=True)


def test_the_other_side_agrees_on_its_own_phone() -> None:
    match = published()
    phone = looking(match)
    writer = written(match)
    first, second = names(match)
    shown = page(phone, match)
    assert f"Is this right? {first} 65 {second} 35" in shown.replace("\u200b", "")
    assert f"Hand the phone to {second}" in page(writer, match)
    assert do(phone, match, "agree", seen=seen(phone, match)).status_code == 303
    match = fresh()
    assert (match.agreement, match.agreed_how, match.agreed_side) == ("agreed", "other", 1)
    for client in (phone, writer):
        assert f"Agreed by {second}" in page(client, match)
        assert "✓ Agreed" not in page(client, match)  # a good note bears its tick already
        assert "Correct the score" not in page(client, match)


def test_a_phone_that_comes_when_the_match_is_over_is_asked_at_once() -> None:
    match = published()
    writer, late = written(match), Client()
    _, second = names(match)
    shown = page(late, match).replace("\u200b", "")
    asked = shown.index("Is this right?")
    assert (
        asked
        < shown.index("Yes, that is right")
        < shown.index("Something is wrong")
        < shown.index("Watch")
    )
    assert "Thank you" not in shown
    assert f"You are answering for {second} ." in shown
    answer = do(late, match, "agree", seen="something else", side="1")
    assert (answer.status_code, Phone.objects.count()) == (409, 1), "what is refused seats nobody"
    assert errors(do(late, match, "agree", seen=seen(late, match))) == [
        "First choose which side you are."
    ]
    assert do(late, match, "agree", seen=seen(late, match), side="0").status_code == 409
    assert Phone.objects.count() == 1
    assert do(late, match, "agree", seen=seen(late, match), side="1").status_code == 303
    match = fresh()
    assert (match.agreement, match.agreed_how, match.agreed_side) == ("agreed", "other", 1)
    assert f"Agreed by {second}" in page(late, match)
    assert f"Agreed by {second}" in page(writer, match)


def test_a_phone_that_comes_late_says_at_once_what_is_wrong_or_that_it_looks_on() -> None:
    match = published()
    written(match)
    late, own = Client(), looking(match, "0")
    assert do(late, match, "wrong", text="It was 60", side="1").status_code == 303
    assert "You do not agree on the result" in page(late, match)
    assert list(Remark.objects.values_list("side", "text")) == [(1, "It was 60")]
    assert "Is this right?" not in page(own, match)


def test_before_the_match_is_over_nobody_answers_without_sitting_down() -> None:
    match = published()
    play(Client(), match, side="0")
    answer = do(Client(), match, "wrong", text="no", side="1")
    assert errors(answer) == ["First choose which side you are."]


def test_where_many_sides_play_a_late_phone_says_which_it_is() -> None:
    match = published(preset="grand_seigneur", entrants=6, rules={"round_limit": 1})
    play(Client(), match, side="0")
    game = publishing.open_game(match, 1, Device.objects.get(sat_at__writes=True))
    write(game, {"out": [5, 4, 3, 2, 1, 0]})
    late = Client()
    shown = page(late, match)
    assert shown.index("Is this right?") < shown.index("yes, that is right")
    assert asked_in(late, match, "agree") == [(str(side), True) for side in range(1, 6)]
    assert asked_in(late, match, "wrong-form") == [(str(side), False) for side in range(1, 6)]
    assert do(late, match, "agree", seen=seen(late, match), side="4").status_code == 303
    assert (fresh().agreement, fresh().agreed_side) == ("agreed", 4)


def asked_in(phone: Client, match: Match, form: str) -> list[tuple[str, bool]]:
    """The sides that a form on this phone may be sent for, each with whether that is its button."""
    html = phone.get(reverse("match", args=[token_of(match)])).content.decode()
    found = html[html.index(f'id="{form}"') :].partition("</form>")[0]
    fields = re.findall(r'<(button|input)\b[^>]*name="side"[^>]*value="(\d)"', found)
    return [(side, tag == "button") for tag, side in fields]


def test_a_phone_that_may_be_either_side_is_asked_once_for_each_thing_it_says() -> None:
    match = published()
    written(match)
    Phone.objects.all().delete()  # the phone that wrote has left: nobody knows whose it was
    late = Client()
    assert asked_in(late, match, "agree") == [("0", True), ("1", True)]
    assert asked_in(late, match, "wrong-form") == [("0", False), ("1", False)]
    form = page(late, match).partition("Something is wrong")[0].partition("Is this right?")[2]
    assert "Who are you?" not in form
    assert do(late, match, "wrong", text="It was 60", side="1").status_code == 303
    assert fresh().agreement == "disputed"


def screen(phone: Client, match: Match) -> str:
    """The table's screen of a match of one game."""
    return text_of(phone.get(reverse("score", args=[match.games.get().game_id])))


def test_the_tables_screen_says_how_far_they_agree() -> None:
    match = published()
    writer, phone = written(match), looking(match)
    assert "both sides agree to it. Now the other side agrees Score sheet Undo hand 1" in screen(
        writer, match
    )
    do(phone, match, "wrong", text="no")
    assert "You do not agree on the result Back to the match Score sheet Undo hand 1" in screen(
        writer, match
    )
    do(phone, match, "agree", seen=seen(phone, match))
    agreed = screen(writer, match)
    assert "Agreed by the other side Back to the match Score sheet" in agreed
    assert "Undo hand" not in agreed


def test_what_is_agreed_is_not_offered_to_be_corrected() -> None:
    match = published()
    writer, phone = written(match), looking(match)
    game = match.games.get().game_id
    score, correct = reverse("score", args=[game]), reverse("correct_round", args=[game, 1])
    assert correct in writer.get(score).content.decode()
    do(phone, match, "agree", seen=seen(phone, match))
    assert correct not in writer.get(score).content.decode()


@pytest.mark.parametrize("by", ["the other side", "the director", "a ruling"])
def test_the_tables_screen_hears_that_the_result_is_agreed(
    by: str, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    match = published()
    writer, phone = written(match), looking(match)
    state = reverse("table_state", args=[match.games.get().game_id])
    before = writer.get(state)
    with django_capture_on_commit_callbacks() as told:
        if by == "the director":
            disputes.settle(match, None, disputes.STANDS, "they shook hands")
        elif by == "a ruling":
            judging.rule_match(match, None, {"kind": "half"}, "closing time")
        else:
            do(phone, match, "agree", seen=seen(phone, match))
    unchanged = {"If-None-Match": before["ETag"]}
    assert writer.get(state, headers=unchanged).status_code == 200
    for tell in told:
        tell()
    assert writer.get(state, headers=unchanged).json()["version"] > before.json()["version"]


def test_the_phone_is_handed_over() -> None:
    match = published()
    writer = written(match)
    do(writer, match, "agree", seen=seen(writer, match), side="1")
    match = fresh()
    assert (match.agreement, match.agreed_how, match.agreed_side) == ("agreed", "same", 1)


def test_the_side_that_wrote_cannot_agree_for_itself() -> None:
    match = published()
    writer = written(match)
    answer = do(writer, match, "agree", seen=seen(writer, match), side="0")
    assert (answer.status_code, fresh().agreement) == (409, "waiting")
    own = looking(match, "0")
    assert "The other side still has to agree." in page(own, match)
    assert do(own, match, "agree", seen=seen(writer, match)).status_code == 409


def test_nobody_agrees_to_what_was_not_shown() -> None:
    match = published()
    phone = looking(match)
    written(match)
    answer = do(phone, match, "agree", seen="something else")
    assert (answer.status_code, errors(answer)) == (
        409,
        ["The result has changed: check it again."],
    )


def test_a_phone_that_wrote_without_a_side_is_asked_who_it_is() -> None:
    match = published()
    writer = written(match, side="")
    assert "Who are you?" in page(writer, match)
    assert "Is this right?" not in page(writer, match)
    do(writer, match, "sit", side="0")
    assert "Is this right?" in page(writer, match)


def test_every_game_of_a_match_is_shown_to_be_agreed() -> None:
    match = published(**TWO_GAMES)
    phone = looking(match)
    written(match, games=3)
    shown = page(phone, match)
    assert [f"Game {number}" in shown for number in (1, 2, 3)] == [True, True, True]
    assert "Yes, that is right" in shown


def test_in_duplicate_each_board_is_shown_to_be_agreed() -> None:
    match = published(preset="duplicate_evening", awards={}, rules={})
    phone, writer = looking(match), Client()
    play(writer, match, 1, side="0")
    game = publishing.open_game(match, 1, Device.objects.get(sat_at__writes=True))
    write(game, PLAYED, SWEPT, PLAYED)
    first, second, third = match.boards
    boards = f"Board {first} 65 : 35 Board {second} 200 : 0 Board {third} 65 : 35"
    for client in (phone, writer):
        assert boards in page(client, match)


def test_where_tables_are_trusted_nobody_is_asked() -> None:
    match = published("trust")
    phone = looking(match)
    writer = written(match)
    assert "This match is over." in page(phone, match)
    assert "Is this right?" not in page(phone, match) + page(writer, match)
    assert "Correct the score" in page(writer, match)
    assert "Score sheet Undo hand 1" in screen(writer, match)
    assert "other side" not in screen(writer, match)
