"""Directors and phones at once, on real threads and real connections: everything happens once, or
is refused in words.

Locks are taken in one order: the game, then the tournament, then its matches. Where a test here
finds threads stuck, or an error page, somebody has taken them in another.
"""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from scoring.games.queries import table_of
from scoring.models import Game, Link, Player
from tests.scoring.tables import Phone
from tests.tournaments import desks
from tests.tournaments.racing import (
    Press,
    a_phone,
    at_once,
    game_at,
    hands,
    posting,
    pressing_round,
    refusals,
    statuses,
    turns,
    writing_hand,
)
from tournaments import tokens
from tournaments.actions import attendance, drawing, entering, publishing, stages
from tournaments.models import (
    Entrant,
    LogLine,
    Match,
    MatchGame,
    Member,
    Place,
    SessionRound,
    Tournament,
)
from tournaments.stage.history import history_of, seated_match

pytestmark = pytest.mark.django_db(transaction=True)

CLOSED, DRAFT, PUBLISHED = (
    SessionRound.State.CLOSED,
    SessionRound.State.DRAFT,
    SessionRound.State.PUBLISHED,
)


@pytest.fixture
def desk() -> desks.Desk:
    return desks.a_desk()


def begun(desk: desks.Desk, entrants: int = 8, preset: str = "pairs_swiss") -> Tournament:
    tournament = desks.a_tournament(preset, entrants, desk=desk)
    stages.begin_stage(desks.first_stage(tournament), None)
    return tournament


def logged(tournament: Tournament, action: str) -> int:
    return LogLine.objects.filter(tournament=tournament, action=action).count()


def seated(session_round: SessionRound) -> list[tuple[tuple[int, ...], ...]]:
    return [seated_match(match).sides for match in session_round.matches.order_by("number")]


def check_whole(session_round: SessionRound) -> None:
    """Everybody sits once or is free, and every table has its games or, in a draft, none."""
    places = list(Place.objects.filter(session_round=session_round))
    assert len({place.entrant_id for place in places}) == len(places)
    assert {place.match_id for place in places if place.match_id} == {
        row.pk for row in session_round.matches.all()
    }
    expected = 0 if session_round.state == DRAFT else session_round.stage.best_of
    assert {match.games.count() for match in session_round.matches.all()} == {expected}


# Drawing and publishing
# -----------------------------------------------------------------------------------------


def a_draw_asked_for_twice(desk: desks.Desk, times: int) -> None:
    tournament = begun(desk, 9)
    directors = [desk.client, desks.let_direct(desk, "Otto")]
    for number in range(1, times + 1):
        where = (tournament.pk, 1, 1, "draw")
        answers = at_once(*[posting(client, "desk_round_do", *where) for client in directors])
        assert statuses(answers) == {302: 2}
        assert {answer["Location"] for answer in answers} == {
            reverse("desk_round", args=(tournament.pk, 1, 1))
        }
        drawn = SessionRound.objects.get(stage__tournament=tournament)
        check_whole(drawn)
        assert (drawn.matches.count(), drawn.places.count()) == (4, 9)
        assert logged(tournament, "drawn") == number
        drawing.discard_draft(drawn, None)


def test_two_directors_who_ask_for_a_draw_at_once_get_the_same_one(desk: desks.Desk) -> None:
    a_draw_asked_for_twice(desk, 6)


@pytest.mark.slow
def test_two_directors_who_ask_for_a_draw_at_once_get_the_same_one_three_hundred_times(
    desk: desks.Desk,
) -> None:
    a_draw_asked_for_twice(desk, 300)


def test_a_stage_that_two_begin_by_their_first_draw_is_begun_once(desk: desks.Desk) -> None:
    tournament = desks.a_tournament(entrants=8, desk=desk)
    press = posting(desk.client, "desk_round_do", tournament.pk, 1, 1, "draw")
    other = posting(desks.let_direct(desk, "Otto"), "desk_round_do", tournament.pk, 1, 1, "draw")
    assert statuses(at_once(press, other)) == {302: 2}
    assert (logged(tournament, "stage_begun"), logged(tournament, "drawn")) == (1, 1)
    assert desks.first_stage(tournament).participations.count() == 8


