"""What is made of static files before they are served."""

from pathlib import Path

from django.core.files.base import ContentFile

from tichu_site.static_files import ModuleStorage


def test_style_sheets_are_served_without_comments_and_white_space_and_everything_else_as_it_is(tmp_path: Path) -> None:
    storage = ModuleStorage(location=str(tmp_path))
    sheet, script = b"a { top: 0; } /* why\n * so */\nb { width: calc(1px + 2%); }\n", b"let a = 1; /* why */\n"
    assert (tmp_path / storage.save("a.css", ContentFile(sheet))).read_bytes() == b"a{top:0}b{width:calc(1px + 2%)}"
    assert (tmp_path / storage.save("a.js", ContentFile(script))).read_bytes() == script
    read = ContentFile(sheet)
    read.read()
    assert (tmp_path / storage.save("b.css", read)).read_bytes() == (tmp_path / "a.css").read_bytes()
