"""Two who claim at once: one person is one, and nobody gets an error page."""

import pytest

from scoring.games.access.claims import Holder
from scoring.models import Claim, Player
from scoring.people.actions.claiming import agree, ask, claim_by_link, make_link
from scoring.people.actions.merging import merge
from scoring.rules import RuleError
from tests.scoring.clubs import a_club, a_person, an_account
from tests.scoring.games import a_device
from tests.scoring.racing import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def tried(action: object, *args: object) -> object:
    """What the action said, where it refused."""
    try:
        action(*args)  # type: ignore[operator]
    except RuleError as error:
        return error.mistakes[0].code
    return "done"


def test_of_two_who_open_one_link_at_once_one_is_the_person() -> None:
    phone = a_device("the club's")
    club = a_club(phone)
    link = make_link(a_person(club), phone, an_account(club, "director").pk)
    holders = [Holder(account=an_account(name="Lena")), Holder(phone=a_device("x"))]
    came = at_once(
        *(lambda holder=holder: tried(claim_by_link, link, holder) for holder in holders)
    )
    assert sorted(came) == ["done", "link_used"]
    assert Claim.objects.count() == 1


def test_of_a_link_that_is_opened_and_a_question_that_is_agreed_to_at_once_one_counts() -> None:
    phone = a_device("the club's")
    club = a_club(phone)
    anna, director = a_person(club), an_account(club, "director")
    asked = ask(anna, Holder(account=an_account(name="Lena")))
    link = make_link(anna, phone, director.pk)
    came = at_once(
        lambda: tried(claim_by_link, link, Holder(phone=a_device("x"))),
        lambda: tried(agree, asked, phone),
    )
    assert came.count("done") == 1
    assert Claim.objects.filter(agreed_at__isnull=False).count() == 1


def test_one_account_that_opens_two_links_of_a_list_at_once_is_one_of_them() -> None:
    phone = a_device("the club's")
    club = a_club(phone)
    director, lena = an_account(club, "director"), an_account(name="Lena")
    links = [make_link(a_person(club, name), phone, director.pk) for name in ("Anna", "Beat")]
    came = at_once(
        *(lambda link=link: tried(claim_by_link, link, Holder(account=lena)) for link in links)
    )
    assert sorted(came) == ["already_somebody", "done"]


def test_a_claim_and_a_merge_at_once_leave_one_claimed_person_or_a_worthless_link() -> None:
    phone = a_device("the club's")
    club = a_club(phone)
    anna, guest = a_person(club, "Anna Berger"), a_person(club, "Anna B.", guest=True)
    link = make_link(guest, phone, an_account(club, "director").pk)
    came = at_once(
        lambda: tried(claim_by_link, link, Holder(account=an_account(name="Lena"))),
        lambda: tried(merge, guest, anna, phone),
    )
    assert came[1] == "done"
    held = {claim.player_id for claim in Claim.objects.all()}
    assert (came[0], held) in [("done", {anna.pk}), ("player_gone", set())]
    assert Player.listed.filter(club=club).count() == 1
