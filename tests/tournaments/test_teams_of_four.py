"""Teams of four: two tables with the same boards at the same time, on phones, paper and pages."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.forms import model_to_dict
from django.test import Client
from django.urls import reverse

from scoring.games.queries import table_of
from scoring.models import Game, Player, Rating, Seat
from scoring.people.rated.lists import up_to_date
from scoring.rules import Round, RuleError
from tests.scoring.games import write
from tests.tournaments import desks
from tests.tournaments.asking_api import ADDRESSES as API
from tests.tournaments.asking_api import at, read
from tests.tournaments.desk_pages import errors, match_page, own_page, save_stage, text_of
from tests.tournaments.pages.table.phones import do, page, play, seen
from tests.tournaments.standings.duplicate.second_count import imps_by_hand, points_by_hand
from tournaments.actions import creating, publishing, stages
from tournaments.actions.board_rulings import give_averages
from tournaments.actions.match_seats import reseat
from tournaments.actions.moving_results import move_result
from tournaments.exchange.reading import import_tournament
from tournaments.exchange.writing import text_of as document_of
from tournaments.models import Match, MatchGame, Member, Phone, Tournament
from tournaments.pages.hall.forms import EveningForm
from tournaments.plans import PRESETS
from tournaments.plans.usual import usual_awards
from tournaments.stage.history import history_of, seated_match
from tournaments.stage.ranking import ranked
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

A, B = 1, 2


def a_match(teams: int = 2, mode: str = "confirm") -> Match:
    """The first match of a published round."""
    tournament = desks.a_tournament("teams_of_four", teams)
    Tournament.objects.update(agreement=mode)
    desks.draw(tournament)
    return desks.first_match(tournament)


def hand(first: int) -> Round:
    """A hand without calls: these card points for the first team."""
    return Round(out=(0, 1, 2, 3), card_points=(first, 100 - first))


def game_at(match: Match, room: int) -> Game:
    game: Game = MatchGame.objects.select_related("game").get(match=match, number=room).game
    return game


def enter(match: Match, room: int, *points: int) -> None:
    """Write hands at a table, on its phone: the card points of the first team."""
    phone = Phone.objects.get(match=match, room=room, writes=True)
    write(game_at(match, room), map(hand, points), phone.device)


def people_at(match: Match, room: int) -> list[int]:
    return list(
        Seat.objects.filter(game=game_at(match, room))
        .order_by("number")
        .values_list("player", flat=True)
    )


def two_phones(match: Match) -> tuple[Client, Client]:
    """A phone of the first team at table A, and one of the second at table B."""
    first, second = Client(), Client()
    assert play(second, match, B, side="1").status_code == 303
    assert play(first, match, A, side="0").status_code == 303
    return first, second


# At the tables
# --------------------------------------------------------------------------------------------------


def test_both_tables_write_at_once_each_on_its_own_phone() -> None:
    match = a_match()
    first, second = two_phones(match)
    third = Client()
    for phone in (third, second):
        assert errors(play(phone, match, A, side="1")) == [
            "Another phone writes this match. Ask it to let this one write."
        ]
    assert (do(third, match, "sit", side="1").status_code, Phone.objects.count()) == (303, 3)
    writers = Phone.objects.filter(writes=True).order_by("room")
    assert list(writers.values_list("room", "side")) == [(A, 0), (B, 1)]
    assert [game_at(match, room).table_name for room in (A, B)] == ["1 A", "1 B"]
    # Each team has its own seats on both phones; nobody sits at both
    teams = [
        list(desks.of_side(match, side).members.values_list("player", flat=True)) for side in (0, 1)
    ]
    at_a, at_b = people_at(match, A), people_at(match, B)
    assert [at_a[0::2], at_a[1::2]] == [teams[0][:2], teams[1][:2]]
    assert [at_b[0::2], at_b[1::2]] == [teams[0][2:], teams[1][2:]]
    shown = page(first, match)
    for room, letter in ((A, "A"), (B, "B")):
        sits = desks.names_at(MatchGame.objects.get(match=match, number=room))
        pairs = [" & ".join(sits[side::2]) for side in ((0, 1) if room == A else (1, 0))]
        where = f"North–South {pairs[0]} East–West {pairs[1]}"
        assert f"Table 1 {letter} 0 of 4 boards {where}" in shown
    for phone, room in ((first, A), (second, B)):
        shown = phone.get(reverse("score", args=[game_at(match, room).pk])).content.decode()
        assert f"Board {1 if room == A else 3}" in shown
    assert first.get(reverse("score", args=[game_at(match, B).pk])).status_code == 404


def test_a_team_chooses_who_sits_where_and_nobody_sits_twice() -> None:
    match = a_match()
    members = [list(desks.of_side(match, side).members.all()) for side in (0, 1)]
    chosen = {f"side_{side}": [members[side][at].pk for at in (0, 3)] for side in (0, 1)}
    assert play(Client(), match, A, side="0", **chosen).status_code == 303
    second = Client()
    again = play(second, match, B, side="1", **chosen)
    assert errors(again) == ["Choose 2 of this side's own people."]
    assert play(second, match, B, side="1").status_code == 303
    left = {members[side][at].player_id for side in (0, 1) for at in (1, 2)}
    assert set(people_at(match, B)) == left


def test_a_team_of_six_keeps_its_order_once_one_table_has_begun() -> None:
    match = a_match()
    team = desks.of_side(match, 0)
    for number in (5, 6):
        person = Player.objects.create(name=f"Reserve {number}", club=team.tournament.club)
        Member.objects.create(tournament=team.tournament, entrant=team, player=person, order=number)
    members = [member.pk for member in team.members.all()]
    own = [(str(pk), pk in members[2:4]) for pk in members]
    assert ticked_at(match, B, 0) == own
    assert play(Client(), match, A, side="0").status_code == 303
    assert ticked_at(match, B, 0) == own[2:]
    assert play(Client(), match, B, side="0").status_code == 303
    players = dict(team.members.values_list("pk", "player"))
    assert people_at(match, B)[0::2] == [players[pk] for pk in members[2:4]]


def ticked_at(match: Match, room: int, side: int) -> list[tuple[str, bool]]:
    """The members of a side who may play at a table, and whether they are chosen."""
    text = Client().get(reverse("match", args=[token_of(match)])).content.decode()
    card = text.partition(f'id="room-{room}"')[2].partition("</section>")[0]
    boxes = re.findall(rf'<input[^>]*name="side_{side}"[^>]*>', card)
    return [(re.search(r'value="(\d+)"', box)[1], "checked" in box) for box in boxes]  # type: ignore[index]


def test_a_board_is_shown_once_both_tables_have_played_it() -> None:
    match = a_match()
    first, _second = two_phones(match)
    enter(match, A, 85, 20)
    stranger = Client()
    public = reverse("tournament_match", args=[desks.cup_of(match).pk, match.pk])
    pages = [page(first, match), page(stranger, match), text_of(stranger.get(public))]
    assert not any("85" in shown or "+70" in shown for shown in pages)
    assert desks.reread(match).result is None
    enter(match, B, 70, 45, 50)  # boards 3 and 4, then 1
    pages = [page(first, match), page(stranger, match), text_of(stranger.get(public))]
    assert all("1 85 : 15 50 : 50 +70 4" in shown for shown in pages)
    assert not any("20 : 80" in shown or "70 : 30" in shown for shown in pages)
    told = read(desks.cup_of(match), "results/1/1/")["matches"][0]
    assert [game["totals"] for game in told["games"]] == [[], []]
    assert [one["score"] for one in told["entrants"]] == [135, 65]


def addresses(match: Match) -> Iterator[str]:
    """What a stranger and a team that plays can open about a match."""
    cup, key = desks.cup_of(match), desks.cup_of(match).pk
    yield reverse("match", args=[token_of(match)])
    yield reverse("own_page", args=[token_of(desks.of_side(match, 1))])
    yield from (reverse(name, args=[key]) for name in ("tournament", "results_csv"))
    for name in ("standings", "standings_csv", "cross_table"):
        yield reverse(name, args=[key, 1])
    yield reverse("tournament_round", args=[key, 1, 1])
    yield reverse("tournament_match", args=[key, match.pk])
    for entrant in cup.entrants.all():
        yield reverse("entrant", args=[key, entrant.pk])
        yield reverse("standings_value", args=[key, 1, entrant.pk, "match_imps"])
    yield from (at(cup, rest) for rest in API)


# What moves with every change, and when something was asked for
MOVES = re.compile(
    r"version\W+\d+|data-\w+=\S+|W/\S+|\d+:\d\d(:\d\d(\.\d+)?)?|[0-9a-f-]{32,}"
    r"|\b[0-9a-f]{4} [0-9a-f]{4}\b"
)


def shown_after(match: Match, room_a: tuple[int, ...], room_b: tuple[int, ...]) -> dict[str, str]:
    """What these addresses show after these hands; they are taken back."""
    with transaction.atomic():
        for room, points in ((A, room_a), (B, room_b)):
            game = publishing.open_game(match, room, desks.table_phone())
            write(game, map(hand, points), desks.table_phone())
        found = {}
        for address in addresses(match):
            answer = Client().get(address)
            assert answer.status_code == 200
            text = answer.content.decode(errors="replace")
            found[address] = MOVES.sub("", text_of(answer) if "<main" in text else text)
        transaction.set_rollback(True)
    cache.clear()
    return found


def test_no_address_tells_what_a_table_has_still_to_play() -> None:
    match = a_match(3)
    # Boards 1 and 2 at A, board 3 at B; then board 1 at B as well
    one, other = shown_after(match, (85, 20), (30,)), shown_after(match, (15, 90), (70,))
    assert {address for address in one if one[address] != other[address]} == set()
    one, other = (shown_after(match, (first, 20), (30, 50, 50)) for first in (85, 15))
    assert len([address for address in one if one[address] != other[address]]) > 3


def test_the_match_is_over_when_both_tables_are_and_either_team_agrees() -> None:
    match = a_match()
    first, second = two_phones(match)
    enter(match, A, 100, 50, 50, 50)
    assert not desks.reread(match).done
    enter(match, B, 50, 50, 50, 50)
    match = desks.reread(match)
    assert (match.done, match.agreement, match.winner) == (True, "waiting", 0)
    # +100 on board 1 is 5 IMPs
    assert desks.result_of(match, "imps", "score", "score_against") == [
        (5, 450, 350),
        (-5, 350, 450),
    ]
    assert "Is this right?" in page(second, match)
    assert do(second, match, "agree", seen=seen(second, match)).status_code == 303
    match = desks.reread(match)
    assert (match.agreement, match.agreed_side) == ("agreed", 1)
    assert "Agreed by" in page(first, match)


def test_the_api_has_the_boards_that_count_once_the_match_is_over() -> None:
    match = a_match()
    two_phones(match)
    enter(match, A, 100, 50, 50, 20)
    enter(match, B, 50, 50, 50)
    cup = desks.cup_of(match)
    told = read(cup, "results/1/1/")["matches"][0]
    assert told["boards"] == []  # board 2 is still to be played at B
    enter(match, B, 50)
    publishing.close_round(desks.reread(match).session_round, None, accept=True)
    give_averages(desks.reread(match), None, {4: ["avg+", "avg-"]}, "A card was missing")
    told = read(cup, "results/1/1/")["matches"][0]
    assert told["boards"] == [
        {
            "board": 1,
            "scores": [[100, 0], [50, 50]],
            "averages": [],
            "swing": 100,
            "imps": [imps_by_hand(100), -imps_by_hand(100)],
        },
        *(
            {
                "board": board,
                "scores": [[50, 50], [50, 50]],
                "averages": [],
                "swing": 0,
                "imps": [0, 0],
            }
            for board in (2, 3)
        ),
        {"board": 4, "scores": [], "averages": ["avg+", "avg-"], "swing": 0, "imps": [3, -3]},
    ]


def test_a_phone_may_ask_to_write_at_one_of_the_two_tables() -> None:
    match = a_match()
    first, _second = two_phones(match)
    third = Client()
    do(third, match, "sit", side="1")
    assert do(third, match, "ask", room=str(A)).status_code == 303
    asking = Phone.objects.get(asked_at__isnull=False)
    assert do(first, match, "allow", phone=asking.pk).status_code == 303
    assert set(Phone.objects.filter(writes=True).values_list("room", flat=True)) == {A, B}
    assert Phone.objects.get(room=A, writes=True) == asking
    assert third.get(reverse("score", args=[game_at(match, A).pk])).status_code == 200
    assert third.get(reverse("score", args=[game_at(match, B).pk])).status_code == 404


def test_one_phone_may_write_at_both_tables_in_turn() -> None:
    match, phone = a_match(), Client()
    for room in (A, B, A):
        assert play(phone, match, room, side="0").status_code == 303
        assert Phone.objects.get(writes=True).room == room
        shown = page(phone, match)
        assert "Another phone is keeping score" not in shown
        assert "Continue" in shown


def test_nobody_else_opens_the_game_of_a_table_that_is_over() -> None:
    """Its score would tell the other table what it has still to play."""
    match = a_match()
    first, second = two_phones(match)
    enter(match, A, 50)
    enter(match, B, 50, 50, 50, 50)
    for phone in (first, Client()):
        refused = play(phone, match, B, side="0")
        assert errors(refused) == ["Another phone writes this match. Ask it to let this one write."]
        assert phone.get(reverse("score", args=[game_at(match, B).pk])).status_code == 404
    assert play(second, match, B, side="1").status_code == 303


def test_a_phone_that_writes_at_one_table_cannot_ask_for_the_other() -> None:
    match = a_match()
    first, _second = two_phones(match)
    answer = do(first, match, "ask", room=str(B))
    assert answer.status_code == 409
    assert "This phone writes at the other table: ask with another phone." in text_of(answer)
    assert "Keep score here instead" not in page(first, match)
    assert "Keep score here instead" in page(Client(), match)


def test_results_of_two_tables_are_not_entered_blindly() -> None:
    match = a_match()
    tournament = match.session_round.stage.tournament
    form = model_to_dict(tournament, EveningForm.base_fields)
    form |= {"agreement": "blind", "stand_in_limit": ""}
    client = desks.desk_of(tournament.club).client
    answer = client.post(reverse("desk_evening", args=[tournament.pk]), form)
    assert "cannot be entered blindly" in text_of(answer)
    tournament.refresh_from_db()
    assert tournament.agreement == "confirm"
    other = desks.a_tournament("pairs_swiss", 2, desk=desks.desk_of(tournament.club))
    Tournament.objects.filter(pk=other.pk).update(agreement="blind", unit="team")
    with pytest.raises(RuleError, match="cannot be entered blindly"):
        creating.add_stage(other, None, PRESETS["teams_of_four"].stages[0])


def test_a_table_may_play_another_of_its_boards_next() -> None:
    match = a_match()
    first, second = two_phones(match)
    enter(match, A, 85)
    assert do(first, match, "board", room=str(A), board="4").status_code == 303
    assert do(second, match, "board", room=str(A), board="2").status_code == 409
    assert MatchGame.objects.get(match=match, number=A).boards == [1, 4, 2, 3]
    enter(match, A, 100)
    enter(match, B, 50, 50)  # boards 3 and 4
    assert desks.result_of(match, "imps") == [(5,), (-5,)]
    assert do(first, match, "board", room=str(A), board="1").status_code == 422


def test_the_own_page_says_which_tables_and_which_boards_first() -> None:
    match = a_match()
    shown = text_of(own_page(desks.of_side(match, 0)))
    assert "1 A : two of you sit North–South Boards: deal and play 1, 2 first. Then swap" in shown
    assert "1 B : two of you sit East–West Boards: deal and play 3, 4 first. Then swap" in shown


def test_seats_are_not_corrected_while_there_are_two_tables() -> None:
    match = a_match()
    two_phones(match)
    order = people_at(match, B)
    with pytest.raises(RuleError) as refused:
        reseat(match, order[::-1], by=None, device=Phone.objects.get(room=B).device)
    assert refused.value.mistakes[0].code == "two_tables"


# At the desk
# --------------------------------------------------------------------------------------------------


def test_the_desk_corrects_a_board_of_either_table_by_its_number() -> None:
    match = a_match()
    two_phones(match)
    enter(match, A, 85)
    enter(match, B, 60)
    desk = desks.desk_of(match.session_round.stage.tournament.club)
    cup = match.session_round.stage.tournament
    shown = match_page(desk, match)
    assert "board 1" in shown
    assert "board 3" in shown
    assert not re.search(r"\b[Hh]ands? \d", shown)
    hand_of_b = desk.client.get(reverse("desk_hand", args=[cup.pk, match.pk, B, 1]))
    assert f"Correct board 3 at table {match.number} B" in text_of(hand_of_b)


def sheet(first: list[tuple[int, int]], second: list[tuple[int, int]]) -> dict[str, Any]:
    """Both tables as typed from paper, in the order of play: first team, second team."""
    return {
        f"hand_{room}_{number}_{side}": str(value)
        for room, hands in ((A, first), (B, second))
        for number, scores in enumerate(hands, start=1)
        for side, value in enumerate(scores)
    }


def test_a_match_from_paper_needs_both_tables() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament("teams_of_four", 2, desk=desk)
    desks.draw(tournament)
    match = desks.first_match(tournament)
    address = reverse("desk_paper", args=[tournament.pk, match.pk])
    assert "Table 1 B" in text_of(desk.client.get(address))
    one = desk.client.post(address, sheet([(100, 0)] * 4, []) | {"fine": "on"})
    assert "Enter both tables: a board counts once it has a result at each of the two." in errors(
        one
    )
    both = sheet([(100, 0), *[(50, 50)] * 3], [(50, 50)] * 4)
    assert desk.client.post(address, both).status_code == 302
    match = desks.reread(match)
    assert (match.done, match.agreement) == (True, "agreed")
    assert desks.result_of(match, "imps") == [(5,), (-5,)]
    assert "100 : 0 50 : 50 +100 5" in match_page(desk, match)


@pytest.mark.parametrize("turned", [False, True])
def test_a_result_moves_with_the_order_in_which_its_boards_were_played(turned: bool) -> None:
    wrong = a_match(4)
    right = desks.tables(wrong.session_round)[1]
    first, _second = two_phones(wrong)
    do(first, wrong, "board", room=str(A), board="2")
    enter(wrong, A, 100, 50, 50, 50)  # board 2 first
    enter(wrong, B, 50, 50, 50, 75)  # board 2 last
    give_averages(desks.reread(wrong), None, {3: ["avg+", "avg-"]}, "a card was seen")
    gained = desks.result_of(wrong, "imps")
    move_result(wrong, right, None, "they scanned the other card", turned=turned)
    assert desks.result_of(right, "imps") == (gained[::-1] if turned else gained)
    boards = MatchGame.objects.get(match=right, number=A).boards
    assert boards == [2, 1, 3, 4]
    assert game_at(right, A).table_name == f"{right.number} A"
    assert not desks.reread(wrong).averages


def test_the_director_gives_averages_in_imps() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament("teams_of_four", 2, desk=desk)
    desks.play_round(desks.draw(tournament), close=False)
    match = desks.first_match(tournament)
    page = desk.client.get(reverse("desk_averages", args=[tournament.pk, match.pk]))
    assert "+3 IMPs" in text_of(page)
    gained = [imps for (imps,) in desks.result_of(match, "imps")]
    give_averages(match, desk.user, {1: ("avg+", "avg-"), 4: ("avg", "avg++")}, "cards mixed")
    rest = sum(gain for board, gain in gains_by_hand(match).items() if board in {2, 3})
    expected = [3 + 0 + rest, -3 + 9 - rest]
    assert [imps for (imps,) in desks.result_of(match, "imps")] == expected != gained
    with pytest.raises(RuleError):
        give_averages(match, desk.user, {5: ("avg", "avg")}, "no such board")


def gains_by_hand(match: Match) -> dict[int, int]:
    """The IMPs of the first team on each board, from the hands as both tables wrote them."""
    first = desks.of_side(match, 0).pk
    swings: Counter[int] = Counter()
    for row in match.games.select_related("game"):
        own = 0 if row.seats[0] == first else 1
        for board, line in zip(row.boards, table_of(row.game).lines, strict=True):
            swings[board] += line.result.scores[own] - line.result.scores[1 - own]
    return {board: imps_by_hand(swing) for board, swing in swings.items()}


def test_an_event_of_five_teams_is_ranked_by_victory_points() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament("teams_of_four", 5, desk=desk)
    stage = desks.first_stage(tournament)
    for number in range(1, 6):
        desks.play_round(desks.draw(tournament, number), seed=number)
    expected = dict.fromkeys(tournament.entrants.values_list("pk", flat=True), 0.0)
    for match in Match.objects.filter(session_round__stage=stage):
        gained = sum(gains_by_hand(match).values())
        for who, own in zip(seated_match(match).everybody, (gained, -gained), strict=True):
            expected[who] += points_by_hand(own, 4)
    rows = ranked(history_of(stage))
    assert {row.id: float(row.points) for row in rows} == pytest.approx(expected, abs=0.1)
    assert [row.id for row in rows] == sorted(expected, key=expected.__getitem__, reverse=True)
    shown = text_of(
        desk.client.get(
            reverse("standings_value", args=[tournament.pk, 1, rows[0].id, "match_imps"])
        )
    )
    assert "Teams of four: IMPs won minus IMPs lost" in shown
    stages.finish_stage(stage, None)
    creating.finish_tournament(tournament, None)
    rated = up_to_date(desk.club, "teams")
    assert Rating.objects.filter(in_list=rated).count() == 0


def test_a_document_brings_both_tables_back() -> None:
    desk = desks.a_desk()
    tournament = desks.a_tournament("teams_of_four", 3, desk=desk)
    desks.play_round(desks.draw(tournament))
    text = document_of(tournament)
    copy = import_tournament(desks.a_desk("Otto", "Another club").club, None, text)
    rows = MatchGame.objects.filter(match__session_round__stage__tournament=copy)
    assert [row.boards for row in rows.order_by("pk")] == [[1, 2, 3, 4], [3, 4, 1, 2]]
    again, before = json.loads(document_of(copy)), json.loads(text)
    assert again["stages"] == before["stages"]


@pytest.mark.parametrize(
    ("change", "unit", "code"),
    [
        ({}, "pair", "points_mismatch"),
        ({"rules": {"target_score": None, "round_limit": 3}}, "team", "boards_uneven"),
        ({"rules": {"target_score": None, "round_limit": 18}}, "team", "boards_uneven"),
        ({"rules": {"target_score": 500, "round_limit": 4}}, "team", "boards_uneven"),
        ({"best_of": 3}, "team", "bad_setting"),
        ({"variant": "tientsin"}, "team", "points_mismatch"),
    ],
)
def test_two_tables_need_teams_and_an_even_number_of_boards(
    change: dict[str, Any], unit: str, code: str
) -> None:
    (plan,) = PRESETS["teams_of_four"].stages
    assert plan.mistakes("team") == []
    assert code in [one.code for one in replace(plan, **change).mistakes(unit)]


def test_the_setup_offers_two_tables_to_teams_alone_and_says_what_does_not_fit() -> None:
    desk = desks.a_desk()
    (plan,) = PRESETS["teams_of_four"].stages
    awards = usual_awards(plan)
    teams = desks.a_tournament("teams_of_four", 0, desk=desk, opened=False, awards=awards)
    wrong = save_stage(desk, teams, rule_round_limit="3")
    assert "choose an even number of hands from 2 to 16, and no target." in text_of(wrong)
    assert save_stage(desk, teams, rule_round_limit="6").status_code == 302
    assert desks.first_stage(teams).rules["round_limit"] == 6
    pairs = desks.a_tournament("pairs_swiss", 0, desk=desk, opened=False)
    for cup, offered in ((teams, True), (pairs, False)):
        html = desk.client.get(reverse("desk_stage", args=[cup.pk, 1])).content.decode()
        assert ('value="team_imps"' in html) == offered


def test_swiss_plays_at_two_tables_too() -> None:
    (plan,) = PRESETS["teams_of_four"].stages
    plan = replace(plan, format="swiss", format_settings={"rounds": 2})
    about = {"format": "swiss", "format_settings": plan.format_settings}
    tournament = desks.a_tournament("teams_of_four", 5, awards=usual_awards(plan), **about)
    desks.play_round(desks.draw(tournament))
    desks.play_round(desks.draw(tournament, 2))
    assert MatchGame.objects.exclude(boards=[]).count() == 8
    # Twenty points a match, and twelve for the bye of each round
    rows = ranked(history_of(desks.first_stage(tournament)))
    assert sum(row.points for row in rows) == 4 * 20 + 2 * 12
