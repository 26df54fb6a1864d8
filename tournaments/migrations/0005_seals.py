"""The chain of what was written in a tournament: see tournaments.seals. The order of rows in the
place of the clock's.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0007_chain_of_what_was_written_before"),
        ("tournaments", "0004_accepted_at_close"),
    ]

    operations = [
        migrations.AlterModelOptions(name="logline", options={"ordering": ["pk"]}),
        migrations.AlterModelOptions(name="remark", options={"ordering": ["pk"]}),
        migrations.AlterModelOptions(name="ruling", options={"ordering": ["pk"]}),
        migrations.AddField("tournament", "chain_head", models.BinaryField(max_length=32,
        null=True)),
        migrations.AddField("tournament", "chain_length",
        models.PositiveIntegerField(editable=False, null=True)),
        migrations.CreateModel(
            name="Seal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False,
                verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("by_account", models.BigIntegerField(blank=True, null=True)),
                ("decisions", models.BinaryField(max_length=32, null=True)),
                ("game_position", models.PositiveIntegerField(blank=True, null=True)),
                ("link", models.BinaryField(max_length=32)),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seals",
                        to="scoring.game",
                    ),
                ),
                (
                    "line",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seal",
                        to="tournaments.logline",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seals",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "position"),
                    name="seal_once_a_position"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("decisions__isnull", False),
                                ("game__isnull", True),
                                ("game_position__isnull", True),
                                ("line__isnull", False),
                            ),
                            models.Q(
                                ("by_account__isnull", True),
                                ("decisions__isnull", True),
                                ("game__isnull", False),
                                ("game_position__isnull", False),
                                ("line__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="seal_of_a_line_or_a_game",
                    ),
                ],
            },
        ),
    ]
