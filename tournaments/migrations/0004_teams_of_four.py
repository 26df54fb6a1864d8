"""Teams of four: the boards of each of two tables of a match, and a phone that writes at each."""

from django.db import migrations, models


def leave_one_writer(apps, schema_editor):
    """Let the first table's phone alone write: the old constraint allows one for a match."""
    apps.get_model("tournaments", "Phone").objects.filter(room__gt=1).update(writes=False)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0003_deals_and_fouled_boards'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='phone',
            name='one_phone_writes',
        ),
        migrations.AddField(
            model_name='matchgame',
            name='boards',
            field=models.JSONField(db_default=[], default=list),
        ),
        migrations.AddField(
            model_name='phone',
            name='room',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddConstraint(
            model_name='phone',
            constraint=models.UniqueConstraint(condition=models.Q(('writes', True)), fields=('match', 'room'), name='one_phone_writes'),
        ),
        migrations.RunPython(migrations.RunPython.noop, leave_one_writer),
    ]
