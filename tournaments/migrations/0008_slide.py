"""What was called a fold is a slide in the words of chess: the top half of a group against its
bottom half, in order.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def call(before: str, after: str, apps: StateApps) -> None:
    stages = apps.get_model("tournaments", "Stage").objects.filter(format="swiss")
    for stage in stages.only("format_settings").iterator():
        if stage.format_settings.get("first_round") == before:
            stage.format_settings["first_round"] = after
            stage.save(update_fields=["format_settings"])


def forwards(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    call("fold", "slide", apps)


def backwards(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    call("slide", "fold", apps)


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0007_criteria_settings"),
    ]

    operations = [
        migrations.RunPython(forwards, backwards),
    ]
