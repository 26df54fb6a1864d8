"""The way back to a moment, on a real PostgreSQL of its own: with the settings and the programs in
`deploy/`, rows that were deleted by mistake are there again. And on to a standby.
"""

import gzip
import subprocess
import time
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.browser.servers import Site, running_site
from tests.site.clusters import DEPLOY, Machine, machine, value
from tests.site.listening import Followed, listening, started


@pytest.mark.slow  # in short: test_deploy.py, and test_restore.py for the site's own copies
def test_rows_deleted_by_mistake_are_back_at_the_moment_before() -> None:
    with machine() as its:
        go_back(its)


def go_back(machine: Machine) -> None:
    data, back = machine.folder / "data", machine.folder / "back"
    machine.make(data)
    with machine.serving(data) as club:
        assert value(club, "SHOW data_checksums") == "on"
        club.execute("CREATE TABLE hands (number int)")
        club.execute("INSERT INTO hands SELECT generate_series(1, 100)")
        base = machine.base_backup()
        club.execute("INSERT INTO hands SELECT generate_series(101, 150)")
        moment = str(value(club, "SELECT clock_timestamp()"))
        club.execute("DELETE FROM hands WHERE number > 20")
        club.execute("SELECT pg_switch_wal()")
    machine.run(DEPLOY / "restore-to-time.sh", base, machine.wal, back, moment)
    with machine.serving(back) as club:
        assert value(club, "SELECT count(*) FROM hands") == 150
        club.execute("INSERT INTO hands VALUES (151)")
        # Two bases are kept, and the pieces from the older one on
        kept = [machine.base_backup(), machine.base_backup()]
        assert sorted(machine.bases.iterdir()) == kept
        first = (kept[0] / "backup_label").read_text().split("(file ")[1][:24]
        pieces = sorted(path.name for path in machine.wal.iterdir() if len(path.name) == 27)
        assert pieces[0] == f"{first}.gz"
    assert not list(machine.wal.glob("*.part"))
    refused = subprocess.run(
        [DEPLOY / "restore-to-time.sh", base, machine.wal, back, moment],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (refused.returncode, refused.stderr) == (1, f"{back} is not empty.\n")


def test_a_piece_is_archived_once_and_never_replaced(tmp_path: Path) -> None:
    piece, kept = tmp_path / "piece", tmp_path / "wal" / "piece"
    piece.write_text("one")
    command = [DEPLOY / "archive-wal.sh", piece, kept]
    assert subprocess.run(command, check=False).returncode == 0
    # Asked again after a crash, and then with something else
    assert subprocess.run(command, check=False).returncode == 0
    piece.write_text("two")
    assert subprocess.run(command, check=False).returncode == 1
    (archived,) = kept.parent.iterdir()
    assert (archived.name, gzip.decompress(archived.read_bytes())) == ("piece.gz", b"one")


# The standby

GOES_ON = 60  # seconds for the site to find the server that takes writes


def paused(site: Site, followed: Followed, action: str) -> int:
    """The status of a change of a game, as a phone sends it."""
    try:
        followed.change(site, action)
    except AssertionError:
        return 503
    return 302


@pytest.mark.slow  # in short: test_pooled.py has the address
def test_a_site_goes_on_at_the_standby_and_its_pages_are_told(tmp_path: Path) -> None:
    with machine() as first, machine() as second:
        data, copy = first.folder / "data", second.folder / "data"
        first.make(data)
        first.start(data)
        try:
            source = ("--host", first.folder, "--write-recovery-conf")
            second.run("pg_basebackup", f"--pgdata={copy}", "--checkpoint=fast", *source)
            second.configure()
            second.start(copy)
            hosts = ",".join(quote(str(one.folder), safe="") for one in (first, second))
            url = f"postgres://postgres@{hosts}/postgres?target_session_attrs=read-write"
            with running_site(tmp_path, url, empty=True, PATH=first.env["PATH"]) as site:
                followed = started(site)
                with listening(site, followed.ticket) as stream:
                    stream.until(followed, 1)
                    first.stop(data)
                    assert paused(site, followed, "pause") == 503
                    second.control(copy, "promote")
                    deadline = time.monotonic() + GOES_ON
                    while paused(site, followed, "pause") != 302:
                        assert time.monotonic() < deadline, site.log
                        time.sleep(0.1)
                    stream.until(followed, 2)
                # PostgreSQL's own programs get both hosts, too
                assert "Everything: " in site.manage("backup", "--pg-dump").stdout
        finally:
            second.stop(copy)