def test_a_round_that_two_publish_at_once_has_its_games_once(desk: desks.Desk) -> None:
    tournament = begun(desk, 16)
    drawn = drawing.draw_round(desks.first_stage(tournament), None, 1)
    directors = [desk.client, desks.let_direct(desk, "Otto")]
    answers = at_once(*[pressing_round(client, drawn, "publish") for client in directors * 2])
    assert statuses(answers) == {302: 4}
    drawn.refresh_from_db()
    check_whole(drawn)
    assert (drawn.state, MatchGame.objects.count(), logged(tournament, "published")) == (
        PUBLISHED,
        8,
        1,
    )


@pytest.mark.parametrize("turn", turns(4))
def test_a_swap_and_publishing_at_once_never_publish_what_nobody_has_seen(
    desk: desks.Desk, turn: int
) -> None:
    tournament = begun(desk)
    drawn = drawing.draw_round(desks.first_stage(tournament), None, 1)
    page = desk.client.get(reverse("desk_round", args=(tournament.pk, 1, 1))).content.decode()
    seen = page.partition('name="seen" value="')[2].partition('"')[0]
    before = seated(drawn)
    ((first,), _), ((second,), _), *_ = before
    swapping = posting(
        desks.let_direct(desk, "Otto"),
        "desk_swap",
        tournament.pk,
        1,
        1,
        first=first,
        second=second,
        seen=seen,
    )
    tries = [pressing_round(desk.client, drawn, "publish", seen=seen), swapping]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    drawn.refresh_from_db()
    check_whole(drawn)
    assert statuses(answers) == {302: 1, 409: 1}
    assert (drawn.state, seated(drawn) == before) in {(PUBLISHED, True), (DRAFT, False)}


@pytest.mark.parametrize("turn", turns(4))
def test_of_a_publishing_and_a_redraw_at_once_the_games_fit_the_tables(
    desk: desks.Desk, turn: int
) -> None:
    tournament = begun(desk)
    drawn = drawing.draw_round(desks.first_stage(tournament), None, 1)
    tries = [
        pressing_round(desk.client, drawn, "publish"),
        pressing_round(
            desks.let_direct(desk, "Otto"), drawn, "redraw", reason="once more", sure="1"
        ),
    ]
    assert statuses(at_once(*(tries if turn % 2 else tries[::-1]))) == {302: 2}
    drawn.refresh_from_db()
    assert drawn.state == PUBLISHED
    check_whole(drawn)
    for match in drawn.matches.all():
        (game,) = match.games.all()
        assert sorted(who for side in game.sides for who in side) == sorted(
            seated_match(match).everybody
        )


@pytest.mark.parametrize("turn", turns(4))
def test_who_withdraws_while_a_round_is_drawn_sits_in_it_or_does_not_and_is_never_half_there(
    desk: desks.Desk, turn: int
) -> None:
    tournament = begun(desk, 7)
    leaving = tournament.entrants.get(number=3)
    tries: list[Press] = [
        posting(desk.client, "desk_round_do", tournament.pk, 1, 1, "draw"),
        posting(
            desks.let_direct(desk, "Otto"),
            "desk_entrant_do",
            tournament.pk,
            leaving.pk,
            "withdraw",
            reason="ill",
        ),
    ]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    assert statuses(answers) == {302: 2}
    drawn = SessionRound.objects.get()
    check_whole(drawn)
    leaving.refresh_from_db()
    assert leaving.state == Entrant.State.WITHDRAWN
    # Where the draw was quicker the draft has them still, and the page tells it to be redrawn.
    sits = drawn.places.filter(entrant=leaving).exists()
    assert drawn.places.count() == (7 if sits else 6)
    assert [match.session_round_id for match in attendance.tables_in_drafts(leaving)] in (
        [],
        [drawn.pk],
    )
    drawing.redraw_round(drawn, None)
    assert not drawn.places.filter(entrant=leaving).exists()
    assert drawn.places.count() == 6


