"""Deliberate faults in what other sites are told."""

from tests.mutants.fault import Fault

TESTS = "tests/tournaments/webhooks/"
OUTBOX, POSTING = "tournaments/actions/outbox.py", "tournaments/webhooks/posting.py"

WEBHOOKS: tuple[Fault, ...] = (
    Fault(
        "webhook-name-looked-up-again",
        POSTING,
        "with _connected(addresses, target.port, deadline) as plain:",
        "with socket.create_connection((target.host, target.port), SECONDS) as plain:",
        (
            TESTS
            + (
                "test_posting.py::test_a_name_is_looked_up_once_and_the_address_that_was_checked_"
                "is_asked"
            ),
        ),
    ),
    Fault(
        "webhook-to-a-name-of-which-one-address-is-public",
        POSTING,
        "if not found or any(is_refused(",
        "if not found or all(is_refused(",
        (
            TESTS
            + (
                "test_posting.py::test_a_name_that_leads_inside_is_refused_before_anything_is_"
                "connected"
            ),
        ),
    ),
    Fault(
        "webhook-waits-anew-for-every-byte",
        POSTING,
        "self.connection.settimeout(_left(self.deadline))",
        "self.connection.settimeout(SECONDS)",
        (
            TESTS
            + "test_posting.py::test_a_site_that_says_a_byte_at_a_time_gets_no_more_time_for_it",
        ),
    ),
    Fault(
        "webhook-to-an-address-within-another",
        "tournaments/webhooks/addresses.py",
        "if address.ipv4_mapped is not None:",
        "if address.ipv4_mapped is None:",
        (TESTS + "test_addresses.py::test_what_is_special_is_refused",),
    ),
    Fault(
        "webhook-claimed-without-a-lock",
        OUTBOX,
        "Webhook.objects.select_for_update(no_key=True)\n",
        "Webhook.objects\n",
        (
            TESTS
            + (
                "test_outbox_races.py::test_of_several_who_claim_at_once_one_alone_gets_a_message_"
                "of_each_club"
            ),
        ),
        "postgres",
    ),
    Fault(
        "webhook-of-one-club-holds-all-threads",
        OUTBOX,
        '.exclude(\n        webhook__club__in=busy.values("webhook__club")\n    )',
        "",
        (TESTS + "test_outbox.py::test_a_club_has_one_message_on_its_way_and_others_go_on",),
    ),
    Fault(
        "webhook-marked-by-whoever-comes-late",
        OUTBOX,
        "sending=True, due_at=claimed.until)",
        "sending=True)",
        (
            TESTS
            + (
                "test_outbox.py::test_what_somebody_died_over_is_sent_by_another_and_the_first_"
                "word_comes_too_late"
            ),
        ),
    ),
    Fault(
        "webhook-told-what-is-kept-for-the-prize-giving",
        "tournaments/webhooks/body.py",
        "return bool(stage and number) and not frozen_results.hides(tournament, stage, number)",
        "return bool(stage and number)",
        (
            TESTS
            + "test_outbox.py::test_results_that_are_kept_for_the_prize_giving_are_not_told_before",
        ),
    ),
    Fault(
        "webhook-told-of-what-is-hidden",
        "tournaments/webhooks/body.py",
        "if tournament.state == Tournament.State.DRAFT or tournament.concealed:",
        "if tournament.state == Tournament.State.DRAFT:",
        (
            TESTS
            + "test_outbox.py::test_a_tournament_that_is_hidden_says_nothing_not_even_what_waited",
        ),
    ),
)
