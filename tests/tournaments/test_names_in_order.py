"""Every list of names is in the order of the reader's alphabet, whatever database the names come
from.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.models import Club
from tests.tournaments import desks
from tests.tournaments.desk_pages import at
from tests.tournaments.walls import a_screen
from tournaments.actions import entering
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import Role, Tournament
from tournaments.pages.desk.home import clubs_of
from tournaments.tokens import token_of

pytestmark = pytest.mark.django_db

NAMES = (
    "zoe",
    "Żaneta",
    "Łukasz",
    "Яна",
    "Ömer",
    "Otto",
    "Борис",
    "Lutz",
    "anna",
    "Lena",
    "Oda",
    "Zaneta",
)
IN_ORDER = [
    "anna",
    "Lena",
    "Łukasz",
    "Lutz",
    "Oda",
    "Ömer",
    "Otto",
    "Zaneta",
    "Żaneta",
    "zoe",
    "Борис",
    "Яна",
]


def a_cup(desk: desks.Desk) -> Tournament:
    cup = desks.a_tournament("goettingen", 0, desk=desk)
    entering.enter(cup, None, [NewEntrant((name,)) for name in NAMES])
    desks.draw(cup)
    return cup


def shown(page: str) -> list[str]:
    """The names on a page, each where it stands first."""
    return list(dict.fromkeys(re.findall("|".join(NAMES), page)))


def test_names_stand_in_the_order_of_the_alphabet_wherever_people_look_for_one() -> None:
    desk = desks.a_desk()
    cup = a_cup(desk)
    pages = {
        **{
            what: (desk.client, reverse("desk_print_page", args=[cup.pk, what]), "<main")
            for what in ("names", "door")
        },
        "slips": (desk.client, reverse("desk_print_page", args=[cup.pk, "own"]), "<main"),
        "at the door": (desk.client, at("desk_entrants", cup) + "?show=door", "<main"),
        "missing": (desk.client, at("desk_missing", cup), "<main"),
        "penalties": (desk.client, at("desk_penalties", cup), '<select id="entrant'),
        "wall": (Client(), reverse("screen", args=[token_of(a_screen(cup, ("names",)))]), "<ol>"),
    }
    for where, (client, address, begins) in pages.items():
        assert shown(part(client.get(address), begins)) == IN_ORDER, where


def part(answer: object, begins: str) -> str:
    page = answer.content.decode()  # type: ignore[attr-defined]
    assert begins in page
    return str(page.partition(begins)[2])


def test_clubs_stand_in_the_order_of_the_alphabet() -> None:
    user = desks.a_user()
    for name in ("Zoe", "Łódź", "Lublin", "Ötzi", "Otto"):
        Role.objects.create(club=Club.objects.create(name=name), user=user, name=Role.Name.OWNER)
    for language, order in (
        ("en", "Łódź Lublin Otto Ötzi Zoe"),
        ("pl", "Lublin Łódź Otto Ötzi Zoe"),
    ):
        with translation.override(language):
            assert [line.club.name for line in clubs_of(user)] == order.split()


def test_somebody_is_found_without_accents_and_strokes() -> None:
    desk = desks.a_desk()
    cup = a_cup(desk)
    for typed, name in (("luka", "Łukasz"), ("zanet", "Żaneta"), ("ÖM", "Ömer"), ("яна", "Яна")):
        assert name in shown(
            part(desk.client.get(at("desk_missing", cup), {"q": typed}), "<main")
        ), typed
