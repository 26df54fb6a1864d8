"""The outbox: told with what happened and only then, sent once, tried again, given up; nothing that
is not public.
"""

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from scoring.models import Device
from tests.scoring import games
from tests.scoring.sharing import holding
from tests.tournaments import desks
from tests.tournaments.agreeing import (
    LEVEL,
    MODES,
    WON,
    a_match,
    agree,
    correct,
    the_game,
    write,
)
from tests.tournaments.webhooks.receiving import Site, a_site, in_docs, saying
from tests.worlds import built_once
from tichu_site.housekeeping import Backups
from tournaments import webhook_sender
from tournaments.actions import (
    creating,
    draft_changes,
    drawing,
    hiding_deleting,
    judging,
    publishing,
    revealing,
    stages,
    webhooks,
)
from tournaments.actions.outbox import claim, record_outcome
from tournaments.models import Delivery, Match, Tournament, Webhook
from tournaments.webhooks.events import CORRECTED, KINDS
from tournaments.webhooks.posting import TOO_SLOW, Outcome
from tournaments.webhooks.sending import TRIES, as_text

pytestmark = pytest.mark.django_db
SITE = "https://tichu.example"
State = Delivery.State


@pytest.fixture(autouse=True)
def inside(settings: Settings) -> None:
    settings.WEBHOOK_PRIVATE = True


@dataclass
class World:
    """A club with an open tournament of four pairs, and a webhook that is told everything."""

    cup: Tournament
    hook: Webhook
    site: Site

    @property
    def told(self) -> list[str]:
        """The events that wait or went, in the order in which they were written."""
        return list(Delivery.objects.order_by("pk").values_list("event", flat=True))

    @property
    def last(self) -> Delivery:
        return Delivery.objects.latest("pk")


def a_cup() -> Tournament:
    return desks.a_tournament(entrants=4)


shared = built_once(a_cup)


@pytest.fixture
def world(shared: Tournament) -> Iterator[World]:
    with a_site() as site:
        cup = Tournament.objects.get(pk=shared.pk)
        yield World(cup, hook_to(cup, site), site)


def hook_to(cup: Tournament, site: Site, *kinds: str) -> Webhook:
    return webhooks.make_webhook(cup.club, None, site.address, kinds or KINDS, SITE)


def send_all(at: datetime | None = None) -> int:
    """Send what is due, as the threads of a server do; how many messages that were."""
    count = 0
    while webhook_sender.send_next(at or timezone.now()):
        count += 1
    return count


def bodies(site: Site) -> list[dict[str, Any]]:
    return [json.loads(got.body) for got in site.got]


# What is told
# --------------------------------------------------------------------------------------------------


def test_an_evening_is_told_from_its_first_round_to_its_end(world: World) -> None:
    drawn = desks.draw(world.cup)
    assert world.told == ["round.published"]
    desks.play_round(drawn)
    assert world.told == ["round.published", "standings.changed"]
    publishing.reopen_round(drawn, None, "a hand was missing")
    match = Match.objects.filter(session_round=drawn).earliest("pk")
    judging.rule_match(match, None, {"kind": "half"}, "cards were missing")
    judging.undo_ruling(match, None, "a mistake")
    publishing.close_round(drawn, None)
    stages.finish_stage(desks.first_stage(world.cup), None)
    creating.finish_tournament(world.cup, None)
    assert world.told[2:] == [
        *(
            "standings.changed",
            "result.changed",
            "result.changed",
            "standings.changed",
            "tournament.finished",
        ),
    ]
    assert send_all() == 7
    assert [body["type"] for body in bodies(world.site)] == world.told


def test_a_message_says_where_and_is_signed_and_what_it_names_can_be_read(world: World) -> None:
    drawn = desks.draw(world.cup)
    match = drawn.matches.latest("number")
    judging.rule_match(match, None, {"kind": "half"}, "cards were missing")
    send_all()
    world.cup.refresh_from_db()
    draw, result = bodies(world.site)
    tournament = {
        "id": str(world.cup.pk),
        "name": "Autumn cup",
        "state": "open",
        "version": world.cup.version,
    }
    api = f"/api/v1/tournaments/{world.cup.pk}"
    assert draw["data"] == {
        "tournament": tournament,
        "stage": 1,
        "round": 1,
        "read": f"{SITE}{api}/rounds/1/1/",
    }
    assert result["data"] == {
        "tournament": tournament,
        "stage": 1,
        "round": 1,
        "tables": [match.number],
        "read": f"{SITE}{api}/results/1/1/",
    }
    assert draw["sequence"] < result["sequence"]
    for got, body in zip(world.site.got, (draw, result), strict=True):
        assert got.headers["webhook-id"] == body["id"]
        assert in_docs()(as_text(world.hook.secret), got.headers, got.body)
        assert Client().get(body["data"]["read"].removeprefix(SITE)).status_code == 200


