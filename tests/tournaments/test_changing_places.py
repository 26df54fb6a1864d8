"""Pairing by hand in a published round: what was written stays with the table, and the draw follows
those who sit.
"""

import pytest

from scoring.rules import RuleError
from tests.tournaments import desks
from tests.tournaments.desks import first_of, names_at, tables
from tests.tournaments.racing import hands
from tests.tournaments.refusing import refused
from tournaments.actions import attendance, publishing
from tournaments.actions.integrity import carry_out, preview, undo
from tournaments.actions.integrity_rows import snapshot
from tournaments.actions.manual_pairing import change_places, games_at
from tournaments.models import Entrant, LogLine, Match, MatchGame, Place, SessionRound
from tournaments.stage.history import seated_match

pytestmark = pytest.mark.django_db


def who(match: Match) -> tuple[tuple[int, ...], ...]:
    """Who sits there, by the number of the entrant."""
    numbers = dict(match.session_round.stage.tournament.entrants.values_list("pk", "number"))
    return tuple(tuple(numbers[pk] for pk in side) for side in seated_match(match).sides)


def two_tables() -> tuple[SessionRound, Match, Match]:
    drawn = desks.draw(desks.a_tournament("pairs_swiss", 4))
    one, other = tables(drawn)
    return drawn, one, other


def entrants(match: Match, other: Match) -> tuple[Entrant, Entrant]:
    everybody = match.session_round.stage.tournament.entrants
    return everybody.get(pk=first_of(match)), everybody.get(pk=first_of(other))


def test_two_pairs_of_a_published_round_change_places() -> None:
    drawn, one, other = two_tables()
    (a, b), (c, d) = (side[0] for side in who(one)), (side[0] for side in who(other))
    change_places(drawn, None, *entrants(one, other), "they were called wrongly")
    assert (who(one), who(other)) == (((c,), (b,)), ((a,), (d,)))
    sides = [MatchGame.objects.get(match=match).sides for match in (one, other)]
    assert sides == [[list(side) for side in seated_match(match).sides] for match in (one, other)]
    line = LogLine.objects.get(action="changed_places")
    assert (line.reason, len(line.params["entrants"])) == ("they were called wrongly", 2)


def test_hands_that_were_played_stay_with_the_table_and_those_who_sit_there_have_them() -> None:
    drawn, one, other = two_tables()
    game = publishing.open_game(one, 1, desks.table_phone())
    hands(game, 2)
    first, second = entrants(one, other)
    row = MatchGame.objects.get(match=one)
    coming = list(second.members.order_by("order").values_list("player__name", flat=True))
    seated = names_at(row)
    change_places(drawn, None, first, second, "wrong people sat down")
    row.refresh_from_db()
    expected = [coming.pop(0) if number % 2 == 0 else name for number, name in enumerate(seated)]
    assert (names_at(row), row.seats) == (expected, [second.pk, first_of(one, 1)] * 2)
    one.refresh_from_db()
    score = {int(key): line["score"] for key, line in (one.result or {}).items()}
    assert score == {second.pk: 130, first_of(one, 1): 70}
    game.refresh_from_db()
    assert game.rounds.count() == 2


def test_with_somebody_who_has_a_bye() -> None:
    drawn = desks.draw(desks.a_tournament("pairs_swiss", 5))
    one = tables(drawn)[0]
    free = Place.objects.get(session_round=drawn, kind="bye")
    first = one.session_round.stage.tournament.entrants.get(pk=first_of(one))
    change_places(drawn, None, first, free.entrant, "came late")
    assert first_of(one) == free.entrant_id
    assert Place.objects.get(session_round=drawn, kind="bye").entrant_id == first.pk


def test_within_one_table_the_sides_change() -> None:
    drawn, one, _other = two_tables()
    hands(publishing.open_game(one, 1, desks.table_phone()), 1)
    (a,), (b,) = who(one)
    everybody = one.session_round.stage.tournament.entrants
    change_places(
        drawn, None, everybody.get(number=a), everybody.get(number=b), "the wrong way round"
    )
    assert who(one) == ((b,), (a,))


