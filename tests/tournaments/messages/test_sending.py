"""Messages to players: to those who asked and nobody else, once, and only what holds when they are
sent.
"""

import threading
from datetime import date, datetime, timedelta

import pytest
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from scoring.rules import Round
from tests.tournaments import desks
from tests.tournaments.agreeing import MODES, WON, a_match, correct, write
from tests.tournaments.messages.phones import SERVICE, PushService
from tichu_site.housekeeping import Backups
from tournaments import message_sender
from tournaments.actions import (
    agreeing,
    creating,
    draft_changes,
    judging,
    manual_pairing,
    messages,
    publishing,
    revealing,
    room,
    stages,
)
from tournaments.actions.integrity import carry_out, undo
from tournaments.actions.subscribing import subscribe_mailbox
from tournaments.match.figures import figures_now, fingerprint
from tournaments.models import Entrant, Match, Message, Place, Subscription, Tournament
from tournaments.tokens import token_of
from tournaments.webhooks import posting

pytestmark = pytest.mark.django_db
SITE = "https://tichu.example"


@pytest.fixture(autouse=True)
def of_a_server(settings: Settings) -> None:
    settings.MESSAGES = settings.MESSAGES_BY_MAIL = True
    settings.EMAIL_BEHIND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> PushService:
    made = PushService()
    monkeypatch.setattr(posting, "post", made.post)
    return made


@pytest.fixture
def cup() -> Tournament:
    return desks.a_tournament("pairs_swiss", 4)


def number(tournament: Tournament, which: int) -> Entrant:
    return Entrant.objects.select_related("tournament").get(tournament=tournament, number=which)


def send_all(at: datetime | None = None) -> int:
    """Send what is due, as the threads of a server do; how many rows that were."""
    count = 0
    for phones in (True, False):
        while message_sender.send_next(at or timezone.now(), phones=phones):
            count += 1
    return count


def other_side(entrant: Entrant) -> str:
    """The names of the pair that plays against an entrant in the only round."""
    place = Place.objects.get(entrant=entrant)
    other = Place.objects.filter(match=place.match).exclude(entrant=entrant).get().entrant
    return " & ".join(one.player.name for one in other.members.select_related("player"))


# A round
# --------------------------------------------------------------------------------------------------


def test_those_who_asked_are_told_their_table_once(cup: Tournament, service: PushService) -> None:
    first = number(cup, 1)
    service.phone("anna", first)
    service.phone("beat", first)
    service.phone("carla", number(cup, 2))
    desks.draw(cup)
    assert Message.objects.count() == 3
    assert send_all() == 3
    table = Place.objects.get(entrant=first).match.number
    ours = [one for one in service.arrived if one.name != "carla"]
    assert {one.name for one in service.arrived} == {"anna", "beat", "carla"}
    assert {one.title for one in ours} == {f"Round 1: you sit at table {table}"}
    assert {one.text for one in ours} == {
        f"Player 1 & Player 2 against {other_side(first)}\nAutumn cup"
    }
    assert {one.page for one in ours} == {f"/own/{token_of(first)}/"}
    assert {one.headers["TTL"] for one in ours} == {"7200"}
    assert (send_all(), Message.objects.count()) == (0, 0)


def test_a_draft_is_not_told(cup: Tournament, service: PushService) -> None:
    service.phone("anna", number(cup, 1))
    desks.draw(cup, publish=False)
    assert not Message.objects.exists()


def test_on_a_laptop_nothing_is_written_sent_or_tried(
    cup: Tournament, service: PushService, settings: Settings
) -> None:
    service.phone("anna", number(cup, 1))
    settings.MESSAGES = False
    before = threading.active_count()
    with CaptureQueriesContext(connection) as queries:
        desks.draw(cup)
    assert not [one for one in queries if "subscription" in one["sql"]]
    assert (Message.objects.count(), service.arrived) == (0, [])
    assert (message_sender.start(), threading.active_count()) == ([], before)