# Tables that write while the desk moves on
# ------------------------------------------------------------------------


def last_table(desk: desks.Desk) -> tuple[SessionRound, Callable[[str], Press]]:
    """A published round of four hands a table, in which one hand is missing; and what sends it, by
    a new phone.
    """
    drawn = desks.draw(begun(desk, 8, "german_championship"))
    for match in drawn.matches.all():
        game = publishing.open_game(match, 1, desks.table_phone())
        hands(game, 4 if match.number == 1 else 3)

    def sends(name: str) -> Press:
        phone = a_phone(name)
        return writing_hand(phone, game_at(drawn.matches.get(number=2), phone), 4)

    return drawn, sends


@pytest.mark.parametrize("turn", turns(6))
def test_a_round_closed_while_the_last_hand_is_written_has_that_hand_or_stays_open(
    desk: desks.Desk, turn: int
) -> None:
    drawn, sends = last_table(desk)
    tries = [pressing_round(desk.client, drawn, "close"), sends("Anna")]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    closing, writing = answers if turn % 2 else answers[::-1]
    drawn.refresh_from_db()
    match = drawn.matches.get(number=2)
    # The hand comes in either way: a round with a table that has no result yet cannot be closed
    # before it.
    assert writing.status_code == 201
    assert (match.done, sum(line.get("points", 0) for line in match.result.values())) == (True, 16)
    assert (closing.status_code, drawn.state) in {(302, CLOSED), (409, PUBLISHED)}


@pytest.mark.parametrize("turn", turns(6))
def test_a_round_closed_while_a_hand_is_taken_back_is_closed_with_it_or_stays_open_without(
    desk: desks.Desk, turn: int
) -> None:
    drawn, sends = last_table(desk)
    sends("Anna")()
    anna = a_phone("Anna")
    game = game_at(drawn.matches.get(number=2), anna)
    undo = {"id": str(uuid.uuid4()), "number": 4, "kind": "undo"}
    tries: list[Press] = [
        pressing_round(desk.client, drawn, "close"),
        lambda: anna.post("api_entries", game, undo),
    ]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    closing, undoing = answers if turn % 2 else answers[::-1]
    drawn.refresh_from_db()
    found = (
        closing.status_code,
        undoing.json()["outcome"],
        drawn.state,
        len(table_of(game).entries),
    )
    assert found in {(302, "late", CLOSED, 4), (409, "counted", PUBLISHED, 3)}
    assert drawn.matches.get(number=2).done == (drawn.state == CLOSED)


@pytest.mark.parametrize("turn", turns(6))
def test_a_table_that_writes_its_first_hand_during_a_redraw_is_kept_or_told_so(
    desk: desks.Desk, turn: int
) -> None:
    tournament = begun(desk)
    drawn = desks.draw(tournament)
    match = drawn.matches.get(number=1)
    anna = a_phone("Anna")
    game = game_at(match, anna)
    tries = [
        pressing_round(desk.client, drawn, "redraw", reason="somebody is missing", sure="1"),
        writing_hand(anna, game, 1),
    ]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    redrawing, writing = answers if turn % 2 else answers[::-1]
    assert redrawing.status_code == 302
    kept = Match.objects.filter(pk=match.pk).exists()
    found = (writing.status_code, *refusals([writing]), kept, len(table_of(game).entries))
    assert found in {(201, True, 1), (409, "match_gone", False, 0)}
    drawn.refresh_from_db()
    check_whole(drawn)
    assert drawn.places.count() == 8


@pytest.mark.parametrize("turn", turns(4))
def test_a_round_made_a_draft_again_while_a_table_begins_is_a_draft_without_games_or_stays(
    desk: desks.Desk, turn: int
) -> None:
    drawn = desks.draw(begun(desk))
    anna = a_phone("Anna")
    game = game_at(drawn.matches.get(number=1), anna)
    tries = [
        pressing_round(desk.client, drawn, "unpublish", reason="too early", sure="1"),
        writing_hand(anna, game, 1),
    ]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    taking_back, writing = answers if turn % 2 else answers[::-1]
    drawn.refresh_from_db()
    found = (taking_back.status_code, writing.status_code, *refusals([writing]), drawn.state)
    assert found in {(409, 201, PUBLISHED), (302, 409, "match_gone", DRAFT)}
    check_whole(drawn)


