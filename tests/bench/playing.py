"""What the measurements of the server share: it runs, games on it, and phones that ask without a
browser's weight.
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.browser.servers import Site, running_site  # noqa: E402
from tests.databases import database_under_test, fresh_database, start_postgres  # noqa: E402
from tests.site.listening import CSRF, Followed, ask  # noqa: E402


@contextmanager
def sites_under_test(*settings: Mapping[str, str]) -> Iterator[list[Site]]:
    """The real server with empty records, once for each of these `settings` of its environment, on
    the database that TEST_DATABASE names.
    """
    with tempfile.TemporaryDirectory(prefix="tichu-bench-") as name, ExitStack() as stack:
        folder, url = Path(name), ""
        if database_under_test() == "postgres":
            url, stop = start_postgres(folder / "postgres")
            stack.callback(stop)
        sites = []
        for number, own in enumerate(settings):
            database = stack.enter_context(fresh_database(url, f"bench{number}")) if url else ""
            site = running_site(folder / f"site{number}", database, **own)
            sites.append(stack.enter_context(site))
        yield sites


@contextmanager
def site_under_test() -> Iterator[Site]:
    """One such server."""
    with sites_under_test({}) as (site,):
        yield site


def processor(site: Site) -> float:
    """Seconds of processor that a server has used."""
    fields = (
        Path(f"/proc/{site.process.pid}/stat")
        .read_text(encoding="ascii")
        .rpartition(")")[2]
        .split()
    )
    return (int(fields[11]) + int(fields[12])) / 100


def port_of(site: Site) -> int:
    return int(site.url.rpartition(":")[2])


def check_rounds(site: Site, followed: Followed, acknowledged: int) -> None:
    """The game has as many rounds as its phone was told were saved."""
    status, said = ask(
        site, "GET", f"/api/v1/games/{followed.game}/", None, {"Cookie": f"device={followed.key}"}
    )
    assert status == 200, said
    kept = len(json.loads(said)["rounds"])
    assert kept == acknowledged, f"{acknowledged} rounds were acknowledged, {kept} are kept"


class Phone:
    """A phone on a connection that it keeps; `key` is the one by which the server knows it."""

    def __init__(
        self, key: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self.key, self.reader, self.writer = key, reader, writer

    @classmethod
    async def at(cls, port: int, key: str = "") -> "Phone":
        return cls(key, *await asyncio.open_connection("127.0.0.1", port))

    async def post(self, address: str, fields: dict[str, str]) -> int:
        """Send a form as a button does that is pressed through htmx: the status of the answer."""
        return await self._send(address, "application/x-www-form-urlencoded", urlencode(fields))

    async def post_json(self, address: str, data: object) -> int:
        """Send JSON as the table's script does: the status of the answer."""
        return await self._send(address, "application/json", json.dumps(data))

    async def _send(self, address: str, kind: str, body: str) -> int:
        lines = [
            f"POST {address} HTTP/1.1",
            "Host: 127.0.0.1",
            f"Cookie: device={self.key}; csrftoken={CSRF}",
            f"X-CSRFToken: {CSRF}",
            *(["HX-Request: true"] if "form" in kind else []),
            f"Content-Type: {kind}",
            f"Content-Length: {len(body)}",
        ]
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        length = head.partition("content-length:")[2].split("\r\n")[0]
        await self.reader.readexactly(int(length or 0))
        return int(head.split()[1])