def test_a_round_that_is_taken_back_first_is_not_told(
    cup: Tournament, service: PushService
) -> None:
    service.phone("anna", number(cup, 1))
    drawn = desks.draw(cup)
    draft_changes.unpublish_round(drawn, None, "wrong draw")
    assert (send_all(), service.arrived, Message.objects.count()) == (1, [], 0)
    publishing.publish_round(drawn, None)
    send_all()
    assert len(service.arrived) == 1
    draft_changes.unpublish_round(drawn, None, "wrong draw")
    publishing.publish_round(drawn, None)
    send_all()
    assert len(service.arrived) == 1  # the same table as was told before


def test_a_round_that_is_taken_back_later_is_taken_back_and_its_new_draw_corrects_it(
    cup: Tournament, service: PushService
) -> None:
    first = number(cup, 1)
    service.phone("anna", first)
    drawn = desks.draw(cup)
    send_all()
    service.phone("late", first)  # knows nothing of round 1
    draft_changes.unpublish_round(drawn, None, "wrong draw")
    send_all()
    assert [one.title for one in service.arrived if one.name == "late"] == []
    table, back = (one for one in service.arrived if one.name == "anna")
    assert table.title.startswith("Round 1: you sit at table")
    assert back.title == "Round 1 is taken back"
    assert table.tag == back.tag  # it takes the place of the first on the phone
    messages.queue_tables(cup, "closed", {})
    assert send_all() == 2
    assert len(service.arrived) == 2  # once
    publishing.publish_round(drawn, None)
    send_all()
    last = {one.name: one.title for one in service.arrived[2:]}
    seat = Place.objects.get(entrant=first).match.number
    assert last == {
        "anna": f"Round 1: you sit at table {seat}",
        "late": f"Round 1: you sit at table {seat}",
    }


def test_a_round_that_is_over_is_not_taken_back(cup: Tournament, service: PushService) -> None:
    service.phone("anna", number(cup, 1))
    drawn = desks.draw(cup)
    send_all()
    desks.play_round(drawn)
    messages.queue_tables(cup, "closed", {})
    send_all()
    assert len(service.arrived) == 1


def test_who_changes_places_is_told_the_new_table_and_nobody_else(
    cup: Tournament, service: PushService
) -> None:
    for which in (1, 2, 3, 4):
        service.phone(str(which), number(cup, which))
    drawn = desks.draw(cup)
    send_all()
    service.arrived.clear()
    one, other = (
        Place.objects.filter(match__number=table, side=0).get().entrant for table in (1, 2)
    )
    change = carry_out(
        cup, lambda: manual_pairing.change_places(drawn, None, one, other, "called wrongly")
    )
    assert change is not None
    send_all()
    told = dict(service.titles)
    assert told[str(one.number)] == "Round 1: you sit at table 2 now"
    assert told[str(other.number)] == "Round 1: you sit at table 1 now"
    assert len(service.arrived) == 4  # whom they play against is new to all
    undo(change, None, "it was right")
    send_all()
    assert dict(service.titles)[str(one.number)] == "Round 1: you sit at table 1 now"


def test_of_a_whole_schedule_each_round_is_told_when_it_is_its_turn(service: PushService) -> None:
    league = desks.a_tournament("pairs_league", 4)
    service.phone("anna", number(league, 1))
    stage = desks.stage_of(league)
    stages.begin_stage(stage, None)
    rounds = [desks.draw(league, one, publish=False) for one in (1, 2, 3)]
    publishing.publish_all(stage, None)
    send_all()
    assert [one.title[:8] for one in service.arrived] == ["Round 1:"]
    desks.play_round(rounds[0])
    send_all()
    assert [one.title[:8] for one in service.arrived] == ["Round 1:", "Round 2:"]


def test_in_a_league_the_deadline_is_told_in_place_of_a_table(service: PushService) -> None:
    league = desks.a_tournament("pairs_league", 4)
    service.phone("anna", number(league, 1))
    drawn = desks.draw(league, publish=False)
    drawn.due_on = date(2031, 3, 12)
    drawn.save(update_fields=["due_on"])
    publishing.publish_round(drawn, None)
    send_all()
    assert service.titles == [("anna", "Round 1: to be played by 12 March 2031")]
    assert service.arrived[0].headers["TTL"] == "86400"