@pytest.mark.parametrize(
    ("kinds", "told"), [(("round",), ["round.published"]), (("result", "standings"), [])]
)
def test_a_webhook_is_told_of_its_kinds_alone(
    world: World, kinds: tuple[str, ...], told: list[str]
) -> None:
    webhooks.change_webhook(world.hook, world.site.address, kinds, SITE)
    desks.draw(world.cup)
    assert world.told == told


def test_a_change_of_a_published_round_and_a_round_that_is_withdrawn_are_told(world: World) -> None:
    drawn = desks.draw(world.cup)
    drawing.redraw_round(drawn, None, reason="somebody came")
    draft_changes.unpublish_round(drawn, None)
    assert world.told == ["round.published", "round.changed", "round.withdrawn"]
    # By now it is a draft, of which nobody is told: what was, is taken back.
    assert send_all() == 3
    (body,) = bodies(world.site)
    assert body["type"] == "round.withdrawn"
    assert body["data"]["read"].endswith(f"/{world.cup.pk}/rounds/")
    assert [row.state for row in Delivery.objects.order_by("pk")] == [
        State.DROPPED,
        State.DROPPED,
        State.TAKEN,
    ]


@pytest.mark.parametrize("mode", [MODES.TRUST, MODES.CONFIRM, MODES.BLIND])
def test_a_result_is_told_once_it_stands(mode: str) -> None:
    match = a_match(mode)
    hook = webhooks.make_webhook(
        match.session_round.stage.tournament.club, None, f"{SITE}/", KINDS, SITE
    )
    match = write(match, WON, WON)
    trusted = ["result.changed"] if mode == MODES.TRUST else []
    assert list(hook.deliveries.values_list("event", flat=True)) == trusted
    if mode == MODES.TRUST:
        assert hook.deliveries.get().params == {
            "action": "agreed",
            "stage": 1,
            "round": 1,
            "tables": [match.number],
        }
        correct(match, 1, LEVEL)
        # Corrected at the table: another result, or none any more
        assert hook.deliveries.count() == 2
    if mode == MODES.CONFIRM:
        agree(match)
        agree(desks.reread(match))
        assert hook.deliveries.count() == 1


def test_a_hand_that_ends_no_match_asks_nothing_more_with_a_webhook_than_without() -> None:
    counts = []
    for with_one in (False, True):
        match = a_match(MODES.TRUST)
        if with_one:
            webhooks.make_webhook(
                match.session_round.stage.tournament.club, None, f"{SITE}/", KINDS, SITE
            )
        game = the_game(match)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            games.write(game, [LEVEL], desks.table_phone())
        counts.append(len(asked))
        assert not any("webhook" in query["sql"] for query in asked)
    assert counts[0] == counts[1]


def test_a_club_without_a_webhook_is_asked_for_one_once_a_line() -> None:
    cup = desks.a_tournament(entrants=4)
    stages.begin_stage(desks.first_stage(cup), None)
    drawn = drawing.draw_round(desks.first_stage(cup), None, 1)
    with CaptureQueriesContext(connection) as asked:
        publishing.publish_round(drawn, None)
    assert len([query for query in asked if "webhook" in query["sql"]]) == 1
    assert not Delivery.objects.exists()


def test_what_did_not_happen_is_not_told(world: World) -> None:
    drawn = desks.draw(world.cup, publish=False)
    with transaction.atomic():
        publishing.publish_round(drawn, None)
        assert world.told == ["round.published"]
        transaction.set_rollback(True)
    assert world.told == []


def test_another_club_is_told_nothing(world: World) -> None:
    other = desks.a_tournament(entrants=4, desk=desks.a_desk("Otto", "Another club"))
    desks.draw(other)
    assert world.told == []