@pytest.mark.parametrize("turn", turns(6))
def test_a_result_and_a_decision_at_once_leave_the_decision_and_all_hands(
    desk: desks.Desk, turn: int
) -> None:
    drawn, sends = last_table(desk)
    match = drawn.matches.get(number=2)
    deciding = posting(
        desk.client,
        "desk_match_do",
        drawn.stage.tournament_id,
        match.pk,
        "rule",
        kind="half",
        reason="time is up",
    )
    tries = [deciding, sends("Anna")]
    answers = sorted(statuses(at_once(*(tries if turn % 2 else tries[::-1]))))
    match.refresh_from_db()
    if answers == [200, 201]:  # the last hand came first: the director looks at the change before
        assert (match.ruling, match.games.get().game.rounds.count()) == (None, 4)
        return
    assert answers == [201, 302]
    assert (match.done, match.ruling["kind"], match.games.get().game.rounds.count()) == (
        True,
        "half",
        4,
    )
    assert (
        len({(line.get("points", 0), line.get("score", 0)) for line in match.result.values()}) == 1
    )


def test_all_tables_of_a_round_write_all_their_hands_at_once_while_the_desk_looks_on(
    desk: desks.Desk,
) -> None:
    tournament = begun(desk, 16, "german_championship")
    drawn = desks.draw(tournament)
    phones = [(a_phone(f"table {match.number}"), match) for match in drawn.matches.all()]
    games = [(phone, game_at(match, phone)) for phone, match in phones]

    def evening(phone: Phone, game: Game) -> Callable[[], list[Any]]:
        return lambda: [writing_hand(phone, game, number)() for number in range(1, 5)]

    def looking() -> list[Any]:
        where = reverse("desk_round", args=(tournament.pk, 1, 1))
        return [desk.client.get(where) for _ in range(4)]

    *written, looked = at_once(*[evening(*pair) for pair in games], looking)
    assert statuses([answer for some in written for answer in some]) == {201: 16}
    assert statuses(looked) == {200: 4}
    assert [match.done for match in drawn.matches.all()] == [True] * 4
    publishing.close_round(drawn, None)


# Opening a table's game
# -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", turns(4))
def test_of_phones_that_open_a_match_at_once_one_writes_and_the_others_may_ask(
    desk: desks.Desk, turn: int
) -> None:
    drawn = desks.draw(begun(desk))
    match = drawn.matches.get(number=1)
    phones = [a_phone(name) for name in ("Anna", "Beat", "Carla", "Dino")]
    answers = at_once(
        *[posting(phone.client, "match_play", tokens.token_of(match), 1) for phone in phones]
    )
    assert statuses(answers) == {303: 1, 409: 3}
    writer = next(
        phone for phone, answer in zip(phones, answers, strict=True) if answer.status_code == 303
    )
    asking = [answer.content.decode() for answer in answers if answer.status_code == 409]
    assert all(reverse("match_do", args=[tokens.token_of(match), "ask"]) in page for page in asking)
    game = Game.objects.get()
    assert match.games.get().game == game
    assert Link.objects.filter(game=game, revoked_at__isnull=True).count() == 1
    # Nobody was let in by a link that was made anew a moment later.
    assert [writing_hand(phone, game, 1)().status_code for phone in phones if phone != writer] == [
        404
    ] * 3
    assert writing_hand(writer, game, 1)().status_code == 201


