"""Beside a reason that was typed stands its salt: its link holds a hash of it, so that the text can
be erased. What was written before has none, and its text is in its link.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0024_lists_longer_names")]

    operations = [
        migrations.AddField(
            model_name="gameevent",
            name="reason_seal",
            field=models.CharField(db_default="", default="", editable=False, max_length=65),
        ),
    ]
