"""Messages with several at work: each is sent by one, and a tap that turns them off while a round
is published fails nobody.
"""

import pytest
from django.utils import timezone
from pytest_django import Settings

from tests.tournaments import desks
from tests.tournaments.messages.phones import SERVICE, PushService
from tests.tournaments.racing import at_once, turns
from tournaments import message_sender
from tournaments.actions import messages, publishing
from tournaments.actions.subscribing import unsubscribe_phone
from tournaments.models import Entrant, Message, SessionRound, Tournament
from tournaments.webhooks import posting

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 30  # seconds until a thread counts as stuck


@pytest.fixture(autouse=True)
def of_a_server(settings: Settings) -> None:
    settings.MESSAGES = True


@pytest.fixture
def cup() -> Tournament:
    return desks.a_tournament("pairs_swiss", 4)


def phones(cup: Tournament) -> list[Entrant]:
    """A phone for each entrant, called by their number."""
    entrants = list(Entrant.objects.select_related("tournament").filter(tournament=cup))
    service = PushService()
    for one in entrants:
        service.phone(str(one.number), one)
    return entrants


@pytest.mark.parametrize("turn", turns(20))
def test_of_several_who_claim_at_once_no_two_get_the_same_and_none_is_left(
    turn: int, cup: Tournament
) -> None:
    phones(cup)
    desks.draw(cup)
    at = timezone.now()

    def all_that_are_due() -> list[int]:
        return [one.message.pk for _ in range(5) if (one := messages.claim(at, phones=True))]

    found = [pk for some in at_once(*[all_that_are_due] * 3) for pk in some]
    assert sorted(found) == sorted(Message.objects.values_list("pk", flat=True))


@pytest.mark.parametrize("turn", turns(40))
def test_who_turns_them_off_while_a_round_is_published_fails_nobody(
    turn: int, cup: Tournament
) -> None:
    entrants = phones(cup)
    drawn = desks.draw(cup, publish=False)
    at_once(
        lambda: publishing.publish_round(drawn, None),
        *(
            lambda one=one: unsubscribe_phone(one, f"{SERVICE}{one.number}")  # type: ignore[misc]
            for one in entrants[:3]
        ),
    )
    drawn.refresh_from_db()
    assert drawn.state == SessionRound.State.PUBLISHED
    assert Message.objects.get().subscription.entrant == entrants[3]


def test_the_threads_send_by_themselves_what_is_committed(
    cup: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = PushService()
    monkeypatch.setattr(posting, "post", service.post)
    service.phone("anna", Entrant.objects.select_related("tournament").get(number=1))
    senders = message_sender.start()
    try:
        desks.draw(cup)
        assert service.came.wait(PATIENCE)
    finally:
        for sender in senders:
            sender.stop()
        for sender in senders:
            sender.join(PATIENCE)
    assert not any(sender.is_alive() for sender in senders)
    assert len(service.arrived) == 1
