"""A club that is being read in: until that is done nobody sees it, and what is left of one goes.
What was read in can be taken back as long as it is unchanged.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scoring", "0022_api_keys")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="coming",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="club",
            name="read_in",
            field=models.CharField(blank=True, db_default="", default="", editable=False,
            max_length=64),
        ),
    ]