# What is not public
# --------------------------------------------------------------------------------------------------


def test_results_that_are_kept_for_the_prize_giving_are_not_told_before(world: World) -> None:
    first, second = desks.draw(world.cup), None
    desks.play_round(first)
    second = desks.draw(world.cup, 2)
    revealing.freeze(world.cup, None, 1, 2)
    desks.play_round(second)
    judging.rule_match(second.matches.earliest("pk"), None, {"kind": "half"}, "cards were missing")
    judging.rule_match(first.matches.earliest("pk"), None, {"kind": "half"}, "cards were missing")
    send_all()
    rounds = [(body["type"], body["data"]["round"]) for body in bodies(world.site)]
    assert rounds == [
        ("round.published", 1),
        ("standings.changed", 1),
        ("round.published", 2),
        ("result.changed", 1),
    ]
    world.site.got.clear()
    revealing.reveal(world.cup, None, "next")
    revealing.unfreeze(world.cup, None)
    send_all()
    assert [body["type"] for body in bodies(world.site)] == [
        "standings.changed",
        "standings.changed",
    ]
    assert bodies(world.site)[0]["data"]["read"].endswith("/standings/1/")


def test_a_correction_after_the_end_is_told_with_what_it_was_and_without_its_reason(
    world: World,
) -> None:
    drawn = desks.draw(world.cup)
    desks.play_round(drawn)
    judging.rule_match(drawn.matches.earliest("pk"), None, {"kind": "half"}, "cards were missing")
    stages.finish_stage(desks.first_stage(world.cup), None)
    creating.finish_tournament(world.cup, None)
    assert CORRECTED not in world.told
    match = desks.reread(drawn.matches.earliest("pk"))
    judging.rule_match(match, None, {"kind": "forfeit", "winner": 0}, "Anna left early")
    assert world.told[-2:] == ["result.changed", CORRECTED]
    send_all()
    body = bodies(world.site)[-1]
    assert body["data"] | {"read": "", "tournament": "", "corrected": ""} == {
        "tournament": "",
        "stage": 1,
        "round": 1,
        "tables": [match.number],
        "corrected": "",
        "read": "",
    }
    assert body["data"]["corrected"]["action"] == "ruled"
    assert datetime.fromisoformat(body["data"]["corrected"]["at"]) <= timezone.now()
    assert body["data"]["read"].endswith(f"/tournaments/{world.cup.pk}/")
    assert "Anna" not in json.dumps(body)


def test_a_correction_of_a_kept_result_is_not_told(world: World) -> None:
    drawn = desks.draw(world.cup)
    revealing.freeze(world.cup, None, 1, 1)
    desks.play_round(drawn)
    stages.finish_stage(desks.first_stage(world.cup), None)
    creating.finish_tournament(world.cup, None)
    judging.rule_match(drawn.matches.earliest("pk"), None, {"kind": "half"}, "cards were missing")
    send_all()
    assert "tournament.corrected" not in [body["type"] for body in bodies(world.site)]


def test_a_tournament_that_is_hidden_says_nothing_not_even_what_waited(world: World) -> None:
    desks.play_round(desks.draw(world.cup))
    stages.finish_stage(desks.first_stage(world.cup), None)
    creating.finish_tournament(world.cup, None)
    hiding_deleting.conceal(world.cup, None, concealed=True)
    send_all()
    assert world.site.got == []
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.DROPPED}


def test_no_name_of_a_player_is_in_a_message_or_a_row(world: World) -> None:
    desks.play_round(desks.draw(world.cup))
    world.site.answers = [saying(500, b"no")]
    send_all()
    assert b"Player" not in b"".join(got.body for got in world.site.got)
    assert "tournaments_delivery" not in holding("Player 1")
    assert "tournaments_webhook" not in holding("Player 1")
    # Else the search would find nothing at all
    assert "tournaments_delivery" in holding("round.published")


def test_no_secret_is_in_a_row(world: World) -> None:
    text = as_text(world.hook.secret)
    assert holding(text.removeprefix("whsec_")) == []
    before = world.hook.secret
    assert webhooks.renew_secret(world.hook).secret != before


# Sending
# --------------------------------------------------------------------------------------------------


