"""Faults in what keeps and shows: the site, the phone."""

from tests.mutants.fault import Fault

SITE = (
    Fault(
        "one-more-than-the-limit",
        "scoring/games/access/limit_counts.py",
        "if count >= LIMITS[name].many:",
        "if count > LIMITS[name].many:",
        ("tests/site/test_limits.py",),
    ),
    Fault(
        "nonsense-length-is-none",
        "tichu_site/server/request_size.py",
        "else size_limits.LARGEST + 1",
        "else 0",
        ("tests/site/test_size_limits.py",),
    ),
    Fault(
        "cookies-lost-on-the-way-to-another-page",
        "tichu_site/middleware/htmx_targets.py",
        "    answer.cookies = response.cookies\n",
        "",
        ("tests/site/test_htmx_targets.py",),
    ),
    Fault(
        "another-page-in-the-place-of-this",
        "tichu_site/middleware/htmx_targets.py",
        "return there.path == here.path or",
        "return bool(here.path) or",
        ("tests/site/test_htmx_targets.py",),
    ),
    Fault(
        "old-journal-meets-the-copy",
        "tichu_site/backups/file_replacement.py",
        "present = [file for file in _with_logs(change.place) if file.exists()]",
        "present = [file for file in (change.place,) if file.exists()]",
        ("tests/site/test_file_replacement.py",),
    ),
    Fault(
        "two-servers-on-one-folder",
        "tichu_site/server/one_server.py",
        "fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)",
        "fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)",
        ("tests/site/test_one_server.py",),
    ),
    Fault(
        "link-that-hangs-on-nothing",
        "scoring/games/actions/chaining.py",
        'row.link = chain.linked(bytes(game.chain_head or b""), content)',
        'row.link = chain.linked(b"", content)',
        ("tests/scoring/test_chain.py",),
    ),
    Fault(
        "seal-without-the-one-before",
        "tournaments/actions/sealing.py",
        "seal.link = linked(head, content)",
        "seal.link = linked(seals.opening(tournament_id), content)",
        ("tests/tournaments/test_tampering.py",),
    ),
    Fault(
        "seconds-for-milliseconds",
        "tichu_site/server/time_limits.py",
        "PRAGMA busy_timeout = {milliseconds(patience.lock)}",
        "PRAGMA busy_timeout = {round(patience.lock)}",
        ("tests/site/test_time_limits.py",),
    ),
    Fault(
        "older-version-told",
        "tichu_site/server/hub.py",
        "if version > self._known.get(channel, 0):",
        "if version != self._known.get(channel, 0):",
        ("tests/site/test_hub.py",),
    ),
    Fault(
        "one-game-takes-all-threads",
        "tichu_site/server/lanes.py",
        "self.busy[group] < self.lane.each)",
        "self.busy[group] <= self.lane.each)",
        ("tests/site/test_lanes.py",),
    ),
)

