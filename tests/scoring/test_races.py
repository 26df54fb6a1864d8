"""Several phones at once, on real threads and real connections: everything happens once, nobody gets an error page."""

import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connections
from django.http import HttpResponse

from scoring import actions
from scoring.models import Club, Device, Entry, Game, Player, Round
from scoring.queries import table_of
from scoring.rules import RuleSet
from tests.scoring.games import a_client
from tests.scoring.tables import (
    PEOPLE,
    PLAIN,
    SWEEP,
    Phone,
    at,
    finish,
    let_in,
    phone_of,
    posted,
    table,
    told,
    totals,
    write,
)

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 60  # seconds until a thread counts as stuck: a deadlock would wait for ever


def at_once(*tries: Callable[[], Any]) -> list[Any]:
    """Try all of these in the same moment, each on a thread and a connection of its own: what they gave."""
    start, came = Barrier(len(tries)), {}

    def run(number: int, tried: Callable[[], Any]) -> None:
        try:
            start.wait(PATIENCE)
            came[number] = tried()
        except Exception as error:  # noqa: BLE001  (whatever it was, it is told at the end)
            came[number] = error
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=pair, daemon=True) for pair in enumerate(tries)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not [thread for thread in threads if thread.is_alive()], "stuck"
    failed = [error for error in came.values() if isinstance(error, Exception)]
    assert not failed, failed
    return [came[number] for number in range(len(tries))]


def sending(
    phone: Phone, address: str, game: Game, fields: dict[str, Any], **places: Any
) -> Callable[[], HttpResponse]:
    """What sends this from the phone, in a browser that no other thread uses."""

    def send() -> HttpResponse:
        client = a_client(phone.key)
        client.raise_request_exception = False
        return client.post(at(address, game, **places), fields, headers={"HX-Request": "true"})

    return send


def statuses(answers: Sequence[HttpResponse]) -> dict[int, int]:
    return dict(Counter(answer.status_code for answer in answers))


def refusals(answers: Sequence[HttpResponse]) -> list[str]:
    """The code each phone that was refused has been told."""
    return sorted(told(answer)[0][0] for answer in answers if answer.status_code >= 400)


@pytest.fixture
def beat(game: Game) -> Phone:
    beat = phone_of("Beat")
    let_in(beat, game, "scorer")
    return beat


# Writing ------------------------------------------------------------------------------------------------------


def test_the_same_entry_eight_times_at_once_is_one_round(anna, game):
    fields = posted(PLAIN)
    answers = at_once(*[sending(anna, "record_round", game, fields)] * 8)
    assert statuses(answers) == {200: 8}
    screens = [{**answer.context["screen"], "csrf": ""} for answer in answers]
    assert all(screen == screens[0] for screen in screens)
    assert Entry.objects.count() == Round.objects.count() == 1
    assert Game.objects.get().version == game.version + 1


def test_of_two_different_entries_for_a_round_at_once_one_is_taken_and_the_other_told_so(anna, beat, game):
    answers = at_once(
        sending(anna, "record_round", game, posted(PLAIN)), sending(beat, "record_round", game, posted(SWEEP))
    )
    assert statuses(answers) == {200: 1, 409: 1}
    assert refusals(answers) == ["round_written"]
    taken = anna if answers[0].status_code == 200 else beat
    assert Entry.objects.get().device == taken.device
    assert totals(game) == ((65, 35) if taken is anna else (200, 0))


def test_four_phones_write_ten_rounds_together_and_none_is_lost_or_doubled(anna, game):
    """Each writes what it believes to be next; who comes second is refused and tries the one after."""
    phones = [anna]
    for name in ("Beat", "Carla", "Dino"):
        phones.append(phone_of(name))
        let_in(phones[-1], game, "scorer")

    def evening(phone: Phone) -> Callable[[], list[HttpResponse]]:
        return lambda: [sending(phone, "record_round", game, posted(PLAIN, number))() for number in range(1, 11)]

    answers = [answer for some in at_once(*map(evening, phones)) for answer in some]
    assert set(statuses(answers)) <= {200, 409}
    assert statuses(answers)[200] == Entry.objects.count()
    assert [entry.number for entry in table_of(game).entries] == list(range(1, Entry.objects.count() + 1))


def test_the_same_id_for_two_games_at_once_is_one_round(anna, game):
    other, fields = table(anna), posted(PLAIN)
    answers = at_once(*[sending(anna, "record_round", each, fields) for each in (game, other)] * 3)
    assert statuses(answers) == {200: 3, 409: 3}
    assert set(refusals(answers)) == {"id_used"}
    assert Entry.objects.count() == 1


def test_games_do_not_wait_for_each_other_for_ever(anna):
    games = [table(anna) for _ in range(6)]
    answers = at_once(*[sending(anna, "record_round", game, posted(PLAIN)) for game in games])
    assert statuses(answers) == {200: 6}


