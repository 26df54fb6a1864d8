"""Imports run one way: from the pages down to the rule book, never back."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.processes import ROOT

# The pure half, and what each part of it may use besides itself. Everything else is the standard
# library.
PURE = {
    "scoring.rules": (),
    "scoring.simulation": ("scoring.rules",),
    "tournaments.clubs.imports": ("scoring.rules", "scoring.games.parsing"),
    "scoring.games.names.alphabet": (),
    "scoring.games.parsing": (),
    "scoring.games.names.visibility": (),
    "scoring.games.rule_changes": ("scoring.rules",),
    "tournaments.clubs.evenings": (),
    "scoring.people.ratings": (),
    "tournaments.pairing": ("scoring.rules", "rustworkx"),
    "tournaments.standings": ("scoring.rules",),
    "tournaments.reading_lists": ("scoring.rules",),
    "tournaments.clock": (),
    "tournaments.framing": ("scoring.rules",),
    "tournaments.plans": ("scoring.rules", "tournaments.pairing", "tournaments.standings"),
    "tournaments.seasons": ("scoring.rules",),
    "tournaments.webhooks.addresses": ("scoring.rules",),
    "tournaments.webhooks.events": (),
    "tournaments.webhooks.sending": (),
    "tournaments.webhooks.posting": ("tournaments.webhooks.addresses", "ifaddr"),
}
# All rooms, the lowest first: a module may use its own layer and those before it. A module or
# folder that is named by itself lies lower, or higher, than the folder it is in.
LAYERS: dict[str, tuple[str, ...]] = {
    "the rule book": (
        "scoring.rules",
        "scoring.simulation",
        *(
            f"scoring.games.{name}"
            for name in ("rule_changes", "names.visibility", "nights", "parsing")
        ),
    ),
    "the records of games": (
        *(f"scoring.{name}" for name in ("models", "migrations", "apps")),
        *(f"scoring.games.{name}" for name in ("chain", "host")),
    ),
    "one sitting": ("scoring.games",),
    "who played": ("scoring.people", "scoring.templatetags"),
    "the pages of games": ("scoring.pages", "scoring.api"),
    "their addresses and commands": ("scoring.urls", "scoring.management"),
    "the regulations": (
        *(
            f"tournaments.{name}"
            for name in ("clock", "framing", "pairing", "standings", "plans", "reading_lists")
        ),
        *(f"tournaments.{name}" for name in ("room", "seasons", "clubs.imports", "clubs.evenings")),
    ),
    "the records of tournaments": tuple(
        f"tournaments.{name}" for name in ("models", "migrations", "apps", "seals")
    ),
    "what is read from them": tuple(
        f"tournaments.{name}"
        for name in (
            *(
                "channels",
                "table_codes",
                "durability",
                "lifecycle",
                "log_actions",
                "match",
                "messages",
                "names",
                "permissions",
                "stage",
                "tokens",
            ),
            "webhooks",
        )
    ),
    "what a button does": tuple(
        f"tournaments.{name}"
        for name in (
            "actions",
            "backup_files",
            "exchange",
            "message_sender",
            "webhook_sender",
            "templatetags",
            "verifying",
        )
    ),
    "the clubs": ("tournaments.clubs",),
    "the pages of tournaments and clubs": ("tournaments.pages", "tournaments.api"),
    "their addresses and commands, too": ("tournaments.urls", "tournaments.management"),
    "what serves the site": tuple(f"tichu_site.{name}" for name in ("server", "asgi", "wsgi")),
    "what the site is told": tuple(
        f"tichu_site.{name}" for name in ("environment", "mail", "mail_queue")
    ),
    "accounts": ("tichu_site.accounts", "tichu_site.models", "tichu_site.migrations"),
    "what every request passes, what is kept": tuple(
        f"tichu_site.{name}" for name in ("middleware", "backups")
    ),
    "the site itself": ("tichu_site",),
}
# The places in `pages/`, each a folder or a module, in the same order. What two of them share
# stands one step up, and knows none of them.
PLACES = {
    "scoring": (
        "app",
        "table",
        "sheet",
        "share",
        "wall",
        "people",
        "start",
        "setup",
        "substitutes",
        "handover",
        "phones",
    ),
    "tournaments": (
        "season",
        "club",
        "mine",
        "front",
        "entrants",
        "public",
        "table",
        "own",
        "wall",
        "printed",
        "hall",
        "rounds",
        "webhooks",
        "desk",
    ),
}
LEVEL = {room: level for level, rooms in enumerate(LAYERS.values()) for room in rooms}
STARTERS = {"tournaments.apps"}  # ties what is built above to what lies below, when the app starts


MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for app in ("scoring", "tournaments", "tichu_site")
    for path in sorted((ROOT / app).rglob("*.py"))
}


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def imports(module: str, *, for_types: bool = True) -> list[tuple[int, str]]:
    """What a module imports, anywhere in it: line and full name, down to the module where it is one
    of ours.

    With `for_types` also what only the type checker sees.
    """
    return list(imported(module, for_types=for_types))


def imported(module: str, *, for_types: bool) -> Iterator[tuple[int, str]]:
    path = MODULES[module]
    tree = tree_of(path)
    unseen = (
        set()
        if for_types
        else {inner for node in ast.walk(tree) if guards_types(node) for inner in ast.walk(node)}
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
    return (
        getattr(test, "id", "") == "TYPE_CHECKING" or getattr(test, "attr", "") == "TYPE_CHECKING"
    )


def is_in(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def level(module: str) -> int:
    """How high a module stands, by the longest name in the table that it begins with; -1 where it
    has none.
    """
    rooms = [room for room in LEVEL if is_in(module, room)]
    return LEVEL[max(rooms, key=len)] if rooms else -1


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
    assert not first(module for module in MODULES if "." in module and level(module) < 0)


def test_no_module_uses_a_layer_above_its_own() -> None:
    assert not first(
        f"{module}, line {line}: {name}"
        for module in MODULES
        if module not in STARTERS
        for line, name in imports(module)
        if level(name) > level(module) > -1
    )


def place(module: str) -> int:
    """How high the place of a page stands among those of its app: 0 where it is shared, -1 where it
    is no page.
    """
    app, _, inner = module.partition(".pages.")
    if not inner:
        return -1
    places = PLACES[app]
    first_part = inner.split(".")[0]
    return places.index(first_part) + 1 if first_part in places else 0


def test_every_folder_of_pages_has_its_place() -> None:
    for app, places in PLACES.items():
        pages = ROOT / app / "pages"
        assert {path.parent.name for path in pages.glob("*/*.py")} <= set(places)
        assert {place for place in places if f"{app}.pages.{place}" not in MODULES} == set()


def test_no_page_uses_a_place_above_its_own() -> None:
    assert not first(
        f"{module}, line {line}: {name}"
        for module in MODULES
        for line, name in imports(module)
        if name.split(".")[0] == module.split(".")[0] and -1 < place(module) < place(name)
    )


def test_no_modules_need_each_other_in_a_ring() -> None:
    # A package's own __init__ gathers its modules; that they name the package in turn is no ring of
    # meaning.
    needs = {
        module: {
            name
            for _, name in imports(module, for_types=False)
            if name in MODULES and not is_in(module, name)
        }
        for module in MODULES
    }
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        pytest.fail(" needs ".join(reversed(error.args[1])), pytrace=False)


def test_the_walk_sees_every_kind_of_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = (
        "import django.db\n"
        "from scoring import models\n"
        "from .. import common\n"
        "from ...games.queries import table_of\n"
        "def later():\n"
        "    from scoring.pages.table.views import score\n"
    )
    path = tmp_path / "sheet.py"
    path.write_text(source, encoding="utf-8")
    known = dict.fromkeys(
        (
            "scoring.models",
            "scoring.pages.common",
            "scoring.games.queries",
            "scoring.pages.table.views",
        ),
        path,
    )
    monkeypatch.setattr(f"{__name__}.MODULES", known | {"scoring.pages.sheet.views": path})
    assert sorted(imported("scoring.pages.sheet.views", for_types=True)) == [
        (1, "django.db"),
        (2, "scoring.models"),
        (3, "scoring.pages.common"),
        (4, "scoring.games.queries"),
        (6, "scoring.pages.table.views"),
    ]
