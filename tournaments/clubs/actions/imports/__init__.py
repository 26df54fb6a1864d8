"""Import a file into a club: preview, execute, undo."""

from tournaments.clubs.actions.imports.execution import make_import
from tournaments.clubs.actions.imports.preview import look_at
from tournaments.clubs.actions.imports.undo import looked_at_undo, undo_import

__all__ = ["look_at", "looked_at_undo", "make_import", "undo_import"]
