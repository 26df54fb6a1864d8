"""The ranks before and after a change, drawn: every name has its room, in any script, and no letter
is squeezed.
"""

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page

from tests.processes import ROOT
from tournaments.actions.consequences import RankChange, StandingsChange
from tournaments.pages.rank_moves import rank_moves
from tournaments.stage.ranking import Ranked

NAMES = [
    "Anna – Beat",
    "Щербакова Жанна – Шишкин Всеволод",
    "Иммануил Шостакович-Тимофеевский – Аполлинария Ждановская-Щепкина",
    "Maximiliane Freifrau von Wolkenstein – Wolfgang Amadeus Ritter zu Mühlhausen",
    "ЩЕРБАКОВА ЖАННА ИММАНУИЛОВНА – ШИШКИН ВСЕВОЛОД АПОЛЛИНАРИЕВИЧ",
]
OUT = """() => [...document.querySelectorAll(".rank-moves p")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1
    || each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.textContent.trim())"""


# Lines that do not lead from the middle of a name to the middle of another, between the columns
LINES = """() => {
  const boxes = (column) => [...document.querySelectorAll(`.rank-moves ${column}`)]
    .map((each) => each.getBoundingClientRect());
  const [before, after] = [boxes(".before"), boxes(".after")];
  const near = (at, { top, bottom }) => Math.min(Math.abs(at - top), Math.abs(at - bottom)) < 2;
  const leads = (line) => line.left >= before[0].right && line.right <= after[0].left
    && [before, after].every((column) =>
      column.some(({ top, height }) => near(top + height / 2, line)));
  return [...document.querySelectorAll(".rank-moves path")]
    .filter((path) => !leads(path.getBoundingClientRect())).map((path) => path.getAttribute("d"));
}"""


def drawn() -> str:
    """Everybody moves, for a reason that is long too."""
    old = {
        who: Ranked(who, who, "", 20 - who, {"points": 20 - who})
        for who in range(1, len(NAMES) + 1)
    }
    new = {who: Ranked(6 - who, who, "", who, {"points": who}) for who in reversed(old)}
    stage = StandingsChange(
        1,
        [RankChange(who, old[who], new[who]) for who in old],
        0,
        list(old.values()),
        list(new.values()),
    )
    reasons = dict.fromkeys(old, "Средний результат соперников")
    drawing = rank_moves(stage, {1}, reasons, lambda who: NAMES[who - 1])
    return render_to_string("tournaments/_rank_moves.html", {"drawing": drawing})


@pytest.mark.parametrize("width", [1280, 1920])
def test_no_name_is_cut_or_squeezed(scratch: Page, width: int) -> None:
    scratch.set_viewport_size({"width": width, "height": 800})
    style = (ROOT / "tournaments" / "static" / "tournaments" / "integrity.css").read_text(
        encoding="utf-8"
    )
    scratch.evaluate(
        """([style, drawing]) => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(`${style} main { width: 40rem; }`);
          document.adoptedStyleSheets = [sheet];
          document.body.innerHTML = `<main>${drawing}</main>`;
        }""",
        [style, drawn()],
    )
    assert scratch.locator(".rank-moves p").count() == 3 * len(NAMES)
    assert scratch.evaluate(OUT) == []
    assert scratch.evaluate(LINES) == []
