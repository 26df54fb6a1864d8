"""Another name for the invitations of clubs, for those of accounts have the old one too. The table
stays as it is.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0021_one_by_one")]

    operations = [
        migrations.AlterModelTable(name="usedinvitation", table="tournaments_usedinvitation"),
        migrations.RenameModel(old_name="UsedInvitation", new_name="UsedClubInvitation"),
    ]
