"""Lighthouse on the pages that matter, as a simulated phone, against the real server: `make
lighthouse`.

Prints a table and ends with 1 where a score is below its goal. Each page is looked at three times
and the middle score counts, because a busy machine makes a page look slow. Needs node 18 or newer,
npm and Chromium.
"""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import uuid
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import django

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_site.settings")
django.setup()

from tests.browser import halls  # noqa: E402
from tests.browser.records import kept_open  # noqa: E402
from tests.browser.servers import NO_BROWSER, Site, chromium_options, chromium_path, running_site  # noqa: E402

GOALS = {"performance": 99, "accessibility": 100, "best-practices": 100, "seo": 100}
LOOKS = 3
PEOPLE = ("Anna", "Beat", "Carla", "Dino")
ROUNDS: tuple[dict[str, Any], ...] = (
    {"out": [0, 1, 2, 3], "calls": {"0": "tichu"}, "card_points": [65, 35]},
    {"out": [3, 1], "calls": {"3": "grand"}},
    {"out": [2, 3, 0, 1], "calls": {"1": "tichu"}, "card_points": [20, 80]},
)


@dataclass(frozen=True)
class Opened:
    """A page to look at: its name, address, and the cookies of the phone that may see it."""

    name: str
    url: str
    cookies: str = ""
    secret: bool = True  # it asks search engines to leave it out, as all do that nobody let in


class Phone:
    """A browser without a screen: keeps cookies, posts forms."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.jar = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.jar))

    def post(self, path: str, fields: dict[str, str], form: str) -> str:
        """Post to `path` with the token of the page `form`: the path that answers in the end."""
        with self.opener.open(self.site.url + form) as answer:
            token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', answer.read().decode())
        if token is None:
            raise RuntimeError(f"{form} has no form to post.")
        data = urlencode(fields | {"csrfmiddlewaretoken": token[1]}).encode()
        with self.opener.open(self.site.url + path, data) as answer:
            return str(answer.url).removeprefix(self.site.url)

    @property
    def cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)


def pages_of(site: Site) -> list[Opened]:
    """The pages to look at: the front page, the table's screen and score sheet of a game in the
    middle; of a Swiss evening in its fourth round its first page, its standings, these as another
    site shows them, somebody's own page.
    """
    phone = Phone(site)
    names = {f"name_{seat}": name for seat, name in enumerate(PEOPLE)}
    score = phone.post("/new/", {"variant": "nanking", "action": "start"} | names, form="/new/")
    game = score.removesuffix("score/")
    if game == score:
        raise RuntimeError(f"Starting a game led to {score}, not to the table's screen.")
    for number, played in enumerate(ROUNDS, 1):
        fields = {"id": str(uuid.uuid4()), "number": str(number), "round": json.dumps(played)}
        phone.post(f"{game}rounds/", fields, form=score)
    with kept_open(site) as records:
        evening = records(halls.an_open_evening)
    return [
        Opened("front page", f"{site.url}/", secret=False),
        Opened("table's screen", site.url + score, phone.cookies),
        Opened("score sheet", site.url + game, phone.cookies),
        Opened("public tournament", site.url + evening["tournament"]),
        Opened("public standings", site.url + evening["standings"]),
        Opened("embedded", f"{site.url}{evening['standings']}?embed"),
        Opened("own page", site.url + evening["own"]),
    ]


def installed_lighthouse() -> Path:
    """The program, installed into .lighthouse/ as locked where that is not done yet."""
    folder, here = ROOT / ".lighthouse", Path(__file__).parent
    lock = "package-lock.json"
    done = folder / "node_modules" / ".package-lock.json"
    fresh = done.exists() and (folder / lock).read_bytes() == (here / lock).read_bytes()
    if not fresh:
        if shutil.which("npm") is None:
            sys.exit("Lighthouse needs node 18 or newer and npm, and there is no npm here.")
        print("Installing Lighthouse into .lighthouse ...", flush=True)
        folder.mkdir(exist_ok=True)
        for file in ("package.json", lock):
            shutil.copy(here / file, folder / file)
        subprocess.run(
            ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"],
            cwd=folder,
            check=True,
        )
    return folder / "node_modules" / ".bin" / "lighthouse"


def look(lighthouse: Path, page: Opened, folder: Path) -> dict[str, Any]:
    """One report of Lighthouse."""
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    chromium = chromium_options()
    flags = ["--headless=new", *chromium["args"]]
    command = [str(lighthouse), page.url, "--quiet", "--output=json", f"--output-path={report}"]
    command += [f"--only-categories={','.join(GOALS)}", f"--chrome-flags={' '.join(flags)}"]
    command += ["--no-enable-error-reporting"]
    if page.secret:
        command.append("--skip-audits=is-crawlable")
    if page.cookies:
        command.append(f"--extra-headers={json.dumps({'Cookie': page.cookies})}")
    env = chromium["env"] | {"CHROME_PATH": chromium["executable_path"]}
    subprocess.run(command, cwd=folder, env=env, check=True)
    found: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    if found.get("runtimeError"):
        raise RuntimeError(f"{page.name}: {found['runtimeError']['message']}")
    return found


def complaints(report: dict[str, Any]) -> list[str]:
    """The audits that cost points."""
    weighed = {
        ref["id"]
        for category in report["categories"].values()
        for ref in category["auditRefs"]
        if ref["weight"]
    }
    return [
        f"{audit['title']} {audit.get('displayValue', '')}".strip()
        for name, audit in report["audits"].items()
        if name in weighed and audit["score"] is not None and audit["score"] < 0.9
    ]


def main() -> int:
    if chromium_path() is None:
        sys.exit(NO_BROWSER)
    lighthouse = installed_lighthouse()
    print(f"{'':18}" + "".join(f"{category:>16}" for category in GOALS))
    good = True
    with tempfile.TemporaryDirectory(prefix="tichu-lighthouse-") as name:
        folder = Path(name)
        with running_site(folder / "site") as site:
            for page in pages_of(site):
                reports = [look(lighthouse, page, folder) for _ in range(LOOKS)]
                scores = {
                    category: round(
                        100
                        * statistics.median(
                            report["categories"][category]["score"] for report in reports
                        )
                    )
                    for category in GOALS
                }
                print(
                    f"{page.name:18}" + "".join(f"{score:>16}" for score in scores.values()),
                    flush=True,
                )
                if any(scores[category] < goal for category, goal in GOALS.items()):
                    good = False
                    print("".join(f"    {line}\n" for line in complaints(reports[-1])), end="")
    print(f"{'goal':18}" + "".join(f"{goal:>16}" for goal in GOALS.values()))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
