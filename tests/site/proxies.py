"""nginx with the file of `deploy/`, before a site of a test's own."""

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.browser.servers import free_port
from tests.processes import ROOT
from tichu_site.server.tls.local_authority import certificates

NGINX = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")


def program(name: str) -> str:
    """Where a program is. Debian keeps those of servers out of the path of users."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def nginx_file(folder: Path, port: int, sites: list[int]) -> Path:
    """The file of `deploy/` with this test's ports, folders and certificate, and nothing else
    changed. The certificate's authority is in `folder`, under tls/.
    """
    files = certificates(folder / "tls", ["localhost"])
    servers = "\n".join(f"server 127.0.0.1:{site};" for site in sites)
    changes = [
        (r"^user .*;$", ""),
        (r"/run/nginx\.pid", f"{folder}/nginx.pid"),
        (r"/var/log/nginx/", f"{folder}/"),
        (r"listen \[::\].*;", ""),
        (r"listen 80 default_server;", f"listen 127.0.0.1:{free_port()};"),
        (r"listen 443 ", f"listen 127.0.0.1:{port} "),
        (r"server 127\.0\.0\.1:8000;", servers),
        (r"proxy_set_header Host \$host;", "proxy_set_header Host $http_host;"),  # with its port
        (r"/etc/letsencrypt/\S+/fullchain\.pem", str(files.certificate)),
        (r"/etc/letsencrypt/\S+/privkey\.pem", str(files.key)),
    ]
    text = NGINX
    for pattern, by in changes:
        text, count = re.subn(pattern, by, text, flags=re.MULTILINE)
        assert count, pattern
    path = folder / "nginx.conf"
    path.write_text(text)
    return path


def run_nginx(path: Path, *arguments: str) -> list[str]:
    return [program("nginx"), "-p", str(path.parent), "-e", "stderr", "-c", str(path), *arguments]


@contextmanager
def nginx(folder: Path, *sites: int) -> Iterator[int]:
    """nginx with our file before servers at these ports: its own port."""
    port = free_port()
    path = nginx_file(folder, port, list(sites))
    subprocess.run(run_nginx(path, "-t"), check=True, capture_output=True)
    with subprocess.Popen(run_nginx(path, "-g", "daemon off;")) as process:
        try:
            while process.poll() is None and not (folder / "nginx.pid").exists():
                time.sleep(0.01)
            assert process.poll() is None
            yield port
        finally:
            process.terminate()
