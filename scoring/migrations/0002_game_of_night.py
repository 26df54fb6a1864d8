"""The night to which a game of a tournament counts that was played through a morning."""

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
    ]
