"""Results as they come: counted with every entry, kept as late ones where they would change what
was published.
"""

import uuid
from collections import Counter
from fractions import Fraction

import pytest

from scoring.games.actions import correcting, game_state, versions, writing
from scoring.games.queries import table_of
from scoring.models import Game
from scoring.rules import Round
from tests.scoring import games
from tests.scoring.games import a_device
from tests.tournaments import desks
from tests.tournaments.refusing import refused
from tournaments.actions import draft_changes, drawing, judging, publishing
from tournaments.match.results import count_match
from tournaments.models import Match, MatchGame, SessionRound, Tournament
from tournaments.pages.public.session_round import table_shown
from tournaments.pages.round_tables import side_lines
from tournaments.stage.history import Seated, history_of, seated_match
from tournaments.stage.ranking import entered_of, ranked

pytestmark = pytest.mark.django_db

# One hand each: a win of the first side, a level hand, a double victory of the second, a win by
# calls.
WON = Round(out=(0, 1, 2, 3), card_points=(65, 35))
LEVEL = Round(out=(0, 1, 2, 3), card_points=(50, 50))
SWEPT = Round(out=(1, 3))
BY_CALL = Round(out=(0, 1, 2, 3), calls={0: "tichu"}, card_points=(30, 70))


FIVES_OF = {"german_championship": desks.FIVES, "league_evening": {"rounds": 2, "odd": "fives"}}


def championship(entrants: int = 4) -> SessionRound:
    return desks.draw(
        desks.a_tournament("german_championship", entrants, format_settings=desks.FIVES)
    )


def opened(session_round: SessionRound, table: int = 1, game: int = 1) -> Game:
    match = session_round.matches.get(number=table)
    return publishing.open_game(match, game, desks.table_phone())


def write(game: Game, *rounds: Round) -> None:
    games.write(game, rounds, desks.table_phone())


def points(session_round: SessionRound) -> dict[int, tuple[object, object]]:
    match = session_round.matches.get(number=1)
    assert match.result is not None
    return {
        int(who): (line.get("points", 0), line.get("score", 0))
        for who, line in match.result.items()
    }


def test_each_hand_is_counted_as_it_is_written() -> None:
    drawn = championship()
    ((a, b), (c, d)) = seated_match(drawn.matches.get()).sides
    game = opened(drawn)
    write(game, WON)
    assert points(drawn) == {a: (2, 65), b: (2, 65), c: (0, 35), d: (0, 35)}
    write(game, LEVEL, SWEPT, BY_CALL)
    assert points(drawn) == {a: (5, 245), b: (5, 245), c: (4, 255), d: (4, 255)}
    assert drawn.matches.get().done


def test_a_correction_an_undo_and_a_reopened_game_are_counted_too() -> None:
    drawn = championship()
    ((a, *_), _) = seated_match(drawn.matches.get()).sides
    game = opened(drawn)
    write(game, WON, WON, WON, WON)
    assert (points(drawn)[a], drawn.matches.get().done) == ((8, 260), True)
    seen = table_of(game).entries[0].pk
    correcting.correct_round(
        game, uuid.uuid4(), 1, LEVEL.to_data(), desks.table_phone(), replaces=seen
    )
    assert points(drawn)[a] == (7, 245)
    writing.undo_round(game, uuid.uuid4(), 4, desks.table_phone())
    assert (points(drawn)[a], drawn.matches.get().done) == ((5, 180), False)


def test_a_game_that_is_stopped_counts_as_it_stands() -> None:
    drawn = championship()
    ((a, *_), _) = seated_match(drawn.matches.get()).sides
    game = opened(drawn)
    write(game, WON)
    game_state.finish_early(game, desks.table_phone(), "time is up")
    assert (points(drawn)[a], drawn.matches.get().done) == ((2, 65), True)


def test_a_game_that_is_stopped_before_its_first_hand_gives_no_result() -> None:
    drawn = championship()
    game_state.finish_early(opened(drawn), desks.table_phone(), "wrong table")
    match = drawn.matches.get()
    assert (match.result, match.done, match.winner) == (None, False, None)
    with refused("results_missing"):
        publishing.close_round(drawn, None)


def test_a_round_in_two_versions_keeps_a_match_open_until_one_is_chosen() -> None:
    drawn = championship()
    game = opened(drawn)
    write(game, WON, WON, WON, WON)
    other = a_device("another phone at the table")
    rival = writing.record_round(game, uuid.uuid4(), 4, LEVEL.to_data(), other).entry
    assert not drawn.matches.get().done
    versions.choose_version(game, uuid.uuid4(), 4, rival.pk, desks.table_phone())
    assert drawn.matches.get().done


