"""Duplicate: the cards that players were dealt at the table, as they noted them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0004_teams_of_four'),
    ]

    operations = [
        migrations.CreateModel(
            name='DealtHand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.PositiveIntegerField()),
                ('deal', models.PositiveSmallIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('cards', models.JSONField()),
                ('stage', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='dealt_hands', to='tournaments.stage')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('stage', 'board', 'deal', 'seat'), name='one_hand_a_seat')],
            },
        ),
    ]