def test_a_bye_is_told(service: PushService) -> None:
    cup = desks.a_tournament("pairs_swiss", 3)
    for which in (1, 2, 3):
        service.phone(str(which), number(cup, which))
    desks.draw(cup)
    send_all()
    free = Place.objects.get(kind=Place.Kind.BYE).entrant
    assert dict(service.titles)[str(free.number)] == "Round 1: you have a bye"
    assert len(service.arrived) == 3


def test_a_match_that_waits_for_a_table_is_told_so_and_then_called(service: PushService) -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    room.set_room(cup, None, tables=1, room_plan=Tournament.RoomPlan.QUEUE)
    for which in (1, 2, 3, 4):
        service.phone(str(which), number(cup, which))
    drawn = desks.draw(cup)
    send_all()
    waits = Match.objects.get(session_round=drawn, waiting=True)
    who = {str(one.entrant.number) for one in waits.places.select_related("entrant")}
    waiting = "Round 1: your match waits for a free table"
    assert {name for name, title in service.titles if title == waiting} == who
    service.arrived.clear()
    plays = Match.objects.get(session_round=drawn, waiting=False)
    judging.rule_match(desks.reread(plays), None, {"kind": "forfeit", "winner": 0}, "left")
    send_all()
    assert set(service.titles) == {(name, "Round 1: you sit at table 1") for name in who}


# A dispute
# --------------------------------------------------------------------------------------------------


def at_side(match: Match, side: int) -> Entrant:
    return Place.objects.select_related("entrant__tournament").get(match=match, side=side).entrant


@pytest.fixture
def disputed(service: PushService) -> Match:
    """A match with a phone at both sides, whose result side 1 disputes."""
    match = a_match(MODES.CONFIRM)
    service.phone("writer", at_side(match, 0))
    service.phone("other", at_side(match, 1))
    match = write(match, WON, WON)
    agreeing.dispute_result(match, 1, "we had a Tichu", None)
    return desks.reread(match)


def test_the_other_side_is_told_that_a_result_is_disputed(
    disputed: Match, service: PushService
) -> None:
    agreeing.dispute_result(disputed, 0, "you had none", None)  # disputed already
    assert send_all() == 1
    assert service.titles == [("writer", "Round 1: your result is disputed")]
    assert "Table 1: the sides do not agree." in service.arrived[0].text


def test_a_dispute_that_is_over_is_not_told(disputed: Match, service: PushService) -> None:
    agreeing.agree(disputed, 1, fingerprint(disputed), how="other")
    assert (send_all(), service.arrived) == (1, [])


def test_a_second_dispute_of_the_same_result_is_told_again(service: PushService) -> None:
    match = a_match(MODES.CONFIRM)
    service.phone("other", at_side(match, 1))
    match = write(match, WON, WON)
    for _ in range(2):
        agreeing.dispute_result(match, 0, "we typed it wrongly", None)
        send_all()
        agreeing.agree(match, 0, fingerprint(match), how="other")  # they were right after all
    assert service.titles == [("other", "Round 1: your result is disputed")] * 2


def test_blind_entries_that_differ_are_told(service: PushService) -> None:
    match = a_match(MODES.BLIND)
    service.phone("writer", at_side(match, 0))
    service.phone("other", at_side(match, 1))
    agreeing.enter_blind(write(match, WON, WON), 1, [[0, 200]])
    send_all()
    assert service.titles == [("writer", "Round 1: your result is disputed")]


