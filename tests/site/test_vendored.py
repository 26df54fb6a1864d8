"""What others wrote and the site serves is what their package holds, with its licence."""

import io
import re
import shutil
import tarfile
from pathlib import Path

import django_htmx
import pytest

from tests import signs
from tests.processes import ROOT
from tests.vendored import LICENSE, Package, VendorError, complaints, copy, folders, sum_of

FOLDERS = folders()
MADE = {"index.mjs": b"export const one = 1;\n", LICENSE: b"Do as you like.\n"}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_file_is_the_package_s_and_its_licence_lies_beside_it(folder: Path) -> None:
    assert complaints(folder) == []
    package = Package.of(folder)
    assert package.name.rpartition("/")[2] == folder.name
    assert re.fullmatch(r"\d+\.\d+\.\d+", package.version)
    assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", package.sum)
    assert re.search(
        r"Permission (is hereby granted, free of charge|to use, copy, modify)",
        " ".join((folder / LICENSE).read_text().split()),
    )
    for name in [name for name in package.files if name.endswith((".mjs", ".svg"))]:
        script = (
            (folder / name)
            .read_text(encoding="utf-8")
            .replace('xmlns="http://www.w3.org/2000/svg"', "")
        )
        assert re.findall(r"\beval\b|\bnew Function\b|\bfetch\b|https?:|\bimport\b", script) == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_what_was_changed_put_in_or_taken_away_is_seen(folder: Path, tmp_path: Path) -> None:
    name = next(name for name in Package.of(folder).files if name != LICENSE)
    mine = tmp_path / folder.name
    shutil.copytree(folder, mine)
    (mine / name).write_bytes((folder / name).read_bytes() + b"\n")
    (mine / "more.js").write_bytes(b"")
    (mine / LICENSE).unlink()
    assert sorted(complaints(mine)) == sorted(
        ["more.js is not in VERSION", f"{name} is not the package's", "LICENSE is missing"]
    )


def test_htmx_is_the_beta_that_our_scripts_were_written_for() -> None:
    """They use its events and internals: read its changes before another version ships."""
    source = (Path(django_htmx.__file__).parent / "static/django_htmx/htmx-4.js").read_text("utf-8")
    assert re.findall(r"this\.version = '([^']+)'", source) == ["4.0.0-beta6"]


def a_package(**changed: bytes) -> bytes:
    """As npm packs them."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name, content in (MADE | {"package.json": b"{}"} | changed).items():
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return packed.getvalue()


def test_a_package_is_copied_with_the_sums_of_its_files_and_no_other_in_its_place(
    tmp_path: Path,
) -> None:
    packed = a_package()
    new = Package("one", "1.0.0", sum_of(packed), dict.fromkeys(MADE, ""))
    copy(new, packed, tmp_path)
    assert complaints(tmp_path) == []
    known = Package.of(tmp_path)
    assert known.files == {name: sum_of(content) for name, content in MADE.items()}
    copy(known, packed, tmp_path)
    other = a_package(**{"index.mjs": b"export const one = 2;\n"})
    for package, sent, why in (
        (known, other, "another package"),
        (
            Package("one", "1.0.1", sum_of(other), known.files),
            other,
            r"index\.mjs of one 1\.0\.1 is another file",
        ),
        (
            Package("one", "1.0.0", sum_of(packed), {"more.mjs": ""}),
            packed,
            r"more\.mjs is not in the package",
        ),
    ):
        with pytest.raises(VendorError, match=why):
            copy(package, sent, tmp_path)
    assert complaints(tmp_path) == []


def test_the_sheet_of_signs_holds_what_is_vendored_and_pages_ask_for_no_other() -> None:
    for path, text in signs.sheets().items():
        assert path.read_text(encoding="utf-8") == text
    pages = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")
    )
    asked = set(re.findall(r'{% sign "([a-z-]+)"', pages))
    assert asked <= {*signs.SIGNS, *signs.OWN}
    assert {path.stem for path in signs.ICONS.iterdir()} == set(signs.SIGNS.values())
