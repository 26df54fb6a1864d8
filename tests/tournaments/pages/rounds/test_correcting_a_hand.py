"""A director corrects one hand of a table, on the table's own form, from the hands on the page of
the match.
"""

import re
import uuid
from html import unescape

import pytest
from django.test import Client

from scoring.games.actions.writing import record_round, undo_round
from scoring.games.queries import table_of
from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Entry
from tests.requests import Response
from tests.scoring.games import a_device
from tests.tournaments import desks
from tests.tournaments.agreeing import HANDS
from tests.tournaments.desk_pages import at, errors, kept_out, said, text_of
from tests.tournaments.pages.rounds.leading import agreed, closed
from tests.tournaments.pages.rounds.leading import played as all_hands
from tests.worlds import built_once
from tournaments.actions import judging, publishing
from tournaments.match.figures import figures_now
from tournaments.models import Change, LogLine, Match, Notice, Role
from tournaments.verifying import differences_in_tournaments

pytestmark = pytest.mark.django_db

shared = built_once(lambda: all_hands(desks.a_desk()))
LEVEL = {"place_0": "1", "place_1": "2", "place_2": "3", "place_3": "4", "points": "50"}


@pytest.fixture
def desk(shared: Match) -> desks.Desk:
    return desks.desk_of(shared.session_round.stage.tournament.club)


@pytest.fixture
def match(desk: desks.Desk) -> Match:
    """All hands are written, 65 : 35 each, and nobody has agreed yet."""
    return all_hands(desk)


def address(match: Match, hand: int = 2, game: int = 1) -> str:
    return at("desk_hand", match.session_round.stage.tournament, match.pk, game, hand)


def entries(match: Match) -> list[Entry]:
    game = match.games.get().game
    assert game is not None
    return table_of(game).entries


def form(client: Client, match: Match, hand: int = 2) -> dict[str, str]:
    """What the form of a hand sends as it stands."""
    page = client.get(address(match, hand)).content.decode()
    fields = page.partition('class="plain card"')[2].partition("</form>")[0]
    typed = re.findall(r'<input\b[^>]*?\bname="([^"]+)"[^>]*?\bvalue="([^"]*)"', fields)
    return {name: value for name, value in typed if name != "csrfmiddlewaretoken"}


def correct(client: Client, match: Match, hand: int = 2, **fields: str) -> Response:
    return client.post(address(match, hand), form(client, match, hand) | LEVEL | fields)


def nothing_differs() -> bool:
    return not [*differences_in_games(Counts()), *differences_in_tournaments(Counts())]


# What it does
# --------------------------------------------------------------------------------------------------


def test_each_hand_of_the_match_leads_to_its_form_which_has_it_as_it_stands(
    desk: desks.Desk, match: Match
) -> None:
    page = desk.client.get(
        at("desk_match", match.session_round.stage.tournament, match.pk)
    ).content.decode()
    assert [address(match, hand) in page for hand in range(1, HANDS + 2)] == [
        *[True] * HANDS,
        False,
    ]
    shown = form(desk.client, match)
    assert {key: shown[key] for key in LEVEL} == LEVEL | {"points": "65"}
    assert shown["replaces"] == str(entries(match)[1].pk)


def test_a_call_of_which_only_the_team_is_known_is_shown_and_stays_in_the_form(
    desk: desks.Desk,
) -> None:
    tournament = desks.a_tournament("pairs_swiss", 2, desk=desk)
    stage = desks.first_stage(tournament)
    stage.rules |= {"recording": "points"}
    stage.save()
    (match,) = desks.draw(tournament).matches.all()
    game = publishing.open_game(match, 1, a_device("a phone"))
    hand = {"card_points": [65, 35], "side_calls": [[1, "tichu", True]]}
    record_round(game, uuid.uuid4(), 1, hand, a_device("a phone"))
    assert "(who: not recorded): Tichu ✓ made" in text_of(desk.client.get(address(match, 1)))
    sent = {key: unescape(value) for key, value in form(desk.client, match, 1).items()}
    fields = sent | {"points": "70", "sure": "1", "reason": "they miscounted"}
    assert desk.client.post(address(match, 1), fields).status_code == 302
    assert entries(match)[0].data == hand | {"card_points": [70, 30]}


def test_a_corrected_hand_counts_and_the_log_says_who_did_it(
    desk: desks.Desk, match: Match
) -> None:
    before = entries(match)
    look = correct(desk.client, match)
    assert look.status_code == 200
    assert "Why?" in text_of(look)
    assert entries(match) == before, "nothing is done before it was looked at"
    assert errors(correct(desk.client, match, sure="1", reason="")) == [
        "Give a reason: everybody concerned can read it."
    ]
    done = correct(desk.client, match, sure="1", reason="they miscounted")
    assert said(desk.client, done) == ["Hand 2 has been corrected."]
    after = entries(match)
    assert [after[0], *after[2:]] == [before[0], *before[2:]]
    entry = after[1]
    tournament = match.session_round.stage.tournament
    assert (entry.kind, entry.replaces, entry.device) == ("correction", before[1], tournament.desk)
    assert figures_now(desks.reread(match)) == [[245, 155]]
    line = LogLine.objects.get(action="hand_corrected")
    assert (line.by, line.reason) == (desk.user, "they miscounted")
    assert (line.params["hand"], line.params["was"], line.params["now"]) == (
        2,
        "260 : 140",
        "245 : 155",
    )
    log = text_of(desk.client.get(at("desk_log", tournament)))
    assert not Change.objects.filter(line=line).exists(), "the hand is corrected once more instead"
    assert "Corrected hand 2 at table 1 in round 1: 260 : 140 became 245 : 155 ." in log
    assert nothing_differs()


