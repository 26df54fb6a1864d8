"""What is made of static files before they are served."""

import re
from pathlib import Path

from django.core.files.base import ContentFile

from tests.browser.servers import ROOT
from tichu_site.static_files import COMMENT, ModuleStorage

SHEETS = [path for path in ROOT.glob("*/static/**/*.css") if "data" not in path.parts]


def test_style_sheets_are_served_without_their_comments_and_everything_else_as_it_is(tmp_path: Path) -> None:
    storage = ModuleStorage(location=str(tmp_path))
    sheet, script = b"a { top: 0; } /* why\n * so */\nb { top: 1px; }\n", b"let a = 1; /* why */\n"
    assert (tmp_path / storage.save("a.css", ContentFile(sheet))).read_bytes() == b"a { top: 0; } \nb { top: 1px; }\n"
    assert (tmp_path / storage.save("a.js", ContentFile(script))).read_bytes() == script
    read = ContentFile(sheet)
    read.read()
    assert (tmp_path / storage.save("b.css", read)).read_bytes() == (tmp_path / "a.css").read_bytes()


def test_in_no_style_sheet_of_ours_a_text_is_taken_for_a_comment() -> None:
    assert SHEETS
    for path in SHEETS:
        texts = re.findall(rb"\"[^\"\n]*\"|url\([^)\n]*\)", COMMENT.sub(b"", path.read_bytes()))
        assert not [text for text in texts if b"/*" in text or b"*/" in text], path
