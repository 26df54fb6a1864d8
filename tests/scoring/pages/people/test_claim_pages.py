""" "That is me": the person's page of a club, the personal link, and who may do what there."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from scoring.games.access.claims import Holder, claim_of
from scoring.games.access.links import token_of
from scoring.models import Claim, ClaimLink, Club, Device, Player
from scoring.people.actions.claiming import ask, claim_by_link, make_link
from scoring.rules import RuleSet
from tests.requests import post
from tests.scoring.clubs import a_club, a_member, a_person, an_account, claim_rows
from tests.scoring.games import a_client, a_device, a_game, believable, said, words
from tichu_site.models import User
from tournaments.models import Role

pytestmark = pytest.mark.django_db


class Board:
    """A club: its director on a phone of it, a member's phone, and Lena, who is signed in on that
    one.
    """

    def __init__(self) -> None:
        self.phone: Device = a_device()
        self.club: Club = a_club(self.phone)
        self.director: User = an_account(self.club, "director", name="Dora")
        self.keeper = a_client()
        self.keeper.force_login(self.director)
        self.lena = an_account(name="Lena")
        self.member = a_member(self.club)
        self.member.force_login(self.lena)
        self.anna: Player = a_person(self.club, "Anna Berger")

    def link(self, player: Player | None = None) -> str:
        """The address of a personal link."""
        link = make_link(player or self.anna, self.phone, self.director.pk)
        return reverse("claim", args=[token_of(link)])

    def lenas(self) -> Claim:
        link = make_link(self.anna, self.phone, self.director.pk)
        return claim_by_link(link, Holder(account=self.lena))


@pytest.fixture
def board() -> Board:
    return Board()


# The link
# --------------------------------------------------------------------------------------------------


def test_the_keeper_makes_a_link_which_a_guest_opens_without_an_account(board: Board) -> None:
    assert post(board.keeper, "person_claim_link", board.anna.pk).status_code == 302
    page = board.keeper.get(reverse("person_claim", args=[board.anna.pk]))
    address = page.context["page"].address.removeprefix("http://testserver")
    assert 'class="qr"' in page.content.decode()
    guest = Client()
    assert "Are you Anna Berger?" in said(guest.get(address).content.decode())
    assert not Claim.objects.exists()  # looking is not claiming
    assert guest.post(address).headers["Location"] == reverse("my_game")
    assert "Anna Berger" in words(guest, "my_game")
    assert guest.post(address).headers["Location"] == reverse("my_game")  # the second of two taps
    assert Client().get(address).status_code == Client().post(address).status_code == 404
    assert Claim.objects.count() == 1


def test_who_is_signed_in_claims_for_the_account_and_is_it_anywhere(board: Board) -> None:
    address = board.link()
    somewhere = Client()
    somewhere.force_login(board.lena)
    assert "You are signed in as Lena." in said(somewhere.get(address).content.decode())
    somewhere.post(address)
    elsewhere = Client()
    elsewhere.force_login(board.lena)
    assert "Anna Berger" in words(elsewhere, "my_game")
    assert "Anna Berger" in words(elsewhere, "person", board.anna.pk)


def test_pages_with_a_link_on_them_are_kept_by_nobody_and_tell_no_other_site(board: Board) -> None:
    address = board.link()
    for answer in (
        Client().get(address),
        Client().get("/claim/unknown/"),
        Client().post(address),
        board.keeper.get(reverse("person_claim", args=[board.anna.pk])),
    ):
        assert answer["Cache-Control"].startswith("no-store")
        assert answer["X-Robots-Tag"] == "noindex"
        assert answer["Referrer-Policy"] == "same-origin"


def test_used_revoked_foreign_and_worthless_links_are_answered_alike(board: Board) -> None:
    used = board.link()
    Client().post(used)
    beat = a_person(board.club, "Beat")
    revoked = board.link(beat)
    post(board.keeper, "person_claim_revoke", beat.pk)
    withdrawn = board.link(a_person(board.club, "Cleo"))
    Role.objects.all().delete()
    pages = {said(Client().get(one).content.decode()) for one in (used, revoked, withdrawn)}
    assert len(pages) == 1
    assert {Client().get(one).status_code for one in (used, revoked, withdrawn, "/claim/x/")} == {
        404
    }


def test_a_form_of_another_site_claims_nothing(board: Board) -> None:
    address = board.link()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(board.lena)
    assert strict.post(address).status_code == 403
    assert not Claim.objects.exists()


def test_who_is_somebody_else_of_the_list_is_told_so_and_the_link_stays_good(board: Board) -> None:
    board.lenas()
    beat = a_person(board.club, "Beat")
    address = board.link(beat)
    answer = board.member.post(address)
    assert answer.status_code == 409
    assert "You are already someone else in this list" in answer.content.decode()
    assert Client().post(address).status_code == 302


# Asking
# --------------------------------------------------------------------------------------------------


def test_a_member_asks_and_the_keeper_says_yes(board: Board) -> None:
    assert "That is me" in words(board.member, "person", board.anna.pk)
    told = words(board.member, "person_claim", board.anna.pk)
    assert "They see your account’s name and e-mail: Lena, lena@club.example" in told
    post(board.member, "person_claim_say", board.anna.pk)
    assert "You said that you are Anna Berger" in words(board.member, "person_claim", board.anna.pk)
    for page in (("club_people", board.club.pk), ("people",), ("person_claim", board.anna.pk)):
        assert "Anna Berger Lena says: that is me, lena@club.example" in words(board.keeper, *page)
    for page in (("club_people", board.club.pk), ("people",), ("person_claim", board.anna.pk)):
        assert "says: that is me" not in words(board.member, *page)
    claim = Claim.objects.get()
    assert (
        post(board.keeper, "person_claim_answer", board.anna.pk, claim.pk, agreed="1").status_code
        == 302
    )
    assert "Anna Berger is you." in words(board.member, "person_claim", board.anna.pk)
    assert "Anna Berger is Lena." in words(board.keeper, "person_claim", board.anna.pk)


def test_while_a_claim_waits_the_page_of_the_person_says_so_and_does_not_offer_it_again(
    board: Board,
) -> None:
    ask(board.anna, Holder(account=board.lena))
    page = words(board.member, "person", board.anna.pk)
    assert "You said that this is you." in page
    assert "That is me" not in page
    other = a_member(board.club, "another member's phone")
    assert "That is me" in words(other, "person", board.anna.pk)
    assert "You said that this is you." not in words(other, "person", board.anna.pk)


@pytest.mark.parametrize(
    ("kind", "called"), [("Linux", "a Linux computer"), ("iPhone", "an iPhone"), ("", "a phone")]
)
def test_the_keeper_reads_which_phone_asks_and_since_when_it_has_been_here(
    board: Board, kind: str, called: str
) -> None:
    phone = a_device("somebody's phone", kind)
    Device.objects.filter(pk=phone.pk).update(created_at=datetime(2026, 3, 2, 12, tzinfo=UTC))
    ask(board.anna, Holder(phone=phone))
    page = words(board.keeper, "club_people", board.club.pk)
    assert f"{called}, here since 2 Mar 2026 (code {phone.code}) says: that is me" in page


def test_the_keeper_says_no_and_nonsense_says_nothing(board: Board) -> None:
    claim = ask(board.anna, Holder(account=board.lena))
    post(board.keeper, "person_claim_answer", board.anna.pk, claim.pk, agreed="x")
    assert claim_rows() == [("Anna Berger", False, "")]
    post(board.keeper, "person_claim_answer", board.anna.pk, claim.pk, agreed="0")
    post(board.keeper, "person_claim_answer", board.anna.pk, claim.pk, agreed="0")
    assert claim_rows() == [("Anna Berger", False, "declined")]
    late = post(board.keeper, "person_claim_answer", board.anna.pk, claim.pk, agreed="1")
    assert late.status_code == 409


def test_whoever_keeps_the_list_is_themselves_without_asking(board: Board) -> None:
    post(board.keeper, "person_claim_say", board.anna.pk)
    assert claim_of(board.anna).account == board.director
    mama = Player.objects.create(name="Mama", device=a_device("home"))
    home = a_client("home")
    post(home, "person_claim_say", mama.pk)
    assert claim_of(mama).phone == a_device("home")


# Who may
# --------------------------------------------------------------------------------------------------


def test_strangers_find_nobody_members_hand_nothing_over_and_no_address_is_looked_at(
    board: Board,
) -> None:
    claim = ask(board.anna, Holder(account=board.lena))
    other = a_member(a_club(a_device("x"), name="Elsewhere"), "another club's phone")
    other.force_login(an_account(Club.objects.get(name="Elsewhere"), "owner", name="Otto"))
    keepers = {
        "person_claim_link": (board.anna.pk,),
        "person_claim_revoke": (board.anna.pk,),
        "person_claim_answer": (board.anna.pk, claim.pk),
    }
    everybody = {
        "person_claim_say": (board.anna.pk,),
        "person_claim_end": (board.anna.pk, claim.pk),
    }
    for name, args in (keepers | everybody).items():
        for stranger in (Client(), other):
            assert post(stranger, name, *args, agreed="1").status_code == 404, name
        assert post(board.keeper, name, 10**12, *args[1:]).status_code == 404
        if len(args) > 1:
            assert post(board.keeper, name, args[0], 10**30, agreed="1").status_code == 404
        assert board.keeper.get(reverse(name, args=args)).status_code == 405
    for name, args in keepers.items():
        assert post(board.member, name, *args, agreed="1").status_code == 403, name
    assert Client().get(reverse("person_claim", args=[board.anna.pk])).status_code == 404
    assert claim_rows() == [("Anna Berger", False, "")]
    assert not ClaimLink.objects.exists()


def test_a_claim_is_answered_and_ended_by_its_own_person_s_address_alone(board: Board) -> None:
    """A keeper of one list has no word about another's: the number of a claim alone is worth
    nothing.
    """
    home = a_device("home")
    mama = Player.objects.create(name="Mama", device=home)
    claim = board.lenas()
    keeper = a_client("home")
    for name in ("person_claim_answer", "person_claim_end"):
        assert post(keeper, name, mama.pk, claim.pk, agreed="0").status_code == 404
    assert claim_rows() == [("Anna Berger", True, "")]


def test_only_both_sides_end_a_claim(board: Board) -> None:
    claim = board.lenas()
    another = a_member(board.club, "another member's phone")
    assert post(another, "person_claim_end", board.anna.pk, claim.pk).status_code == 403
    assert "Someone else is already this person" in words(another, "person_claim", board.anna.pk)
    assert "Lena" not in words(another, "person_claim", board.anna.pk)
    post(board.keeper, "person_claim_end", board.anna.pk, claim.pk)
    assert "taken back by the list" in words(board.keeper, "person_claim", board.anna.pk)
    again = board.lenas()
    post(board.member, "person_claim_end", board.anna.pk, again.pk)
    assert [ended for _name, _held, ended in claim_rows()] == ["taken", "left"]


# What it gives
# --------------------------------------------------------------------------------------------------


def test_they_say_what_visitors_see_take_their_data_along_and_erase_themselves(
    board: Board,
) -> None:
    board.lenas()
    anywhere = Client()
    anywhere.force_login(board.lena)
    post(anywhere, "person_name", board.anna.pk, shown="alias", alias="Fuchs")
    board.anna.refresh_from_db()
    assert (board.anna.shown, board.anna.alias) == ("alias", "Fuchs")
    assert "an account, agreed" in words(anywhere, "person_data", board.anna.pk)
    file = b"".join(
        anywhere.get(reverse("person_file", args=[board.anna.pk])).streaming_content
    ).decode()
    assert '"by": "account"' in file
    assert "Lena" not in file
    for name in ("person_merge",):
        assert anywhere.get(reverse(name, args=[board.anna.pk])).status_code == 403
    assert post(anywhere, "person_erase", board.anna.pk).status_code == 302
    board.anna.refresh_from_db()
    assert (board.anna.name, Claim.objects.count()) == ("", 0)


def test_that_somebody_is_a_minor_is_said_by_the_keeper_and_not_unsaid_by_them(
    board: Board,
) -> None:
    board.lenas()
    post(board.keeper, "person_name", board.anna.pk, shown="", minor="1")
    assert (
        'name="minor"'
        not in board.member.get(reverse("person_name", args=[board.anna.pk])).content.decode()
    )
    post(board.member, "person_name", board.anna.pk, shown="full", minor="")
    board.anna.refresh_from_db()
    assert (board.anna.shown, board.anna.minor) == ("initial", True)


def test_of_the_club_they_see_themselves_and_nobody_else(board: Board) -> None:
    board.lenas()
    short = {"target_score": 300}
    rounds = believable(RuleSet.of("nanking", short), 4, 40, 1)
    a_game(
        names=("Anna Berger", "Cleo", "Beat", "Dino"),
        device=board.phone,
        rounds=rounds,
        settings=short,
    )
    beat = a_person(board.club, "Beat")
    anywhere = Client()
    anywhere.force_login(board.lena)
    pair = reverse("person_with", args=[board.anna.pk, beat.pk])
    own = reverse("person", args=[board.anna.pk])
    assert [pair in client.get(own).content.decode() for client in (board.member, anywhere)] == [
        True,
        False,
    ]
    assert "Beat" in words(anywhere, "person", board.anna.pk)
    assert anywhere.get(reverse("person", args=[beat.pk])).status_code == 404
    assert anywhere.get(pair).status_code == 404
    assert anywhere.get(reverse("club_people", args=[board.club.pk])).status_code == 404
