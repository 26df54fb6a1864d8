"""What was written in tournaments before they had a chain is taken into it, a tournament at a time:
see scoring's 0007.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournaments.unsealed import take_in


def seal(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    take_in(apps.get_model, schema_editor.connection.alias, tell=getattr(schema_editor.connection,
    "tell", None))


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tournaments", "0005_seals")]
    operations = [migrations.RunPython(seal, migrations.RunPython.noop)]
