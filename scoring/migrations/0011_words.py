"""Labels in better English: no statement for the database."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0010_uses'),
    ]

    operations = [
        migrations.AlterField(
            model_name='entry',
            name='kind',
            field=models.CharField(choices=[('round', 'written'), ('correction', 'corrected'),
            ('undo', 'undone'), ('choice', 'chosen'), ('agreement', 'agreed')], default='round',
            max_length=10),
        ),
        migrations.AlterField(
            model_name='link',
            name='role',
            field=models.CharField(choices=[('viewer', 'watch'), ('scorer', 'write rounds'),
            ('member', 'join the club')], max_length=6),
        ),
    ]
