"""What ranks joins the chain: links that stand for it alone, and the salt of the newest hash. See
tournaments.seals.
"""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Q

from tournaments.unsealed import seal_all


def seal_as_before(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The version before reads no link of this one: what was sealed since begins a chain that it
    can count.
    """
    using = schema_editor.connection.alias
    tournaments = apps.get_model("tournaments", "Tournament").objects.using(using)
    for key in list(tournaments.filter(chain_salt__isnull=False).values_list("pk", flat=True)):
        apps.get_model("tournaments", "Seal").objects.using(using).filter(tournament=key).delete()
        tournaments.filter(pk=key).update(chain_length=None, chain_head=None)
        seal_all(apps.get_model, key, using)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0014_webhooks")]

    operations = [
        migrations.RemoveConstraint(model_name="seal", name="seal_of_a_line_or_a_game"),
        migrations.AddField(
            model_name="tournament",
            name="chain_salt",
            field=models.BinaryField(editable=False, max_length=16, null=True),
        ),
        migrations.AddConstraint(
            model_name="seal",
            constraint=models.CheckConstraint(
                condition=Q(
                    ("decisions__isnull", False),
                    ("game__isnull", True),
                    ("game_position__isnull", True),
                    ("line__isnull", False),
                )
                | Q(
                    ("by_account__isnull", True),
                    ("decisions__isnull", False),
                    ("game__isnull", True),
                    ("game_position__isnull", True),
                    ("line__isnull", True),
                )
                | Q(
                    ("by_account__isnull", True),
                    ("decisions__isnull", True),
                    ("game__isnull", False),
                    ("game_position__isnull", False),
                    ("line__isnull", True),
                ),
                name="seal_of_a_line_or_a_game",
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, seal_as_before),
    ]