def test_a_locked_result_is_counted_again_and_agreed_by_the_director(desk: desks.Desk) -> None:
    match = agreed(desk)
    assert "agreed" in text_of(desk.client.get(address(match)))
    correct(desk.client, match, sure="1", reason="they miscounted")
    match = desks.reread(match)
    assert (match.agreement, match.agreed_how, figures_now(match)) == (
        "agreed",
        "desk",
        [[245, 155]],
    )
    assert Notice.objects.filter(line__action="hand_corrected").count() == 4
    assert nothing_differs()


def test_in_a_closed_round_the_page_says_so_and_the_result_follows(desk: desks.Desk) -> None:
    match = closed(desk)
    assert "Round 1 is closed: its standings are recalculated" in text_of(
        desk.client.get(address(match))
    )
    look = correct(desk.client, match)
    assert (look.status_code, figures_now(desks.reread(match))) == (200, [[260, 140]])
    correct(desk.client, match, sure="1", reason="they miscounted")
    assert (desks.reread(match).agreement, figures_now(desks.reread(match))) == (
        "agreed",
        [[245, 155]],
    )


def test_while_the_table_still_plays_it_is_done_at_once_and_needs_no_reason(
    desk: desks.Desk,
) -> None:
    match = desks.draw(
        desks.a_tournament("german_championship", 4, desk=desk, name="Next")
    ).matches.get(number=1)
    match = desks.reread(match)
    game = publishing.open_game(match, 1, desks.table_phone())
    record_round(
        game, uuid.uuid4(), 1, {"out": [0, 1, 2, 3], "card_points": [65, 35]}, desks.table_phone()
    )
    answer = correct(desk.client, match, 1)
    assert said(desk.client, answer) == ["Hand 1 has been corrected."]
    assert (
        desks.reread(match).agreement,
        [entry.data["card_points"] for entry in entries(match)],
    ) == (
        "open",
        [[50, 50]],
    )


def test_a_mistake_stands_beside_what_was_typed(desk: desks.Desk, match: Match) -> None:
    answer = correct(desk.client, match, points="63", place_3="7")
    assert answer.status_code == 422
    assert errors(answer)
    assert 'value="63"' in answer.content.decode()
    assert not LogLine.objects.filter(action="hand_corrected").exists()


def test_a_hand_that_the_table_has_changed_since_is_not_overwritten(
    desk: desks.Desk, match: Match
) -> None:
    seen = form(desk.client, match, HANDS)
    game = match.games.get().game
    assert game is not None
    undo_round(game, uuid.uuid4(), HANDS, desks.table_phone())
    record_round(game, uuid.uuid4(), HANDS, {"out": [1, 3]}, a_device("the table's"))
    answer = desk.client.post(
        address(match, HANDS), seen | LEVEL | {"sure": "1", "reason": "they miscounted"}
    )
    assert answer.status_code == 409
    assert entries(match)[-1].data == {"out": [1, 3]}


def test_where_a_typed_result_counts_no_hand_is_offered(desk: desks.Desk, match: Match) -> None:
    judging.rule_match(match, desk.user, {"kind": "half"}, "fire alarm")
    page = desk.client.get(
        at("desk_match", match.session_round.stage.tournament, match.pk)
    ).content.decode()
    assert address(match) not in page
    answer = desk.client.get(address(match))
    assert answer.status_code == 200
    assert "Undo that first" in text_of(answer)
    assert 'name="place_0"' not in answer.content.decode()
    assert desk.client.post(address(match), LEVEL).status_code == 409


# Who may
# --------------------------------------------------------------------------------------------------


def test_a_referee_may_and_the_rest_of_the_desk_may_not(desk: desks.Desk, match: Match) -> None:
    answer = correct(
        desks.in_role(desk, Role.Name.REFEREE), match, sure="1", reason="they miscounted"
    )
    assert answer.status_code == 302
    assert LogLine.objects.get(action="hand_corrected").by is not None
    helper = desks.in_role(desk, Role.Name.DESK)
    before = entries(match)
    assert helper.get(address(match)).status_code == 404
    posted = form(desk.client, match) | {"points": "65", "sure": "1", "reason": "no"}
    assert helper.post(address(match), posted).status_code == 404
    assert entries(match) == before
    page = helper.get(
        at("desk_match", match.session_round.stage.tournament, match.pk)
    ).content.decode()
    assert address(match) not in page


def test_strangers_another_clubs_director_and_phones_get_nowhere(
    desk: desks.Desk, match: Match
) -> None:
    kept_out(
        address(match),
        match.session_round.stage.tournament,
        LEVEL | {"sure": "1", "reason": "no"},
        page=True,
    )


def test_a_hand_a_game_or_a_match_that_is_none_is_not_there(desk: desks.Desk, match: Match) -> None:
    tournament = match.session_round.stage.tournament
    other = desks.draw(
        desks.a_tournament("german_championship", 4, desk=desk, name="Next")
    ).matches.get(number=1)
    wrong = [
        address(match, HANDS + 1),
        address(match, 0),
        address(match, game=2),
        at("desk_hand", tournament, 10**9, 1, 1),
        at("desk_hand", tournament, other.pk, 1, 1),
        address(other),
    ]
    for each in wrong:
        assert [desk.client.get(each).status_code, desk.client.post(each, LEVEL).status_code] == [
            404,
            404,
        ], each
    for method in ("put", "patch", "delete"):
        assert getattr(desk.client, method)(address(match)).status_code == 405
