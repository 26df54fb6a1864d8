"""Duplicate: the boards a table plays, and averages that the director gave on them."""


from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='averages',
            field=models.JSONField(db_default={}, default=dict),
        ),
        migrations.AddField(
            model_name='match',
            name='boards',
            field=models.JSONField(db_default=[], default=list),
        ),
    ]
