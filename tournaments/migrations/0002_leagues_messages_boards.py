"""Stand-ins and contacts of leagues, withdrawing on one's own page, open invitations to a desk; who
wants messages about an entrant, and the messages that wait; duplicate: the boards
a table plays, and averages that the director gave on them.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0001_initial'),
        ('tournaments', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='member',
            name='contact',
            field=models.CharField(blank=True, db_default='', default='', max_length=120),
        ),
        migrations.AddField(
            model_name='member',
            name='contact_agreed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='place',
            name='stand_ins',
            field=models.JSONField(db_default=[], default=list),
        ),
        migrations.AddField(
            model_name='tournament',
            name='may_leave',
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='names_stand_ins',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='tournament',
            name='stand_in_limit',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name='OpenClubInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=32, unique=True)),
                ('role', models.CharField(choices=[('owner', 'owner'), ('director', 'director'), ('referee', 'referee'), ('desk', 'desk'), ('screen', 'screen')], max_length=8)),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to='scoring.club')),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
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