def test_a_table_that_corrects_what_it_had_entered_blind_is_told_to_all(
    service: PushService,
) -> None:
    match = a_match(MODES.BLIND)
    service.phone("writer", at_side(match, 0))
    service.phone("other", at_side(match, 1))
    match = write(match, WON, WON)
    agreeing.enter_blind(match, 0, figures_now(match))
    assert not Message.objects.exists()
    correct(match, 2, Round(out=(0, 1, 2, 3), card_points=(70, 30)))
    send_all()
    assert set(service.titles) == {
        ("writer", "Round 1: your result is disputed"),
        ("other", "Round 1: your result is disputed"),
    }


# The prize-giving
# --------------------------------------------------------------------------------------------------


@pytest.fixture
def ending(cup: Tournament, service: PushService) -> Tournament:
    """A tournament whose only round was kept for the prize-giving, with a phone."""
    drawn = desks.draw(cup)
    revealing.freeze(cup, None, 1, 1)
    desks.play_round(drawn)
    service.phone("anna", number(cup, 1))
    return cup


def test_the_prize_giving_is_told_when_it_begins(ending: Tournament, service: PushService) -> None:
    revealing.reveal(ending, None, "next")
    revealing.reveal(ending, None, "next")
    send_all()
    revealing.hide_step(ending, None)
    revealing.hide_step(ending, None)
    revealing.reveal(ending, None, "next")
    send_all()
    assert service.titles == [("anna", "The prize-giving begins")]


def test_a_prize_giving_that_was_taken_back_is_not_told(
    ending: Tournament, service: PushService
) -> None:
    revealing.reveal(ending, None, "next")
    revealing.hide_step(ending, None)
    assert (send_all(), service.arrived) == (1, [])


# Sending
# --------------------------------------------------------------------------------------------------


@pytest.fixture
def waiting(cup: Tournament, service: PushService) -> Subscription:
    """A phone with a message that waits."""
    phone = service.phone("anna", number(cup, 1))
    desks.draw(cup)
    return phone


@pytest.mark.parametrize("status", [404, 410])
def test_a_phone_that_is_gone_is_forgotten(
    status: int, waiting: Subscription, service: PushService
) -> None:
    service.answers = [status]
    send_all()
    assert not Subscription.objects.exists()
    assert not Message.objects.exists()


@pytest.mark.parametrize("status", [None, 429, 500, 503])
def test_a_service_that_fails_is_tried_again_later(
    status: int | None, waiting: Subscription, service: PushService
) -> None:
    service.answers = [status]
    now = timezone.now()
    assert (send_all(now), service.arrived) == (1, [])
    assert send_all(now + timedelta(seconds=3)) == 0
    assert send_all(now + timedelta(seconds=7)) == 1
    assert len(service.arrived) == 1


def test_after_five_tries_it_is_given_up(waiting: Subscription, service: PushService) -> None:
    service.answers = [500] * 10
    now = timezone.now()
    tries = sum(send_all(now + timedelta(seconds=seconds)) for seconds in range(0, 1790, 10))
    assert (tries, Message.objects.count(), Subscription.objects.count()) == (5, 0, 1)


def test_a_message_that_is_refused_is_not_repeated(
    waiting: Subscription, service: PushService, caplog: pytest.LogCaptureFixture
) -> None:
    service.answers = [403]
    send_all()
    assert (Message.objects.count(), Subscription.objects.count()) == (0, 1)
    assert caplog.messages == ["A push service refused a message with status 403."]


def test_an_address_that_is_no_longer_a_known_service_s_is_not_asked(
    waiting: Subscription, service: PushService, settings: Settings
) -> None:
    settings.PUSH_SERVICES = [".push.apple.com"]
    send_all()
    assert (service.arrived, Subscription.objects.count()) == ([], 0)


def test_old_news_is_not_sent(waiting: Subscription, service: PushService) -> None:
    assert send_all(timezone.now() + timedelta(minutes=31)) == 1
    assert (service.arrived, Message.objects.count()) == ([], 0)


def test_what_one_worker_holds_no_other_gets_until_it_has_died(waiting: Subscription) -> None:
    now = timezone.now()
    assert messages.claim(now, phones=True) is not None
    assert messages.claim(now, phones=True) is None
    assert messages.claim(now + messages.LEASE, phones=True) is not None


