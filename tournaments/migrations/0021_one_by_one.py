"""How many of a cup's best the prize-giving tells one by one."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0020_used_invitations")]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="one_by_one",
            field=models.PositiveSmallIntegerField(db_default=4, default=4),
        ),
    ]
