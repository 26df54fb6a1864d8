"""Reading a file into a club: looking what it would do, doing it, taking it away again."""

from tournaments.clubs.actions.imports.looking import look_at
from tournaments.clubs.actions.imports.making import make_import
from tournaments.clubs.actions.imports.undoing import looked_at_undo, undo_import

__all__ = ["look_at", "looked_at_undo", "make_import", "undo_import"]