PHONE = "scoring/static/scoring/"
BROWSER = "tests/browser/"
LOG_IN_PAGE = (
    BROWSER + "test_installed.py::"
    "test_neither_another_log_in_page_nor_a_fault_replaces_a_kept_page_or_an_answer"
)
OFFLINE = (
    Fault(
        "lost-answer-means-never-sent",
        PHONE + "outbox.js",
        'unsent = entry.tries === 0 || entry.state === "refused";',
        'unsent = entry.state !== "sent";',
        (
            BROWSER
            + (
                "test_outbox.py::test_the_undo_of_a_round_whose_answer_was_lost_is_sent_for_"
                "that_entry"
            ),
        ),
    ),
    Fault(
        "rounds-behind-stay-where-they-were",
        PHONE + "outbox.js",
        "({ ...found, number: found.number - 1 })",
        "({ ...found, number: found.number })",
        (
            BROWSER
            + (
                "test_outbox.py::test_a_round_is_thrown_away_with_two_taps_and_those_behind_"
                "it_move_up"
            ),
        ),
    ),
    Fault(
        "sent-past-a-refused-round",
        PHONE + "sender.js",
        'else if (entry.state === "waiting" && entry.number < barred) return entry;',
        'else if (entry.state === "waiting") return entry;',
        (
            BROWSER
            + (
                "test_outbox.py::test_a_refused_round_stays_with_its_reason_and_is_sent_again_with_"
                "those_behind_it"
            ),
        ),
    ),
    Fault(
        "any-answer-taken-for-ours",
        PHONE + "sender.js",
        "if (answer.said.id !== entry.id || !outcome) return false;",
        "if (!answer.said) return false;",
        (
            BROWSER
            + "test_outbox.py::test_an_answer_of_somebody_elses_network_is_not_taken_for_ours",
        ),
    ),
    Fault(
        "log-in-page-kept",
        PHONE + "worker.js",
        'answer.ok && !answer.redirected && answer.headers.get("X-Tichu-Desk") !== null;',
        "answer.ok && !answer.redirected;",
        (LOG_IN_PAGE,),
    ),
    Fault(
        "saved-by-what-was-taken-away",
        PHONE + "entry.js",
        "return whole && !hasCards(before) && amount(after) >= amount(before);",
        "return whole && !hasCards(before);",
        (
            BROWSER
            + (
                "test_table_screen.py::test_two_partners_who_move_up_to_the_head_are_not_saved_"
                "as_a_sweep"
            ),
        ),
    ),
    Fault(
        "stray-points-are-saved-with-the-last-seat",
        PHONE + "entry.js",
        "return whole && !hasCards(before) && amount(after) >= amount(before);",
        "return whole && amount(after) >= amount(before);",
        (
            BROWSER
            + "test_points_first.py::test_a_stray_tap_on_points_saves_nothing_with_the_last_seat",
        ),
    ),
    Fault(
        "only-what-the-server-never-heard-of-is-sent-from-the-sheet",
        PHONE + "waiting.js",
        "if (held.busy) held.send();\n",
        "if (held.unborn) held.send();\n",
        (
            BROWSER
            + "test_installed.py::test_the_sheet_shows_what_waits_without_a_network_and_with_one",
        ),
    ),
    Fault(
        "seats-round-the-other-way",
        PHONE + "begin.js",
        'places: data.direction === "left" ? kit.leftward[key] : blank.places,',
        'places: data.direction === "right" ? kit.leftward[key] : blank.places,',
        (BROWSER + "test_start_kit.py::test_the_phone_starts_the_game_that_the_server_would",),
    ),
    Fault(
        "waiting-entry-dropped-with-those-sent",
        PHONE + "held.js",
        '(found) => (found.state === "sent" ? null : found)',
        "() => null",
        (
            BROWSER
            + (
                "test_set_back.py::test_away_from_the_table_what_the_server_lost_waits_again_and_"
                "nothing_else"
            ),
        ),
    ),
    Fault(
        "corrected-round-taken-back",
        PHONE + "again.js",
        "while (base.length && gone.has(base.at(-1)) && !replaced.has(base.at(-1))) {",
        "while (base.length && gone.has(base.at(-1))) {",
        (BROWSER + "test_set_back.py::test_what_is_sent_again",),
    ),
    Fault(
        "phone-passes-the-deal-the-other-way",
        PHONE + "game.js",
        "(screen[lead.key] + step + players) % players",
        "(screen[lead.key] - step + players) % players",
        (BROWSER + "test_seventh_game.py::test_the_phone_reckons_it_as_the_rule_book_does",),
    ),
    Fault(
        "another-phones-round-taken-back",
        PHONE + "game.js",
        "(!entry.about || rounds.at(-1).id === entry.about)",
        "(!entry.about || rounds.length > 0)",
        (
            BROWSER
            + (
                "test_phone_game.py::test_what_does_not_follow_on_what_stands_has_no_place_"
                "of_its_own"
            ),
        ),
    ),
    Fault(
        "what-was-sent-stays-typed",
        PHONE + "page.js",
        "if (!refused) settle(ctx.sent);",
        "if (refused) settle(ctx.sent);",
        (
            BROWSER
            + (
                "test_pages_by_htmx.py::test_what_is_wrong_stands_beside_its_field_and_what_is_"
                "typed_stays"
            ),
        ),
    ),
    Fault(
        "pressed-twice-sent-twice",
        PHONE + "page.js",
        "if (leaving || pending.has(from)) event.preventDefault();",
        "if (leaving) event.preventDefault();",
        (BROWSER + "test_pages_by_htmx.py::test_a_click_keeps_focus_and_scroll_and_loads_no_page",),
    ),
)
