"""Duplicate: boards that had other cards from some table on."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('tournaments', '0002_leagues_messages_boards')]

    operations = [
        migrations.AddField(
            model_name='stage',
            name='fouled_boards',
            field=models.JSONField(db_default={}, default=dict),
        ),
    ]
