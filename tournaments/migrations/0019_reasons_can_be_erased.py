"""As in `scoring`: beside a reason of the log stands its salt. Backwards, the chains hold the texts
again.

The guard of the log lets a reason be erased, and still nothing else: see 0003. SQLite writes the
table anew for another column, and forgets the guard with that.
"""

from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Min

from scoring.games import chain
from tournaments.unsealed import seal_all


ANOTHER = """
    NEW.id <> OLD.id OR NEW.tournament_id <> OLD.tournament_id OR NEW.action <> OLD.action
    OR {params} OR NEW.at <> OLD.at OR (NEW.by_id IS NOT NULL AND {by})
"""
ANOTHER_REASON = "NEW.reason <> OLD.reason"
NOT_ERASED = f"""
    ({ANOTHER_REASON} OR NEW.reason_seal <> OLD.reason_seal) AND NOT (
        NEW.reason = '…' AND NEW.reason_seal LIKE ':%' AND OLD.reason_seal <> '' AND OLD.reason_seal NOT LIKE ':%'
    )
"""


def _guard(editor: BaseDatabaseSchemaEditor, reason: str) -> None:
    if editor.connection.vendor == "postgresql":
        other = ANOTHER.format(params="NEW.params::text <> OLD.params::text",
        by="NEW.by_id IS DISTINCT FROM OLD.by_id")
        when, what = f"FOR EACH ROW WHEN ({other} OR ({reason}))", "EXECUTE FUNCTION tournaments_keep_log()"
    else:
        other = ANOTHER.format(params="NEW.params <> OLD.params", by="NEW.by_id IS NOT OLD.by_id")
        when = f"WHEN {other} OR ({reason})"
        what = "BEGIN SELECT RAISE(ABORT, 'A line of the log cannot be changed.'); END"
    editor.execute("CREATE TRIGGER tournaments_log_stays BEFORE UPDATE ON tournaments_logline "
    f"{when} {what}", None)


def release(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    table = " ON tournaments_logline" if schema_editor.connection.vendor == "postgresql" else ""
    schema_editor.execute(f"DROP TRIGGER IF EXISTS tournaments_log_stays{table}")


def keep(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    _guard(schema_editor, NOT_ERASED)


def keep_as_before(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    _guard(schema_editor, ANOTHER_REASON)


def chained_as_before(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The version before knows no hash of a reason: games and tournaments that have one are chained
    anew.
    """
    using = schema_editor.connection.alias
    events = apps.get_model("scoring", "GameEvent").objects.using(using).exclude(reason_seal="")
    lines = apps.get_model("tournaments", "LogLine").objects.using(using).exclude(reason_seal="")
    seals = apps.get_model("tournaments", "Seal").objects.using(using)
    tournaments = apps.get_model("tournaments", "Tournament").objects.using(using)
    first = dict(events.order_by().values_list("game").annotate(Min("position")))
    keys = {*lines.values_list("tournament", flat=True),
    *seals.filter(game__in=first).values_list("tournament", flat=True)}
    events.update(reason_seal="")
    lines.update(reason_seal="")
    for game, position in first.items():
        _chain_anew(apps, using, game, position)
    for key in sorted(keys):
        seals.filter(tournament=key).delete()
        tournaments.filter(pk=key).update(chain_length=None, chain_head=None)
        seal_all(apps.get_model, key, using)


def _chain_anew(apps: StateApps, using: str, key: Any, position: int) -> None:
    """The links of a game from this place on."""
    models_of = {name: apps.get_model("scoring", name).objects.using(using) for name in ("Entry",
    "GameEvent", "Seat")}
    game = apps.get_model("scoring", "Game").objects.using(using).get(pk=key)
    rows = [
        row
        for name in ("Entry", "GameEvent")
        for row in models_of[name].filter(game=key, position__gte=position - 1)
    ]
    rows.sort(key=lambda row: row.position)
    if position > 1:
        head = bytes(rows.pop(0).link)
    else:
        seats = models_of["Seat"].filter(game=key).order_by("number").values_list("player_id",
        flat=True)
        head = chain.opening(game, game.variant, game.settings, list(seats))
    for row in rows:
        content = chain.of_event(row) if hasattr(row, "action") else chain.of_entry(row)
        row.link = head = chain.linked(head, content)
        row.save(update_fields=["link"])
    game.chain_head = head
    game.save(update_fields=["chain_head"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0018_at_line"), ("scoring", "0025_reasons_can_be_erased")]

    operations = [
        migrations.RunPython(release, keep_as_before),
        migrations.AddField(
            model_name="logline",
            name="reason_seal",
            field=models.CharField(db_default="", default="", editable=False, max_length=65),
        ),
        migrations.RunPython(migrations.RunPython.noop, chained_as_before),
        migrations.RunPython(keep, release),
    ]
