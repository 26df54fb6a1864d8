"""Webhooks of a club, and the outbox of what is sent to them. No row that is there changes."""

import django.db.models.deletion
import tournaments.models.webhooks
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0018_what_visitors_see'),
        ('tournaments', '0013_concealed'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False,
                verbose_name='ID')),
                ('address', models.CharField(max_length=500)),
                ('kinds', models.JSONField(default=list)),
                ('site', models.CharField(max_length=300)),
                ('key', models.CharField(default=tournaments.models.webhooks.a_webhook_key,
                max_length=40)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('paused_at', models.DateTimeField(blank=True, null=True)),
                ('stopped_at', models.DateTimeField(blank=True, null=True)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('rests_until', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE,
                related_name='webhooks', to='scoring.club')),
                ('created_by', models.ForeignKey(null=True,
                on_delete=django.db.models.deletion.SET_NULL, related_name='+',
                to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False,
                verbose_name='ID')),
                ('message', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('event', models.CharField(max_length=30)),
                ('params', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('taken', 'taken'),
                ('given_up', 'given up'), ('dropped', 'not sent')], default='waiting',
                max_length=8)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('due_at', models.DateTimeField(null=True)),
                ('sending', models.BooleanField(default=False)),
                ('tried_at', models.DateTimeField(blank=True, null=True)),
                ('status', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('problem', models.CharField(blank=True, max_length=20)),
                ('milliseconds', models.PositiveIntegerField(blank=True, null=True)),
                ('answer', models.CharField(blank=True, max_length=500)),
                ('tournament', models.ForeignKey(null=True,
                on_delete=django.db.models.deletion.CASCADE, related_name='+',
                to='tournaments.tournament')),
                ('webhook', models.ForeignKey(db_index=False,
                on_delete=django.db.models.deletion.CASCADE, related_name='deliveries',
                to='tournaments.webhook')),
            ],
            options={
                'indexes': [models.Index(models.F('due_at'), condition=models.Q(('state',
                'waiting')), name='deliveries_due'), models.Index(fields=['webhook', '-id'],
                name='deliveries_of_a_webhook')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('due_at__isnull', False), ('state', 'waiting')), models.Q(models.Q(('state', 'waiting'), _negated=True), ('due_at__isnull', True)), _connector='OR'), name='delivery_waits_for_a_time')],
            },
        ),
    ]
