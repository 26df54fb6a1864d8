"""Several phones at once, on real threads and real connections: everything happens once, nobody
gets an error page.
"""

import json
import uuid
from collections.abc import Callable

import pytest
from django.db import connection, transaction
from django.http import HttpResponse

from scoring.games.actions import starting
from scoring.games.actions.writing import record_round
from scoring.games.queries import table_of
from scoring.models import Club, Device, Entry, Game, Grant, Link, Player, RatingList, Round
from scoring.people.rated.lists import up_to_date
from scoring.people.rated.queries import rating_of
from scoring.rules import RuleSet
from tests.scoring.games import a_game
from tests.scoring.racing import apart, at_once, refusals, statuses, writing
from tests.scoring.tables import (
    PEOPLE,
    PLAIN,
    SWEEP,
    Phone,
    an_entry,
    finish,
    let_in,
    phone_of,
    record,
    table,
    totals,
    write,
)

pytestmark = pytest.mark.django_db(transaction=True)


def pressing(phone: Phone, address: str, game: Game) -> Callable[[], HttpResponse]:
    """What presses this button on the phone."""
    return lambda: apart(phone).send(address, game, {})


# Writing
# --------------------------------------------------------------------------------------------------


def test_the_same_entry_eight_times_at_once_is_one_round(anna, game):
    answers = at_once(*[writing(anna, game, 1, PLAIN)] * 8)
    assert statuses(answers) == {201: 8}
    assert len({answer.content for answer in answers}) == 1
    assert Entry.objects.count() == Round.objects.count() == 1
    assert Game.objects.get().version == game.version + 1


def test_of_two_different_entries_for_a_round_at_once_one_counts_and_the_other_stands_beside_it(
    anna, beat, game
):
    answers = at_once(writing(anna, game, 1, PLAIN), writing(beat, game, 1, SWEEP))
    assert statuses(answers) == {201: 2}
    assert sorted(answer.json()["outcome"] for answer in answers) == ["counted", "rival"]
    counting = anna if answers[0].json()["outcome"] == "counted" else beat
    assert Round.objects.get().entry.device == counting.device
    assert totals(game) == ((65, 35) if counting is anna else (200, 0))
    for phone in (anna, beat):
        (line,) = phone.read(game)["rounds"]
        assert sorted(map(str, (line["round"], line["others"][0]["round"]))) == sorted(
            map(str, (PLAIN, SWEEP))
        )


def test_four_phones_write_ten_rounds_together_and_none_is_lost_or_doubled(anna, game):
    """Each writes what it believes to be next: who comes second has written the same round, and
    agrees.
    """
    phones = [anna]
    for name in ("Beat", "Carla", "Dino"):
        phones.append(phone_of(name))
        let_in(phones[-1], game, "scorer")

    def evening(phone: Phone) -> Callable[[], list[HttpResponse]]:
        return lambda: [writing(phone, game, number, PLAIN)() for number in range(1, 11)]

    answers = [answer for some in at_once(*map(evening, phones)) for answer in some]
    assert set(statuses(answers)) <= {201, 409}
    assert set(refusals(answers)) <= {"round_out_of_turn"}
    assert statuses(answers)[201] == Entry.objects.count()
    counted = Entry.objects.filter(outcome="counted").count()
    assert [entry.number for entry in table_of(game).entries] == list(range(1, counted + 1))
    assert not Entry.objects.filter(outcome="rival").exists()


def test_the_same_id_for_two_games_at_once_is_one_round(anna, game):
    other, entry = table(anna), an_entry(1, PLAIN)
    sends = [
        lambda each=each: apart(anna).post("api_entries", each, entry) for each in (game, other)
    ]
    answers = at_once(*sends * 3)
    assert statuses(answers) == {201: 3, 409: 3}
    assert set(refusals(answers)) == {"id_used"}
    assert Entry.objects.count() == 1


def test_games_do_not_wait_for_each_other_for_ever(anna):
    games = [table(anna) for _ in range(6)]
    answers = at_once(*[writing(anna, game, 1, PLAIN) for game in games])
    assert statuses(answers) == {201: 6}


# Correcting, taking back, choosing
# --------------------------------------------------------------------------------


def test_of_two_corrections_at_once_the_second_has_to_look_first(anna, beat, game):
    (seen,) = write(game, PLAIN)
    more = {"kind": "correction", "replaces": str(seen.pk)}
    answers = at_once(
        writing(anna, game, 1, SWEEP, **more),
        writing(beat, game, 1, {**PLAIN, "card_points": [0, 100]}, **more),
    )
    assert statuses(answers) == {201: 1, 409: 1}
    assert refusals(answers) == ["round_changed"]
    assert Entry.objects.filter(kind="correction").count() == 1
    assert Round.objects.get().entry.replaces == seen


def test_the_same_correction_many_times_at_once_is_one(anna, game):
    (seen,) = write(game, PLAIN)
    answers = at_once(
        *[writing(anna, game, 1, SWEEP, kind="correction", replaces=str(seen.pk))] * 6
    )
    assert statuses(answers) == {201: 6}
    assert len({answer.content for answer in answers}) == 1
    assert Entry.objects.count() == 2


