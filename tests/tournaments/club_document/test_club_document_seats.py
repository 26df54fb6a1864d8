"""Games in which people were exchanged, out and in: with five, without names, with all the rest."""

import io
from collections.abc import Callable

import pytest
from django.db import transaction

from scoring.games.actions.setup_changes import Setup, put_right
from scoring.games.actions.starting import start_game
from scoring.games.queries import table_of
from scoring.models import Club
from scoring.rules import Carried, RuleSet
from tests.scoring.clubs import a_club
from tests.scoring.tables import PEOPLE, Phone, phone_of, record, seat_from, table
from tests.tournaments.club_document.a_club import document_of
from tests.tournaments.tampering import found
from tournaments.clubs.club_document.reading import import_club

pytestmark = pytest.mark.django_db


def two_without_names(phone: Phone) -> None:
    game = table(phone, names=["Anna", "Beat", "", ""])
    record(game, 1)
    seat_from(game, 2, "Elif")
    record(game, 2)


def a_fifth_seat_after_a_change(phone: Phone) -> None:
    game = table(phone)
    seat_from(game, 1, "Elif")
    names = ["Elif", "Beat", "Carla", "Dino", "Gabi"]
    put_right(game, phone.device, Setup(RuleSet.of("nanking_five", {}), names))
    record(game, 1)


def five_with_everything(phone: Phone) -> None:
    rules = RuleSet.of("nanking_five", {"who_sits_out": "tapped"})
    carried = Carried(3, (100, 50, -20, 300, 70))
    game = start_game(phone.device, rules, PEOPLE[:5], carried=carried)
    for number in range(4, 10):
        if number == 6:
            seat_from(game, number, "Gabi", "", "Anna")
        if number == 7:
            seat_from(game, number, "", "Anna", "Beat")
        position = table_of(game).position
        (first, third), (second, last) = position.sides
        round_ = {"out": [first, second, third, last], "card_points": [60, 40]}
        record(game, number, round_ | {"bombs": [[third, 4, 9]], "sits_out": position.sits_out})


@pytest.mark.parametrize(
    "play", [two_without_names, a_fifth_seat_after_a_change, five_with_everything]
)
def test_such_a_game_comes_back_as_it_was(play: Callable[[Phone], None]) -> None:
    with transaction.atomic():
        phone = phone_of("Anna")
        club = a_club(phone.device)
        phone.device.refresh_from_db()
        play(phone)
        assert found() is None
        document = document_of(club)
        transaction.set_rollback(True)
    assert not Club.objects.exists()
    made = import_club(io.BytesIO(document))
    assert document_of(made) == document
    assert found() is None
