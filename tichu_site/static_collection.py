"""Collect static files only if something has changed: hashing and compressing all takes a second or
two.

A file beside the folder stores a hash of every source and of the result, so changed, missing or
half-written files are noticed, whatever their time stamps.
"""

import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from tichu_site import static_files
from tichu_site.server.file_permissions import private_file

FILE = "static_made_of"  # in the data folder
MAKERS = ("Django", "whitenoise")


def collect() -> bool:
    """Update the collected files. Return whether anything had to be done."""
    note = Path(settings.DATA_DIR) / FILE
    sources = _hash(_sources())
    if (
        note.is_file()
        and note.read_text("ascii", "replace") == f"{sources} {_hash(_collected())}\n"
    ):
        return False
    # No valid note until everything is written.
    note.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    note.write_text(f"{sources} {_hash(_collected())}\n", "ascii")
    private_file(note)
    return True


def _sources() -> Iterator[bytes]:
    """Yield the versions of the tools and the contents of the sources."""
    yield "".join(f"{name} {version(name)}\n" for name in MAKERS).encode()
    yield Path(static_files.__file__).read_bytes()
    left_out = static_files.StaticFiles.ignore_patterns
    for finder in get_finders():
        for path, storage in finder.list(left_out):
            yield path.encode()
            with storage.open(path) as file:
                yield file.read()


def _collected() -> Iterator[bytes]:
    """Yield the names and sizes of the collected files."""
    folder = Path(settings.STATIC_ROOT)
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield f"{path.relative_to(folder)} {path.stat().st_size}".encode()


def _hash(parts: Iterator[bytes]) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(f"{len(part)} ".encode())
        found.update(part)
    return found.hexdigest()
