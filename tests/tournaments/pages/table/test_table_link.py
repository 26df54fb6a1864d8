"""A match at its table: from the code on the table into the scorer, from game to game, and back."""

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.games.actions.game_state import finish_early
from scoring.models import Device, Entry, Game
from tests.requests import Response
from tests.scoring.games import a_client, a_device, a_game
from tests.scoring.tables import an_entry
from tests.tournaments import desks
from tests.tournaments.desk_pages import errors, text_of
from tests.tournaments.pages.table.phones import play
from tournaments.actions import draft_changes, drawing, entering, judging, publishing
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Match, Phone
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

HAND = {"out": [0, 1, 2, 3], "card_points": [65, 35]}
LOST = {"out": [0, 1, 2, 3], "card_points": [35, 65]}
LEVEL = {"out": [0, 1, 2, 3], "card_points": [50, 50]}
ONE_HAND = {"target_score": None, "round_limit": 1}


def published(preset: str = "pairs_swiss", entrants: int = 4, **stage: Any) -> Match:
    desks.draw(desks.a_tournament(preset, entrants, **stage))
    return first_match()


def first_match() -> Match:
    rows = Match.objects.select_related("session_round__stage__tournament")
    found = rows.order_by("session_round", "number").first()
    assert found is not None
    return found


def link(match: Match) -> str:
    return reverse("match", args=[token_of(match)])


def send(phone: Client, game: Game, number: int = 1, hand: dict[str, Any] = HAND) -> Response:
    """Send a hand as the table's screen does."""
    entry = an_entry(number, hand, kind="round", sides=[[0, 2], [1, 3]])
    return phone.post(
        reverse("api_entries", args=[game.pk]), json.dumps(entry), content_type="application/json"
    )


# Into the scorer
# ----------------------------------------------------------------------------------------------


def test_a_strange_phone_sees_who_plays_and_leaves_no_trace() -> None:
    match = published("german_championship", 8)
    devices = Device.objects.count()
    response = Client().get(link(match))
    page = text_of(response)
    names = [
        place.entrant.members.get().player.name for place in match.places.select_related("entrant")
    ]
    assert all(name in page for name in names)
    assert "Autumn cup · Round 1 Table 1" in page
    assert "4 hands in all." in page
    assert "Keep score" in page
    assert re.findall(
        r'<input type="radio" name="side" value="(\d)"( required)?>', response.content.decode()
    ) == [
        ("0", " required"),
        ("1", " required"),
    ]
    assert (Device.objects.count(), response.cookies.get("device")) == (devices, None)
    assert response["Cache-Control"] == "no-store"
    assert response["X-Robots-Tag"] == "noindex"


def test_a_tap_begins_the_game_and_lets_this_phone_write() -> None:
    match = published("german_championship")
    phone = Client()
    answer = play(phone, match)
    game = match.games.get().game
    assert game is not None
    assert (answer.status_code, answer["Location"]) == (303, reverse("score", args=[game.pk]))
    assert (game.of_match, game.saving, game.table_name) == (True, "asks", "1")
    assert phone.get(answer["Location"]).status_code == 200
    assert Client().get(answer["Location"]).status_code == 404


def test_two_phones_at_the_table_write_in_one_game() -> None:
    match = published("german_championship")
    phones = [Client(), Client()]
    first = play(phones[0], match)
    assert play(phones[1], match).status_code == 409
    phones[1].post(reverse("match_do", args=[token_of(match), "ask"]))
    asking = Phone.objects.get(asked_at__isnull=False)
    phones[0].post(reverse("match_do", args=[token_of(match), "allow"]), {"phone": asking.pk})
    assert play(phones[1], match)["Location"] == first["Location"]
    assert Game.objects.filter(of_match=True).count() == 1
    game = match.games.get().game
    assert game is not None
    assert send(phones[0], game).status_code == 201
    assert send(phones[1], game, 2).status_code == 201
    page = text_of(phones[1].get(link(match)))
    assert "Playing hand 3" in page
    assert "Continue" in page
    assert "Another phone is keeping score" in text_of(phones[0].get(link(match)))


