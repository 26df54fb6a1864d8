"""Results off paper: sums or hands as the sheet says, a whole round table by table, corrected by
the same form.
"""

import re
from typing import Any

import pytest

from tests.requests import Response
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, confirm, errors, kept_out, preview, said, text_of
from tests.tournaments.desks import cup_of, result_of
from tests.tournaments.hall import Forms
from tests.worlds import built_once
from tournaments.models import LogLine, Match, SessionRound
from tournaments.stage.history import seated_match

pytestmark = pytest.mark.django_db


shared = built_once(lambda: made(desks.a_desk()))


@pytest.fixture
def desk(shared: list[Match]) -> desks.Desk:
    return desks.desk_of(cup_of(shared[0]).club)


def published(
    desk: desks.Desk, preset: str = "pairs_swiss", entrants: int = 4, **stage: Any
) -> list[Match]:
    """The matches of a round that is played: the two that are there, or other ones."""
    if (preset, entrants, stage) == ("pairs_swiss", 4, {}):
        return matches_of(
            SessionRound.objects.filter(stage__tournament__club=desk.club).earliest("pk")
        )
    return made(desk, preset, entrants, **stage)


def made(
    desk: desks.Desk, preset: str = "pairs_swiss", entrants: int = 4, **stage: Any
) -> list[Match]:
    return matches_of(desks.draw(desks.a_tournament(preset, entrants, desk=desk, **stage)))


def matches_of(drawn: SessionRound) -> list[Match]:
    return list(drawn.matches.select_related("session_round__stage__tournament").order_by("number"))


def sheet(desk: desks.Desk, match: Match, **typed: Any) -> Response:
    return desk.client.post(
        at("desk_paper", cup_of(match), match.pk), {"reason": "paper sheet", **typed}
    )


def test_the_sums_of_a_sheet_are_enough_where_the_match_is_counted(desk: desks.Desk) -> None:
    match = published(desk)[0]
    done = sheet(desk, match, sum_1_0="1040", sum_1_1="660")
    assert said(desk.client, done) == ["Table 1 is entered."]
    assert result_of(match, "points", "score", "games_won") == [(2, 1040, 1), (0, 660, 0)]
    assert (match.done, match.winner, (match.ruling or {}).get("kind")) == (True, 0, "paper")
    line = LogLine.objects.latest("pk")
    assert (line.action, line.reason, line.by) == ("paper_entered", "paper sheet", desk.user)
    assert "Result from paper" in text_of(
        desk.client.get(at("desk_match", cup_of(match), match.pk))
    )


def test_the_reason_that_the_form_brings_is_kept_and_not_repeated_in_any_language(
    desk: desks.Desk,
) -> None:
    match = published(desk)[0]
    german = {"HTTP_ACCEPT_LANGUAGE": "de"}
    typed = {"reason": "Punkteblatt", "sum_1_0": "1040", "sum_1_1": "660"}
    assert (
        desk.client.post(at("desk_paper", cup_of(match), match.pk), typed, **german).status_code
        == 302
    )
    assert LogLine.objects.latest("pk").reason == "paper sheet"
    for name, rest in (("desk_match", [match.pk]), ("desk_log", [])):
        page = text_of(desk.client.get(at(name, cup_of(match), *rest), **german))
        assert ("paper sheet" in page, "Punkteblatt" in page, "Warum:" in page) == (False,) * 3


def test_hands_count_one_by_one_where_each_gives_points(desk: desks.Desk) -> None:
    match = published(desk, "german_championship")[0]
    refused = sheet(desk, match, sum_1_0="150", sum_1_1="250")
    assert (refused.status_code, errors(refused)) == (
        422,
        ["Every hand counts here, and only the sums are known: enter the hands from the sheet."],
    )
    hands = [("60", "40", ""), ("100", "0", "0"), ("35", "65", ""), ("50", "50", "")]
    typed = {
        f"hand_1_{n}_{side}": value[side] for n, value in enumerate(hands, 1) for side in (0, 1)
    }
    typed |= {f"sweep_1_{n}": value[2] for n, value in enumerate(hands, 1)}
    assert sheet(desk, match, **typed, sum_1_0="245", sum_1_1="155").status_code == 302
    # A hand won 2, swept 3, drawn 1, lost 0
    assert result_of(match, "points", "score", "hands", "sweeps") == [
        (6, 245, 4, 1),
        (3, 155, 4, 0),
    ]