@pytest.mark.parametrize("turn", turns(4))
def test_a_match_opened_during_a_redraw_is_a_game_of_the_new_draw_or_gone(
    desk: desks.Desk, turn: int
) -> None:
    drawn = desks.draw(begun(desk))
    token = tokens.token_of(drawn.matches.get(number=1))
    tries = [
        posting(a_phone("Anna").client, "match_play", token, 1),
        pressing_round(desk.client, drawn, "redraw", reason="somebody is missing", sure="1"),
    ]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    opening, redrawing = answers if turn % 2 else answers[::-1]
    assert (opening.status_code, redrawing.status_code) in {(303, 302), (404, 302)}
    check_whole(drawn)
    # An empty game is not begun: it was drawn away with its table.
    assert not MatchGame.objects.filter(game__isnull=False).exists()


@pytest.mark.parametrize("turn", turns(4))
def test_a_match_decided_during_a_redraw_is_kept_with_the_decision_or_gone(
    desk: desks.Desk, turn: int
) -> None:
    drawn = desks.draw(begun(desk))
    match = drawn.matches.get(number=1)
    where = (drawn.stage.tournament_id, match.pk, "rule")
    tries = [
        posting(desk.client, "desk_match_do", *where, kind="half", reason="time is up"),
        pressing_round(
            desks.let_direct(desk, "Otto"), drawn, "redraw", reason="somebody is missing", sure="1"
        ),
    ]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    deciding, redrawing = answers if turn % 2 else answers[::-1]
    kept = Match.objects.filter(pk=match.pk, ruling__isnull=False).exists()
    assert (deciding.status_code, redrawing.status_code, kept) in {
        (302, 302, True),
        (404, 302, False),
    }
    check_whole(drawn)


# People
# --------------------------------------------------------------------------------------------------


def test_of_two_imports_of_the_same_names_at_once_one_enters_everybody(desk: desks.Desk) -> None:
    tournament = desks.a_tournament(entrants=0, desk=desk)
    text = "\n".join(
        f"{one} & {other}"
        for one, other in zip(desks.people(20), desks.people(20, 21), strict=True)
    )
    where = reverse("desk_list", args=(tournament.pk,))
    page = desk.client.post(where, {"list": text}).content.decode()
    seen = page.partition('name="seen" value="')[2].partition('"')[0]
    directors = [desk.client, desks.let_direct(desk, "Otto")]
    tries = [
        posting(client, "desk_list", tournament.pk, list=text, seen=seen, enter="1")
        for client in directors
    ]
    answers = at_once(*tries)
    assert statuses(answers) == {302: 1, 422: 1}
    assert (Entrant.objects.count(), Member.objects.count(), Player.objects.count()) == (20, 40, 40)
    assert sorted(Entrant.objects.values_list("number", flat=True)) == list(range(1, 21))


def test_two_tournaments_of_a_club_that_import_the_same_names_at_once_share_its_people(
    desk: desks.Desk,
) -> None:
    names = desks.people(30)
    tournaments = [desks.a_tournament("german_championship", 0, desk=desk) for _ in range(2)]

    def importing(tournament: Tournament, order: list[str]) -> Callable[[], object]:
        rows = [entering.NewEntrant((name,)) for name in order]
        return lambda: entering.enter(tournament, None, rows)

    at_once(importing(tournaments[0], names), importing(tournaments[1], names[::-1]))
    assert (Player.objects.count(), Member.objects.count()) == (30, 60)


def test_a_table_of_the_club_may_start_a_game_while_the_list_is_imported(desk: desks.Desk) -> None:
    """Both add people to the club's list, and the match asks for them while it holds its
    tournament.
    """
    tournament = begun(desk, 8, "german_championship")
    drawn = desks.draw(tournament)
    other = desks.a_tournament("german_championship", 0, desk=desk)
    phones = [a_phone(f"table {match.number}") for match in drawn.matches.all()]
    opening = [
        posting(phone.client, "match_play", tokens.token_of(match), 1)
        for phone, match in zip(phones, drawn.matches.all(), strict=True)
    ]
    answers = at_once(*opening, lambda: desks.enter(other, 40))
    assert statuses(answers[:2]) == {303: 2}
    assert Entrant.objects.filter(tournament=other).count() == 40