def test_a_closed_round_takes_no_result_and_a_reopened_one_does() -> None:
    drawn = championship()
    game = opened(drawn)
    write(game, WON, WON, WON, WON)
    publishing.close_round(drawn, None)
    before = (drawn.matches.get().result, table_of(game).result.totals)
    late = writing.undo_round(game, uuid.uuid4(), 4, desks.table_phone()).entry
    assert (late.outcome, late.settled_by) == ("late", None)
    assert (drawn.matches.get().result, table_of(game).result.totals) == before
    publishing.reopen_round(drawn, None)
    writing.undo_round(game, uuid.uuid4(), 4, desks.table_phone())
    assert not drawn.matches.get().done


def test_a_finished_tournament_takes_no_result() -> None:
    drawn = championship()
    game = opened(drawn)
    write(game, WON)
    Tournament.objects.update(state="finished")
    write(game, WON)
    assert (game.rounds.count(), game.entries.get(number=2).outcome) == (1, "late")
    with refused("tournament_finished"):
        game_state.finish_early(game, desks.table_phone(), "last tram")


def test_a_match_that_was_drawn_anew_says_so_to_the_phone_that_had_it() -> None:
    drawn = championship()
    game = opened(drawn)
    drawing.redraw_round(drawn, None)
    with refused("match_gone"):
        write(game, WON)
    draft_changes.unpublish_round(drawn, None)
    with refused("match_gone"):
        write(game, WON)


def test_a_round_is_closed_when_every_table_has_a_result() -> None:
    drawn = championship(8)
    desks.play_match(drawn.matches.get(number=2))
    with refused("results_missing"):
        publishing.close_round(drawn, None)
    judging.rule_match(drawn.matches.get(number=1), None, {"kind": "half"}, "fire alarm")
    assert publishing.close_round(drawn, None).state == "closed"
    assert publishing.close_round(drawn, None).state == "closed"


def test_results_can_be_made_anew_from_the_entries() -> None:
    cup = desks.a_tournament("german_championship", 13, format_settings=desks.FIVES)
    for number in (1, 2):
        desks.play_round(desks.draw(cup, number), number)
    stage = desks.first_stage(cup)
    kept = {match.pk: (match.result, match.done, match.winner) for match in Match.objects.all()}
    standings = ranked(history_of(stage))
    Match.objects.update(result=None, done=False, winner=None)
    for match in Match.objects.select_related("session_round__stage__tournament"):
        count_match(seated_match(match))
    assert {
        match.pk: (match.result, match.done, match.winner) for match in Match.objects.all()
    } == kept
    assert ranked(history_of(stage)) == standings


# Tables that play several games
# -----------------------------------------------------------------------------------


def test_at_a_table_of_five_each_plays_four_hands_and_partners_each_other_once() -> None:
    drawn = championship(5)
    match = drawn.matches.get()
    games = list(match.games.all())
    assert [game.hands for game in games] == [1] * 5
    desks.play_match(match)
    assert Counter(who for game in games for side in game.sides for who in side) == Counter(
        dict.fromkeys(drawn.stage.tournament.entrants.values_list("pk", flat=True), 4)
    )
    assert all(entered.lines[0].hands == 4 for entered in entered_of(history_of(drawn.stage)))


def test_at_a_table_of_five_no_further_game_begins_once_the_director_has_decided() -> None:
    drawn = championship(5)
    match = drawn.matches.get()
    first = publishing.open_game(match, 1, desks.table_phone())
    desks.play_game(first)
    judging.rule_match(match, None, {"kind": "half"}, "closing time")
    with refused("match_over"):
        publishing.open_game(match, 2, desks.table_phone())
    assert publishing.open_game(match, 1, desks.table_phone()) == first


@pytest.mark.parametrize(
    ("preset", "points", "four"),
    [
        ("german_championship", "match", 1),
        ("german_championship", "margin", 10),
        ("german_championship", "hands", None),
        ("league_evening", "shares", 3),
        ("league_evening", "match", 3),
        ("league_evening", "margin", 30),
    ],
)
def test_tables_of_four_and_of_five_give_their_people_as_much(
    preset: str, points: str, four: int | None
) -> None:
    settings = FIVES_OF[preset]
    cup = desks.a_tournament(preset, 9, points=points, points_settings={}, format_settings=settings)
    for match in desks.play_round(desks.draw(cup)).matches.all():
        given = [Fraction(line.get("points", 0)) for line in (match.result or {}).values()]
        assert four is None or sum(given) == four * len(given)
        hands = {line["hands"] for line in (match.result or {}).values()}
        assert hands == {4 if preset == "german_championship" else 24}
        judging.rule_match(match, None, {"kind": "half"}, "they agreed on it")
        match.refresh_from_db()
        assert {Fraction(line["points"]) for line in (match.result or {}).values()} == {four or 4}


