"""Columns for the chain of what was written (see scoring.games.chain), and its order in the place
of the clock's.

All of them may be empty, so that a server of the version before goes on writing meanwhile. The
moments of entries and events are given by the program from now on instead of by the field; nothing
changes in the database for it.
"""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0005_late_entries")]

    operations = [
        migrations.AlterModelOptions(name="entry", options={"ordering": ["position"]}),
        migrations.AlterModelOptions(name="gameevent", options={"ordering": ["position"]}),
        migrations.AddField("game", "chain_head", models.BinaryField(max_length=32, null=True)),
        migrations.AddField("game", "chain_length", models.PositiveIntegerField(editable=False,
        null=True)),
        migrations.AddField("entry", "by_device", models.BigIntegerField(editable=False,
        null=True)),
        migrations.AddField("entry", "link", models.BinaryField(max_length=32, null=True)),
        migrations.AddField("entry", "position", models.PositiveIntegerField(editable=False,
        null=True)),
        migrations.AddField("gameevent", "by_device", models.BigIntegerField(editable=False,
        null=True)),
        migrations.AddField("gameevent", "data", models.JSONField(blank=True, null=True)),
        migrations.AddField("gameevent", "link", models.BinaryField(max_length=32, null=True)),
        migrations.AddField("gameevent", "position", models.PositiveIntegerField(editable=False,
        null=True)),
        # Without this SQLite would copy both tables for nothing.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    name, "created_at", models.DateTimeField(default=django.utils.timezone.now,
                    editable=False)
                )
                for name in ("entry", "gameevent")
            ]
        ),
        migrations.AddConstraint(
            "entry",
            models.UniqueConstraint(
                condition=models.Q(("position__isnull", False)),
                fields=("game", "position"),
                name="entry_once_a_position",
            ),
        ),
        migrations.AddConstraint(
            "gameevent",
            models.UniqueConstraint(
                condition=models.Q(("position__isnull", False)),
                fields=("game", "position"),
                name="event_once_a_position",
            ),
        ),
        migrations.AddIndex(
            "entry",
            models.Index(condition=models.Q(("position__isnull", True)), fields=["game"],
            name="unchained_entries"),
        ),
        migrations.AddIndex(
            "gameevent",
            models.Index(condition=models.Q(("position__isnull", True)), fields=["game"],
            name="unchained_events"),
        ),
    ]
