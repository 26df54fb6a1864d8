"""Wrong seats noticed hands later: the right people have the scores, in all hands of the match at
once.
"""

from typing import Any

import pytest

from scoring.games.queries import table_of
from scoring.models import Player, Seat
from tests.scoring.games import a_device
from tests.tournaments import desks
from tests.tournaments.desks import table_phone
from tests.tournaments.racing import hands
from tests.tournaments.refusing import refused
from tournaments.actions import agreeing, match_seats, publishing, table_phones
from tournaments.actions.integrity import carry_out, undo
from tournaments.actions.integrity_rows import snapshot
from tournaments.match.figures import figures_now, fingerprint
from tournaments.models import Change, LogLine, Match, Notice, Remark
from tournaments.stage.history import seated_match

pytestmark = pytest.mark.django_db

ONE_HAND = {"target_score": None, "round_limit": 1}
PHONE = "the phone of Anna"


def a_match(
    preset: str = "pairs_swiss", entrants: int = 4, *, written: int = 2, **stage: Any
) -> Match:
    """A match in which a phone has written some hands: 65 to 35 for the first side in each."""
    desks.draw(desks.a_tournament(preset, entrants, **stage))
    match = Match.objects.select_related("session_round__stage__tournament").order_by("number")[0]
    table_phones.sit(match, table_phone(), 0, write=True)
    hands(publishing.open_game(match, 1, table_phone()), written)
    match.refresh_from_db()
    return match


def seats(match: Match, number: int = 1) -> list[int]:
    """The players on the seats of a game."""
    game = match.games.get(number=number).game
    return list(Seat.objects.filter(game=game).order_by("number").values_list("player", flat=True))


def scores(match: Match) -> dict[str, int]:
    """The Tichu points of every entrant, by their people."""
    match.refresh_from_db()
    names = {
        str(place.entrant_id): " & ".join(
            place.entrant.members.values_list("player__name", flat=True)
        )
        for place in match.places.select_related("entrant")
    }
    return {names[who]: line["score"] for who, line in (match.result or {}).items()}


def drawn_people(match: Match) -> list[str]:
    return [
        " & ".join(place.entrant.members.values_list("player__name", flat=True))
        for place in match.places.order_by("side", "order").select_related("entrant")
    ]


def turned(order: list[int], *picks: int) -> list[int]:
    return [order[pick] for pick in picks]


# At the table
# -------------------------------------------------------------------------------------------------


def test_both_sides_sat_the_wrong_way_round_and_the_scores_follow() -> None:
    match = a_match()
    first, second = drawn_people(match)
    assert scores(match) == {first: 130, second: 70}
    match_seats.reseat(match, turned(seats(match), 1, 2, 3, 0), device=table_phone())
    assert scores(match) == {first: 70, second: 130}
    assert figures_now(match) == [[70, 130]]
    line = LogLine.objects.order_by("-pk")[0]
    assert (line.action, line.by, line.reason) == ("reseated", None, "")
    assert line.params == {"stage": 1, "round": 1, "table": match.number, "match": match.pk}


def test_partners_who_change_chairs_change_no_score_but_whose_calls_they_were() -> None:
    match = a_match()
    before, order = scores(match), turned(seats(match), 2, 1, 0, 3)
    match_seats.reseat(match, order, device=table_phone())
    assert scores(match) == before
    assert seats(match) == order
    game = match.games.get().game
    assert game is not None
    assert table_of(game).names == [Player.objects.get(pk=player).name for player in order]


def test_a_table_that_reads_the_game_anew_is_told() -> None:
    match = a_match()
    game = match.games.get().game
    assert game is not None
    versions = game.version, match.version
    match_seats.reseat(match, turned(seats(match), 1, 2, 3, 0), device=table_phone())
    game.refresh_from_db()
    match.refresh_from_db()
    assert (game.version > versions[0], match.version > versions[1]) == (True, True)


def test_the_same_people_are_put_right_in_all_games_of_the_match() -> None:
    match = a_match(best_of=3, rules=ONE_HAND, written=1)
    hands(publishing.open_game(match, 2, table_phone()), 1)
    first, second = drawn_people(match)
    assert figures_now(match) == [[65, 35], [35, 65]]  # with the second game the sides change seats
    match_seats.reseat(match, turned(seats(match, 2), 1, 2, 3, 0), device=table_phone())
    assert figures_now(match) == [[35, 65], [65, 35]]
    assert scores(match) == {first: 100, second: 100}


def test_nothing_is_written_down_where_everybody_sits_right() -> None:
    match = a_match()
    lines, version = LogLine.objects.count(), match.version
    match_seats.reseat(match, seats(match), device=table_phone())
    match.refresh_from_db()
    assert (LogLine.objects.count(), match.version) == (lines, version)


