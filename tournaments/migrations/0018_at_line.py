"""What is offered first where some are level at the line of a stage."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_lists_longer_names")]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="at_line",
            field=models.CharField(
                choices=[("play_off", "Play-off, one hand"), ("lot", "Lot"), ("all",
                "All of them go on")],
                db_default="play_off",
                default="play_off",
                max_length=8,
            ),
        ),
    ]