def test_what_is_no_link_of_ours_leads_to_a_page_that_says_so() -> None:
    match = published()
    other = Match.objects.exclude(pk=match.pk).first()
    assert other is not None
    forged = token_of(match).replace(f"{match.pk}-", f"{other.pk}-")
    for token in (forged, "x", "1-", f"{10**20}-abc", "\u0661-abc", f"{match.pk}-\u00e4"):
        for answer in (
            Client().get(reverse("match", args=[token])),
            Client().post(reverse("match_play", args=[token, 1])),
        ):
            assert answer.status_code == 404
            assert "No match at this link" in text_of(answer)
    assert Client().get(reverse("match_play", args=[token_of(match), 1])).status_code == 405


def test_a_draft_is_not_there_until_it_is_published() -> None:
    tournament = desks.a_tournament("pairs_swiss", 4)
    session_round = desks.draw(tournament, publish=False)
    match = first_match()
    assert Client().get(link(match)).status_code == 404
    assert play(Client(), match).status_code == 404
    publishing.publish_round(session_round, None)
    assert Client().get(link(match)).status_code == 200
    draft_changes.unpublish_round(session_round, None)
    assert Client().get(link(match)).status_code == 404


# Squads
# --------------------------------------------------------------------------------------------------


def team_match(**stage: Any) -> tuple[Match, list[list[int]]]:
    tournament = desks.a_tournament("team_cup", 0, **stage)
    rows = [NewEntrant((f"Ada {n}", f"Bo {n}", f"Cy {n}")) for n in (1, 2)]
    entering.enter(tournament, None, rows)
    desks.draw(tournament)
    match = first_match()
    places = match.places.select_related("entrant").order_by("side")
    return match, [list(place.entrant.members.values_list("pk", flat=True)) for place in places]


def test_a_squad_that_is_larger_than_its_side_says_who_sits_down() -> None:
    match, squads = team_match()
    page = Client().get(link(match)).content.decode()
    assert page.count("Choose 2.") == 2
    assert page.count("checked") == 4
    play(Client(), match, side_0=[squads[0][1], squads[0][2]], side_1=[squads[1][0], squads[1][2]])
    number = first_match().places.order_by("side")[0].entrant.number
    other = 3 - number
    game = match.games.get(number=1).game
    assert game is not None
    assert [seat.player.name for seat in game.seats.select_related("player")] == [
        f"Bo {number}",
        f"Ada {other}",
        f"Cy {number}",
        f"Cy {other}",
    ]
    assert "Choose 2." not in Client().get(link(match)).content.decode()


def test_who_played_the_game_before_is_ticked_for_the_next() -> None:
    match, squads = team_match(rules=ONE_HAND)
    phone = Client()
    play(phone, match, side_0=squads[0][1:], side_1=squads[1][:2])
    game = match.games.get(number=1).game
    assert game is not None
    assert send(phone, game).status_code == 201
    page = phone.get(link(match)).content.decode()
    ticked = {int(pk) for pk in re.findall(r'value="(\d+)" checked', page)}
    assert ticked == {*squads[0][1:], *squads[1][:2]}


@pytest.mark.parametrize("ticked", [1, 3])
def test_too_few_or_too_many_of_a_side_are_refused_and_stay_ticked(ticked: int) -> None:
    match, squads = team_match()
    answer = play(Client(), match, side_0=squads[0][:ticked], side_1=squads[1][1:])
    assert (answer.status_code, errors(answer)) == (
        422,
        ["Choose 2 of this side's own people."],
    )
    assert answer.content.decode().count("checked") == ticked + 2
    assert not Game.objects.filter(of_match=True).exists()


def test_nobody_of_another_team_sits_down() -> None:
    match, squads = team_match()
    answer = play(
        Client(),
        match,
        side_0=[squads[0][0], squads[1][2]],
        side_1=[squads[1][0], "x", str(10**30)],
    )
    assert answer.status_code == 422


# From game to game
# --------------------------------------------------------------------------------------------


