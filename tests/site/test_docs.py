"""The docs say what the code does: presets, games, roles and commands have their places; links lead
somewhere.
"""

import re
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands

from scoring.games.permissions import OWNER, SCORER, STRANGER
from scoring.models import Link
from scoring.rules import PRESETS, VARIANTS
from tests.browser.director_pictures import LARGEST
from tests.browser.playing import DESIGN
from tichu_site.management.commands.messages import collect
from tournaments.pairing.formats import FORMATS
from tournaments.permissions import ROLES as AT_TOURNAMENTS
from tournaments.plans import PRESETS as EVENTS
from tournaments.standings.criteria import CRITERIA
from tournaments.standings.points import SCORING_SYSTEMS

ROOT = Path(__file__).resolve().parents[2]
DOCS = sorted((ROOT / "docs").rglob("*.md"))
TRANSLATED = sorted((ROOT / "docs").glob("*/*.md"))


@cache
def said_on_pages() -> re.Pattern[str]:
    """All texts of pages, in any case and without what ends them; a value that is filled in stands
    for a number.
    """
    texts = {
        text
        for one in collect(ROOT)
        for text in (one.id if isinstance(one.id, tuple) else (one.id,))
    }
    shapes = (re.escape(re.sub(r"<[^>]+>", "", text).strip(" .:").casefold()) for text in texts)
    return re.compile(
        "|".join(re.sub(r"%\\\(\w+\\\)[sd]", "[0-9]+", shape) for shape in shapes if shape)
    )


def headings(path: Path) -> set[str]:
    return {
        line.lstrip("# ").strip()
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("#")
    }


def test_every_game_has_its_heading_in_the_rules() -> None:
    assert {variant.name for variant in VARIANTS.values()} <= headings(ROOT / "docs/rules.md")


def test_every_preset_has_its_heading_in_the_rules_and_no_heading_is_left_over() -> None:
    text = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    told = {line[4:] for line in text.splitlines() if line.startswith("### ")}
    official = {variant.name for variant in VARIANTS.values()}
    assert told == {preset.name for preset in PRESETS} - official


def test_every_role_and_every_command_of_ours_is_in_the_tour_of_the_code() -> None:
    text = (ROOT / "docs/code.md").read_text(encoding="utf-8")
    ours = {
        name
        for name, app in get_commands().items()
        if app in {"scoring", "tournaments", "tichu_site"}
    }
    assert {name for name in ours if f"`manage.py {name}`" not in text} == set()
    roles = {OWNER, SCORER, Link.Role.VIEWER, STRANGER, *AT_TOURNAMENTS}
    assert {role for role in roles if f"| {role} |" not in text} == set()


def test_every_name_and_file_on_the_walks_through_the_code_is_there() -> None:
    text = (ROOT / "docs/code.md").read_text(encoding="utf-8")
    walks = text.partition("## Three walks\n")[2].partition("\n## ")[0]
    quoted = set(re.findall(r"`([^`]+)`", walks))
    sources = [
        path
        for app in ("scoring", "tournaments", "tichu_site")
        for path in (ROOT / app).rglob("*")
        if path.suffix in {".py", ".js"} and "vendor" not in path.parts
    ]
    files = {path.name for path in sources}
    code = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    defined = set(
        re.findall(
            r"(?:def|class|function) (\w+)|^ *(?:async |static )?(\w+)\(|\b(\w+) ?[:=]",
            code,
            re.MULTILINE,
        )
    )
    names = {name for found in defined for name in found}
    assert "record_round" in quoted
    named = {one for one in quoted if one.endswith((".py", ".js"))}
    assert {one for one in named if Path(one).name not in files} == set()
    identifiers = {
        one.rpartition(".")[2] for one in quoted - named if re.fullmatch(r"[A-Za-z_.]+", one)
    }
    assert identifiers - names == set()


def test_every_setting_read_from_the_environment_is_listed_at_the_top_of_the_settings() -> None:
    text = (ROOT / "tichu_site/settings.py").read_text(encoding="utf-8")
    top, rest = text.split('"""', 2)[1:]
    read = set(re.findall(r'environment\.\w+\("([A-Z_]+)"', rest))
    assert read
    assert {name for name in read if f"| {name} " not in top} == set()