def test_a_message_goes_once_and_what_became_of_it_is_kept(world: World) -> None:
    world.site.answers = [saying(200, b"<b>thanks</b>")]
    desks.draw(world.cup)
    assert send_all() == 1
    assert send_all() == 0
    row = world.last
    assert (row.state, row.tries, row.status, row.answer) == (State.TAKEN, 1, 200, "<b>thanks</b>")
    assert (row.due_at, row.sending, row.problem) == (None, False, "")
    assert row.milliseconds is not None


def test_500_and_then_200_is_one_message_sent_twice_with_the_same_id(world: World) -> None:
    world.site.answers = [500, 503, 200]
    desks.draw(world.cup)
    start = timezone.now()
    assert send_all(start) == 1
    assert (world.last.state, world.last.status) == (State.WAITING, 500)
    assert send_all(start + timedelta(seconds=3)) == 0
    assert send_all(start + timedelta(seconds=20)) == 1
    assert send_all(start + timedelta(seconds=20 + 20)) == 0
    assert send_all(start + timedelta(seconds=20 + 60)) == 1
    assert (world.last.state, world.last.tries) == (State.TAKEN, 3)
    assert len({got.headers["webhook-id"] for got in world.site.got}) == 1
    assert len({got.headers["webhook-signature"] for got in world.site.got}) == 3
    world.hook.refresh_from_db()
    assert (world.hook.failures, world.hook.failing_since, world.hook.rests_until) == (
        0,
        None,
        None,
    )


def test_after_ten_tries_within_about_a_day_a_message_is_given_up_and_can_be_sent_again(
    world: World,
) -> None:
    world.site.answers = [500]
    desks.draw(world.cup)
    start = at = timezone.now()
    while world.last.state == State.WAITING:
        at = world.last.due_at
        assert send_all(at) <= 1
        if world.hook.__class__.objects.get().rests_until > at:  # type: ignore[operator]
            Webhook.objects.update(rests_until=None)
    assert (world.last.state, world.last.tries, len(world.site.got)) == (
        State.GIVEN_UP,
        TRIES,
        TRIES,
    )
    assert timedelta(hours=18) < at - start < timedelta(hours=30)
    world.site.answers = [200]
    webhooks.send_again(world.hook, world.last.pk)
    assert send_all() == 1
    assert world.last.state == State.TAKEN


def test_others_wait_behind_a_site_that_fails_and_go_at_once_when_it_is_back(world: World) -> None:
    world.site.answers = [500, 200]
    desks.play_round(desks.draw(world.cup))
    start = timezone.now()
    assert send_all(start) == 1
    assert len(world.site.got) == 1
    assert send_all(start + timedelta(seconds=30)) == 2
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.TAKEN}


def test_a_site_that_has_failed_for_five_days_is_switched_off_and_told_nothing_more(
    world: World,
) -> None:
    world.site.answers = [500]
    desks.draw(world.cup)
    start = timezone.now()
    send_all(start)
    late = start + timedelta(days=5, minutes=1)
    send_all(late)
    world.hook.refresh_from_db()
    assert world.hook.stopped_at is not None
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.GIVEN_UP}
    count = Delivery.objects.count()
    desks.play_round(world.cup.stages.get().session_rounds.get())
    assert Delivery.objects.count() == count
    webhooks.resume(world.hook)
    stages.finish_stage(desks.first_stage(world.cup), None)
    creating.finish_tournament(world.cup, None)
    assert world.told[-1] == "tournament.finished"


def test_a_site_that_says_410_is_switched_off_at_once(world: World) -> None:
    world.site.answers = [410]
    desks.play_round(desks.draw(world.cup))
    assert send_all() == 1
    world.hook.refresh_from_db()
    assert not world.hook.on
    assert set(Delivery.objects.values_list("state", flat=True)) == {State.GIVEN_UP}


def test_while_it_is_paused_nothing_is_told_and_what_waited_is_given_up(world: World) -> None:
    drawn = desks.draw(world.cup)
    webhooks.pause(world.hook)
    desks.play_round(drawn)
    assert send_all() == 0
    assert world.told == ["round.published"]
    assert world.last.state == State.GIVEN_UP
    assert world.site.got == []