def test_other_partners_than_drawn_are_for_the_director() -> None:
    match = a_match("german_championship")
    before = scores(match)
    with refused("sides_apart"):
        match_seats.reseat(match, turned(seats(match), 1, 0, 2, 3), device=table_phone())
    assert scores(match) == before


def test_only_the_phone_that_writes_puts_seats_right() -> None:
    match = a_match()
    other = a_device("the phone of Beat")
    table_phones.sit(match, other, 1)
    for device in (other, a_device("a stranger"), None):
        with refused("not_the_writer"):
            match_seats.reseat(match, seats(match), device=device)


def test_an_agreed_result_is_not_touched_from_the_table() -> None:
    match = a_match(rules=ONE_HAND, written=1)
    agreeing.agree(match, 1, fingerprint(match), how="other", device=a_device("the phone of Beat"))
    match.refresh_from_db()
    with refused("result_agreed"):
        match_seats.reseat(match, turned(seats(match), 1, 2, 3, 0), device=table_phone())


@pytest.mark.parametrize("nonsense", ["empty", "too few", "twice", "strangers"])
def test_nonsense_seats_are_refused(nonsense: str) -> None:
    match = a_match(entrants=8)
    order = seats(match)
    stranger = Player.objects.exclude(pk__in=order).first()
    assert stranger is not None
    wrong = {
        "empty": [],
        "too few": order[:3],
        "twice": [*order[:3], order[0]],
        "strangers": [*order[:3], stranger.pk],
    }
    with refused("bad_seats"):
        match_seats.reseat(match, wrong[nonsense], device=table_phone())
    assert seats(match) == order


def test_before_the_first_game_there_is_nothing_to_put_right() -> None:
    desks.draw(desks.a_tournament("pairs_swiss", 4))
    match = Match.objects.select_related("session_round__stage__tournament").order_by("number")[0]
    table_phones.sit(match, table_phone(), 0, write=True)
    with refused("no_game_yet"):
        match_seats.reseat(match, [], device=table_phone())


# The director
# -------------------------------------------------------------------------------------------------


def test_the_director_says_who_really_were_partners() -> None:
    match = a_match("german_championship")
    one, two, three, four = (Player.objects.get(pk=player).name for player in seats(match))
    assert scores(match) == {one: 130, two: 70, three: 130, four: 70}
    olga = desks.a_user()
    match_seats.reseat(
        match, turned(seats(match), 0, 2, 1, 3), by=olga, reason="they misread the list"
    )
    assert scores(match) == {one: 130, three: 70, two: 130, four: 70}
    match.refresh_from_db()
    names = {
        place.entrant_id: place.entrant.members.get().player.name for place in match.places.all()
    }
    partners = {frozenset(names[who] for who in side) for side in seated_match(match).sides}
    assert partners == {frozenset({one, two}), frozenset({three, four})}
    assert [[names[who] for who in side] for side in match.games.get().sides] == [
        [names[who] for who in side] for side in seated_match(match).sides
    ]
    line = LogLine.objects.order_by("-pk")[0]
    assert (line.action, line.by, line.reason) == ("reseated", olga, "they misread the list")


def test_the_director_needs_a_reason() -> None:
    match = a_match()
    with refused("reason_missing"):
        match_seats.reseat(match, turned(seats(match), 1, 2, 3, 0), by=desks.a_user())


def test_a_pair_that_is_ranked_together_cannot_have_played_against_each_other() -> None:
    match = a_match()
    before = scores(match)
    with refused("entrants_apart"):
        match_seats.reseat(
            match, turned(seats(match), 1, 0, 2, 3), by=desks.a_user(), reason="so they say"
        )
    assert scores(match) == before


def test_who_changes_an_agreed_result_tells_those_who_played() -> None:
    match = a_match(rules=ONE_HAND, written=1)
    agreeing.agree(match, 1, fingerprint(match), how="other", device=a_device("the phone of Beat"))
    match.refresh_from_db()
    match_seats.reseat(
        match, turned(seats(match), 1, 2, 3, 0), by=desks.a_user(), reason="the card was turned"
    )
    match.refresh_from_db()
    told = set(Notice.objects.values_list("entrant", flat=True))
    assert told == set(match.places.values_list("entrant", flat=True))
    assert match.agreement == Match.Agreement.WAITING


def test_a_closed_round_is_reopened_first() -> None:
    match = a_match(rules=ONE_HAND, written=1)
    for other in match.session_round.matches.exclude(pk=match.pk).select_related(
        "session_round__stage__tournament"
    ):
        desks.play_match(other)
    publishing.close_round(match.session_round, None)
    match.refresh_from_db()
    with refused("round_closed"):
        match_seats.reseat(
            match, turned(seats(match), 1, 2, 3, 0), by=desks.a_user(), reason="seen too late"
        )


