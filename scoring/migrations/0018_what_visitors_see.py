"""What a visitor sees of a name: as before all of it, until a club or a person chooses otherwise.
"""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0017_evenings'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='shown',
            field=models.CharField(choices=[('full', 'Full name'), ('initial',
            'First name and initial'), ('hidden', 'Hidden')], db_default='full', default='full',
            max_length=7),
        ),
        migrations.AddField(
            model_name='player',
            name='shown',
            field=models.CharField(blank=True, choices=[('', 'As the club has it'), ('full',
            'Full name'), ('initial', 'First name and initial'), ('alias', 'Alias'), ('hidden',
            'Hidden')], db_default='', default='', max_length=7),
        ),
        migrations.AddField(
            model_name='player',
            name='alias',
            field=models.CharField(blank=True, db_default='', default='', max_length=40),
        ),
        migrations.AddField(
            model_name='player',
            name='minor',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
