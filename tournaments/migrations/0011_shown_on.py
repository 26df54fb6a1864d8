"""Which other sites may show a tournament within their pages: none so far."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0010_words'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='shown_on',
            field=models.JSONField(db_default=[], default=list),
        ),
    ]
