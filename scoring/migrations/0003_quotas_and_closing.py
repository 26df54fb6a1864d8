"""Clubs: quotas that were raised, the day on which one closes, and where it moved; and the limits
that were reached.
"""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("scoring", "0002_night_and_position_of_games")]

    operations: ClassVar = [
        migrations.AddField(
            model_name="club",
            name="quotas",
            field=models.JSONField(
                db_default=models.Value({}, models.JSONField()), default=dict, editable=False
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="closes_on",
            field=models.DateField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="club",
            name="moved_to",
            field=models.URLField(blank=True, db_default="", default="", editable=False),
        ),
        migrations.CreateModel(
            name="LimitHit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("what", models.CharField(max_length=60)),
                ("last_at", models.DateTimeField()),
                ("day", models.DateField()),
                ("times", models.PositiveIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.club",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("what", "club"), name="hit_once_a_club"),
                    models.UniqueConstraint(
                        condition=models.Q(("club__isnull", True)),
                        fields=("what",),
                        name="hit_once",
                    ),
                ],
            },
        ),
    ]
