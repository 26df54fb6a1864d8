"""Who wants messages about an entrant, and the messages that wait."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Subscription',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(max_length=500)),
                ('p256dh', models.CharField(blank=True, max_length=100)),
                ('auth', models.CharField(blank=True, max_length=40)),
                ('language', models.CharField(max_length=10)),
                ('site', models.CharField(max_length=300)),
                ('code', models.CharField(blank=True, max_length=6)),
                ('created_at', models.DateTimeField()),
                ('sent', models.JSONField(default=dict)),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='subscriptions', to='tournaments.entrant')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('table', 'Table'), ('dispute', 'Dispute'), ('prizes', 'Prizes')], max_length=7)),
                ('match_id', models.BigIntegerField(default=0)),
                ('created_at', models.DateTimeField()),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('due_at', models.DateTimeField(db_index=True)),
                ('subscription', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='tournaments.subscription')),
            ],
        ),
        migrations.AddConstraint(
            model_name='subscription',
            constraint=models.UniqueConstraint(fields=('entrant', 'address'), name='address_once_an_entrant'),
        ),
        migrations.AddConstraint(
            model_name='message',
            constraint=models.UniqueConstraint(fields=('subscription', 'kind', 'match_id'), name='message_once'),
        ),
    ]
