"""Search engines may list a tournament where its directors say so: until then its pages ask them
not to.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0015_server_what_ranks_is_sealed")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="found",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
