"""The commands that write a tournament and read it back."""

import io
import json
import uuid
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments import desks
from tournaments.exchange.writing import document
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def exported(tournament: Tournament) -> str:
    out = io.StringIO()
    call_command("export_tournament", str(tournament.pk), stdout=out)
    return out.getvalue()


def test_what_one_command_writes_the_other_reads(tmp_path: Path) -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    desks.play_round(desks.draw(cup))
    file = tmp_path / "cup.json"
    file.write_text(exported(cup), encoding="utf-8")
    out = io.StringIO()
    call_command("import_tournament", str(cup.club_id), str(file), stdout=out)
    made = Tournament.objects.exclude(pk=cup.pk).get()
    assert out.getvalue() == f"Autumn cup was imported into Tichu club: {made.pk}\n"
    assert document(made) == document(cup)


def test_stdin_is_read_too(monkeypatch: pytest.MonkeyPatch) -> None:
    cup = desks.a_tournament(entrants=2)
    text = io.TextIOWrapper(io.BytesIO(exported(cup).encode()))
    monkeypatch.setattr("sys.stdin", text)
    call_command("import_tournament", str(cup.club_id), "-", stdout=io.StringIO())
    assert Tournament.objects.count() == 2


def test_what_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    cup = desks.a_tournament(entrants=2)
    gone = uuid.uuid4()
    with pytest.raises(CommandError, match=f"There is no tournament {gone}."):
        call_command("export_tournament", str(gone))
    with pytest.raises(CommandError, match=r"There is no club 0\. Clubs: \d+ \(Tichu club\)\."):
        call_command("import_tournament", "0", "-")
    with pytest.raises(CommandError, match=r"Cannot read .*: No such file or directory\."):
        call_command("import_tournament", str(cup.club_id), str(tmp_path / "none.json"))


def test_everything_that_is_wrong_is_told_a_line_each(tmp_path: Path) -> None:
    cup = desks.a_tournament(entrants=2)
    data = document(cup)
    data["about"]["seed"], data["about"]["unit"] = -1, "all"
    file = tmp_path / "cup.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(CommandError) as caught:
        call_command("import_tournament", str(cup.club_id), str(file))
    first, *lines = str(caught.value).splitlines()
    assert first == "Nothing was imported."
    assert sorted(lines) == [
        "about.seed: seed is -1; it must be from 0 to 2147483647.",
        "about.unit: unit is all; it must be one of: person, pair, team.",
    ]
    assert Tournament.objects.count() == 1
