"""What tests share is in a module of its own: no test imports from another."""

import ast

from tests.processes import ROOT


def test_no_test_imports_from_another_test() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for name in _imported(node)
        if name.startswith("tests.") and ".test_" in name
    ]
    assert found == []


def _imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    """What is imported, each with its module in full."""
    start = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
    return [start + name.name for name in node.names]
