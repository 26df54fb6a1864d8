"""A finished tournament may be hidden from visitors: none is so far."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0012_seasons'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='concealed',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
