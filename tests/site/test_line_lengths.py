"""Templates, styles and scripts have lines that fit beside each other:
what no formatter refuses.
"""

from tests.processes import ROOT

LONGEST = 160  # characters
ENDINGS = {".html", ".css", ".js"}


def test_no_line_of_templates_styles_and_scripts_is_longer_than_a_screen() -> None:
    folders = [ROOT / "templates", *sorted(ROOT.glob("*/static"))]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in ENDINGS]
    assert {path.suffix for path in files} == ENDINGS
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert long == [], "a long text is written as blocktranslate trimmed"