def test_sums_that_do_not_fit_the_hands_are_asked_about(desk: desks.Desk) -> None:
    match = published(desk)[0]
    typed = {"hand_1_1_0": "60", "hand_1_1_1": "40", "sum_1_0": "600", "sum_1_1": "40"}
    refused = sheet(desk, match, **typed)
    assert refused.status_code == 422
    assert errors(refused) == ["The hands total 60, but the sum says 600: check the sheet."]
    assert 'name="sum_1_0" value="600"' in refused.content.decode()
    match.refresh_from_db()
    assert match.ruling is None


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({}, "Nothing entered yet: copy the numbers from the sheet."),
        (
            {"sum_1_0": "500"},
            "A number is missing here: enter one for every side, even 0.",
        ),
        (
            {"sum_1_0": "many", "sum_1_1": "0"},
            "Enter a whole number up to 100000, such as 200.",
        ),
    ],
)
def test_what_cannot_be_read_is_said_and_changes_nothing(
    desk: desks.Desk, typed: dict[str, str], message: str
) -> None:
    match = published(desk)[0]
    refused = sheet(desk, match, **typed)
    assert (refused.status_code, errors(refused)) == (422, [message])
    match.refresh_from_db()
    assert (match.ruling, match.done) == (None, False)


def test_an_improbable_sum_is_a_question_and_never_a_bar(desk: desks.Desk) -> None:
    match = published(desk)[0]
    asked = sheet(desk, match, sum_1_0="1003", sum_1_1="660")
    assert asked.status_code == 422
    assert "Are these numbers right? Confirm them and save again." in text_of(asked)
    assert sheet(desk, match, sum_1_0="1003", sum_1_1="660", fine="on").status_code == 302


def test_with_a_time_limit_a_game_short_of_its_target_is_no_question(desk: desks.Desk) -> None:
    match = published(desk, minutes=45, rules={})[0]
    assert sheet(desk, match, sum_1_0="640", sum_1_1="560").status_code == 302
    address = at("desk_correct", cup_of(match), match.pk)
    preview(desk.client, address, sum_1_0="650", sum_1_1="550")
    assert "Nobody has reached" not in text_of(desk.client.get(at("desk_board", cup_of(match))))


def test_numbers_that_a_director_confirmed_are_not_worth_another_look(desk: desks.Desk) -> None:
    match = published(desk, minutes=None, rules={})[0]
    board = at("desk_board", cup_of(match))
    typed = {"sum_1_0": "640", "sum_1_1": "560"}
    asked = sheet(desk, match, **typed)
    assert "Nobody has reached 1000: was the game stopped?" in text_of(asked)
    assert sheet(desk, match, **typed, fine="on").status_code == 302
    assert "Nobody has reached" not in text_of(desk.client.get(board))
    address = at("desk_correct", cup_of(match), match.pk)
    changed = {"sum_1_0": "650", "sum_1_1": "550", "fine": "on"}
    assert (
        confirm(desk.client, preview(desk.client, address, **changed), address).status_code == 302
    )
    assert "Nobody has reached" not in text_of(desk.client.get(board))


def test_hands_are_added_up_before_they_are_saved(desk: desks.Desk) -> None:
    match = published(desk)[0]
    looked = sheet(
        desk, match, hand_1_1_0="60", hand_1_1_1="40", hand_1_2_0="-100", hand_1_2_1="200", look="1"
    )
    assert looked.status_code == 200
    assert re.findall(
        r'<tfoot>.*?<td class="num">(.*?)</td><td class="num">(.*?)</td>', looked.content.decode()
    ) == [("-40", "240")]
    match.refresh_from_db()
    assert match.ruling is None


def test_a_whole_round_is_typed_table_by_table(desk: desks.Desk) -> None:
    matches = published(desk, entrants=8)
    cup = cup_of(matches[0])
    address = at("desk_paper", cup, matches[0].pk)
    seen = []
    for _turn in matches:
        seen.append(address)
        (form,) = [
            form
            for form in Forms(desk.client.get(address).content.decode()).found
            if "reason" in form.fields
        ]
        assert form.fields["reason"] == "paper sheet"
        answer = desk.client.post(address, form.fields | {"sum_1_0": "1000", "sum_1_1": "700"})
        address = answer["Location"]
    assert seen == [at("desk_paper", cup, match.pk) for match in matches]
    assert address == at("desk_round", cup, 1, 1)
    assert desk.client.post(at("desk_round_do", cup, 1, 1, "close")).status_code == 302
    assert [result_of(match, "points", "score") for match in matches] == [[(2, 1000), (0, 700)]] * 4


def test_a_sheet_is_corrected_with_what_stands_in_it(desk: desks.Desk) -> None:
    match = published(desk, "german_championship")[0]
    hands = [("60", "40"), ("200", "0"), ("35", "65"), ("50", "50")]
    typed = {
        f"hand_1_{n}_{side}": value[side] for n, value in enumerate(hands, 1) for side in (0, 1)
    }
    sheet(desk, match, **typed, sweep_1_2="0", fine="on")
    address = at("desk_correct", cup_of(match), match.pk)
    (form,) = [
        form
        for form in Forms(desk.client.get(address).content.decode()).found
        if {"hand_1_1_0", "sum_1_0"} & form.fields.keys()
    ]
    assert {key: form.fields[key] for key in typed} == typed
    page = preview(
        desk.client, address, **form.fields | {"hand_1_1_0": "40", "hand_1_1_1": "60", "fine": "on"}
    )
    assert confirm(desk.client, page, address, "misread").status_code == 302
    assert [score for (score,) in result_of(match, "score")] == [325, 175]
    assert LogLine.objects.latest("pk").reason == "misread"


