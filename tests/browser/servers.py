"""The real server, as `make run` starts it, and where the browser is: for tests, pictures and
Lighthouse.
"""

import atexit
import http.client
import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.databases import database_of_site
from tests.prepared import fill, folder_of_run
from tests.processes import ROOT, clean_environment

START_SECONDS = 120
# Until it counts as stuck: on a busy machine several processes have to come to their turn
STOP_SECONDS = 120
# Debian's Chromium; first the build without windows, which starts in a third of the time.
BROWSERS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
NO_BROWSER = f"No Chromium found, neither by CHROMIUM_PATH nor as {' or '.join(BROWSERS)}."
CHROMIUM_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# The fonts that pictures are drawn with are those of most phones; a sign that they lack is an empty
# box.
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
{folders}<cachedir>{cache}</cachedir>
<match target="pattern"><test name="family"><string>serif</string></test>
<edit name="family" mode="assign" binding="strong"><string>Noto Serif</string></edit></match>
<match target="pattern">
  <edit name="family" mode="append_last"><string>Roboto</string></edit></match>
</fontconfig>"""


def chromium_path() -> str | None:
    """The browser to drive: `CHROMIUM_PATH`, or Debian's."""
    if chosen := os.environ.get("CHROMIUM_PATH"):
        return shutil.which(chosen)
    return next((path for path in map(shutil.which, BROWSERS) if path), None)


@cache
def own_fonts(*beside: str) -> str:
    """A fontconfig file with the project's fonts and none of the machine's but those in the folders
    `beside`, in a folder that is deleted at the end.
    """
    folder = Path(tempfile.mkdtemp(prefix="fonts-", dir=folder_of_run()))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    file = folder / "fonts.conf"
    folders = "".join(f"<dir>{one}</dir>" for one in (ROOT / "scoring" / "fonts", *beside))
    file.write_text(FONTS.format(folders=folders, cache=folder / "cache"), encoding="utf-8")
    return str(file)


def chromium_options(*arguments: str, **environment: str) -> dict[str, Any]:
    """Options with which Playwright launches that browser:
    it draws letters alike on every machine.
    """
    return {
        "executable_path": chromium_path(),
        "args": [*CHROMIUM_ARGUMENTS, *arguments],
        "env": {**os.environ, "FONTCONFIG_FILE": own_fonts(), **environment},
    }


def free_port() -> int:
    """A port of 127.0.0.1 on which nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True)
class Site:
    """A running server: where it answers, the environment it runs in,
    its process and what it said.
    """

    url: str
    env: dict[str, str]
    process: "subprocess.Popen[bytes]"
    log_file: Path

    @property
    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8", errors="replace")

    def manage(self, *arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
        """Run `manage.py` on the records of this server."""
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=self.env, check=True, capture_output=True, text=True, **options
        )


@contextmanager
def running_site(
    folder: Path,
    database_url: str = "",
    *,
    start_new_session: bool = False,
    empty: bool = False,
    descriptors: int = 0,
    root: Path = ROOT,
    **settings: str,
) -> Iterator[Site]:
    """Serve the app from `manage.py serve` with its data in `folder`, until the block ends.

    In a run of pytest it is never the site's first start, unless `empty` asks for that. `settings`
    are further variables of its environment: `TLS="1"`. With `PORT` a server can be started again
    where another was; without, it takes a port that is free. `descriptors`: how many files and
    connections the system lets it open, as many as it does where none is said. `root`: its code.
    Raises RuntimeError with the server's own words where it does not answer in time.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if not empty:
        fill(folder / "data", database=not database_url)
    port = int(settings.get("PORT") or free_port())
    env = (
        clean_environment(DATA_DIR=str(folder / "data"), HOST="127.0.0.1", PORT=str(port))
        | settings
    )
    if database_url:
        env["DATABASE_URL"] = database_url
    log_file = folder / "server.log"
    with log_file.open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, str(root / "manage.py"), "serve"],
            cwd=root,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=start_new_session,
        )
    if descriptors:
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (descriptors, descriptors))
    site = Site(f"http://127.0.0.1:{port}", env, process, log_file)
    try:
        wait_until_it_answers(site, port)
        yield site
    finally:
        stop(process)


def wait_until_it_answers(site: Site, port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        patience = max(0.1, deadline - time.monotonic())
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=patience)
        try:
            connection.request("GET", "/")
            connection.getresponse().close()  # one that ends its connection is not closed with it
        except OSError as error:
            failure = error
        else:
            return
        finally:
            connection.close()
        try:
            # Nobody listens yet: give it a moment, and notice at once when it gives up.
            code = site.process.wait(timeout=0.1)
        except subprocess.TimeoutExpired:
            if time.monotonic() > deadline:
                raise RuntimeError(
                    f"No answer in {START_SECONDS} s ({failure}):\n{site.log}"
                ) from failure
        else:
            raise RuntimeError(f"The server ended with code {code}:\n{site.log}")


def stop(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def fresh_site(folder: Path, name: str, **settings: str) -> Iterator[Site]:
    """A server with empty records on the database under test; `name` is of one server at a time."""
    with (
        database_of_site(name) as database_url,
        running_site(folder, database_url, **settings) as site,
    ):
        yield site
