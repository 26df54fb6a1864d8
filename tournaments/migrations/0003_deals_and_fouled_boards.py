"""Duplicate: the sealed seed of the deals, the cards that players gave on a board, and boards that
had other cards from some table on.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0002_leagues_messages_boards'),
    ]

    operations = [
        migrations.AddField(
            model_name='stage',
            name='fouled_boards',
            field=models.JSONField(db_default={}, default=dict),
        ),
        migrations.CreateModel(
            name='DealSeed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seed', models.BinaryField(max_length=32, null=True)),
                ('seed_hash', models.CharField(max_length=64)),
                ('sealed_at', models.DateTimeField()),
                ('stage', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='deal_seed', to='tournaments.stage')),
            ],
        ),
        migrations.CreateModel(
            name='GivenCards',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('board', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('cards', models.JSONField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='given_cards', to='tournaments.match')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('match', 'board', 'seat'), name='given_once_a_board')],
            },
        ),
    ]
