"""What others wrote and is kept here: a folder a package in scoring/static/vendor, which is served,
and in scoring/fonts, which pictures are drawn with.

VERSION in each folder says which: the package and its version, the sum of the whole package as its
registry tells it, and a line for each file that is copied out of it, with the file's sum. `make
vendor` fetches the packages anew and refuses what does not come to the sums. For another version
write it and its package's sum there, and take the sums of the files away: they are written with the
files.
"""

import base64
import hashlib
import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from tests import signs
from tests.processes import ROOT

VENDOR = ROOT / "scoring" / "static" / "vendor"
FONTS = ROOT / "scoring" / "fonts"
VERSION, LICENSE = "VERSION", "LICENSE"


class VendorError(Exception):
    """A package, or a file out of it, is not what VERSION says."""


@dataclass(frozen=True)
class Package:
    """What VERSION says; the sum of a file is "" where it was not copied yet."""

    name: str
    version: str
    sum: str
    files: dict[str, str]

    @classmethod
    def of(cls, folder: Path) -> "Package":
        first, second, *rest = (folder / VERSION).read_text(encoding="ascii").splitlines()
        (name, version), (_package, whole) = first.split(), second.split()
        return cls(
            name,
            version,
            whole,
            {file: known for file, _, known in (line.partition(" ") for line in rest)},
        )

    def write(self, folder: Path) -> None:
        lines = [
            f"{self.name} {self.version}",
            f"package {self.sum}",
            *(" ".join(one) for one in self.files.items()),
        ]
        (folder / VERSION).write_text("\n".join(lines) + "\n", encoding="ascii")


def sum_of(content: bytes) -> str:
    """As npm writes them."""
    return f"sha512-{base64.b64encode(hashlib.sha512(content).digest()).decode()}"


def complaints(folder: Path) -> list[str]:
    """What in a folder is not as its VERSION says."""
    package = Package.of(folder)
    found = {
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    } - {VERSION}
    said = [f"{name} is not in {VERSION}" for name in sorted(found - set(package.files))]
    for name, known in package.files.items():
        path = folder / name
        if not path.is_file():
            said.append(f"{name} is missing")
        elif sum_of(path.read_bytes()) != known:
            said.append(f"{name} is not the package's")
    return said if LICENSE in package.files else [*said, f"{LICENSE} is missing"]


def copy(package: Package, packed: bytes, folder: Path) -> None:
    """Copy the files of a package as npm packs it. Raises VendorError where a sum is another:
    nothing is written.
    """
    if sum_of(packed) != package.sum:
        raise VendorError(f"{package.name} {package.version} is another package: {sum_of(packed)}")
    with tempfile.TemporaryDirectory() as name:
        archive = Path(name) / "package.tgz"
        archive.write_bytes(packed)
        with tarfile.open(archive) as tar:
            contents = {file: _read(tar, file) for file in package.files}
    for file, content in contents.items():
        if package.files[file] not in {"", sum_of(content)}:
            raise VendorError(
                f"{file} of {package.name} {package.version} is another file: {sum_of(content)}"
            )
    for file, content in contents.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(content)
    replace(package, files={file: sum_of(content) for file, content in contents.items()}).write(
        folder
    )


def _read(tar: tarfile.TarFile, file: str) -> bytes:
    try:
        member = tar.extractfile(f"package/{file}")
    except KeyError:
        member = None
    if member is None:
        raise VendorError(f"{file} is not in the package")
    return member.read()


def fetched(package: Package) -> bytes:
    """The package, by npm from the registry that it is set up for."""
    with tempfile.TemporaryDirectory() as name:
        command = ["npm", "pack", "--silent", f"{package.name}@{package.version}"]
        subprocess.run(command, cwd=name, check=True, stdout=subprocess.DEVNULL)
        (archive,) = Path(name).glob("*.tgz")
        return archive.read_bytes()


def folders() -> list[Path]:
    """A folder a package."""
    return sorted(path for kept in (VENDOR, FONTS) for path in kept.iterdir() if path.is_dir())


def main() -> None:
    """Fetch and copy them all."""
    for folder in folders():
        package = Package.of(folder)
        try:
            copy(package, fetched(package), folder)
        except VendorError as error:
            sys.exit(str(error))
        print(f"{package.name} {package.version}: {', '.join(package.files)}")
    signs.write()


if __name__ == "__main__":
    main()