def test_the_last_place_of_a_full_tournament_goes_to_one(desk: desks.Desk) -> None:
    tournament = desks.a_tournament("german_championship", 3, desk=desk)
    Tournament.objects.filter(pk=tournament.pk).update(limit=4)
    directors = [desk.client, desks.let_direct(desk, "Otto")]
    tries = [
        posting(client, "desk_enter", tournament.pk, name_0=name)
        for client, name in zip(directors, ("Zoe", "Zeno"), strict=True)
    ]
    assert statuses(at_once(*tries)) == {302: 1, 409: 1}
    assert Entrant.objects.filter(state=Entrant.State.ENTERED).count() == 4


REMOVED_MEANWHILE = [
    ("desk_check_in", (), {"here": "1"}),
    ("desk_entrant_do", ("withdraw",), {"reason": "ill"}),
    ("desk_entrant_do", ("change",), {"club_name": "Bern", "shown": "name"}),
    ("desk_entrant_do", ("absent",), {"stage": "1", "round": "1", "missing": "1"}),
    ("desk_entrant_do", ("substitute",), {"name": "Zoe"}),
    ("desk_entrant_do", ("remove",), {}),
]


@pytest.mark.parametrize(("address", "action", "fields"), REMOVED_MEANWHILE)
def test_who_is_taken_out_by_one_director_is_gone_for_the_other_who_presses_something(
    desk: desks.Desk, address: str, action: tuple[str, ...], fields: dict[str, str]
) -> None:
    tournament = desks.a_tournament(entrants=8, desk=desk)
    otto = desks.let_direct(desk, "Otto")
    for turn, entrant in enumerate(list(tournament.entrants.all())[:4]):
        where = (tournament.pk, entrant.pk)
        more = {"instead_of": str(entrant.members.first().pk)} if "substitute" in action else {}
        tries = [
            posting(desk.client, "desk_entrant_do", *where, "remove"),
            posting(otto, address, *where, *action, **fields, **more),
        ]
        answers = at_once(*(tries if turn % 2 else tries[::-1]))
        removing, other = answers if turn % 2 else answers[::-1]
        assert sorted((removing.status_code, other.status_code)) in (
            [302, 302],
            [302, 404],
            [302, 409],
        )
        assert not Entrant.objects.filter(pk=entrant.pk).exists()
    assert logged(tournament, "removed") == 4


# Everything together
# ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("turn", turns(3))
def test_a_desk_and_its_tables_that_do_everything_at_once_are_never_stuck(
    desk: desks.Desk, turn: int
) -> None:
    drawn, sends = last_table(desk)
    tournament = drawn.stage.tournament
    otto = desks.let_direct(desk, "Otto")
    match = drawn.matches.get(number=2)
    first = drawn.matches.get(number=1)
    anna = a_phone("Anna")
    game = game_at(first, anna)
    correction = {
        "id": str(uuid.uuid4()),
        "number": 1,
        "kind": "correction",
        "replaces": str(table_of(game).entries[0].pk),
        "round": {"out": [1, 0, 2, 3], "card_points": [20, 80]},
    }
    tries: list[Press] = [
        pressing_round(desk.client, drawn, "close"),
        sends("Beat"),
        sends("Carla"),
        lambda: anna.post("api_entries", game, correction),
        posting(
            otto, "desk_match_do", tournament.pk, match.pk, "rule", kind="half", reason="time is up"
        ),
        posting(desks.let_direct(desk, "Olaf"), "desk_round_do", tournament.pk, 1, 2, "draw"),
        posting(a_phone("Dino").client, "match_play", tokens.token_of(first), 1),
        posting(desks.let_direct(desk, "Oda"), "desk_enter", tournament.pk, name_0="Zoe"),
    ]
    answers = at_once(*(tries[turn:] + tries[:turn]))
    assert not [answer for answer in answers if answer.status_code >= 500]
    drawn.refresh_from_db()
    if drawn.state == CLOSED:
        assert not drawn.matches.filter(done=False).exists()
    assert connection.in_atomic_block is False
    assert history_of(drawn.stage).rounds
