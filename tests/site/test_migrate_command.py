"""`manage.py migrate`: everything is copied before a step, and how far it is stands there line by
line.
"""

import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring.games.verifying.games import Counts, differences_in_games
from scoring.models import Entry, Game
from scoring.unchained import take_in as chain_up
from tests.scoring.tables import PLAIN, phone_of, table, write
from tests.tournaments.tampering import an_evening, at_home, found
from tichu_site.backups.keeping import KEPT_BEFORE_UPDATES
from tichu_site.management.commands import migrate
from tournaments.models import LogLine, Seal, Tournament
from tournaments.unsealed import take_in as seal_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.BACKUP_DIR = tmp_path
    return tmp_path


def migrated(*arguments: str, **options: Any) -> list[str]:
    out = io.StringIO()
    call_command("migrate", *arguments, stdout=out, verbosity=0, **options)
    return out.getvalue().splitlines()


@pytest.fixture
def pending(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a step were to come: nothing is done for it."""
    monkeypatch.setattr(migrate, "pending", lambda _alias: 1)


@pytest.mark.any_database
def test_with_nothing_to_do_or_nothing_there_nothing_is_copied(folder: Path, pending: None) -> None:
    assert migrated() == []
    assert list(folder.iterdir()) == []


@pytest.mark.any_database
def test_with_nothing_to_come_nothing_is_copied(folder: Path) -> None:
    at_home()
    assert migrated() == []
    assert list(folder.iterdir()) == []


def test_before_a_step_everything_is_copied_and_the_newest_of_these_are_kept(
    folder: Path, pending: None
) -> None:
    at_home()
    for _ in range(KEPT_BEFORE_UPDATES + 2):
        (said,) = migrated()
        assert said.startswith(
            f"Copied before the records are brought up to date: {folder / 'tichu-before-update-'}"
        )
    assert len(list(folder.glob("tichu-before-update-*"))) == KEPT_BEFORE_UPDATES
    assert migrated(without_copy=True) == []


@pytest.mark.any_database
def test_where_no_copy_can_be_made_nothing_is_done_and_it_says_what_to_do(
    folder: Path, pending: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home()

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(migrate, "back_up_site", full)
    monkeypatch.setattr(migrate.migrate.Command, "handle", full)
    with pytest.raises(
        CommandError,
        match=r"no copy of them can be made before that: No space left on device\. Make",
    ):
        migrated()


@pytest.mark.any_database
def test_how_far_it_is_is_told_for_each_step_and_within_a_long_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = io.StringIO()
    command = migrate.Command(stdout=out)
    command.total, command.verbosity = 2, 0
    times = iter([0.0, 1.0, 3.0, 3.0, 10.0, 10.0])
    monkeypatch.setattr(migrate.time, "monotonic", lambda: next(times))
    command.migration_progress_callback("apply_start", "scoring.0006_chain")
    command._tell_rows("games", 200, 33_000)  # too soon after the last word
    command._tell_rows("games", 400, 33_000)
    command.migration_progress_callback("apply_success", "scoring.0006_chain")
    command.migration_progress_callback("apply_start", "scoring.0007_before")
    assert out.getvalue().splitlines() == [
        "Bringing the records up to date: 1 of 2 (scoring.0006_chain)",
        "    400 of 33,000 games",
        "Bringing the records up to date: 2 of 2 (scoring.0007_before)",
    ]


# What the migrations of the chains do
# -------------------------------------------------------------------------------


def unchain() -> None:
    """All as the version before left it: no row knows of a chain."""
    from django.apps import apps

    Seal.objects.all().delete()
    for name in ("Entry", "GameEvent"):
        apps.get_model("scoring", name).objects.update(position=None, link=None, by_device=None)
    for model in (Game, Tournament):
        model._default_manager.update(chain_length=None, chain_head=None)  # type: ignore[attr-defined]
    # It kept nothing of these.
    apps.get_model("scoring", "GameEvent").objects.filter(
        action__in=("left_out", "seats", "settings")
    ).delete()


def test_what_was_written_before_there_was_a_chain_is_taken_in_in_the_order_of_its_times() -> None:
    from django.apps import apps

    an_evening()
    order = [
        list(game.entries.values_list("pk", flat=True)) for game in Game.objects.order_by("pk")
    ]
    unchain()
    told: list[tuple[str, int, int]] = []
    assert chain_up(apps.get_model, tell=lambda *said: told.append(said)) == Game.objects.count()
    assert seal_up(apps.get_model, tell=lambda *said: told.append(said)) == 1
    assert told == [("games", Game.objects.count(), Game.objects.count()), ("tournaments", 1, 1)]
    assert found() is None
    assert [
        list(game.entries.values_list("pk", flat=True)) for game in Game.objects.order_by("pk")
    ] == order
    # Nothing is left to do, and nothing more is done.
    assert (chain_up(apps.get_model), seal_up(apps.get_model)) == (0, 0)


@pytest.mark.any_database
def test_an_interruption_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    from django.apps import apps

    for _ in range(5):
        at_home()
    unchain()
    monkeypatch.setattr("scoring.unchained.BATCH", 2)

    def cut_off(_what: str, done: int, _of: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        chain_up(apps.get_model, tell=cut_off)
    assert Game.objects.filter(chain_head__isnull=False).count() == 4
    assert chain_up(apps.get_model) == 1
    assert list(differences_in_games(Counts())) == []


@pytest.mark.any_database
def test_what_an_older_server_wrote_meanwhile_is_taken_in_behind_the_rest() -> None:
    from django.apps import apps

    cup = an_evening()
    game = table(phone_of("Nora"))
    before, last = write(game, PLAIN, PLAIN)
    Entry.objects.filter(pk=last.pk).update(position=None, link=None, by_device=None)
    Game.objects.filter(pk=game.pk).update(chain_length=before.position, chain_head=before.link)
    LogLine.objects.create(tournament=cup, action="entered")
    difference = found()
    assert difference is not None
    assert "in no chain yet" in difference.what
    assert (chain_up(apps.get_model), seal_up(apps.get_model)) == (1, 1)
    assert found() is None
    assert Entry.objects.get(pk=last.pk).position == last.position


@pytest.mark.any_database
def test_a_correction_stands_behind_what_it_corrects_whatever_the_clock_said() -> None:
    from django.apps import apps

    game = at_home()
    order = dict(Entry.objects.filter(game=game).values_list("pk", "position"))
    for entry in Entry.objects.filter(game=game):
        before = timedelta(days=365 * ((entry.position or 0) % 3))
        Entry.objects.filter(pk=entry.pk).update(created_at=entry.created_at - before)
    unchain()
    chain_up(apps.get_model)
    for entry in Entry.objects.filter(game=game).select_related("replaces", "about"):
        for other in (entry.replaces, entry.about):
            assert other is None or (other.position or 0) < (entry.position or 0)
    assert len(order) == Entry.objects.filter(game=game, position__isnull=False).count()