def test_what_the_table_wrote_stands_in_the_form(desk: desks.Desk) -> None:
    match = published(desk, "german_championship")[0]
    desks.play_match(match)
    address = at("desk_correct", cup_of(match), match.pk)
    (form,) = [
        form
        for form in Forms(desk.client.get(address).content.decode()).found
        if {"hand_1_1_0", "sum_1_0"} & form.fields.keys()
    ]
    sums = [sum(int(form.fields[f"hand_1_{n}_{side}"]) for n in range(1, 5)) for side in (0, 1)]
    assert [score for (score,) in result_of(match, "score")] == sums


def test_the_sums_of_a_sheet_go_before_hands_that_only_stood_in_the_form(desk: desks.Desk) -> None:
    match = published(desk)[0]
    sheet(desk, match, hand_1_1_0="60", hand_1_1_1="40", sum_1_0="60", sum_1_1="40", fine="on")
    address = at("desk_correct", cup_of(match), match.pk)
    (form,) = [
        form
        for form in Forms(desk.client.get(address).content.decode()).found
        if {"hand_1_1_0", "sum_1_0"} & form.fields.keys()
    ]
    sums = form.fields | {"sum_1_0": "1040", "sum_1_1": "660"}
    touched = desk.client.post(address, sums | {"hand_1_1_0": "50", "hand_1_1_1": "50"})
    assert (touched.status_code, errors(touched)[0]) == (
        422,
        "The hands total 50, but the sum says 1040: check the sheet.",
    )
    page = preview(desk.client, address, **sums)
    assert confirm(desk.client, page, address, "the sheet's word").status_code == 302
    assert result_of(match, "score") == [(1040,), (660,)]


def test_places_are_typed_where_everybody_plays_alone(desk: desks.Desk) -> None:
    match = published(desk, "grand_seigneur", 6)[0] if "grand_seigneur" in _presets() else None
    if match is None:
        match = published(desk, _alone(), 6)[0]
    sides = seated_match(match).sides
    typed = {f"sum_1_{side}": str(place) for side, place in enumerate(range(len(sides), 0, -1))}
    assert sheet(desk, match, **typed).status_code == 302
    assert [place for (place,) in result_of(match, "places")] == [
        [place] for place in range(len(sides), 0, -1)
    ]


def test_in_german_a_place_at_the_table_is_a_platz_and_where_it_is_played_an_ort(
    desk: desks.Desk,
) -> None:
    match = published(desk, _alone(), 6)[0]
    german = {"HTTP_ACCEPT_LANGUAGE": "de"}
    page = desk.client.get(at("desk_paper", cup_of(match), match.pk), **german).content.decode()
    assert set(re.findall(r'<th scope="row">(Platz|Ort|Summe)</th>', page)) == {"Platz"}
    about = desk.client.get(at("desk_about", cup_of(match)), **german).content.decode()
    assert '<label for="place">Ort</label>' in about


def _presets() -> list[str]:
    from tournaments.plans import PRESETS

    return list(PRESETS)


def _alone() -> str:
    from tournaments.plans import PRESETS

    return next(
        key
        for key, one in PRESETS.items()
        if one.stages[0].variant in {"grand_seigneur", "always_last"}
    )


def test_the_public_page_shows_the_hands_of_the_sheet(desk: desks.Desk) -> None:
    match = published(desk, "german_championship")[0]
    hands = [("60", "40"), ("200", "0"), ("35", "65"), ("50", "50")]
    typed = {
        f"hand_1_{n}_{side}": value[side] for n, value in enumerate(hands, 1) for side in (0, 1)
    }
    sheet(desk, match, **typed, sweep_1_2="0", fine="on")
    page = text_of(desk.client.get(at("tournament_match", cup_of(match), match.pk)))
    # What it brought outside, the totals inside
    assert "35 295 Hand 3 65 105" in " ".join(page.split())
    assert "50 345 Hand 4 50 155" in page


def test_the_desk_s_helpers_enter_sheets_and_nobody_else(desk: desks.Desk) -> None:
    match = published(desk)[0]
    address = at("desk_paper", cup_of(match), match.pk)
    for role in ("referee", "desk"):
        assert desks.in_role(desk, role).get(address).status_code == 200
    assert desks.in_role(desk, "screen").get(address).status_code == 404
    kept_out(address, cup_of(match), post=False)
    assert desk.client.get(at("desk_paper", cup_of(match), 10**6)).status_code == 404
    assert desk.client.put(address).status_code == 405
