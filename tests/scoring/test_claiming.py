"""A person is claimed by an account or a phone, with the consent of whoever keeps the list; and it
ends again.
"""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.games.access.claims import (
    LASTS,
    Holder,
    are_found,
    claim_of,
    claims_of,
    is_own,
    link_of_token,
)
from scoring.games.access.links import token_of
from scoring.games.names.visibility import FULL, INITIAL
from scoring.models import Claim, ClaimLink, Club, Device, Player
from scoring.people.actions.claiming import (
    agree,
    ask,
    claim_by_link,
    claim_own,
    end,
    make_link,
    revoke_link,
    set_findable,
    transfer_to_account,
)
from scoring.people.actions.erasing import erase
from scoring.people.actions.merging import merge, separate
from scoring.people.actions.name_visibility import show_person
from scoring.people.statistics.person import Person
from tests.scoring.clubs import a_club, a_person, an_account, claim_rows
from tests.scoring.games import TWO_ROUNDS, a_device, a_game
from tests.tournaments.refusing import refused
from tichu_site.accounts.deletion import delete_account
from tichu_site.models import User
from tournaments.models import Role

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


class Board:
    """A club with its director on a phone of it, and two of its people."""

    def __init__(self) -> None:
        self.phone = a_device("the club's phone")
        self.club: Club = a_club(self.phone)
        self.director = an_account(self.club, "director", name="Dora")
        self.anna, self.beat = a_person(self.club, "Anna Berger"), a_person(self.club, "Beat")

    def link(self, player: Player) -> ClaimLink:
        return make_link(player, self.phone, self.director.pk)

    def claimed(self, player: Player, account: User) -> Claim:
        return claim_by_link(self.link(player), Holder(account=account))


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def lena() -> User:
    return an_account(name="Lena")


# By a link
# --------------------------------------------------------------------------------------------------


def test_whoever_opens_a_personal_link_is_its_person_and_it_opens_nothing_more(
    board: Board, lena: User
) -> None:
    link = board.link(board.anna)
    token = token_of(link)
    found = link_of_token(token)
    assert found is not None
    claim = claim_by_link(found, Holder(account=lena))
    assert claim == claim_by_link(link, Holder(account=lena))  # a second tap
    assert is_own(board.anna, None, lena)
    assert (claim.agreed_by_device, claim.agreed_by_account) == (board.phone.pk, board.director.pk)
    assert link_of_token(token) is None
    with refused("link_used"):
        claim_by_link(link, Holder(phone=a_device("a stranger's")))
    assert claim_rows() == [("Anna Berger", True, "")]


def test_a_phone_without_an_account_claims_as_well_and_gives_it_to_one_later(
    board: Board, lena: User
) -> None:
    phone = a_device("lena's")
    claim = claim_by_link(board.link(board.anna), Holder(phone=phone))
    assert is_own(board.anna, phone, NOBODY)
    assert not is_own(board.anna, a_device("another"), NOBODY)
    transfer_to_account(claim, lena.pk)
    transfer_to_account(claim, lena.pk)
    assert is_own(board.anna, None, lena)
    assert not is_own(board.anna, phone, NOBODY)


def test_a_link_is_worth_nothing_once_it_is_revoked_replaced_too_old_or_of_somebody_who_is_gone(
    board: Board,
) -> None:
    first = board.link(board.anna)
    second = board.link(board.anna)
    assert link_of_token(token_of(first)) is None
    assert link_of_token(token_of(second)) == second
    revoke_link(board.anna)
    assert link_of_token(token_of(second)) is None
    third = board.link(board.anna)
    ClaimLink.objects.filter(pk=third.pk).update(
        made_at=timezone.now() - LASTS - timedelta(minutes=1)
    )
    assert link_of_token(token_of(third)) is None
    fourth = board.link(board.beat)
    erase(board.beat, board.phone)
    assert link_of_token(token_of(fourth)) is None
    assert link_of_token("nonsense") is None


