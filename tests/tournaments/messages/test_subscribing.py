"""Who gets messages: those who asked, by known push services and in confirmed mailboxes, and not
too many.
"""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone, translation
from pytest_django import Settings

from scoring.games.access.limits import LIMITS, TooManyError
from scoring.people.actions.erasing import erase
from scoring.rules import RuleError
from tests.tournaments import desks
from tests.tournaments.messages.phones import SERVICE, SITE, Browser, PushService
from tests.tournaments.refusing import refused
from tournaments.actions import attendance, creating, hiding_deleting, renaming, subscribing
from tournaments.messages.push import Receiver
from tournaments.models import Entrant, Message, Subscription, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def of_a_server(settings: Settings) -> None:
    settings.MESSAGES = settings.MESSAGES_BY_MAIL = True


@pytest.fixture
def cup() -> Tournament:
    return desks.a_tournament("pairs_swiss", 4)


@pytest.fixture
def anna(cup: Tournament) -> Entrant:
    return Entrant.objects.select_related("tournament").get(tournament=cup, number=1)


def by_mail(entrant: Entrant, email: str = "anna@example.org") -> Subscription:
    return subscribing.subscribe_mailbox(entrant, email, language="en", site=SITE, verified=False)


def code_in_mail() -> str:
    found = re.search(r"\b\d{6}\b", mail.outbox[-1].body)
    assert found
    return found[0]


# Phones
# --------------------------------------------------------------------------------------------------


def test_a_phone_that_asks_again_is_there_once_with_its_new_keys(anna: Entrant) -> None:
    first = PushService()
    first.phone("a", anna)
    row = PushService().phone("a", anna, "de")
    assert Subscription.objects.count() == 1
    again = Subscription.objects.get()
    assert (again.language, again.p256dh) == ("de", row.p256dh)


def test_the_same_phone_can_be_told_of_two_entrants(cup: Tournament, anna: Entrant) -> None:
    service = PushService()
    service.phone("a", anna)
    other = Entrant.objects.select_related("tournament").get(tournament=cup, number=2)
    service.phone("a", other)
    subscribing.unsubscribe_phone(anna, f"{SERVICE}a")
    assert [one.entrant for one in Subscription.objects.all()] == [other]
    subscribing.unsubscribe_phone(anna, f"{SERVICE}a")


@pytest.mark.parametrize(
    "receiver",
    [
        Browser().receiver("https://127.0.0.1/hook"),
        Browser().receiver("https://evil.example/hook"),
        Browser().receiver("http://fcm.googleapis.com/fcm/send/a"),
        Receiver(f"{SERVICE}a", "A" * 87, "A" * 22),
    ],
)
def test_a_hostile_address_is_not_stored(receiver: Receiver, anna: Entrant) -> None:
    with pytest.raises(RuleError) as error:
        subscribing.subscribe_phone(anna, receiver, language="en", site=SITE)
    assert error.value.mistakes[0].code == "bad_push_address"
    assert not Subscription.objects.exists()


def test_there_is_a_most_of_an_entrant_s_addresses(cup: Tournament, anna: Entrant) -> None:
    service = PushService()
    for place in range(subscribing.MOST):
        service.phone(str(place), anna)
    with refused("too_many_subscriptions"):
        service.phone("another", anna)
    service.phone("3", anna)  # again
    other = Entrant.objects.select_related("tournament").get(tournament=cup, number=2)
    service.phone("another", other)
    subscribing.unsubscribe_phone(anna, f"{SERVICE}3")
    service.phone("another", anna)


def test_none_are_offered_on_a_laptop(anna: Entrant, settings: Settings) -> None:
    settings.MESSAGES = False
    assert not subscribing.is_offered(anna)
    with refused("no_messages"):
        PushService().phone("a", anna)


def test_none_are_offered_to_those_who_left_or_after_the_end(
    cup: Tournament, anna: Entrant
) -> None:
    attendance.withdraw(anna, None)
    with refused("no_messages"):
        PushService().phone("a", anna)
    other = Entrant.objects.select_related("tournament").get(tournament=cup, number=2)
    creating.finish_tournament(cup, None)
    with refused("no_messages"):
        PushService().phone("a", other)


# Mailboxes
# --------------------------------------------------------------------------------------------------


