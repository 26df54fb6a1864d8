"""Adds the made-up game's one line to the register of variants, in processes that have this folder
in PYTHONPATH.

Python imports a module of this name by itself when it starts. The register is read with one line
more than stands in its file, so that the product has no door for it.
"""

import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path

REGISTER = "scoring.rules.variants"
LAST = b"    ALWAYS_LAST,\n"
LINE = b"    __import__('tests.browser.seventh.hermitage', fromlist=['HERMITAGE']).HERMITAGE,\n"


class OneLineMore(SourceFileLoader):
    def get_code(self, fullname):  # noqa: ARG002
        source = Path(self.path).read_bytes()
        if source.count(LAST) != 1:
            raise ImportError(
                "The register of variants has no such line any more: " + LAST.decode()
            )
        return self.source_to_code(source.replace(LAST, LAST + LINE), self.path)


class Finder(MetaPathFinder):
    def find_spec(self, fullname, path=None, target=None):  # noqa: ARG002
        if fullname != REGISTER:
            return None
        found = PathFinder.find_spec(fullname, path)
        return ModuleSpec(fullname, OneLineMore(fullname, found.origin), origin=found.origin)


sys.meta_path.insert(0, Finder())