def test_a_link_is_worth_something_as_long_as_its_maker_keeps_the_list(board: Board) -> None:
    token = token_of(board.link(board.anna))
    assert link_of_token(token) is not None
    Role.objects.filter(user=board.director).delete()
    assert link_of_token(token) is None
    Role.objects.create(
        club=Club.objects.create(name="Elsewhere"), user=board.director, name="owner"
    )
    assert link_of_token(token) is None
    Role.objects.create(club=board.club, user=board.director, name="director")
    User.objects.filter(pk=board.director.pk).update(is_active=False)
    assert link_of_token(token) is None
    User.objects.filter(pk=board.director.pk).update(is_active=True)
    Device.objects.filter(pk=board.phone.pk).update(club=None)
    assert link_of_token(token) is not None  # a role needs no phone of the club


def test_a_phone_hands_over_the_people_of_its_own_list(lena: User) -> None:
    phone = a_device("home")
    mama = Player.objects.create(name="Mama", device=phone)
    claim_by_link(make_link(mama, phone), Holder(account=lena))
    assert claims_of(None, lena).get().device == phone


# One person, one claim
# -------------------------------------------------------------------------------------------


def test_nobody_is_claimed_twice_and_nobody_is_two_of_a_list(board: Board, lena: User) -> None:
    board.claimed(board.anna, lena)
    with refused("claimed_already"):
        board.link(board.anna)
    with refused("claimed_already"):
        ask(board.anna, Holder(phone=a_device("x")))
    with refused("already_somebody"):
        board.claimed(board.beat, lena)
    with refused("already_somebody"):
        ask(board.beat, Holder(account=lena))
    other = a_club(a_device("elsewhere"), name="Elsewhere")
    theirs = a_person(other, "Lena")
    claim_own(theirs, Holder(account=lena), board.phone)  # in another list they may
    assert {claim.player for claim in claims_of(None, lena)} == {board.anna, theirs}


