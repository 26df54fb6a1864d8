"""HTML drawn in Python: everything that people type is escaped, and one module does it."""

import re

import pytest

from tests.processes import ROOT
from tournaments.pages import rendering
from tournaments.pages.rendering import StandingsRow, Tile, TileSide, escaped

TYPED = '<b>O\'Neil & "Co"</b>'
SAFE = str(escaped(TYPED))


def test_only_this_module_marks_html_as_safe() -> None:
    pages = ROOT / "tournaments" / "pages"
    found = {
        str(path.relative_to(pages))
        for path in pages.rglob("*.py")
        if re.search(r"\bmark_safe\(", path.read_text(encoding="utf-8"))
    }
    # The place of what is the reader's own, in a page drawn for everybody: two constants.
    assert found == {"rendering.py", "public/access.py"}


def test_sentences_escape_their_words_and_their_values() -> None:
    assert rendering.filled("<%(who)s>", {"who": TYPED}) == f"&lt;{SAFE}&gt;"
    assert rendering.filled("%(who)s", {"who": rendering.isolated(TYPED)}) == f"<bdi>{SAFE}</bdi>"
    assert rendering.joined([TYPED, rendering.isolated("A")], " & ") == (
        f"{SAFE} &amp; <bdi>A</bdi>"
    )
    assert rendering.highlighted("a<b>c", 1, 4) == "a<mark>&lt;b&gt;</mark>c"
    with pytest.raises(KeyError):
        rendering.filled("%(who)s", {})


def test_rows_and_tiles_escape_names_clubs_and_words() -> None:
    row = StandingsRow("1", "7", TYPED, ["12"], note=TYPED, linked=True, club=TYPED)
    drawn = rendering.standings_rows([row], ["points"], clubs=True)
    assert drawn.count(SAFE) == 3
    assert TYPED not in drawn
    side = TileSide(TYPED, "1", won=True, number=0)
    tile = Tile(
        *(1, "/1/", 4, "playing"),
        needs_me=False,
        icon="x",
        word=TYPED,
        tags=[TYPED],
        pace=0.5,
        sides=[side],
    )
    assert TYPED not in rendering.tiles([tile])


def test_a_sum_that_is_open_is_marked_at_its_own_figure() -> None:
    row = StandingsRow("1", "7", "A", ["12", "3"], linked=True, opened="wins")
    assert rendering.standings_cells(row, ["points", "wins"], "/s/") == (
        '<td><a href="/s/7/points/">12</a><td><a href="/s/7/wins/" aria-expanded="true">3</a>'
    )


def test_an_apostrophe_before_the_figure_stays_with_its_words() -> None:
    assert rendering.disc_frame("won", "l'autre # a") == (
        "<i class=won><span>l&#x27;autre </span>",
        "<span> a</span></i>",
    )