def test_a_cause_that_comes_while_the_last_is_sent_is_told_too(
    waiting: Subscription, cup: Tournament, service: PushService
) -> None:
    held = messages.claim(timezone.now(), phones=True)
    assert held is not None
    drawn = cup.stages.get().session_rounds.get()
    draft_changes.unpublish_round(drawn, None, "wrong draw")
    publishing.publish_round(drawn, None)
    messages.mark_sent(held, "what was true before")
    assert send_all() == 1
    assert len(service.arrived) == 1


def test_a_message_that_cannot_be_built_is_dropped_and_logged(
    waiting: Subscription, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_message: Message) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(message_sender, "words_of", broken)
    assert send_all() == 1
    assert not Message.objects.exists()
    assert caplog.messages == ["A message could not be built."]


# E-mail and languages
# --------------------------------------------------------------------------------------------------

IN_LANGUAGES = {
    "en": "Round 1: you sit at table 1 · Autumn cup",
    "de": "Durchgang 1: Du sitzt an Tisch 1 · Autumn cup",
    "fr": "Ronde 1\N{NARROW NO-BREAK SPACE}: vous jouez à la table 1 · Autumn cup",
    "pl": "Runda 1: grasz przy stole 1 · Autumn cup",
    "ru": "Тур 1: вы играете за столом 1 · Autumn cup",
}


def test_e_mails_are_in_the_reader_s_language_and_say_how_to_stop_them() -> None:
    cup = desks.a_tournament("pairs_swiss", 2)
    entrant = number(cup, 1)
    for language in IN_LANGUAGES:
        email = f"{language}@example.org"
        subscribe_mailbox(entrant, email, language=language, site=SITE, verified=True)
    desks.draw(cup)
    assert (send_all(), send_all()) == (5, 0)
    assert {one.to[0][:2]: one.subject for one in mail.outbox} == IN_LANGUAGES
    english = next(one for one in mail.outbox if one.to == ["en@example.org"])
    assert english.body == (
        "Player 1 & Player 2 against Player 3 & Player 4\n\n"
        f"{SITE}/own/{token_of(entrant)}/\n\n"
        "To stop these e-mails, open your page and turn them off under “Messages”.\n"
    )


def test_a_mail_server_that_fails_is_tried_again(
    cup: Tournament, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    entrant = number(cup, 1)
    subscribe_mailbox(entrant, "anna@example.org", language="en", site=SITE, verified=True)
    desks.draw(cup)
    settings.EMAIL_BEHIND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    now = timezone.now()
    assert send_all(now) == 1
    assert caplog.messages == ["A message could not be sent by 127.0.0.1: ConnectionRefusedError."]
    settings.EMAIL_BEHIND = "django.core.mail.backends.locmem.EmailBackend"
    assert send_all(now + timedelta(seconds=7)) == 1
    assert [one.to for one in mail.outbox] == [["anna@example.org"]]


# The end
# --------------------------------------------------------------------------------------------------


def test_nobody_is_kept_who_wanted_messages_of_a_finished_tournament(
    ending: Tournament, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = desks.a_tournament("pairs_swiss", 2, desk=desks.a_desk("Nora", "Another club"))
    service.phone("nora", number(other, 1))
    housekeeping = Backups()
    monkeypatch.setattr(housekeeping, "_write", lambda: None)
    monkeypatch.setattr("tichu_site.housekeeping.connections.close_all", lambda: None)
    stages.finish_stage(desks.first_stage(ending), None)
    creating.finish_tournament(ending, None)
    housekeeping.run_once()
    assert Subscription.objects.count() == 2  # its prize-giving is still to come
    revealing.unfreeze(ending, None)
    housekeeping.run_once()
    assert [one.address for one in Subscription.objects.all()] == [f"{SERVICE}nora"]
    Subscription.objects.update(created_at=timezone.now() - timedelta(days=401))
    housekeeping.run_once()
    assert not Subscription.objects.exists()