def test_the_database_says_so_too(board: Board, lena: User) -> None:
    claim = board.claimed(board.anna, lena)
    held = {"club": board.club, "agreed_at": timezone.now()}
    phone = a_device("x")
    for wrong in (
        {"player": board.anna, "phone": phone, **held},  # claimed twice
        {"player": board.beat, "account": lena, **held},  # two of one list
        {"player": board.beat, "account": lena, "phone": phone, **held},  # two holders
        {"player": board.beat, **held},  # none
        {"player": board.beat, "phone": phone, "agreed_at": timezone.now()},  # in no list
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Claim.objects.create(**wrong)
    assert Claim.objects.get() == claim


# By asking
# --------------------------------------------------------------------------------------------------


def test_who_asks_is_nobody_until_the_keeper_agrees(board: Board, lena: User) -> None:
    claim = ask(board.anna, Holder(account=lena))
    assert ask(board.anna, Holder(account=lena)) == claim
    assert not is_own(board.anna, None, lena)
    with refused("asked_before"):  # whoever could ask for everybody would be asked for by nobody
        ask(board.beat, Holder(account=lena))
    agreed = agree(claim, board.phone, board.director.pk)
    assert agree(claim, board.phone, board.director.pk).agreed_at == agreed.agreed_at
    assert is_own(board.anna, None, lena)


def test_of_two_who_ask_the_keeper_takes_one(board: Board, lena: User) -> None:
    one, other = ask(board.anna, Holder(account=lena)), ask(board.anna, Holder(phone=a_device("x")))
    agree(one, board.phone)
    with refused("claimed_already"):
        agree(other, board.phone)
    end(other, Claim.End.DECLINED, board.phone)
    with refused("claim_over"):
        agree(other, board.phone)
    assert claim_rows() == [("Anna Berger", True, ""), ("Anna Berger", False, "declined")]


def test_a_no_that_comes_after_a_yes_takes_nothing_away(board: Board, lena: User) -> None:
    claim = ask(board.anna, Holder(account=lena))
    agree(Claim.objects.get(pk=claim.pk), board.phone)
    end(claim, Claim.End.DECLINED, a_device("of another keeper"))
    assert claim_rows() == [("Anna Berger", True, "")]


def test_either_side_ends_it_and_it_stays_told(board: Board, lena: User) -> None:
    end(board.claimed(board.anna, lena), Claim.End.TAKEN, board.phone, board.director.pk)
    assert claim_of(board.anna) is None
    again = board.claimed(board.anna, lena)
    end(again, Claim.End.LEFT, None, lena.pk)
    end(again, Claim.End.TAKEN, board.phone, board.director.pk)  # a second says no more
    assert claim_rows() == [("Anna Berger", False, "taken"), ("Anna Berger", False, "left")]
    with refused("claim_over"):
        transfer_to_account(again, lena.pk)


def test_a_question_that_was_answered_by_a_link_is_asked_no_more(board: Board, lena: User) -> None:
    ask(board.beat, Holder(account=lena))
    board.claimed(board.anna, lena)
    assert claim_rows() == [("Anna Berger", True, "")]


# Merging and parting
# ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("goes", [True, False])
def test_merging_takes_the_claim_along_and_parting_gives_it_back(
    board: Board, lena: User, goes: bool
) -> None:
    guest = a_person(board.club, "Anna B.", guest=True)
    claim = board.claimed(guest if goes else board.anna, lena)
    open_one = ask(guest, Holder(phone=a_device("x"))) if not goes else None
    made = merge(guest, board.anna, board.phone)
    claim.refresh_from_db()
    assert claim.player == board.anna
    assert is_own(board.anna, None, lena)
    assert open_one is None or not Claim.objects.filter(pk=open_one.pk).exists()
    separate(made, board.phone)
    claim.refresh_from_db()
    assert claim.player == (guest if goes else board.anna)


def test_two_who_are_claimed_are_not_merged(board: Board, lena: User) -> None:
    guest = a_person(board.club, "Anna B.", guest=True)
    board.claimed(board.anna, lena)
    theirs = claim_by_link(board.link(guest), Holder(phone=a_device("x")))
    with refused("both_claimed"):
        merge(guest, board.anna, board.phone)
    end(theirs, Claim.End.TAKEN, board.phone)
    merge(guest, board.anna, board.phone)
    assert claim_of(board.anna) is not None


def test_a_link_for_a_record_that_went_up_in_another_opens_nothing(board: Board) -> None:
    guest = a_person(board.club, "Anna B.", guest=True)
    token = token_of(board.link(guest))
    merge(guest, board.anna, board.phone)
    assert link_of_token(token) is None


# Going
# --------------------------------------------------------------------------------------------------


def test_erasing_the_person_and_deleting_the_account_end_it_without_a_trace(
    board: Board, lena: User
) -> None:
    board.claimed(board.anna, lena)
    erase(board.anna, board.phone)
    assert not Claim.objects.exists()
    board.claimed(board.beat, lena)
    delete_account(lena)
    assert not Claim.objects.exists()
    board.link(board.beat)  # and they may be claimed anew


# What it is for
# --------------------------------------------------------------------------------------------------


def test_several_records_are_one_person_for_the_figures(board: Board) -> None:
    home = a_device("home")
    a_game(names=("Mama", "P", "Q", "R"), device=home, rounds=TWO_ROUNDS)
    a_game(names=("X", "Anna Berger", "Y", "Beat"), device=board.phone, rounds=TWO_ROUNDS)
    mama = Player.objects.get(device=home, name="Mama")
    apart = [Person(one) for one in (mama, board.anna)]
    both = Person(mama, board.anna)
    assert [len(one.games) for one in (*apart, both)] == [1, 1, 2]
    assert both.sums.rounds == sum(one.sums.rounds for one in apart) == 4
    assert both.sums.own_points == sum(one.sums.own_points for one in apart)
    assert both.out.placed == sum(one.out.placed for one in apart) > 0
    assert both.out.places == sum(one.out.places for one in apart)
    for call in {key[0] for one in apart for key in one.calls.cases}:
        shares = [one.calls.share(call) for one in apart]
        assert both.calls.share(call).of == sum(share.of for share in shares)


def test_search_engines_are_for_adults_who_ask_and_whose_full_name_is_shown(
    board: Board, lena: User
) -> None:
    claim = board.claimed(board.anna, lena)
    assert not are_found([board.anna])
    set_findable(claim, found=True)
    assert are_found([board.anna])
    assert not are_found([board.anna, board.beat])  # of a pair both have to ask
    assert not are_found([])
    for changed in (show_person(board.anna, INITIAL), show_person(board.anna, FULL, minor=True)):
        assert not are_found([changed])
        with refused("not_in_full"):
            set_findable(claim, found=True)
    end(claim, Claim.End.LEFT, None)
    assert not are_found([show_person(board.anna, FULL)])
