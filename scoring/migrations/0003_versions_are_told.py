"""PostgreSQL tells by itself when a game has another version, whoever changed it: see
scoring.games.live.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

TELL = """
CREATE FUNCTION scoring_tell_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('game_versions', NEW.id::text || ' ' || NEW.version::text);
    RETURN NULL;
END
$$;
CREATE TRIGGER scoring_game_version AFTER UPDATE OF version ON scoring_game
    FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION scoring_tell_version();
"""
SILENCE = """
DROP TRIGGER scoring_game_version ON scoring_game;
DROP FUNCTION scoring_tell_version();
"""


def tell(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(TELL)


def silence(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(SILENCE)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0002_two_phones_at_one_table")]
    operations = [migrations.RunPython(tell, silence)]
