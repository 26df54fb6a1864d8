"""The log stays as it was written: the database itself refuses, whoever asks."""

import pytest
from django.db import DatabaseError, transaction

from scoring.people.actions.erasing import erase_reasons
from tests.tournaments import desks
from tournaments.actions import common
from tournaments.models import LogLine, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def line() -> LogLine:
    tournament = desks.a_tournament(entrants=0)
    return common.log(
        tournament, "changed", desks.a_user("Olga"), {"what": "name"}, "It was wrong."
    )


@pytest.mark.parametrize(
    "change",
    [
        {"action": "drawn"},
        {"params": {"what": "place"}},
        {"reason": "Another reason."},
        {"reason": "…"},
        {"reason_seal": ":" + "0" * 64},
        {"reason_seal": ""},
        {"reason": "", "reason_seal": ""},
        {"reason": "Another reason.", "reason_seal": ":" + "0" * 64},
        {"at": "2020-01-01T00:00:00+00:00"},
        {"tournament": "another"},
        {"by": "another"},
    ],
    ids=" and ".join,
)
def test_no_column_of_a_line_can_be_changed(line, change):
    if "tournament" in change:
        change = {"tournament": desks.a_tournament(entrants=0, desk=desks.a_desk("Oskar"))}
    if "by" in change:
        change = {"by": desks.a_user("Dora")}
    before = LogLine.objects.filter(pk=line.pk).values().get()
    with pytest.raises(DatabaseError, match="cannot be changed"), transaction.atomic():
        LogLine.objects.filter(pk=line.pk).update(**change)
    assert LogLine.objects.filter(pk=line.pk).values().get() == before


def test_a_reason_can_be_erased_once_and_nothing_else_with_it(line):
    seal = ":" + "0" * 64
    with pytest.raises(DatabaseError, match="cannot be changed"), transaction.atomic():
        LogLine.objects.filter(pk=line.pk).update(reason="…", reason_seal=seal, action="drawn")
    erase_reasons([line])
    line.refresh_from_db()
    assert (line.reason, line.reason_seal[0]) == ("…", ":")
    with pytest.raises(DatabaseError, match="cannot be changed"), transaction.atomic():
        LogLine.objects.filter(pk=line.pk).update(reason_seal=seal)


def test_somebody_who_deletes_their_account_leaves_their_lines_without_a_name(line):
    line.by.delete()
    line.refresh_from_db()
    assert (line.by, line.reason) == (None, "It was wrong.")


def test_a_tournament_that_was_never_opened_takes_its_log_along(line):
    Tournament.objects.filter(pk=line.tournament_id).delete()
    assert not LogLine.objects.filter(pk=line.pk).exists()
