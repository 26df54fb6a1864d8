"""Whether every text has its place on a page: none is cut, over an edge or on another, no word is
broken; no label touches its field.
"""

import pytest

from tests.scoring import looks as home

# What a box cuts off; what stands out of its button, its cell or the screen; words that are broken
# without a hyphen; texts on one another. Names are as long as people make them: a box may cut
# those.
MISFITS = """() => {
  const found = new Set();
  const styles = new Map();
  const style = (each) => {
    if (!styles.has(each)) styles.set(each, getComputedStyle(each));
    return styles.get(each);
  };
  const scrolls = (each) => /auto|scroll/.test(style(each).overflowX);
  const unseen = (each) => /inset\\(50%|rect/.test(style(each).clipPath);
  const floats = (each) => /fixed|sticky/.test(style(each).position);
  const up = (each, fits) => {
    for (let at = each; at && at !== document.body; at = at.parentElement) if (fits(at)) return at;
    return null;
  };
  const say = (what, text) =>
    found.add(`${what}: "${text.trim().replace(/\\s+/g, " ").slice(0, 60)}"`);
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.data;
    const parent = node.parentElement;
    if (!/[\\p{L}\\p{N}]/u.test(text)) continue;
    if (parent.closest("script, style, option, textarea, .unseen, .skip, noscript")) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (up(parent, unseen)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    if (!rects.length) continue;
    const left = Math.min(...rects.map((box) => box.left));
    const right = Math.max(...rects.map((box) => box.right));
    const top = Math.min(...rects.map((box) => box.top));
    const bottom = Math.max(...rects.map((box) => box.bottom));
    const svg = Boolean(parent.closest("svg"));
    if (!up(parent, scrolls) && (right > innerWidth + 1 || left < -1))
      say("out of the screen", text);
    if (!parent.closest("bdi")) {
      const hides = svg ? null
        : up(parent, (each) => scrolls(each) || /hidden|clip/.test(style(each).overflowX));
      if (hides && !scrolls(hides)) {
        const box = hides.getBoundingClientRect();
        if (right > box.right + 1 || left < box.left - 1 || bottom > box.bottom + 4)
          say("cut", text);
      }
      const holds = parent.closest(
        "button, summary, td, th, label, .button, .chip, .tile, .key, a:not(p a)");
      if (holds && !svg && style(holds).display !== "inline") {
        const box = holds.getBoundingClientRect();
        const out = right > box.right + 1 || left < box.left - 1 || bottom > box.bottom + 4;
        if (out) say(`out of ${holds.localName}`, text);
      }
      // Where browsers have the words of a language they hyphenate; the tests' has none. German,
      // whose words are the longest, has to do without on every page. Addresses and codes break
      // anywhere.
      const hyphens = style(parent).hyphens === "auto" && document.documentElement.lang !== "de";
      const wraps = hyphens || parent.closest(".address, code");
      if (new Set(rects.map((box) => Math.round(box.top / 4))).size > 1 && !wraps) {
        for (const word of text.matchAll(/\\p{L}[\\p{L}\\p{N}\\u00ad]+/gu)) {
          if (word[0].includes("\\u00ad")) continue;
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          const lines = [...range.getClientRects()].filter((box) => box.width > 1);
          if (lines.some((box) => Math.abs(box.top - lines[0].top) > 4))
            say("broken word", word[0]);
        }
      }
    }
    if (svg || up(parent, floats)) continue;
    // As high as its letters: the room that a typeface keeps above and below them may well be
    // another line's.
    const height = parseFloat(style(parent).fontSize);
    for (const { left, right, top, bottom } of rects) {
      const middle = (top + bottom) / 2;
      const box = { left, right, height, top: middle - height / 2, bottom: middle + height / 2 };
      texts.push([text, parent, box]);
    }
  }
  texts.forEach(([text, parent, a], at) => {
    for (const [other, beside, b] of texts.slice(at + 1)) {
      if (parent === beside) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide <= 3 || high <= 0.6 * Math.min(a.height, b.height)) continue;
      if (parent.closest(".afloat, nav, [popover]")) continue;
      say("on another", `${text.trim()} / ${other.trim()}`);
    }
  });
  // A label is as far from its field as a letter is wide: that of a text, a date or a choice,
  // and not one drawn within.
  for (const label of document.querySelectorAll("label")) {
    const field = label.control;
    if (!field || field.matches("[type=radio], [type=checkbox], [type=file], [type=hidden]"))
      continue;
    if (!field.checkVisibility() || !label.checkVisibility() || unseen(label) || up(label, floats))
      continue;
    // Drawn within its field, as a seat of the table is.
    if (style(label).position === "absolute") continue;
    const range = document.createRange();
    const words = label.contains(field) ? label.firstChild : label;
    if (!words?.textContent.trim()) continue;
    range.selectNodeContents(words);
    const a = range.getBoundingClientRect();
    const b = field.getBoundingClientRect();
    if (a.width < 2 || b.width < 2) continue;
    if (a.top >= b.top && a.bottom <= b.bottom && a.left >= b.left - 1) continue;
    const aside = Math.max(b.left - a.right, a.left - b.right);
    const above = Math.max(b.top - a.bottom, a.top - b.bottom);
    if (Math.max(aside, above) < 3) say("label touches its field", label.textContent);
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const each of document.querySelectorAll("select")) {
    if (!each.checkVisibility() || !each.selectedOptions.length) continue;
    const look = style(each);
    pen.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
    const room = each.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight);
    const label = each.selectedOptions[0].textContent.trim();
    if (/^seat_|^first$|^second$/.test(each.name) || /^[●▲]/.test(label)) continue;
    if (pen.measureText(label).width > room + 1) say("cut in a choice", label);
  }
  return [...found];
}"""

DRAWN = (
    "() => document.querySelectorAll('.tile').forEach((each) => { "
    "each.style.contentVisibility = 'visible'; })"
)
SIGNED_IN = {"club at home", *home.PRIVATE}
# For other sizes
WIDE = ("paper", "screen", "light screen", "embedded", "wall", "look wall", "print", "empty sheet")


def no_misfits(found: dict[str, list[str]]) -> None:
    """Fail with a line for each misfit, the same on many pages told once."""
    pages: dict[str, list[str]] = {}
    for name, faults in found.items():
        for fault in faults:
            pages.setdefault(fault, []).append(name)
    lines = [
        f"{fault}  [{names[0]}{f' and {len(names) - 1} more' if names[1:] else ''}]"
        for fault, names in pages.items()
    ]
    if lines:
        pytest.fail("\n".join(lines), pytrace=False)
