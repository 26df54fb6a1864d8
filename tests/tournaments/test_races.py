"""Directors and phones at once, on real threads and real connections: everything happens once, or
is refused in words.

Locks are taken in one order: the game, then the tournament, then its matches. Where a test here
finds threads stuck, or an error page, somebody has taken them in another.
"""

from collections.abc import Callable

import pytest
from django.urls import reverse

from scoring.models import Player
from tests.tournaments import desks
from tests.tournaments.racing import (
    DRAFT,
    PUBLISHED,
    Press,
    a_phone,
    at_once,
    begun,
    check_whole,
    logged,
    posting,
    pressing_round,
    statuses,
    turns,
)
from tournaments import tokens
from tournaments.actions import attendance, drawing, entering
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import (
    Entrant,
    MatchGame,
    Member,
    SessionRound,
    Tournament,
)
from tournaments.stage.history import seated_match

pytestmark = pytest.mark.django_db(transaction=True)


def seated(session_round: SessionRound) -> list[tuple[tuple[int, ...], ...]]:
    return [seated_match(match).sides for match in session_round.matches.order_by("number")]


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
        rows = [NewEntrant((name,)) for name in order]
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
