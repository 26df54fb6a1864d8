"""All tests without a browser, at moments and in zones in which programs go wrong about days.

python -m tests.dates [--at leap-day]... [--zone UTC]... [what pytest takes]

Each run is a process of its own, whose clock is ahead of the real one or behind it and goes on. So
are those of all Python processes that it starts (`tests/travel/`).
"""

import argparse
import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from time import time
from zoneinfo import ZoneInfo

# It is imported before pytest is, which would rather read its plugins itself.
EARLY = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
# Variables: seconds before the real clock, and where the machine is
AHEAD, ZONE = "TEST_CLOCK_AHEAD", "TEST_ZONE"
TRAVEL = Path(__file__).parent / "travel"
EVERYWHERE = {
    "saturday": "2026-11-28 18:46",
    "new-year": "2026-12-31 23:57",  # so that midnight comes while tests run
    "january": "2027-01-02 12:00",
    "leap-day": "2028-02-29 12:00",
    "month-end": "2027-03-31 12:00",  # the months beside it are shorter
}
# Three minutes before clocks change there; in UTC they do not, but in Europe.
CHANGES = {
    "UTC": {"spring": "2027-03-28 00:57", "autumn": "2027-10-31 00:57"},
    "Europe/Berlin": {"spring": "2027-03-28 01:57", "autumn": "2027-10-31 02:57"},
    "America/New_York": {"spring": "2027-03-14 01:57", "autumn": "2027-11-07 01:57"},
}
FAR = "five-years"
MOMENTS = (*EVERYWHERE, "spring", "autumn", FAR)


def moment(name: str, zone: str) -> datetime:
    """A moment by its name, on the clocks of the zone."""
    if name == FAR:
        now = datetime.now(ZoneInfo(zone))
        return now.replace(year=now.year + 5, day=min(now.day, 28))
    written = (EVERYWHERE | CHANGES[zone])[name]
    return datetime.fromisoformat(written).replace(tzinfo=ZoneInfo(zone))


def passes(at: datetime, zone: str, arguments: list[str]) -> bool:
    """Run pytest as if it were that moment, and the machine in that zone."""
    path = os.pathsep.join([str(TRAVEL), *filter(None, [os.environ.get("PYTHONPATH")])])
    ahead = at.timestamp() - time()
    env = {**os.environ, "PYTHONPATH": path, AHEAD: str(ahead), ZONE: zone}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-W",
        EARLY,
        "-m",
        "not browser and not slow",
        *arguments,
    ]
    return subprocess.run(command, env=env, check=False).returncode == 0


def main() -> None:
    """Go through all; fail where one of them did, with the names of those."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--at", action="append", choices=MOMENTS, help="a moment; all of them where none is named"
    )
    parser.add_argument(
        "--zone", action="append", choices=CHANGES, help="a time zone; all of them likewise"
    )
    chosen, arguments = parser.parse_known_args()
    failed = []
    for zone in chosen.zone or CHANGES:
        for name in chosen.at or MOMENTS:
            at = moment(name, zone)
            print(f"== {name}, {zone}: {at:%A %Y-%m-%d %H:%M}", flush=True)
            if not passes(at, zone, arguments):
                failed.append(f"--at {name} --zone {zone}")
    if failed:
        sys.exit("\n".join(["Failed:", *failed]))


if __name__ == "__main__":
    main()
