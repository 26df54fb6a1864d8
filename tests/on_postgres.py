"""What runs on PostgreSQL besides SQLite: whatever can differ there, chosen file by file, with the
reason.

All tests run on SQLite (`make test-sqlite`). A file that is named here runs on both, but for those
of its tests that are marked `any_database`. tests/conftest.py gives them the marker `postgres`.
"""

CHOSEN = {
    # One evening, and everything that breaks an evening off
    "browser/test_whole_evening.py": "an evening by real browsers, in make test-slow",
    "reliability/": "kills, lossy lines, a full disk, locks that last",
    "scoring/test_whole_life.py": "a game from its start to its rematch",
    "tournaments/test_german_championship.py": "an event from its draw to its last standings",
    # Row locks, and what two do at once
    "scoring/test_actions.py": "rows locked by every action",
    "scoring/test_evenings.py": "rows locked by every action, and a night that has one evening",
    "scoring/test_claim_races.py": "two who claim one person at once",
    "scoring/test_claiming.py": "rows locked by every action, and a person who is claimed once",
    "scoring/test_double_starts.py": "one game, started twice at once",
    "scoring/test_many_sends.py": "one entry, sent many times at once",
    "scoring/test_setup_changes.py": "names that two put right at once",
    "scoring/test_races.py": "two phones at one game",
    "tournaments/test_clock_races.py": "two directors at one clock",
    "tournaments/test_integrity_races.py": "one change, undone twice at once",
    "tournaments/test_last_result_races.py": "the last result, the end of the round and the next "
    "draw at once",
    "tournaments/test_races.py": "two directors at one round",
    "tournaments/test_table_races.py": "tables that write while the desk moves on",
    "tournaments/test_sitting_races.py": "two phones at one chair",
    "tournaments/webhooks/test_outbox_races.py": "two who send at once",
    "site/test_accounts.py": "one link, used twice at once",
    "site/test_database_startup.py": "a server that starts before its database, and two at once",
    "site/test_metrics.py": "several processes, time in the database",
    "site/test_one_server.py": "servers that share a database",
    "site/test_pooled.py": "NOTIFY, and sessions behind a pooler",
    "site/test_time_limits.py": "locks and statements that last",
    "site/test_unavailable.py": "a database that is away",
    # Transactions, and what the database keeps unique
    "scoring/test_chain.py": "hashes of what the database gives back",
    "scoring/pages/club/test_club_pages.py": "names that are there once",
    "scoring/test_deleting.py": "rows that go together",
    "scoring/test_erasing.py": "rows locked by the deed, and a name looked for in every table",
    "scoring/test_name_visibility.py": "rows locked by a choice",
    "tournaments/test_hiding_deleting.py": "rows that go together",
    "scoring/test_devices.py": "keys that are there once",
    "scoring/test_ratings.py": "numbers that are equal to the last digit",
    "scoring/test_importing.py": "rows that go together, JSON read back",
    "scoring/test_importing_people.py": "rows that go together, JSON read back",
    "scoring/test_importing_undone.py": "rows that go together, JSON read back",
    "scoring/test_record_rows.py": "rows that add up",
    "scoring/test_repeated_entries.py": "an entry that comes again",
    "scoring/test_tokens.py": "keys that are there once",
    "scoring/test_versions.py": "versions of one round",
    "tournaments/test_table_codes.py": "codes that are there once",
    "tournaments/test_drawing.py": "a round that is drawn once",
    "tournaments/test_durability.py": "a server that may lose what it acknowledged",
    "tournaments/test_entering.py": "numbers that are there once",
    "tournaments/test_half_done.py": "a transaction that ends half-way",
    "tournaments/test_killed_desk.py": "a server that is killed half-way",
    "tournaments/test_kept_log.py": "rows that cannot be changed",
    "tournaments/test_event_copy.py": "a tap that comes again",
    "tournaments/messages/test_message_races.py": "two who send at once, and a tap in between",
    "tournaments/messages/test_sending.py": "rows that are claimed, and put in place of each other",
    "tournaments/messages/test_subscribing.py": "rows locked by a tap, and addresses there once",
    "tournaments/webhooks/test_outbox.py": "rows that are claimed, and go together",
    # Order of words, numbers and JSON
    "scoring/test_milestones_read.py": "sums by the database",
    "scoring/test_names.py": "collation and characters",
    "scoring/test_put_right_is_verified.py": "JSON read back",
    "tournaments/pages/public/test_explaining_page.py": "sums by the database",
    "tournaments/test_names_in_order.py": "collation",
    "tournaments/test_tampering.py": "rows changed behind the program's back",
    # NOTIFY, connections, back-ups
    "tournaments/club_document/test_club_document.py": "a club carried from one kind to the other",
    "site/test_backups.py": "back-ups of the whole site",
    "site/test_databases.py": "settings of the connection",
    "site/test_deploy.py": "pg_dump",
    "site/test_hub.py": "LISTEN and NOTIFY",
    "site/test_limits.py": "counts by the database",
    "site/test_live_stream.py": "LISTEN and NOTIFY",
    "site/test_migrate_command.py": "migrations",
    "site/test_probes.py": "a database that does not answer",
    "site/test_restore.py": "a copy put back",
    "site/test_schema.py": "tables, constraints, triggers",
    "site/test_start_check.py": "a database that is damaged",
    "tournaments/test_channels.py": "NOTIFY",
}


def chosen(path: str) -> bool:
    """Whether a file of tests runs on PostgreSQL too.
    `path` is relative to tests/, with slashes.
    """
    return path in CHOSEN or any(path.startswith(place) for place in CHOSEN if place.endswith("/"))