def test_a_test_goes_at_once_also_while_the_site_fails(world: World) -> None:
    world.site.answers = [500, 200]
    desks.draw(world.cup)
    send_all()
    webhooks.ping(world.hook)
    send_all()
    body = bodies(world.site)[-1]
    assert (body["type"], body["data"]["club"]) == ("ping", "Tichu club")
    assert world.last.state == State.TAKEN


def test_a_private_address_is_refused_when_the_setting_is_taken_back(
    world: World, settings: Settings
) -> None:
    desks.draw(world.cup)
    settings.WEBHOOK_PRIVATE = False
    assert send_all() == 1
    assert world.site.got == []
    assert (world.last.status, world.last.problem) == (None, "address_refused")


def test_a_fault_in_making_a_message_holds_up_no_other(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    desks.draw(world.cup)
    webhooks.ping(world.hook)
    whole = webhook_sender.body_of

    def broken(delivery: Delivery, at: datetime) -> bytes | None:
        if delivery.event == "ping":
            return whole(delivery, at)
        raise KeyError(delivery.event)

    monkeypatch.setattr(webhook_sender, "body_of", broken)
    start = timezone.now()
    assert send_all(start) == 1
    assert send_all(start + timedelta(seconds=30)) == 2
    assert [body["type"] for body in bodies(world.site)] == ["ping"]


# Claims
# --------------------------------------------------------------------------------------------------


def test_what_somebody_died_over_is_sent_by_another_and_the_first_word_comes_too_late(
    world: World,
) -> None:
    desks.draw(world.cup)
    start = timezone.now()
    first = claim(start)
    assert first is not None
    assert claim(start + timedelta(minutes=1)) is None
    second = claim(start + timedelta(minutes=3))
    assert second is not None
    assert second.delivery.message == first.delivery.message
    record_outcome(first, Outcome(problem=TOO_SLOW), start)
    assert world.last.sending
    record_outcome(second, Outcome(status=200), start)
    assert (world.last.state, world.last.tries) == (State.TAKEN, 2)


def test_a_club_has_one_message_on_its_way_and_others_go_on(world: World) -> None:
    desks.draw(world.cup)
    hook_to(world.cup, world.site)
    desks.play_round(world.cup.stages.get().session_rounds.get())
    other = desks.a_tournament(entrants=4, desk=desks.a_desk("Otto", "Another club"))
    theirs = hook_to(other, world.site)
    desks.draw(other)
    at = timezone.now()
    claims = [claim(at) for _ in range(3)]
    assert [one.delivery.webhook_id if one else None for one in claims] == [
        world.hook.pk,
        theirs.pk,
        None,
    ]


def test_a_webhook_that_is_deleted_on_the_way_leaves_nothing(world: World) -> None:
    desks.draw(world.cup)
    claimed = claim(timezone.now())
    assert claimed is not None
    webhooks.delete_webhook(world.hook)
    record_outcome(claimed, Outcome(status=200), timezone.now())
    assert not Delivery.objects.exists()


# What goes
# --------------------------------------------------------------------------------------------------


def test_messages_go_with_their_tournament_and_webhooks_with_their_club(world: World) -> None:
    webhooks.ping(world.hook)
    draft = desks.a_tournament(entrants=4, desk=desks.desk_of(world.cup.club), opened=False)
    Delivery.objects.create(
        webhook=world.hook,
        tournament=draft,
        event="round.published",
        created_at=timezone.now(),
        due_at=timezone.now(),
    )
    creating.delete_tournament(draft)
    assert world.told == ["ping"]
    club = world.cup.club
    Tournament.objects.filter(pk=world.cup.pk).delete()
    Device.objects.filter(pk=world.cup.desk_id).delete()
    club.delete()
    assert not Webhook.objects.exists()
    assert not Delivery.objects.exists()


def test_the_log_is_kept_for_as_long_as_is_set(
    world: World, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOK_DAYS = 14
    for days in (15, 13):
        at = timezone.now() - timedelta(days=days)
        Delivery.objects.create(
            webhook=world.hook, event="ping", created_at=at, state=State.TAKEN, message=uuid.uuid4()
        )
    housekeeping = Backups()
    monkeypatch.setattr(housekeeping, "_write", lambda: None)
    monkeypatch.setattr("tichu_site.housekeeping.connections.close_all", lambda: None)
    housekeeping.run_once()
    assert (timezone.now() - Delivery.objects.get().created_at).days == 13
