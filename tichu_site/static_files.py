"""Static files with hashes in their names, so browsers may cache them forever."""

import hashlib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.apps import StaticFilesConfig
from django.contrib.staticfiles.finders import get_finders
from django.core.files.base import ContentFile, File
from django.core.management import call_command
from rcssmin import cssmin
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

from tichu_site.server.file_permissions import private_file

OURS = ("scoring/", "tichu_site/", "tournaments/")


class StaticFiles(StaticFilesConfig):
    """Collect only what is used of django-htmx (version 4, its SSE extension) and the admin."""

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        *("django-htmx.js", "htmax-*", "htmx-2*", "htmx-4.js"),
        *("hx-[!s]*", "hx-sse-2*", "hx-sse-4.js"),
        # Not the admin's form scripts: only filters.js, nav_sidebar.js, theme.js and the styles
        *("admin/js/[!fnt]*", "admin/css/vendor/*"),
    ]


class ModuleStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """whitenoise's storage, which also rewrites imports inside our JavaScript modules to hashed
    names.
    """

    support_js_module_import_aggregation = True
    # One pass follows imports one module deep; ours go deeper than Django's default of five.
    max_post_process_passes = 20

    def _save(self, name: str, content: "File[bytes]") -> str:
        """Save a file, minifying our own styles and scripts: comments and white space are a quarter
        of what phones would load first.
        """
        content.seek(0)  # it has already been read for its hash
        if name.endswith(".css"):
            # Older Chromium ignores an empty value without its space
            content = ContentFile(cssmin(content.read()).replace(b":;", b": ;"))
        elif name.startswith(OURS) and name.endswith(".js"):
            content = ContentFile(jsmin(content.read()))
        return str(super()._save(name, content))

    @property
    def build(self) -> str:
        """Return a short id that changes with any static file. A page with another one predates an
        upgrade.
        """
        return str(self.manifest_hash)


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
    yield Path(__file__).read_bytes()
    left_out = StaticFiles.ignore_patterns
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
