"""Labels in better English: no statement for the database."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0009_who_played_then'),
    ]

    operations = [
        migrations.AlterField(
            model_name='stage',
            name='unplayed',
            field=models.CharField(choices=[('zero', 'nothing'), ('own_points',
            'an opponent with as many points as they have'), ('fide_2023',
            'as chess does it (FIDE 2023)')], default='zero', max_length=10),
        ),
    ]