def test_a_best_of_three_leads_from_game_to_game_until_it_is_won() -> None:
    match = published("pairs_swiss", 4, best_of=3, rules=ONE_HAND)
    phone = Client()
    assert "Write game 1" in text_of(phone.get(link(match)))
    early = play(phone, match, 2)
    assert (early.status_code, errors(early)) == (
        409,
        ["Game 1 of this match comes first: finish it before the next."],
    )
    for number in (1, 2):
        play(phone, match, number)
        game = match.games.get(number=number).game
        assert game is not None
        # With every second game the sides change seats: the first side of the match wins both.
        assert send(phone, game, hand=HAND if number == 1 else LOST).status_code == 201
        after = text_of(phone.get(reverse("score", args=[game.pk])))
        # The result is there to be agreed when the match is over.
        assert ("Now the other side agrees" in after) == (number == 2)
        assert ("The result counts when both sides agree to it." in after) == (number == 2)
        assert "Rematch" not in after
        page = text_of(phone.get(link(match)))
        assert ("Write game 2" in page) == (number == 1)
    assert "This match is over." in page
    over = play(phone, match, 3)
    assert (over.status_code, errors(over)) == (
        409,
        ["This match is decided: no more games are played."],
    )
    nowhere = play(phone, match, 4)
    assert (nowhere.status_code, errors(nowhere)) == (409, ["This match has no game 4."])


def test_a_table_of_five_sees_who_sits_out_of_the_coming_game() -> None:
    match = published("german_championship", 5, format_settings=desks.FIVES)
    phone = Client()
    names = {
        place.entrant_id: place.entrant.members.get().player.name for place in match.places.all()
    }
    out = []
    for number in range(1, 6):
        page = text_of(phone.get(link(match)))
        playing = {who for side in match.games.get(number=number).sides for who in side}
        (resting,) = names.keys() - playing
        assert f"Sitting out: {names[resting]} Write game {number}" in page
        out.append(resting)
        play(phone, match, number)
        game = match.games.get(number=number).game
        assert game is not None
        desks.play_game(game)
    assert sorted(out) == sorted(names)
    match.refresh_from_db()
    assert match.done
    assert "This match is over." in text_of(phone.get(link(match)))


def test_an_evening_of_four_plays_three_games_in_changing_pairs() -> None:
    match = published("league_evening", 4)
    phone = Client()
    for number in (1, 2, 3):
        assert f"Write game {number}" in text_of(phone.get(link(match)))
        play(phone, match, number)
        game = match.games.get(number=number).game
        assert game is not None
        desks.play_game(game)
    assert "This match is over." in text_of(phone.get(link(match)))


# In the scorer
# ------------------------------------------------------------------------------------------------


def opened(phone: Client, match: Match) -> Game:
    play(phone, match)
    game = match.games.get(number=1).game
    assert game is not None
    return game


def test_a_game_of_a_match_offers_no_rematch_and_no_other_recording() -> None:
    match = published("german_championship")
    phone = Client()
    game = opened(phone, match)
    board = text_of(phone.get(reverse("score", args=[game.pk])))
    assert "Back to the match" in board
    assert "Now the other side agrees" not in board
    assert "Table 1" in board
    assert "What is recorded" not in board
    sheet = phone.get(reverse("game", args=[game.pk])).content.decode()
    assert f'href="{link(match)}"' in sheet
    assert reverse("finish_early", args=[game.pk]) in sheet
    desks.play_game(game)
    for page in ("score", "game"):
        html = phone.get(reverse(page, args=[game.pk])).content.decode()
        assert f'href="{link(match)}"' in html
        assert reverse("rematch", args=[game.pk]) not in html


def test_the_rules_of_the_tournament_are_not_changed_at_a_table() -> None:
    match = published("german_championship")
    phone = Client()
    game = opened(phone, match)
    answer = phone.post(reverse("table_settings", args=[game.pk]), {"recording": "points"})
    assert answer.status_code == 409
    assert "The tournament sets how much is recorded" in text_of(answer)
    again = phone.post(reverse("rematch", args=[game.pk]))
    assert again.status_code == 409
    assert "go back to the match for its next game" in text_of(again)
    assert Game.objects.count() == 1