def test_the_promised_taps_in_the_docs_are_those_that_are_counted() -> None:
    text = (ROOT / "docs/scoring.md").read_text(encoding="utf-8").replace("−", "-")
    for case, (_, _, full, first) in DESIGN.items():
        assert f"| {case} | {full} / {full + 1} | {first} / {first + 1} |" in text, case


@pytest.mark.parametrize("path", TRANSLATED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_page_in_another_language_has_the_headings_pictures_and_figures_of_the_english_one(
    path: Path,
) -> None:
    shapes = (r"^#+ ", r"^!\[", r"\d/ ?\d\+?|^\|", r"[✓✗] [+−]\d+")
    english, other = (one.read_text(encoding="utf-8") for one in (ROOT / "docs" / path.name, path))
    for shape in shapes:
        found = [re.findall(shape, text, re.MULTILINE) for text in (english, other)]
        assert found[0] == found[1], shape
    taps = [re.findall(r"\d / \d", text) for text in (english, other)]
    assert taps[0] == taps[1]
    languages = {one.parent.name for one in TRANSLATED} - {path.parent.name}
    assert all(f"](../{code}/{path.name})" in other for code in languages)
    assert all(f"]({code}/{path.name})" in english for code in {*languages, path.parent.name})


def test_every_address_of_the_api_has_its_heading() -> None:
    described = re.findall(
        r"^  (/api/v1/\S*):$",
        (ROOT / "docs/openapi.yaml").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    told = {heading for heading in headings(ROOT / "docs/api.md") if heading.startswith("/")}
    assert told == {*described, "/api/v1/schema/"}


def test_every_kind_and_outcome_of_an_entry_is_told_with_the_api() -> None:
    text = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    schema = (ROOT / "docs/openapi.yaml").read_text(encoding="utf-8")
    for name in ("KindEnum", "OutcomeEnum"):
        values = re.findall(
            r"^      - (\w+)$",
            schema.partition(f"    {name}:\n")[2].partition("type:")[0],
            re.MULTILINE,
        )
        assert values
        assert {value for value in values if f"| `{value}`" not in text} == set()


@pytest.mark.parametrize("guide", ["director", "players", "club"])
def test_every_word_in_bold_in_a_guide_stands_on_a_page(guide: str) -> None:
    text = (ROOT / f"docs/{guide}.md").read_text(encoding="utf-8")
    quoted = {" ".join(words.split()) for words in re.findall(r"\*\*(.+?)\*\*", text, re.DOTALL)}
    # A path to a page, "Now › Prize-giving", is quoted name by name.
    names = {name.strip(" .:").casefold() for words in quoted for name in words.split("›")}
    assert names
    said = said_on_pages()
    assert {name for name in names if not said.fullmatch(name)} == set()


@pytest.mark.parametrize("guide", ["director", "duplicate"])
def test_every_picture_of_an_evening_is_in_its_text_and_small(guide: str) -> None:
    text = (ROOT / f"docs/{guide}.md").read_text(encoding="utf-8")
    pictures = sorted((ROOT / "docs/pictures").glob(f"{guide}-*.png"))
    assert [path.name for path in pictures] == sorted(
        set(re.findall(rf"pictures/({guide}-[\w-]+\.png)", text))
    )
    assert {path.name for path in pictures if path.stat().st_size > LARGEST} == set()


@pytest.mark.parametrize("path", [*sorted(ROOT.glob("*.md")), *DOCS], ids=lambda path: path.name)
def test_every_link_and_picture_in_the_docs_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)]+)", text) + re.findall(r'src="([^"]+)"', text)
    assert [
        target for target in targets if "://" not in target and not is_there(path, target)
    ] == []


def is_there(path: Path, target: str) -> bool:
    """Whether a link leads to a file, and to a heading in it where it names one."""
    name, _, anchor = target.partition("#")
    file = path.parent / name if name else path
    if not anchor or not file.exists():
        return file.exists()
    bare = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings(file))
    return anchor in {heading.replace(" ", "-") for heading in bare}


def test_every_format_way_criterion_and_ready_made_event_has_its_heading_and_no_other() -> None:
    text = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    there = [*FORMATS.values(), *SCORING_SYSTEMS.values(), *CRITERIA.values(), *EVENTS.values()]
    told = [line[4:] for line in text.splitlines() if line.startswith("### ")]
    assert told == [f"{one.name} `{one.key}`" for one in there]
