"""Compare a copy's migrations with this program's: same age, older or newer."""

from collections.abc import Collection, Iterable

from django.db.migrations.loader import MigrationLoader

from tichu_site.backups.file_types import BadCopyError

Migration = tuple[str, str]  # app and name
TABLE = "django_migrations"
# A database without these tables is not one of this program
CORE_TABLES = frozenset({"scoring_game", "scoring_entry", TABLE})
LEFT_OUT = frozenset({TABLE, "tichu_cache"})  # the cache only counts password attempts, for minutes


def known() -> dict[Migration, set[Migration]]:
    """Return all migrations of this program, each with its direct successors in the same app."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    after: dict[Migration, set[Migration]] = {key: set() for key in loader.disk_migrations}
    for key, migration in loader.disk_migrations.items():
        for before in migration.dependencies:
            if before in after and before[0] == key[0]:
                after[before].add(key)
    return after


def check_tables(tables: Collection[str], what: str) -> None:
    """Raise BadCopyError if these are not the tables of this program."""
    if CORE_TABLES - set(tables):
        found = f" (it has {', '.join(sorted(tables)[:3])} ...)" if tables else ""
        raise BadCopyError(
            f"{what} belongs to another program{found}: it has no tables of this one."
        )


def check_migrations(applied: Iterable[Migration], what: str) -> list[Migration]:
    """Return the last migration of each app in a copy. Raises BadCopyError if a newer version made
    the copy.
    """
    after, applied = known(), set(applied)
    if unknown := sorted(applied - after.keys()):
        app, name = unknown[-1]
        raise BadCopyError(
            f"{what} was made by a newer version of this program (it knows {app} {name}): update "
            "the program first."
        )
    return sorted(key for key in applied if not after[key] & applied)