def test_time_is_up_and_the_match_counts_as_it_stands() -> None:
    match = published("pairs_swiss_timed")
    phone = Client()
    game = opened(phone, match)
    assert send(phone, game).status_code == 201
    answer = phone.post(reverse("finish_early", args=[game.pk]), {"reason": "time is up"})
    assert answer.status_code == 302
    match.refresh_from_db()
    assert match.done
    page = text_of(phone.get(link(match)))
    assert "Finished early: time is up" in page
    assert "65" in page


def test_games_without_a_match_lead_to_none() -> None:
    game = a_game()
    page = text_of(a_client().get(reverse("score", args=[game.pk])))
    assert "Back to the match" not in page
    assert "Rematch" not in page
    finish_early(game, a_device(), "last tram")
    assert (
        reverse("rematch", args=[game.pk])
        in a_client().get(reverse("score", args=[game.pk])).content.decode()
    )


# Bad luck
# --------------------------------------------------------------------------------------------------


def conflict(answer: Response) -> tuple[int, list[str]]:
    return answer.status_code, [error["code"] for error in answer.json()["errors"]]


def test_a_round_closed_while_a_table_still_writes_keeps_its_results() -> None:
    match = published("german_championship")
    phone = Client()
    game = opened(phone, match)
    send(phone, game)
    judging.rule_match(match, None, {"kind": "half"}, "closing time")
    publishing.close_round(match.session_round, None)
    answer = send(phone, game, 2)
    assert (answer.status_code, answer.json()["outcome"]) == (201, "late")
    assert (game.rounds.count(), Entry.objects.filter(game=game).count()) == (1, 2)
    page = text_of(phone.get(link(match)))
    assert "The round is closed and its results are final." in page
    assert "Continue" not in page
    late = play(phone, match)
    assert (late.status_code, errors(late)) == (
        409,
        ["This round is closed and its results are final. A director can reopen it."],
    )


def test_a_table_that_was_drawn_anew_keeps_its_entry_and_hears_why() -> None:
    match = published("german_championship", 8)
    phone = Client()
    game = opened(phone, match)
    drawing.redraw_round(match.session_round, None, reason="a mistake")
    assert conflict(send(phone, game)) == (409, ["match_gone"])
    assert phone.get(link(match)).status_code == 404
    assert phone.get(reverse("score", args=[game.pk])).status_code == 200


def test_a_finished_tournament_takes_nothing_more() -> None:
    match = published("german_championship")
    phone = Client()
    game = opened(phone, match)
    tournament = match.session_round.stage.tournament
    type(tournament).objects.filter(pk=tournament.pk).update(state="finished")
    answer = send(phone, game)
    assert (answer.status_code, answer.json()["outcome"], game.rounds.count()) == (201, "late", 0)
    page = text_of(phone.get(link(match)))
    assert "The tournament is finished." in page
    assert "Continue" not in page


def test_a_substitute_comes_in_before_a_side_that_is_too_small_can_play() -> None:
    match = published("pairs_swiss")
    place = match.places.select_related("entrant").first()
    assert place is not None
    gone = place.entrant.members.first()
    assert gone is not None
    gone.active = False
    gone.save()
    answer = play(Client(), match)
    assert answer.status_code == 422
    assert "A side at this table needs 2 people: the director adds a substitute first." in text_of(
        answer
    )


def test_a_level_knock_out_sends_the_table_to_the_director() -> None:
    match = published("cup", 4, rules=ONE_HAND)
    phone = Client()
    game = opened(phone, match)
    assert send(phone, game, hand=LEVEL).status_code == 201
    match.refresh_from_db()
    assert (match.done, match.winner) == (True, None)
    assert "It ended level, but one side must go on: ask the director." in text_of(
        phone.get(link(match))
    )


def test_more_games_ask_the_database_no_oftener() -> None:
    counts = []
    for best_of, games in ((3, 1), (9, 4)):
        match = published(best_of=best_of, rules=ONE_HAND)
        match = Match.objects.select_related("session_round__stage__tournament").order_by("-pk")[0]
        for number in range(1, games + 1):
            desks.play_game(publishing.open_game(match, number, desks.table_phone()), number)
        with CaptureQueriesContext(connection) as caught:
            assert Client().get(link(match)).status_code == 200
        counts.append(len(caught))
    assert counts[0] == counts[1] <= 15
