"""The table of what is written into a log: it has every action that there is, and no other."""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields
from functools import cache
from importlib import import_module

import pytest

from tests import signs
from tests.processes import ROOT
from tests.tournaments import desks
from tournaments.actions.common import check_reason, log
from tournaments.log_actions import ACTIONS, OTHER, SUBJECTS, LogAction, event_of
from tournaments.models import LogLine
from tournaments.webhooks.events import AGREED, KINDS, kind_of

TOURNAMENTS = ROOT / "tournaments"
# To what these are called with beside the tournament
HANDED_ON = {"_change_state", "_kept", "_note"}


def taken_over(tree: ast.Module) -> dict[str, ast.expr]:
    """What a module takes over from others, a name of an action among it, by its name there."""
    taken: dict[str, ast.expr] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tournaments."):
            module = import_module(node.module or "")
            values = {
                name.asname or name.name: getattr(module, name.name, None) for name in node.names
            }
            taken |= {
                name: ast.Constant(value)
                for name, value in values.items()
                if isinstance(value, str)
            }
    return taken


def ends(chosen: ast.expr, named: dict[str, ast.expr]) -> Iterator[str]:
    """The names that an expression comes to: "absent" if missing else "present", ("drawn",)."""
    match chosen:
        case ast.Constant(str(value)) if value:
            yield value
        case ast.Name(name) if name in named:
            yield from ends(named[name], {})
        case ast.IfExp(_, first, second):
            yield from (*ends(first, named), *ends(second, named))
        case ast.Tuple(elements):
            for one in elements:
                yield from ends(one, named)


def written_by(node: ast.AST, folder: str) -> list[ast.expr]:
    """Where an expression says what the log is to call what is done."""
    match node:
        case ast.Call(ast.Name("log"), [_, action, *_]):
            return [action]
        case ast.Call(ast.Name(name), [_, _, action, *_]) if (
            name in HANDED_ON and folder == "actions"
        ):
            return [action]
        case ast.Call(function) if ast.unparse(function).endswith("rule_match"):
            return [row.value for row in node.keywords if row.arg == "action"]
        case ast.FunctionDef("rule_match"):
            return [default for default in node.args.kw_defaults if default is not None]
    return []


def read_by(node: ast.AST, _folder: str) -> list[ast.expr]:
    """Where an expression asks for a reason, or for lines of the log, by the name of an action."""
    match node:
        case ast.Call(ast.Name("check_reason"), [action, *_]):
            return [action]
        case ast.Call(function) if not re.search("GameEvent|argument", ast.unparse(function)):
            return [row.value for row in node.keywords if row.arg in {"action", "action__in"}]
    return []


def names_in(tree: ast.Module) -> dict[str, ast.expr]:
    """What a module knows by a name of its own or takes over."""
    own = [(one.targets[0], one.value) for one in tree.body if isinstance(one, ast.Assign)]
    return taken_over(tree) | {
        target.id: value for target, value in own if isinstance(target, ast.Name)
    }


@cache
def modules() -> list[tuple[str, ast.Module, dict[str, ast.expr]]]:
    """Of each module the folder, the code, and what it knows by a name."""
    paths = [path for path in TOURNAMENTS.rglob("*.py") if "migrations" not in path.parts]
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    return [
        (path.relative_to(TOURNAMENTS).parts[0], tree, names_in(tree))
        for path, tree in trees.items()
    ]


def names(found: Callable[[ast.AST, str], list[ast.expr]]) -> set[str]:
    return {
        name
        for folder, tree, known in modules()
        for node in ast.walk(tree)
        for chosen in found(node, folder)
        for name in ends(chosen, known)
    }


def test_the_table_has_every_action_that_is_written_down_and_no_other() -> None:
    assert names(written_by) == set(ACTIONS)


def test_lines_are_asked_for_by_names_that_there_are() -> None:
    asked = names(read_by)
    assert {"drawn", "withdrawn", "stage_stayed", "penalised"} <= asked
    assert asked <= set(ACTIONS)
    for path in (ROOT / "templates" / "tournaments").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        found = re.findall(r'_(?:why|reason)\.html" with action="(\w+)"', text)
        assert set(found) <= set(ACTIONS), path


def test_nothing_of_an_action_is_decided_by_being_left_out() -> None:
    given = [
        one.name
        for one in fields(LogAction)
        if one.default is not MISSING or one.default_factory is not MISSING
    ]
    assert given == ["with_value"]


def test_each_has_a_sign_an_event_and_a_sentence_that_there_are() -> None:
    for name, one in ACTIONS.items():
        assert one.subject in [*SUBJECTS.values(), OTHER], name
        assert one.subject.sign in signs.SIGNS
        assert not one.event or kind_of(one.event) in KINDS, name
        for value, text in one.with_value.items():
            given = one.sentence_for({value: "x"})
            assert given == text != one.sentence_for({value: ""}), name


def test_what_is_undone_is_told_as_what_it_undid() -> None:
    assert event_of("undone", {"undid": "ruled"}) == "result.changed"
    assert event_of("undone", {"undid": "changed_places"}) == "round.changed"
    assert event_of("undone", {"undid": "withdrawn"}) == ""
    assert event_of("undone", {"undid": "teleported"}) == ""
    assert event_of("undone", {}) == ""
    assert event_of("checked_in", {"entrant": 7}) == ""
    assert event_of(AGREED, {}) == "result.changed"


@pytest.mark.django_db
def test_nothing_else_can_be_written_down() -> None:
    tournament = desks.a_tournament(entrants=0)
    with pytest.raises(KeyError):
        log(tournament, "teleported", None)
    with pytest.raises(KeyError):
        check_reason("teleported", "")
    assert not LogLine.objects.filter(action="teleported").exists()
