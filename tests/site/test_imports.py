"""Imports run one way: from the pages down to the rule book, never back."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.processes import ROOT

# The pure half, and what each part of it may use besides itself. Everything else is the standard library.
PURE = {
    "scoring.rules": (),
    "scoring.imports": ("scoring.rules", "scoring.typed"),
    "scoring.names.alphabet": (),
    "scoring.in_parts": (),
    "scoring.typed": (),
    "scoring.names.visitors": (),
    "scoring.changing": ("scoring.rules",),
    "scoring.evenings.feed": (),
    "scoring.evenings.series": (),
    "scoring.ratings": (),
    "tournaments.pairing": ("scoring.rules", "rustworkx"),
    "tournaments.standings": ("scoring.rules",),
    "tournaments.reading_lists": ("scoring.rules",),
    "tournaments.clock": (),
    "tournaments.framing": ("scoring.rules",),
    "tournaments.plans": ("scoring.rules", "tournaments.pairing", "tournaments.standings"),
    "tournaments.simulation": ("scoring.rules",),
    "tournaments.seasons": ("scoring.rules",),
    "tournaments.webhooks.addresses": ("scoring.rules",),
    "tournaments.webhooks.events": (),
    "tournaments.webhooks.pauses": (),
    "tournaments.webhooks.posting": ("tournaments.webhooks.addresses", "ifaddr"),
    "tournaments.webhooks.signing": (),
    "tournaments.webhooks.waking": (),
}
# The layers of each app, the lowest first: a module may use its own layer and those before it.
SCORING = {
    "the rule book": (
        "rules",
        "changing",
        "imports",
        "evenings.feed",
        "evenings.series",
        "in_parts",
        "names.visitors",
        "ratings",
        "typed",
    ),
    "the records": ("models", "migrations", "apps", "chain", "host", "unchained"),
    "what a button does, what a page asks, who may, when": (
        *("access", "actions", "answering", "evenings", "hands", "held_together", "lifecycle", "live", "log", "names"),
        *("permissions", "queries", "status", "inserting", "one_moment", "verifying"),
    ),
    "words and figures": ("milestones", "pictures", "rated", "statistics", "templatetags", "wording"),
    "the pages": ("pages", "api"),
    "the addresses, the commands": ("urls", "management"),
}
TOURNAMENTS = {
    "the regulations": ("clock", "framing", "pairing", "standings", "plans", "reading_lists", "seasons", "simulation"),
    "the records": ("models", "migrations", "apps", "seals", "unsealed"),
    "what is read from them": (
        *("channels", "codes", "durability", "lifecycle", "match", "names", "permissions", "stage", "tokens"),
        "webhooks",
    ),
    "what a button does": ("actions", "backup_files", "club_document", "exchange", "host", "sending", "verifying"),
    "words and figures": ("templatetags",),
    "the pages": ("pages", "api"),
    "the addresses, the commands": ("urls", "management"),
}
# The places in `pages/`, in the same order. What two of them share stands one step up, and knows none of them.
PLACES = {
    "scoring": ("app", "table", "sheet", "share", "wall", "people", "club", "mine", "start", "setup", "handover"),
    "tournaments": (
        "entrants",
        "public",
        "table",
        "own",
        "wall",
        "printed",
        "hall",
        "rounds",
        "season",
        "webhooks",
        "desk",
    ),
}
# What a place consists of: whatever its pages show and what is typed into them, then its views, then its addresses.
KINDS = ("views", "urls")
LAYERS = {"scoring": SCORING, "tournaments": TOURNAMENTS}
LEVEL = {
    f"{app}.{module}": level
    for app, layers in LAYERS.items()
    for level, modules in enumerate(layers.values())
    for module in modules
}
STARTERS = {"tournaments.apps"}  # ties what is built above to what lies below, when the app starts


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_name(path): path for app in ("scoring", "tournaments") for path in sorted((ROOT / app).rglob("*.py"))}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def imports(module: str, *, for_types: bool = True) -> list[tuple[int, str]]:
    """What a module imports, anywhere in it: line and full name, down to the module where it is one of ours.

    With `for_types` also what only the type checker sees.
    """
    return list(imported(module, for_types=for_types))


def imported(module: str, *, for_types: bool) -> Iterator[tuple[int, str]]:
    path = MODULES[module]
    tree = tree_of(path)
    unseen = (
        set() if for_types else {inner for node in ast.walk(tree) if guards_types(node) for inner in ast.walk(node)}
    )
    for node in ast.walk(tree):
        if node in unseen:
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
            start = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            origin = ".".join(filter(None, (start, node.module)))
            for name in node.names:
                whole = f"{origin}.{name.name}"
                yield node.lineno, whole if whole in MODULES else origin


def guards_types(node: ast.AST) -> bool:
    if not isinstance(node, ast.If):
        return False
    test = node.test
    return getattr(test, "id", "") == "TYPE_CHECKING" or getattr(test, "attr", "") == "TYPE_CHECKING"


def is_in(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def part(module: str) -> str:
    """Of `scoring.pages.table.views` the `scoring.pages`; of a module that lies lower than its folder itself."""
    return module if module in LEVEL else ".".join(module.split(".")[:2])


def first(violations: Iterator[str]) -> str:
    return next(violations, "")


def test_the_pure_half_uses_nothing_but_itself() -> None:
    assert not first(
        f"{module}, line {line}: {name}"
        for module in MODULES
        for pure, allowed in PURE.items()
        if is_in(module, pure)
        for line, name in imports(module)
        if not is_in(name, pure, *allowed) and name.split(".")[0] not in sys.stdlib_module_names
    )


def test_every_module_has_its_layer() -> None:
    assert not first(module for module in MODULES if "." in module and part(module) not in LEVEL)


def test_no_module_uses_a_layer_above_its_own() -> None:
    assert not first(
        f"{module}, line {line}: {name}"
        for module in MODULES
        if part(module) in LEVEL and module not in STARTERS
        for line, name in imports(module)
        if name.split(".")[0] == module.split(".")[0] and LEVEL.get(part(name), 0) > LEVEL[part(module)]
    )


def place(module: str) -> int:
    """How high the place of a page stands among those of its app: 0 where it is shared, -1 where it is no page."""
    app, _, inner = module.partition(".pages.")
    if not inner:
        return -1
    places = PLACES[app]
    first_part = inner.split(".")[0]
    return places.index(first_part) + 1 if first_part in places else 0


def test_every_folder_of_pages_has_its_place() -> None:
    for app, places in PLACES.items():
        folders = {path.name for path in (ROOT / app / "pages").iterdir() if (path / "urls.py").exists()}
        assert folders == set(places)


def test_no_page_uses_a_place_above_its_own() -> None:
    assert not first(
        f"{module}, line {line}: {name}"
        for module in MODULES
        for line, name in imports(module)
        if name.split(".")[0] == module.split(".")[0] and -1 < place(module) < place(name)
    )


def test_in_a_place_views_stand_above_what_they_show_and_addresses_above_views() -> None:
    def kind(module: str) -> int:
        parts = module.split(".")[3:4]
        return KINDS.index(parts[0]) if parts and parts[0] in KINDS else -1

    assert not first(
        f"{module}, line {line}: {name}"
        for module in MODULES
        for line, name in imports(module)
        if name in MODULES and place(module) > -1 and kind(name) > kind(module)
    )


@pytest.mark.parametrize(
    ("app", "above"), [("scoring", ("tournaments", "tichu_site")), ("tournaments", ("tichu_site",))]
)
def test_an_app_knows_nothing_of_what_is_built_on_it(app: str, above: tuple[str, ...]) -> None:
    assert not first(
        f"{module}, line {line}: {name}"
        for module in MODULES
        if is_in(module, app)
        for line, name in imports(module)
        if is_in(name, *above)
    )


def test_no_modules_need_each_other_in_a_ring() -> None:
    # A package's own __init__ gathers its modules; that they name the package in turn is no ring of meaning.
    needs = {
        module: {name for _, name in imports(module, for_types=False) if name in MODULES and not is_in(module, name)}
        for module in MODULES
    }
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        pytest.fail(" needs ".join(reversed(error.args[1])), pytrace=False)


def test_the_walk_sees_every_kind_of_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (
        "import django.db\n"
        "from scoring import models\n"
        "from .. import common\n"
        "from ...queries import table_of\n"
        "def later():\n"
        "    from scoring.pages.table.views import score\n"
    )
    path = tmp_path / "sheet.py"
    path.write_text(source, encoding="utf-8")
    known = dict.fromkeys(
        ("scoring.models", "scoring.pages.common", "scoring.queries", "scoring.pages.table.views"), path
    )
    monkeypatch.setattr(f"{__name__}.MODULES", known | {"scoring.pages.sheet.views": path})
    assert sorted(imported("scoring.pages.sheet.views", for_types=True)) == [
        (1, "django.db"),
        (2, "scoring.models"),
        (3, "scoring.pages.common"),
        (4, "scoring.queries"),
        (6, "scoring.pages.table.views"),
    ]