def test_it_is_undone_with_the_people_on_their_old_seats() -> None:
    drawn, one, other = two_tables()
    for match in (one, other):
        hands(publishing.open_game(match, 1, desks.table_phone()), 1)
    first, second = entrants(one, other)
    tournament = drawn.stage.tournament
    games = games_at(drawn, first, second)
    before = snapshot(tournament, games)
    told = preview(
        tournament, lambda: change_places(drawn, None, first, second, "why"), games=games
    )
    assert [(table.number, table.before == table.after) for table in told.tables] == [
        (1, False),
        (2, False),
    ]
    assert snapshot(tournament, games) == before
    change = carry_out(
        tournament, lambda: change_places(drawn, None, first, second, "why"), games=games
    )
    assert snapshot(tournament, games) != before
    assert change is not None
    undo(change, None, "they sat right")
    assert snapshot(tournament, games) == before


def test_a_table_that_is_done_keeps_its_people() -> None:
    drawn, one, other = two_tables()
    desks.play_match(one)
    with refused("match_done"):
        change_places(drawn, None, *entrants(one, other), "why")


@pytest.mark.parametrize(
    ("reason", "same", "code"), [(" ", False, "reason_missing"), ("why", True, "cannot_swap")]
)
def test_it_needs_a_reason_and_two_of_this_round(reason: str, same: bool, code: str) -> None:
    drawn, one, other = two_tables()
    first, second = entrants(one, other)
    with refused(code):
        change_places(drawn, None, first, first if same else second, reason)


def test_a_draft_is_changed_by_the_draft_s_own_button() -> None:
    drawn = desks.draw(desks.a_tournament("pairs_swiss", 4), publish=False)
    one, other = tables(drawn)
    with refused("round_draft"):
        change_places(drawn, None, *entrants(one, other), "why")


def test_who_has_too_few_people_for_the_seats_does_not_come() -> None:
    drawn, one, other = two_tables()
    hands(publishing.open_game(one, 1, desks.table_phone()), 1)
    first, second = entrants(one, other)
    second.members.update(active=False)
    with refused("too_few_members"):
        change_places(drawn, None, first, second, "why")
    assert attendance.tables_in_drafts(first) == []


def test_it_is_not_undone_when_a_table_has_begun_since_and_what_was_played_stays_theirs() -> None:
    drawn, one, other = two_tables()
    first, second = entrants(one, other)
    tournament, games = drawn.stage.tournament, games_at(drawn, first, second)
    change = carry_out(
        tournament,
        lambda: change_places(drawn, None, first, second, "why", held=games),
        games=games,
    )
    assert change is not None
    game = publishing.open_game(other, 1, desks.table_phone())
    hands(game, 2)
    before, people = snapshot(tournament, [game.pk]), names_at(MatchGame.objects.get(match=other))
    with pytest.raises(RuleError) as caught:
        undo(change, None, "they sat right")
    (mistake,) = caught.value.mistakes
    assert mistake.code == "changed_since"
    assert mistake.message == "Table 2 in round 1 has begun since: this can no longer be undone."
    assert (snapshot(tournament, [game.pk]), names_at(MatchGame.objects.get(match=other))) == (
        before,
        people,
    )
    change.refresh_from_db()
    assert change.undone is None


def test_a_table_that_begins_at_this_very_moment_is_not_waited_for_and_they_look_again() -> None:
    drawn, one, other = two_tables()
    first, second = entrants(one, other)
    held = games_at(drawn, first, second)
    game = publishing.open_game(one, 1, desks.table_phone())
    before = snapshot(drawn.stage.tournament, [game.pk])
    with refused("table_began"):
        carry_out(
            drawn.stage.tournament,
            lambda: change_places(drawn, None, first, second, "why", held=held),
            games=held,
        )
    assert snapshot(drawn.stage.tournament, [game.pk]) == before