def test_one_game_of_a_table_of_five_says_who_played_it_and_the_others_stay() -> None:
    match = a_match("german_championship", 5, written=1, format_settings=desks.FIVES)
    order, plan = seats(match), match.plan
    everybody = {
        place.entrant.members.get().player_id for place in match.places.select_related("entrant")
    }
    (resting,) = everybody - set(order)
    match_seats.reseat(match, [resting, *order[1:]], by=desks.a_user(), reason="the fifth sat down")
    match.refresh_from_db()
    assert seats(match) == [resting, *order[1:]]
    assert match.plan[1:] == plan[1:]
    played = {who for side in match.plan[0] for who in side}
    entrants = {
        place.entrant.members.get().player_id: place.entrant_id
        for place in match.places.select_related("entrant")
    }
    assert played == {entrants[player] for player in (resting, *order[1:])}
    assert match.games.get(number=1).sides == match.plan[0]


@pytest.mark.parametrize("preset", ["wu_wang", "trichu", "always_last"])
def test_in_a_game_without_sides_the_table_may_choose_any_seats(preset: str) -> None:
    desks.draw(desks.a_tournament(preset, 6))
    match = Match.objects.select_related("session_round__stage__tournament").order_by("number")[0]
    table_phones.sit(match, table_phone(), 0, write=True)
    game = desks.play_game(publishing.open_game(match, 1, table_phone()))
    row = match.games.get(number=1)

    def by_player() -> dict[int, int]:
        """What everybody has from the game: Tichu points, or the place."""
        match.refresh_from_db()
        (figures,) = figures_now(match)
        who = dict(zip([side[0] for side in row.sides], figures, strict=True))
        return {
            place.entrant.members.get().player_id: who[place.entrant_id]
            for place in match.places.all()
        }

    order, before = seats(match), by_player()
    match_seats.reseat(match, [order[1], order[0], *order[2:]], device=table_phone())
    after = by_player()
    assert seats(match) == [order[1], order[0], *order[2:]]
    assert [table_of(game).seats[seat].player_id for seat in (0, 1)] == [order[1], order[0]]
    assert [after[order[0]], after[order[1]]] == [before[order[1]], before[order[0]]]
    assert {player: after[player] for player in order[2:]} == {
        player: before[player] for player in order[2:]
    }


def by_the_desk(match: Match, order: list[int], held: list[Any]) -> Change | None:
    tournament = match.session_round.stage.tournament
    olga = desks.a_user()
    return carry_out(
        tournament,
        lambda: match_seats.reseat(
            match, order, by=olga, reason="they misread the list", held=held
        ),
        games=held,
    )


def held_of(match: Match) -> list[Any]:
    return list(match.games.filter(game__isnull=False).values_list("game", flat=True))


def test_other_partners_are_asked_again_and_what_was_said_of_the_result_is_answered() -> None:
    match = a_match("german_championship", written=4)
    table_phones.sit(match, a_device("the phone of Beat"), 1)
    agreeing.dispute_result(match, 1, "the second hand was level", None)
    Match.objects.filter(pk=match.pk).update(entered={"1": [[200, 200]]})
    olga = desks.a_user()
    match_seats.reseat(
        match, turned(seats(match), 0, 2, 1, 3), by=olga, reason="they misread the list"
    )
    match.refresh_from_db()
    assert (match.entered, match.agreement) == (None, Match.Agreement.WAITING)
    remark = Remark.objects.get()
    assert (remark.settled_at is not None, remark.settled_by, remark.answer) == (
        True,
        olga,
        "they misread the list",
    )
    assert sorted(match.phones.values_list("side", "writes")) == [(None, False), (None, True)]


def test_partners_who_stay_together_are_not_asked_again() -> None:
    match = a_match()
    match_seats.reseat(
        match, turned(seats(match), 1, 2, 3, 0), by=desks.a_user(), reason="the card was turned"
    )
    assert list(match.phones.values_list("side", "writes")) == [(0, True)]


def test_it_is_not_undone_when_a_later_game_of_the_match_has_begun_since() -> None:
    match = a_match("german_championship", best_of=3, rules=ONE_HAND, written=1)
    change = by_the_desk(match, turned(seats(match), 0, 2, 1, 3), held_of(match))
    assert change is not None
    match.refresh_from_db()
    hands(publishing.open_game(match, 2, table_phone()), 1)
    tournament = match.session_round.stage.tournament
    before = snapshot(tournament, held_of(match))
    with refused("changed_since"):
        undo(change, None, "they had read it right")
    assert snapshot(tournament, held_of(match)) == before


def test_a_game_that_begins_at_this_very_moment_is_not_waited_for() -> None:
    match = a_match(best_of=3, rules=ONE_HAND, written=1)
    held, order = held_of(match), seats(match)
    hands(publishing.open_game(match, 2, table_phone()), 1)
    with refused("table_began"):
        by_the_desk(match, turned(order, 1, 2, 3, 0), held)
    assert seats(match) == order
