"""Games: the night to which one of a tournament counts that was played through a morning, and the
position after its last round.
"""

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("scoring", "0001_initial")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="game",
            name="of_night",
            field=models.DateField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="kept",
            field=models.JSONField(editable=False, null=True),
        ),
    ]
