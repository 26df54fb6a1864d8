"""Phones that sit down in the same moment:
each is let in or hears why not, and one of them writes.
"""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.scoring.games import a_device
from tests.tournaments import desks
from tests.tournaments.racing import at_once, posting, statuses, turns
from tournaments.actions import table_phones
from tournaments.models import Match, Phone
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db(transaction=True)


def a_match() -> Match:
    desks.draw(desks.a_tournament("pairs_swiss", 4))
    return Match.objects.select_related("session_round__stage__tournament").order_by("number")[0]


def writers(match: Match) -> int:
    return Phone.objects.filter(match=match, writes=True).count()


@pytest.mark.parametrize("turn", turns(20))
def test_of_three_phones_that_begin_at_once_one_writes(turn: int) -> None:
    match = a_match()
    presses = [
        posting(Client(), "match_play", token_of(match), 1, side=str(number % 2))
        for number in range(3)
    ]
    answers = statuses(at_once(*presses))
    assert answers == {303: 1, 409: 2}
    assert (writers(match), match.games.filter(game__isnull=False).count()) == (1, 1)


@pytest.mark.parametrize("turn", turns(20))
def test_two_phones_that_are_allowed_at_once_leave_one_writer(turn: int) -> None:
    match = a_match()
    seated = Client()
    seated.post(reverse("match_play", args=[token_of(match), 1]), {"side": "0"})
    asking = [table_phones.ask_to_write(match, a_device(f"phone {number}")) for number in range(2)]
    olga = desks.a_user()

    def allow(phone: Phone) -> Any:
        row = Phone.objects.select_related("match__session_round__stage__tournament", "device").get(
            pk=phone.pk
        )
        return table_phones.let_write(row, by=olga)

    at_once(*[lambda phone=phone: allow(phone) for phone in asking])  # type: ignore[misc]
    assert writers(match) == 1
    assert not Phone.objects.filter(match=match, asked_at__isnull=False).exists()
