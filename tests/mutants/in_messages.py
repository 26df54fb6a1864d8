"""Deliberate faults in what players are told."""

from tests.mutants.fault import Fault

TESTS = "tests/tournaments/messages/"
QUEUE, SENDER = "tournaments/actions/messages.py", "tournaments/message_sender.py"
ASKING, WORDS = "tournaments/actions/subscribing.py", "tournaments/messages/words.py"

MESSAGES: tuple[Fault, ...] = (
    Fault(
        "message-to-a-mailbox-without-its-code",
        QUEUE,
        'filter(who, code="")',
        "filter(who)",
        (TESTS + "test_subscribing.py::test_a_mailbox_gets_nothing_before_its_code_was_entered",),
    ),
    Fault(
        "message-told-again",
        SENDER,
        "if said is None or late or repeats:",
        "if said is None or late:",
        (TESTS + "test_sending.py::test_a_round_that_is_taken_back_first_is_not_told",),
    ),
    Fault(
        "message-of-a-draft",
        WORDS,
        '"session_round__state": SessionRound.State.PUBLISHED,',
        "",
        (TESTS + "test_sending.py::test_a_round_that_is_taken_back_first_is_not_told",),
    ),
    Fault(
        "message-to-who-disputes",
        QUEUE,
        "others = others.exclude(side=by_side)",
        "others = others.all()",
        (TESTS + "test_sending.py::test_the_other_side_is_told_that_a_result_is_disputed",),
    ),
    Fault(
        "message-from-a-laptop",
        QUEUE,
        "    if not settings.MESSAGES:\n        return\n    undid",
        "    undid",
        (TESTS + "test_sending.py::test_on_a_laptop_nothing_is_written_sent_or_tried",),
    ),
    Fault(
        "message-to-a-phone-that-is-gone",
        SENDER,
        "NO_SUCH_PHONE = {404, 410}",
        "NO_SUCH_PHONE = {410}",
        (TESTS + "test_sending.py::test_a_phone_that_is_gone_is_forgotten",),
    ),
    Fault(
        "push-to-any-host-that-ends-alike",
        "tournaments/messages/push.py",
        "host.endswith(one) if one.startswith",
        "host.endswith(one.lstrip('.')) if one.startswith",
        (TESTS + "test_push.py::test_any_other_address_is_refused",),
    ),
    Fault(
        "code-guessed-without-end",
        ASKING,
        "    check_limit(WRONG_CODES, str(entrant.pk))\n",
        "",
        (TESTS + "test_subscribing.py::test_nobody_guesses_a_code",),
    ),
    Fault(
        "messages-after-a-new-link",
        "tournaments/actions/renaming.py",
        "entrant.subscriptions.all().delete()",
        "entrant.subscriptions.all()",
        (TESTS + "test_subscribing.py::test_a_new_link_ends_what_the_old_one_asked_for",),
    ),
    Fault(
        "message-claimed-without-a-lease",
        QUEUE,
        "found.due_at = now + LEASE",
        "found.due_at = now",
        (TESTS + "test_sending.py::test_what_one_worker_holds_no_other_gets_until_it_has_died",),
    ),
)
