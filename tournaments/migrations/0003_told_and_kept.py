"""The database itself keeps the log as it was written, and PostgreSQL tells what a hall follows:
see tournaments.channels.

A line of the log may lose its author, when an account is deleted, and nothing else. Lines go only
with their whole tournament, and that can be deleted only while it was never opened.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

POSTGRESQL = """
CREATE FUNCTION tournaments_keep_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'A line of the log cannot be changed.' USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER tournaments_log_stays BEFORE UPDATE ON tournaments_logline
    FOR EACH ROW WHEN (
        NEW.id <> OLD.id OR NEW.tournament_id <> OLD.tournament_id OR NEW.action <> OLD.action
        OR NEW.params::text <> OLD.params::text OR NEW.reason <> OLD.reason OR NEW.at <> OLD.at
        OR (NEW.by_id IS NOT NULL AND NEW.by_id IS DISTINCT FROM OLD.by_id)
    ) EXECUTE FUNCTION tournaments_keep_log();
CREATE FUNCTION tournaments_tell_tournament() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.version IS DISTINCT FROM NEW.version THEN
        PERFORM pg_notify('game_versions', NEW.id::text || ' ' || NEW.version::text);
    END IF;
    IF OLD.hall_version IS DISTINCT FROM NEW.hall_version THEN
        PERFORM pg_notify(
            'game_versions', overlay(NEW.id::text PLACING '5' FROM 15 FOR 1) || ' ' || NEW.hall_version::text
        );
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER tournaments_version AFTER UPDATE OF version, hall_version ON tournaments_tournament
    FOR EACH ROW EXECUTE FUNCTION tournaments_tell_tournament();
CREATE FUNCTION tournaments_tell_match() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify(
        'game_versions', '00000000-0000-8000-8000-' || lpad(to_hex(NEW.id), 12, '0') || ' ' || NEW.version::text
    );
    RETURN NULL;
END
$$;
CREATE TRIGGER tournaments_match_version AFTER UPDATE OF version ON tournaments_match
    FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION tournaments_tell_match();
"""
NO_POSTGRESQL = """
DROP TRIGGER tournaments_match_version ON tournaments_match;
DROP FUNCTION tournaments_tell_match();
DROP TRIGGER tournaments_version ON tournaments_tournament;
DROP FUNCTION tournaments_tell_tournament();
DROP TRIGGER tournaments_log_stays ON tournaments_logline;
DROP FUNCTION tournaments_keep_log();
"""
SQLITE = """
CREATE TRIGGER tournaments_log_stays BEFORE UPDATE ON tournaments_logline
    WHEN NEW.id <> OLD.id OR NEW.tournament_id <> OLD.tournament_id OR NEW.action <> OLD.action
        OR NEW.params <> OLD.params OR NEW.reason <> OLD.reason OR NEW.at <> OLD.at
        OR (NEW.by_id IS NOT NULL AND NEW.by_id IS NOT OLD.by_id)
    BEGIN SELECT RAISE(ABORT, 'A line of the log cannot be changed.'); END
"""
NO_SQLITE = "DROP TRIGGER tournaments_log_stays"


def keep(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL)
    elif schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(SQLITE)


def release(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(NO_POSTGRESQL)
    elif schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(NO_SQLITE)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0002_the_evening")]
    operations = [migrations.RunPython(keep, release)]
