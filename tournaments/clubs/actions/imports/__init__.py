"""Import a file into a club: preview, execute, undo."""

from tournaments.clubs.actions.imports.execution import make_import
from tournaments.clubs.actions.imports.preview import preview_import
from tournaments.clubs.actions.imports.undo import preview_undo, undo_import

__all__ = ["make_import", "preview_import", "preview_undo", "undo_import"]
