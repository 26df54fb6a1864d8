"""What is made of static files before they are served."""

import posixpath
import re
from pathlib import Path

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from rcssmin import cssmin
from rjsmin import jsmin

from scoring.pages.app import OTHERS, SHELL
from tests.processes import ROOT
from tichu_site.static_files import OURS, ModuleStorage

IMPORTED = re.compile(r"""(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]+)\"""")
COMMENTS = re.compile(r"/\*.*?\*/", re.DOTALL)
WITHIN = re.compile(r"[^\s{};,>+~(:] :[a-z-]+")


def test_styles_and_scripts_of_ours_are_served_without_comments_and_white_space(
    tmp_path: Path,
) -> None:
    storage = ModuleStorage(location=str(tmp_path))
    sheet = b"a { --b: ; top: 0; } /* why\n * so */\nb { width: calc(1px + 2%); }\n"
    script = (
        b"/* What for:\n * this.\n */\n\nlet a = 1; /* why */\n\n// How\nif (a) {\n  a = '; // "
        b"no'; // so\n}\n"
    )
    text = b"let b = `a  //\n  ${1 + 2}`;\nlet c = /[/]  \\/\\/*/ ;\n"
    assert (
        tmp_path / storage.save("a.css", ContentFile(sheet))
    ).read_bytes() == b"a{--b: ;top:0}b{width:calc(1px + 2%)}"
    assert (tmp_path / storage.save("vendor/a.js", ContentFile(script))).read_bytes() == script
    ours = (tmp_path / storage.save("scoring/a.js", ContentFile(script))).read_bytes()
    assert ours == b"let a=1;if(a){a='; // no';}"
    ours = (tmp_path / storage.save("scoring/b.js", ContentFile(text))).read_bytes()
    assert ours == b"let b=`a  //\n  ${1 + 2}`;let c=/[/]  \\/\\/*/;"
    read = ContentFile(sheet)
    read.read()
    assert (tmp_path / storage.save("b.css", read)).read_bytes() == (
        tmp_path / "a.css"
    ).read_bytes()


def test_no_sheet_loses_the_space_that_leads_from_a_part_to_what_is_in_it() -> None:
    lost = set()
    for app in OURS:
        for path in (ROOT / app / "static" / app).glob("*.css"):
            sheet = " ".join(COMMENTS.sub(" ", path.read_text(encoding="utf-8")).split())
            if WITHIN.findall(sheet) != WITHIN.findall(cssmin(sheet)):
                lost.add(path.name)
    assert lost == set()
    read = cssmin("@container (width > 9px) { b :is(i, u) { top: 0 } }")
    assert "b:is" in read, "it knows of them within a container now: this test may go"


def test_no_text_of_a_script_has_another_within_it_whose_spaces_would_be_lost_as_served() -> None:
    found = {
        (path.name, line)
        for app in OURS
        for path in (ROOT / app / "static" / app).glob("*.js")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"\$\{[^}`]*`", line)
    }
    assert found == set()
    assert jsmin("`a ${b ? `${c} d` : 1}`") != "`a ${b ? `${c} d` : 1}`", (
        "it knows of them now: this test may go"
    )


def test_what_a_module_imports_is_kept_with_it_for_a_phone_without_a_network() -> None:
    kept = {*OTHERS, *(f"scoring/{name}" for name in SHELL)}
    missing = set()
    for name in sorted(
        name for name in kept if name.startswith("scoring/") and name.endswith(".js")
    ):
        found = finders.find(name)
        assert isinstance(found, str), name
        for imported in IMPORTED.findall(Path(found).read_text(encoding="utf-8")):
            address = posixpath.normpath(posixpath.join(posixpath.dirname(name), imported))
            missing |= {(name, address)} - {(name, one) for one in kept}
    assert missing == set()
    assert IMPORTED.findall(
        'import "./a.js";\nimport { b } from "../b.mjs";\nawait import("./c.js")'
    ) == [
        "./a.js",
        "../b.mjs",
        "./c.js",
    ]