def test_the_games_of_a_match_come_one_after_the_other() -> None:
    drawn = championship(5)
    with refused("game_before_running"):
        opened(drawn, game=2)
    first = opened(drawn, game=1)
    with refused("game_before_running"):
        opened(drawn, game=2)
    desks.play_game(first)
    assert opened(drawn, game=2).state == "running"
    with refused("no_such_game"):
        opened(drawn, game=6)


def test_opening_a_game_twice_gives_the_same_game() -> None:
    drawn = championship()
    assert opened(drawn) == opened(drawn)
    assert Game.objects.count() == 1


def test_a_best_of_three_is_over_when_a_side_has_won_twice_and_sides_change_seats() -> None:
    cup = desks.a_tournament("team_cup", 2, rules={"target_score": 100})
    drawn = desks.draw(cup)
    match = drawn.matches.get()
    ((a,), (b,)) = seated_match(match).sides
    first = opened(drawn)
    write(first, WON, WON)
    assert not drawn.matches.get().done
    second = opened(drawn, game=2)
    assert MatchGame.objects.get(game=second).seats == [b, a, b, a]
    write(second, Round(out=(1, 0, 2, 3), card_points=(0, 100)))
    match.refresh_from_db()
    assert (match.done, match.winner, match.result[str(a)]["games_won"]) == (True, 0, 2)
    with refused("match_over"):
        opened(drawn, game=3)


def test_nobody_writes_before_the_round_is_published_or_after_it_is_closed() -> None:
    cup = desks.a_tournament("german_championship", 4)
    drawn = desks.draw(cup, publish=False)
    with refused("round_draft"):
        opened(drawn)
    publishing.publish_round(drawn, None)
    desks.play_round(drawn)
    with refused("round_closed"):
        opened(drawn)


def test_a_squad_says_who_plays() -> None:
    cup = desks.a_tournament("team_cup", 0)
    desks.entering.enter(
        cup,
        None,
        [desks.NewEntrant(tuple(names)) for names in (["A", "B", "C"], ["D", "E"])],
    )
    drawn = desks.draw(cup)
    match = drawn.matches.get()
    by_name = {
        member.player.name: member.pk
        for entrant in cup.entrants.all()
        for member in entrant.members.all()
    }
    sides = [
        [by_name["C"], by_name["A"]] if side[0] == cup.entrants.get(number=1).pk else []
        for side in seated_match(match).sides
    ]
    with refused("bad_line_up"):
        publishing.open_game(
            match, 1, desks.table_phone(), line_up=[[by_name["D"], by_name["A"]]] * 2
        )
    game = publishing.open_game(match, 1, desks.table_phone(), line_up=sides)
    assert set(table_of(game).names) == {"C", "A", "D", "E"}


def test_a_best_of_three_is_headed_by_games_from_its_first_hand_on() -> None:
    """Lost the first game narrowly and far ahead in the second: 0 : 1 all the same."""
    cup = desks.a_tournament("team_cup", 2, rules={"target_score": 100})
    drawn = desks.draw(cup)
    match = drawn.matches.get()

    def heads(page: str) -> list[str]:
        sides = table_shown(fresh(), {}).sides if page == "public" else side_lines(fresh(), {})
        return [side.score for side in sides]

    def fresh() -> Seated:
        return seated_match(
            Match.objects.select_related("session_round__stage__tournament").get(pk=match.pk)
        )

    write(
        opened(drawn),
        Round(out=(1, 0, 2, 3), card_points=(45, 55)),
        Round(out=(1, 0, 2, 3), card_points=(45, 55)),
    )
    assert (heads("public"), heads("desk")) == (["0", "1"], ["0", "1"])
    second = opened(drawn, game=2)
    write(second, Round(out=(1, 0, 2, 3), card_points=(5, 95)))
    assert (heads("public"), heads("desk")) == (["0", "1"], ["0", "1"])
    assert [side.sum for side in side_lines(fresh(), {})] == ["185", "115"]
