"""Several who send at once, and a thread of a server: every message goes once."""

import pytest
from django.utils import timezone
from pytest_django import Settings

from tests.tournaments import desks
from tests.tournaments.racing import at_once, turns
from tests.tournaments.webhooks.receiving import a_site
from tournaments.actions import webhooks
from tournaments.actions.outbox import Claim, claim
from tournaments.models import Delivery, Webhook
from tournaments.webhook_sender import Sender
from tournaments.webhooks.events import KINDS

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 30  # seconds until a thread counts as stuck
SITE = "https://tichu.example"


def a_hook(number: int, address: str = "https://elsewhere.example/") -> Webhook:
    """Of a club of its own."""
    desk = desks.a_desk(f"Olga{number}", f"Club {number}")
    return webhooks.make_webhook(desk.club, desk.user, address, KINDS, SITE)


@pytest.mark.parametrize("turn", turns(20))
def test_of_several_who_claim_at_once_no_two_get_the_same_and_none_is_left(turn: int) -> None:
    for number in range(4):
        webhooks.ping(a_hook(number))
    at = timezone.now()

    def all_that_are_due() -> list[Claim]:
        return [one for _ in range(5) if (one := claim(at))]

    found = [one.delivery.pk for some in at_once(*[all_that_are_due] * 4) for one in some]
    assert sorted(found) == sorted(Delivery.objects.values_list("pk", flat=True))


@pytest.mark.parametrize("turn", turns(20))
def test_one_message_is_one_s_to_send(turn: int) -> None:
    webhooks.ping(a_hook(0))
    at = timezone.now()
    found = at_once(*[lambda: claim(at)] * 4)
    assert len([one for one in found if one]) == 1
    assert Delivery.objects.get().tries == 1


@pytest.mark.parametrize("turn", turns(20))
def test_of_several_who_claim_at_once_one_alone_gets_a_message_of_each_club(turn: int) -> None:
    hooks = [a_hook(number) for number in range(2)]
    for _ in range(4):
        webhooks.ping(hooks[0])
    webhooks.ping(hooks[1])
    at = timezone.now()
    found = [one.delivery.webhook_id for one in at_once(*[lambda: claim(at)] * 4) if one]
    assert sorted(found) == [hook.pk for hook in hooks]


def test_a_thread_of_a_server_sends_what_is_written_while_it_waits(settings: Settings) -> None:
    settings.WEBHOOK_PRIVATE = True
    with a_site() as site:
        hook = a_hook(0, site.address)
        sender = Sender()
        sender.start()
        webhooks.ping(hook)
        assert site.came.wait(PATIENCE)
        sender.stop()
        sender.join(PATIENCE)
        assert not sender.is_alive()
    assert Delivery.objects.get().state == Delivery.State.TAKEN
    assert len(site.got) == 1


def test_a_database_that_is_away_is_a_line_in_the_log_and_not_the_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from django.db import OperationalError

    def away(_now: object) -> bool:
        raise OperationalError("at 10.0.0.1")

    monkeypatch.setattr("tournaments.webhook_sender.send_next", away)
    assert Sender().run_once() > 0
    assert caplog.messages == ["Webhooks could not be sent: OperationalError. Trying again."]