# Correcting and taking back -------------------------------------------------------------------------------------


def test_of_two_corrections_at_once_the_second_has_to_look_first(anna, beat, game):
    (seen,) = write(game, PLAIN)
    fields = [posted(data) | {"replaces": str(seen.pk)} for data in (SWEEP, {**PLAIN, "card_points": [0, 100]})]
    answers = at_once(
        sending(anna, "correct_round", game, fields[0], number=1),
        sending(beat, "correct_round", game, fields[1], number=1),
    )
    assert statuses(answers) == {200: 1, 409: 1}
    assert refusals(answers) == ["round_changed"]
    assert Entry.objects.filter(kind="correction").count() == 1
    assert Round.objects.get().entry.replaces == seen


def test_the_same_correction_many_times_at_once_is_one(anna, game):
    (seen,) = write(game, PLAIN)
    fields = posted(SWEEP) | {"replaces": str(seen.pk)}
    answers = at_once(*[sending(anna, "correct_round", game, fields, number=1)] * 6)
    assert statuses(answers) == {200: 6}
    assert Entry.objects.count() == 2


def test_two_taps_on_undo_at_once_take_back_one_round(anna, beat, game):
    write(game, PLAIN, SWEEP)
    taps = [{"id": str(uuid.uuid4()), "number": 2} for _ in range(2)]
    answers = at_once(sending(anna, "undo_round", game, taps[0]), sending(beat, "undo_round", game, taps[1]))
    assert statuses(answers) == {200: 1, 409: 1}
    assert refusals(answers) == ["round_not_last"]
    assert len(table_of(game).entries) == 1


@pytest.mark.parametrize("turn", range(4))
def test_undo_and_the_next_round_at_once_come_one_after_the_other(anna, beat, game, turn):
    write(game, PLAIN)
    tries = [
        sending(anna, "undo_round", game, {"id": str(uuid.uuid4()), "number": 1}),
        sending(beat, "record_round", game, posted(SWEEP, 2)),
    ]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    assert statuses(answers) == {200: 1, 409: 1}
    # Either the round was gone before the next one came, or it was not the last any more.
    ((refusal,),) = (refusals(answers),)
    assert (refusal, len(table_of(game).entries)) in {("round_out_of_turn", 0), ("round_not_last", 2)}


def test_undo_and_a_correction_at_once_come_one_after_the_other(anna, beat, game):
    (seen,) = write(game, PLAIN)
    answers = at_once(
        sending(anna, "undo_round", game, {"id": str(uuid.uuid4()), "number": 1}),
        sending(beat, "correct_round", game, posted(SWEEP) | {"replaces": str(seen.pk)}, number=1),
    )
    assert answers[0].status_code == 200
    assert refusals(answers) in ([], ["round_unknown"])
    assert table_of(game).entries == []


# Leading --------------------------------------------------------------------------------------------------------


def test_a_double_tap_on_rematch_at_once_makes_one_game(anna, game):
    finish(game)
    answers = at_once(*[sending(anna, "rematch", game, {})] * 4)
    assert statuses(answers) == {302: 4}
    assert len({answer["Location"] for answer in answers}) == 1
    assert Game.objects.count() == 2


def test_a_double_tap_on_pause_at_once_pauses_once(anna, beat, game):
    answers = at_once(sending(anna, "pause", game, {}), sending(beat, "pause", game, {}))
    assert statuses(answers) == {302: 1, 409: 1}
    assert game.events.filter(action="pause").count() == 1


def test_tables_of_a_club_that_start_at_once_share_its_new_names(anna):
    """Each table types the same people in another order, and none knows them yet."""
    club = Club.objects.create(name="Seal")
    phones = [anna.device, *(phone_of(name).device for name in PEOPLE[1:6])]
    for device in phones:
        device.club = club
        device.save()
    rules = RuleSet.of("grand_seigneur")
    for evening in range(3):
        names = [f"{name} {evening}" for name in PEOPLE]
        orders = [names, names[::-1]] * 3

        def start(device: Device, order: list[str]) -> Callable[[], Game]:
            return lambda: actions.start_game(device, rules, order)

        games = at_once(*map(start, phones, orders))
        assert [table_of(game).names for game in games] == orders
    assert Player.objects.count() == 3 * len(PEOPLE)


def test_the_same_form_sent_at_once_starts_one_game(anna):
    form = uuid.uuid4()
    start = lambda: actions.start_game(anna.device, RuleSet.of("nanking"), PEOPLE[:4], game_id=form)  # noqa: E731
    assert {game.pk for game in at_once(*[start] * 6)} == {form}
    assert Game.objects.count() == 1
