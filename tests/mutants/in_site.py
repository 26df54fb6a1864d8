"""Faults in what keeps and shows: actions, permissions, the site, the phone."""

from tests.mutants.fault import Fault

AFTER_THE_END = (
    "tests/tournaments/test_time_is_up.py::"
    "test_what_an_offline_phone_did_after_the_end_waits_in_order_or_is_a_correction"
)
BACK = (
    "tests/scoring/test_ratings.py::test_a_game_that_is_brought_back_or_goes_on_counts_as_if_"
    "nothing_had_been"
)
ACTIONS = (
    Fault(
        "deleted-game-goes-on-rating",
        "scoring/games/actions/deleting.py",
        "    mark_games([game])",
        "    mark_games([])",
        (BACK,),
    ),
    Fault(
        "game-rated-twice",
        "scoring/people/rated/lists.py",
        "at__gte=since",
        "at__gt=since",
        (BACK,),
    ),
    Fault(
        "reopened-tournament-goes-on-rating",
        "tournaments/actions/creating.py",
        'if action in {"finish", "reopen"}:',
        'if action == "finish":',
        ("tests/tournaments/test_rated_matches.py",),
    ),
    Fault(
        "embedded-by-everybody",
        "tournaments/pages/public/embedding.py",
        "sites or [NONE]",
        "sites or ['*']",
        ("tests/tournaments/pages/public/test_embedded_pages.py",),
    ),
    Fault(
        "embedded-page-knows-who-looks",
        "tournaments/pages/public/embedding.py",
        "request.COOKIES = {}",
        "request.COOKIES.pop('none', None)",
        ("tests/tournaments/pages/public/test_embedded_pages.py",),
    ),
    Fault(
        "answer-of-another-games-entry",
        "scoring/games/actions/entries.py",
        "same = (entry.game_id, entry.number, entry.kind) == (game.pk, number, kind)",
        "same = (entry.number, entry.kind) == (number, kind)",
        ("tests/scoring/test_repeated_entries.py",),
    ),
    Fault(
        "repeated-entry-read-without-its-sides",
        "scoring/games/actions/entries.py",
        "return seen is None or [list(side) for side in seen] == [list(side) for side in now]",
        "return seen is None or len(seen) == len(now)",
        ("tests/scoring/test_versions.py",),
    ),
    Fault(
        "game-not-locked",
        "scoring/games/actions/common.py",
        "game = Game.objects.select_for_update().get(pk=game.pk)",
        "game = Game.objects.get(pk=game.pk)",
        ("tests/scoring/test_races.py",),
        database="postgres",
    ),
    Fault(
        "deleted-game-meant-something",
        "scoring/people/milestones/queries.py",
        '        f"{path}deleted_at__isnull": True,\n',
        "",
        ("tests/scoring/test_milestones_read.py",),
    ),
    Fault(
        "draw-in-a-run-of-wins",
        "scoring/people/milestones/queries.py",
        "won=lead is not None and lead > 0",
        "won=lead is not None and lead >= 0",
        ("tests/scoring/test_milestones_read.py",),
    ),
    Fault(
        "undo-of-any-round",
        "scoring/games/actions/entries.py",
        "if not table.entries or number != table.last_number:",
        "if not table.entries or number > table.last_number:",
        ("tests/scoring/test_actions.py",),
    ),
    Fault(
        "carried-rounds-not-numbered",
        "scoring/games/queries.py",
        "return number - self.carried.rounds - 1",
        "return number - 1",
        ("tests/scoring/test_carried.py",),
    ),
    Fault(
        "carried-score-out-of-the-chain",
        "scoring/games/chain.py",
        '**({"carried": carried} if carried else {}),',
        "",
        ("tests/scoring/test_carried.py",),
    ),
    Fault(
        "game-rated-for-its-last-rounds",
        "scoring/people/rated/lists.py",
        'number__gt=2 * OuterRef("elsewhere")',
        'number__gt=OuterRef("elsewhere")',
        ("tests/scoring/test_carried.py",),
    ),
    Fault(
        "undo-of-another-phones-round",
        "scoring/games/actions/entries.py",
        "if taken and taken != last.pk and not _is_copy_of(taken, last):",
        "if taken and not last.pk and not _is_copy_of(taken, last):",
        ("tests/scoring/test_agreeing.py",),
    ),
    Fault(
        "correction-over-one-unseen",
        "scoring/games/actions/correcting.py",
        "if old.pk != replaces:",
        "if old.number != number:",
        ("tests/scoring/test_correcting.py",),
    ),
    Fault(
        "correction-counts-as-seen",
        "scoring/games/actions/replacement.py",
        "update(entry=entry, seen_at=None)",
        "update(entry=entry)",
        ("tests/scoring/test_agreeing.py", "tests/scoring/test_correcting.py"),
    ),
    Fault(
        "hand-counts-that-follows-a-late-one",
        "scoring/games/actions/late_entries.py",
        "return late.filter(number__lte=number).exists()",
        "return late.filter(number__lt=number).exists()",
        (AFTER_THE_END,),
    ),
    Fault(
        "games-count-over-a-decision",
        "tournaments/actions/results.py",
        "if row.match.ruling is None:",
        "if row.match.ruling is None or row.match.games.exists():",
        ("tests/tournaments/test_judging.py",),
    ),
    Fault(
        "tournament-not-locked-for-a-draw",
        "tournaments/actions/drawing.py",
        'tournament = lock(stage.tournament, "lead")',
        "tournament = stage.tournament",
        (
            "tests/tournaments/test_races.py::test_two_directors_who_ask_for_a_draw_at_once_get_the_same_one",
        ),
        database="postgres",
    ),
    Fault(
        "decided-table-drawn-anew",
        "tournaments/actions/common.py",
        "Q(ruling__isnull=False) & ~Q(ruling__reason=WITHDRAWN)",
        "Q(pk__in=())",
        ("tests/tournaments/test_drawing.py",),
    ),
    Fault(
        "half-of-the-matches-is-below-half",
        "tournaments/stage/drop_outs.py",
        "return 2 * self.played < self.matches",
        "return 2 * self.played <= self.matches",
        ("tests/tournaments/test_drop_outs.py",),
    ),
    Fault(
        "drawn-anew-under-a-later-round",
        "tournaments/actions/drawing.py",
        "later = stage.session_rounds.filter(number__gt=session_round.number).first()",
        "later = stage.session_rounds.filter(number__gt=session_round.number + 1).first()",
        ("tests/tournaments/test_drawing.py",),
    ),
    Fault(
        "closed-over-late-hands",
        "tournaments/actions/publishing.py",
        "Q(agreement=Match.Agreement.DISPUTED) | Q(pk__in=late), session_round=session_round",
        "Q(agreement=Match.Agreement.DISPUTED), session_round=session_round",
        ("tests/tournaments/test_late_entries.py",),
    ),
    Fault(
        "next-game-beside-the-running-one",
        "tournaments/actions/publishing.py",
        "if game.number < row.number and (game.game is None or game.game.state not in over):",
        "if game.number < row.number and game.game is None:",
        ("tests/tournaments/match/test_results.py",),
    ),
    Fault(
        "own-result-agreed-by-its-side",
        "tournaments/actions/agreeing.py",
        "        if writes == side:\n",
        "        if writes is None:\n",
        ("tests/tournaments/test_agreeing.py",),
    ),
    Fault(
        "agreed-to-what-was-not-shown",
        "tournaments/actions/agreeing.py",
        "if seen != fingerprint(match):",
        "if not seen:",
        ("tests/tournaments/test_agreeing.py",),
    ),
    Fault(
        "who-leaves-a-table-that-plays",
        "tournaments/actions/attendance.py",
        " | Q(\n            matches__in=begun\n        )",
        "",
        ("tests/tournaments/test_attendance.py",),
    ),
    Fault(
        "frozen-knock-out-told-by-its-draw",
        "tournaments/stage/frozen_results.py",
        "max(tournament.frozen_round, newest)\n        if FORMATS",
        "tournament.frozen_round\n        if FORMATS",
        ("tests/tournaments/stage/test_frozen_results.py",),
    ),
    Fault(
        "frozen-round-told",
        "tournaments/stage/frozen_results.py",
        "if rows.session_round.number >= cut else rows",
        "if rows.session_round.number > cut else rows",
        ("tests/tournaments/stage/test_frozen_results.py",),
    ),
)