def test_a_mailbox_gets_nothing_before_its_code_was_entered(cup: Tournament, anna: Entrant) -> None:
    with translation.override("en"):
        row = by_mail(anna)
    code = code_in_mail()
    assert mail.outbox[0].subject == f"{code} is your code for tournament messages"
    assert "/own/" not in mail.outbox[0].body  # who mistypes an address gives nothing away
    desks.draw(cup)
    assert not Message.objects.exists()
    with refused("wrong_code"):
        subscribing.confirm_mailbox(anna, row.pk, "000000" if code != "000000" else "000001")
    subscribing.confirm_mailbox(anna, row.pk, f" {code[:3]} {code[3:]}")
    row.refresh_from_db()
    assert row.code == ""
    with refused("wrong_code"):
        subscribing.confirm_mailbox(anna, row.pk, "")
    by_mail(anna)  # it is on already: no other code
    assert len(mail.outbox) == 1


def test_a_code_opens_nothing_of_another_entrant(cup: Tournament, anna: Entrant) -> None:
    row = by_mail(anna)
    other = Entrant.objects.select_related("tournament").get(tournament=cup, number=2)
    with refused("wrong_code"):
        subscribing.confirm_mailbox(other, row.pk, code_in_mail())
    subscribing.unsubscribe(other, row.pk)
    assert Subscription.objects.exists()


def test_a_code_lasts_a_quarter_of_an_hour(anna: Entrant) -> None:
    row = by_mail(anna)
    Subscription.objects.update(created_at=timezone.now() - timedelta(minutes=16))
    with refused("wrong_code"):
        subscribing.confirm_mailbox(anna, row.pk, code_in_mail())
    subscribing.delete_old_subscriptions()
    assert not Subscription.objects.exists()


def test_nobody_guesses_a_code(anna: Entrant) -> None:
    row = by_mail(anna)
    wrong = "000000" if code_in_mail() != "000000" else "000001"
    for _ in range(LIMITS[subscribing.WRONG_CODES].many):
        with refused("wrong_code"):
            subscribing.confirm_mailbox(anna, row.pk, wrong)
    with pytest.raises(TooManyError):
        subscribing.confirm_mailbox(anna, row.pk, code_in_mail())


def test_no_mailbox_is_filled_with_codes(anna: Entrant) -> None:
    for _ in range(LIMITS["mails to a mailbox at once"].many):
        by_mail(anna)
    with pytest.raises(TooManyError):
        by_mail(anna)
    assert len(mail.outbox) == 3


def test_an_entrant_s_link_sends_codes_to_few_mailboxes(anna: Entrant) -> None:
    for place in range(LIMITS[subscribing.CODES].many):
        by_mail(anna, f"{place}@example.org")
    with pytest.raises(TooManyError):
        by_mail(anna, "another@example.org")


def test_without_a_mail_server_there_is_no_e_mail(anna: Entrant, settings: Settings) -> None:
    settings.MESSAGES_BY_MAIL = False
    with refused("no_messages"):
        by_mail(anna)
    assert mail.outbox == []


# Going
# --------------------------------------------------------------------------------------------------


def test_a_new_link_ends_what_the_old_one_asked_for(cup: Tournament, anna: Entrant) -> None:
    PushService().phone("a", anna)
    desks.draw(cup)
    renaming.renew_own_link(anna, None)
    assert not Subscription.objects.exists()
    assert not Message.objects.exists()


def test_who_is_erased_gets_no_more_messages(cup: Tournament, anna: Entrant) -> None:
    service = PushService()
    service.phone("a", anna)
    other = Entrant.objects.select_related("tournament").get(tournament=cup, number=2)
    service.phone("b", other)
    member = anna.members.select_related("player").earliest("order")
    erase(member.player, cup.desk)
    assert [one.address for one in Subscription.objects.all()] == [f"{SERVICE}b"]


def test_they_go_with_their_tournament() -> None:
    cup = desks.a_tournament("pairs_swiss", 4, opened=False)
    entrant = Entrant.objects.select_related("tournament").get(tournament=cup, number=1)
    PushService().phone("a", entrant)
    hiding_deleting.erase_tournaments([cup.pk])
    assert not Subscription.objects.exists()