def test_of_two_choices_at_once_the_first_counts_and_the_second_is_told_so(anna, beat, game):
    (counting,) = write(game, PLAIN)
    rival = record(game, 1, SWEEP).entry
    answers = at_once(
        writing(anna, game, 1, kind="choice", about=str(counting.pk)),
        writing(beat, game, 1, kind="choice", about=str(rival.pk)),
    )
    assert statuses(answers) == {201: 1, 409: 1}
    assert refusals(answers) == ["nothing_to_choose"]
    assert totals(game) == ((65, 35) if answers[0].status_code == 201 else (200, 0))


def test_a_rival_and_a_correction_at_once_leave_two_versions_or_none_unseen(anna, beat, game):
    (seen,) = write(game, PLAIN)
    answers = at_once(
        writing(anna, game, 1, SWEEP, kind="correction", replaces=str(seen.pk)),
        writing(beat, game, 1, {**PLAIN, "card_points": [0, 100]}),
    )
    assert answers[1].json()["outcome"] == "rival"
    # Either the correction came first, and the rival stands against it; or it is refused until
    # somebody chooses.
    assert refusals(answers) in ([], ["round_disputed"])
    assert len(anna.read(game)["rounds"][0]["others"]) == 1


def test_two_taps_on_undo_at_once_take_back_one_round(anna, beat, game):
    write(game, PLAIN, SWEEP)
    answers = at_once(writing(anna, game, 2, kind="undo"), writing(beat, game, 2, kind="undo"))
    assert statuses(answers) == {201: 1, 409: 1}
    assert refusals(answers) == ["round_not_last"]
    assert len(table_of(game).entries) == 1


@pytest.mark.parametrize("turn", range(4))
def test_undo_and_the_next_round_at_once_come_one_after_the_other(anna, beat, game, turn):
    write(game, PLAIN)
    tries = [writing(anna, game, 1, kind="undo"), writing(beat, game, 2, SWEEP)]
    answers = at_once(*(tries if turn % 2 else tries[::-1]))
    assert statuses(answers) == {201: 1, 409: 1}
    # Either the round was gone before the next one came, or it was not the last any more.
    ((refusal,),) = (refusals(answers),)
    assert (refusal, len(table_of(game).entries)) in {
        ("round_out_of_turn", 0),
        ("round_not_last", 2),
    }


def test_undo_and_a_correction_at_once_come_one_after_the_other(anna, beat, game):
    (seen,) = write(game, PLAIN)
    answers = at_once(
        writing(anna, game, 1, kind="undo"),
        writing(beat, game, 1, SWEEP, kind="correction", replaces=str(seen.pk)),
    )
    assert answers[0].status_code == 201
    assert refusals(answers) in ([], ["round_unknown"])
    assert table_of(game).entries == []


# Leading
# --------------------------------------------------------------------------------------------------


def test_a_double_tap_on_rematch_at_once_makes_one_game(anna, game):
    finish(game)
    answers = at_once(*[pressing(anna, "rematch", game)] * 4)
    assert statuses(answers) == {302: 4}
    assert len({answer["Location"] for answer in answers}) == 1
    assert Game.objects.count() == 2


def test_a_double_tap_on_pause_at_once_pauses_once(anna, beat, game):
    answers = at_once(pressing(anna, "pause", game), pressing(beat, "pause", game))
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
            return lambda: starting.start_game(device, rules, order)

        games = at_once(*map(start, phones, orders))
        assert [table_of(game).names for game in games] == orders
    assert Player.objects.count() == 3 * len(PEOPLE)


def test_the_same_form_sent_at_once_starts_one_game(anna):
    form = uuid.uuid4()
    start = (  # noqa: E731
        lambda: starting.start_game(anna.device, RuleSet.of("nanking"), PEOPLE[:4], game_id=form)
    )
    assert {game.pk for game in at_once(*[start] * 6)} == {form}
    assert Game.objects.count() == 1


def test_two_phones_that_bring_a_game_begun_offline_at_once_start_one_game(anna, beat):
    names = ["Anna", "Beat", "Carla", "Dino"]
    begun = {
        "id": str(uuid.uuid4()),
        "variant": "nanking",
        "players": names,
        "handover_key": str(uuid.uuid4()),
    }

    def starting(phone: Phone) -> Callable[[], HttpResponse]:
        client = apart(phone).client
        return lambda: client.post(
            "/api/v1/games/", json.dumps(begun), content_type="application/json"
        )

    answers = at_once(*[starting(phone) for phone in (anna, beat) * 2])
    assert statuses(answers) == {201: 4}
    assert sorted(answer.json()["role"] for answer in answers) == [
        "owner",
        "owner",
        "scorer",
        "scorer",
    ]
    game = Game.objects.get(pk=begun["id"])
    assert Grant.objects.filter(game=game).count() == 1
    assert Link.objects.filter(game=game).count() == 1


def test_the_round_that_ends_a_game_waits_for_nobody_who_rates() -> None:
    if connection.vendor == "sqlite":
        pytest.skip("one writes at a time")
    game = a_game(settings={"target_score": 200})
    row = up_to_date(game.device, "teams")
    with transaction.atomic():
        RatingList.objects.select_for_update().get(pk=row.pk)
        at_once(lambda: record_round(game, uuid.uuid4(), 1, SWEEP, game.device))
    assert rating_of(Player.objects.get(name="Anna"), "teams") is not None
