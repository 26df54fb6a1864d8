"""The proxies' files in `deploy/`, run by nginx and Caddy themselves: limits that know a hall
behind one address, and a log without tokens. `.ci/run` installs both.
"""

import http.client
import http.server
import json
import re
import ssl
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from scoring.games.log import TOKEN
from tests.browser.servers import free_port
from tests.processes import ROOT
from tests.site.proxies import NGINX, nginx, program
from tichu_site.server.size_limits import LARGEST

CADDY = ROOT / "deploy" / "Caddyfile"
SECRET = "dgfh3kq7hmp2wz4x"
HALL = 800  # phones behind one address
TABLES = HALL // 4


def words(pattern: str) -> set[str]:
    """The words in a pattern of ours after which a token follows."""
    (found,) = re.findall(r"\((?:\?:)?(bring\|[a-z|]+)\)", pattern)
    return set(found.split("|"))


def test_proxies_and_site_agree_where_a_token_is() -> None:
    assert words(NGINX) == words(CADDY.read_text(encoding="utf-8")) == words(TOKEN.pattern)


def test_proxies_take_the_largest_document() -> None:
    (nginx,) = re.findall(r"client_max_body_size (\d+)m;", NGINX)
    (caddy,) = re.findall(r"max_size (\d+)MB", CADDY.read_text(encoding="utf-8"))
    assert LARGEST < 1_000_000 * int(caddy) < 1_000_000 * (int(nginx) + 1)


class Answering(http.server.BaseHTTPRequestHandler):
    """Stands for the site: 200 for anything, and the headers that it was sent."""

    protocol_version = "HTTP/1.1"
    wbufsize = 65_536  # one packet an answer: two would wait for each other
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = json.dumps(dict(self.headers)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET  # noqa: N815  (the library's name)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nothing: the proxy's log is looked at."""


@contextmanager
def behind() -> Iterator[int]:
    """What the proxy passes requests to: its port."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def connected(port: int) -> Iterator[http.client.HTTPSConnection]:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with closing(
        http.client.HTTPSConnection("127.0.0.1", port, timeout=15, context=context)
    ) as connection:
        yield connection


def status(connection: http.client.HTTPSConnection, method: str, path: str) -> int:
    connection.request(method, path, headers={"Host": "tichu.example"})
    with connection.getresponse() as answer:
        answer.read()
        return answer.status


def test_nginx_lets_a_hall_play_behind_one_address_and_stops_one_flood(tmp_path: Path) -> None:
    with behind() as site, nginx(tmp_path, site) as port, connected(port) as phone:
        # All begin at once, then every table writes, then all follow their own match
        begun = Counter(status(phone, "POST", f"/join/{number}/") for number in range(HALL))
        written = Counter(
            status(phone, "POST", f"/api/v1/games/{table}/entries/")
            for table in range(TABLES)
            for _phone in range(4)
        )
        read = Counter(status(phone, "GET", f"/match/{number}/") for number in range(HALL))
        assert (begun, written, read) == ({200: HALL}, {200: HALL}, {200: HALL})
        flood = Counter(status(phone, "POST", "/games/one/pause/") for _ in range(150))
        assert flood[429] > 0
        assert status(phone, "POST", "/games/another/pause/") == 200


def test_nginx_tells_the_site_who_asks_and_the_log_has_no_token(tmp_path: Path) -> None:
    with behind() as site, nginx(tmp_path, site) as port, connected(port) as phone:
        sent = {"Host": "tichu.example", "X-Forwarded-Proto": "http", "X-Forwarded-For": "1.2.3.4"}
        phone.request("GET", f"/live/?t={SECRET}", headers=sent)
        with phone.getresponse() as answer:
            told = json.loads(answer.read())
        assert told["X-Forwarded-Proto"] == "https"
        assert told["X-Forwarded-For"].rpartition(", ")[2] == "127.0.0.1"
        assert re.fullmatch(r"[0-9a-f]{32}", told["X-Request-ID"])
        assert status(phone, "GET", "/metrics") == 404
        for path in token_paths():
            assert status(phone, "GET", path) == 200, path
    log = (tmp_path / "access.log").read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    assert len(lines) == 2 + len(token_paths())
    assert {line["address"] for line in lines} == {"127.0.0.x"}
    assert SECRET not in log
    assert {line["path"] for line in lines} >= {"/live/", "/own/…/log/", "/club/join/…/"}


def token_paths() -> list[str]:
    """Every way in which a token comes in an address."""
    return [
        *(f"/{word}/{SECRET}/" for word in sorted(words(TOKEN.pattern))),
        f"/own/{SECRET}/log/",
        f"/own/{SECRET}",
        f"/club/join/{SECRET}/?next=/card/{SECRET}/",
        f"/desk/join//{SECRET}/",
        f"/account/join%2F{SECRET}/",
        f"/anything/tk_{SECRET}{SECRET}",
    ]


def test_caddy_takes_our_file_and_its_log_has_no_token(tmp_path: Path) -> None:
    with behind() as site:
        port = free_port()
        text = CADDY.read_text(encoding="utf-8").replace("admin off", "admin off\n\tauto_https off")
        path = tmp_path / "Caddyfile"
        path.write_text(text)
        env = {
            "SITE": f"http://127.0.0.1:{port}",
            "APP": f"127.0.0.1:{site}",
            "HOME": str(tmp_path),
        }
        command = [program("caddy"), "run", "--config", str(path), "--adapter", "caddyfile"]
        log = tmp_path / "log"
        with (
            log.open("w") as file,
            subprocess.Popen(command, env=env, stdout=file, stderr=subprocess.STDOUT) as process,
        ):
            try:
                asked = [asked_of_caddy(port, process, path) for path in token_paths()]
                assert asked == [200] * len(asked)
                assert asked_of_caddy(port, process, "/metrics") == 404
            finally:
                process.terminate()
    said = log.read_text()
    assert SECRET not in said
    assert '"uri":"/own/…/log/"' in said


def asked_of_caddy(port: int, process: "subprocess.Popen[bytes]", path: str) -> int:
    """The status of an answer, once Caddy listens."""
    while process.poll() is None:
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=15)) as connection:
            try:
                connection.request("GET", path)
            except ConnectionRefusedError:
                time.sleep(0.02)
                continue
            with connection.getresponse() as answer:
                return answer.status
    raise AssertionError(f"Caddy ended with code {process.returncode}")


def test_caddy_finds_no_fault_in_our_file() -> None:
    env = {"SITE": "tichu.example", "HOME": "/nonexistent"}
    command = [program("caddy"), "validate", "--config", str(CADDY), "--adapter", "caddyfile"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
