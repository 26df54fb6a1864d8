"""What was written before there was a chain is taken into it, in the order of its times.

In batches of games that are each done or not, so that tables go on writing meanwhile and an
interruption goes on where it was. Nothing to undo: the columns go with the migration before.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from scoring.unchained import take_in


def chain_up(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    take_in(apps.get_model, schema_editor.connection.alias, tell=getattr(schema_editor.connection,
    "tell", None))


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("scoring", "0006_chain_of_what_was_written")]
    operations = [migrations.RunPython(chain_up, migrations.RunPython.noop)]