WHO_MAY = (
    Fault(
        "scorer-deletes",
        "scoring/games/permissions.py",
        '"delete_game": frozenset({OWNER}),',
        '"delete_game": frozenset({OWNER, SCORER}),',
        ("tests/scoring/test_permissions.py", "tests/scoring/test_deleting.py"),
    ),
    Fault(
        "revoked-link-still-counts",
        "scoring/games/permissions.py",
        "device_id=device_id or 0,\n        link__revoked_at__isnull=True,\n        link__role",
        "device_id=device_id or 0,\n        link__role",
        ("tests/scoring/test_permissions.py",),
    ),
    Fault(
        "revoked-token-still-opens",
        "scoring/games/access/links.py",
        ".filter(token_hash=hash_of(token), role=role, revoked_at__isnull=True)",
        ".filter(token_hash=hash_of(token), role=role)",
        ("tests/scoring/pages/share/test_share_pages.py",),
    ),
    Fault(
        "looking-token-lets-write",
        "scoring/games/access/links.py",
        ".filter(token_hash=hash_of(token), role=role, revoked_at__isnull=True)",
        ".filter(token_hash=hash_of(token), revoked_at__isnull=True)",
        ("tests/scoring/pages/share/test_share_pages.py",),
    ),
    Fault(
        "paused-game-takes-rounds",
        "scoring/games/lifecycle.py",
        '"record": {S.RUNNING: None},',
        '"record": {S.RUNNING: None, S.PAUSED: S.PAUSED},',
        ("tests/scoring/test_actions.py",),
    ),
    Fault(
        "a-role-elsewhere-leads-here",
        "scoring/games/permissions.py",
        "return Rights(joined, host().club_role(user, club) if role is None else role)",
        "return Rights(joined, ClubRole.DIRECTOR "
        "if joined and host().clubs_of(user, ClubRole.DIRECTOR) else host().club_role(user, club))",
        (
            "tests/tournaments/test_role_elsewhere.py::test_a_role_in_another_club_gives_nothing_in_this_one",
        ),
    ),
    Fault(
        "an-erased-name-stays-in-labels",
        "tournaments/actions/erasing.py",
        "if _contains_name(entrant.label, names):",
        "if not entrant.label and _contains_name(entrant.label, names):",
        ("tests/tournaments/test_erased_entrants.py::test_no_label_has_the_name_any_more",),
    ),
    Fault(
        "desk-decides",
        "tournaments/permissions.py",
        '"rule": frozenset({OWNER, DIRECTOR, REFEREE}),',
        '"rule": frozenset({OWNER, DIRECTOR, REFEREE, DESK}),',
        (
            "tests/tournaments/test_roles.py::test_each_role_of_the_desk_may_what_the_one_below_may_but_for_the_screens",
        ),
    ),
    Fault(
        "desk-undoes-what-directors-did",
        "tournaments/permissions.py",
        '"desk_undo": "direct",',
        '"desk_undo": "attend",',
        (
            "tests/tournaments/test_roles.py::test_what_of_the_desk_is_open_to_others_than_directors",
        ),
    ),
    Fault(
        "scorer-starts-again",
        "scoring/games/permissions.py",
        '"start_again": "delete_game",',
        '"start_again": "lead_game",',
        ("tests/scoring/test_permissions.py::test_what_of_a_game_is_the_owner_s_alone",),
    ),
    Fault(
        "draft-tournament-is-public",
        "tournaments/permissions.py",
        "own |= ~Q(state=Tournament.State.DRAFT)",
        "own |= ~Q(state=Tournament.State.FINISHED)",
        (
            "tests/tournaments/test_roles.py::test_a_tournament_in_preparation_is_seen_by_its_people_alone",
        ),
    ),
    Fault(
        "published-round-swapped-without-a-word",
        "tournaments/lifecycle.py",
        '"swap": frozenset({R.DRAFT}),',
        '"swap": frozenset({R.DRAFT, R.PUBLISHED}),',
        ("tests/tournaments/test_drawing.py",),
    ),
    Fault(
        "pass-for-any-game",
        "scoring/games/access/handover.py",
        "if game_hex == game_id.hex else None",
        "if game_hex else None",
        ("tests/scoring/test_api_handover.py",),
    ),
    Fault(
        "cookie-without-its-token",
        "scoring/api/authentication.py",
        "if not bearer_key(asking) and COOKIE in asking.COOKIES:",
        "if not bearer_key(asking) and COOKIE in asking.headers:",
        ("tests/scoring/test_api_entries.py", "tests/scoring/test_api_games.py"),
    ),
    Fault(
        "any-word-before-the-key",
        "scoring/games/access/devices.py",
        'return key.strip() if kind.lower() == "device" else ""',
        'return key.strip() if kind else ""',
        ("tests/scoring/test_api_entries.py",),
    ),
    Fault(
        "cookie-of-a-neighbouring-name",
        "tichu_site/middleware/cookies.py",
        "plain = brought.get(name) if name in TAKEN_WITHOUT else None",
        "plain = brought.get(name)",
        ("tests/site/test_cookies.py",),
    ),
    Fault(
        "ended-session-goes-on",
        "tichu_site/accounts/sessions.py",
        "_store().delete(row.session_key)",
        "_store().exists(row.session_key)",
        ("tests/site/test_accounts_sessions.py",),
    ),
)

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
