"""On the way back every seat has somebody again: 0008, which then asks for it, can be taken back.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def name_all(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Seats without a name get one by their number, in the list of their game."""
    Seat, Player = apps.get_model("scoring", "Seat"), apps.get_model("scoring", "Player")
    for seat in Seat.objects.filter(player__isnull=True).select_related("game"):
        of_club = seat.game.club_id is not None
        owner = {"club_id": seat.game.club_id} if of_club else {"device_id": seat.game.device_id}
        seat.player = Player.objects.get_or_create(name=f"Seat {seat.number + 1}", **owner)[0]
        seat.save(update_fields=["player"])


class Migration(migrations.Migration):
    dependencies = [("scoring", "0008_putting_right")]
    operations = [migrations.RunPython(migrations.RunPython.noop, name_all, elidable=True)]
