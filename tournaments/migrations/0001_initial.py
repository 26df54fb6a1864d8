"""The tables of tournaments.

The database keeps the log as it was written. A line may lose its author, when an account is
deleted, and its reason, when that is erased; nothing else of it changes. Lines are deleted only
with their whole tournament, and only before it was opened.

PostgreSQL announces what a hall follows: see tournaments.channels.
"""

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.entrants
import tournaments.models.tournaments
import tournaments.models.webhooks
import uuid
from django.conf import settings
from django.db import migrations, models


CHANGED = """
    NEW.id <> OLD.id OR NEW.tournament_id <> OLD.tournament_id OR NEW.action <> OLD.action
    OR {params} OR NEW.at <> OLD.at OR (NEW.by_id IS NOT NULL AND {by})
    OR (
        (NEW.reason <> OLD.reason OR NEW.reason_seal <> OLD.reason_seal) AND NOT (
            NEW.reason = '…' AND NEW.reason_seal LIKE ':%'
            AND OLD.reason_seal <> '' AND OLD.reason_seal NOT LIKE ':%'
        )
    )
"""
POSTGRESQL = f"""
CREATE FUNCTION tournaments_keep_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'A line of the log cannot be changed.'
        USING ERRCODE = 'integrity_constraint_violation';
END
$$;
CREATE TRIGGER tournaments_log_stays BEFORE UPDATE ON tournaments_logline
    FOR EACH ROW WHEN ({
    CHANGED.format(
        params="NEW.params::text <> OLD.params::text", by="NEW.by_id IS DISTINCT FROM OLD.by_id"
    )
}) EXECUTE FUNCTION tournaments_keep_log();
CREATE FUNCTION tournaments_tell_tournament() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.version IS DISTINCT FROM NEW.version THEN
        PERFORM pg_notify('game_versions', NEW.id::text || ' ' || NEW.version::text);
    END IF;
    IF OLD.hall_version IS DISTINCT FROM NEW.hall_version THEN
        PERFORM pg_notify(
            'game_versions',
            overlay(NEW.id::text PLACING '5' FROM 15 FOR 1) || ' ' || NEW.hall_version::text
        );
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER tournaments_version AFTER UPDATE OF version, hall_version ON tournaments_tournament
    FOR EACH ROW EXECUTE FUNCTION tournaments_tell_tournament();
CREATE FUNCTION tournaments_tell_match() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify(
        'game_versions',
        '00000000-0000-8000-8000-' || lpad(to_hex(NEW.id), 12, '0') || ' ' || NEW.version::text
    );
    RETURN NULL;
END
$$;
CREATE TRIGGER tournaments_match_version AFTER UPDATE OF version ON tournaments_match
    FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version)
    EXECUTE FUNCTION tournaments_tell_match();
"""
NO_POSTGRESQL = """
DROP TRIGGER tournaments_match_version ON tournaments_match;
DROP FUNCTION tournaments_tell_match();
DROP TRIGGER tournaments_version ON tournaments_tournament;
DROP FUNCTION tournaments_tell_tournament();
DROP TRIGGER tournaments_log_stays ON tournaments_logline;
DROP FUNCTION tournaments_keep_log();
"""
SQLITE = f"""
CREATE TRIGGER tournaments_log_stays BEFORE UPDATE ON tournaments_logline
    WHEN {CHANGED.format(params="NEW.params <> OLD.params", by="NEW.by_id IS NOT OLD.by_id")}
    BEGIN SELECT RAISE(ABORT, 'A line of the log cannot be changed.'); END
"""
NO_SQLITE = "DROP TRIGGER tournaments_log_stays"


def add_triggers(apps, schema_editor):
    postgresql = schema_editor.connection.vendor == "postgresql"
    schema_editor.execute(POSTGRESQL if postgresql else SQLITE, None)


def drop_triggers(apps, schema_editor):
    postgresql = schema_editor.connection.vendor == "postgresql"
    schema_editor.execute(NO_POSTGRESQL if postgresql else NO_SQLITE, None)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("scoring", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Entrant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("label", models.CharField(blank=True, max_length=80)),
                ("club_name", models.CharField(blank=True, max_length=80)),
                ("seed", models.PositiveIntegerField(blank=True, null=True)),
                ("fixed_table", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("five", models.BooleanField(default=False)),
                ("alias", models.CharField(blank=True, max_length=80)),
                ("hidden", models.BooleanField(default=False)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("asked", "asked to play"),
                            ("waiting", "on the waiting list"),
                            ("entered", "entered"),
                            ("withdrawn", "withdrawn"),
                            ("refused", "refused"),
                        ],
                        default="entered",
                        max_length=9,
                    ),
                ),
                ("asked_names", models.JSONField(default=list)),
                ("checked_in_at", models.DateTimeField(blank=True, null=True)),
                ("key", models.CharField(default=tournaments.models.entrants.a_key, max_length=16)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, max_length=60)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "not begun"),
                            ("running", "running"),
                            ("finished", "finished"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("format", models.CharField(max_length=30)),
                ("format_settings", models.JSONField(default=dict)),
                ("variant", models.CharField(default="nanking", max_length=20)),
                ("rules", models.JSONField(default=dict)),
                ("best_of", models.PositiveSmallIntegerField(default=1)),
                ("minutes", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("points", models.CharField(default="match", max_length=20)),
                ("points_settings", models.JSONField(default=dict)),
                ("awards", models.JSONField(default=dict)),
                ("criteria", models.JSONField(default=list)),
                ("criteria_settings", models.JSONField(db_default={}, default=dict)),
                (
                    "unplayed",
                    models.CharField(
                        choices=[
                            ("zero", "nothing"),
                            ("own_points", "an opponent with as many points as their own"),
                            ("fide_2023", "as in chess (FIDE 2023)"),
                            ("fide_2026", "as in chess (FIDE 2026)"),
                        ],
                        default="zero",
                        max_length=10,
                    ),
                ),
                ("worst_dropped", models.BooleanField(default=False)),
                ("take", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "carry",
                    models.CharField(
                        choices=[
                            ("none", "nothing: everybody starts at 0"),
                            ("points", "all points"),
                            ("matches", "matches against others who qualified"),
                        ],
                        default="none",
                        max_length=8,
                    ),
                ),
                (
                    "at_line",
                    models.CharField(
                        choices=[
                            ("play_off", "Play-off, one hand"),
                            ("lot", "Lot"),
                            ("all", "All of them go on"),
                        ],
                        db_default="play_off",
                        default="play_off",
                        max_length=8,
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="LogLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("action", models.CharField(max_length=40)),
                ("params", models.JSONField(default=dict)),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "reason_seal",
                    models.CharField(db_default="", default="", editable=False, max_length=65),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Change",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rows", models.JSONField()),
                (
                    "line",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="change",
                        to="tournaments.logline",
                    ),
                ),
                (
                    "undone",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="undoes",
                        to="tournaments.logline",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("turn", models.PositiveSmallIntegerField(db_default=1, default=1)),
                ("waiting", models.BooleanField(db_default=False, default=False)),
                ("called_at", models.DateTimeField(blank=True, null=True)),
                ("called_paused_seconds", models.PositiveIntegerField(db_default=0, default=0)),
                ("fixture", models.CharField(blank=True, max_length=30)),
                ("plan", models.JSONField(default=list)),
                ("reasons", models.JSONField(default=list)),
                ("warnings", models.JSONField(default=list)),
                ("result", models.JSONField(blank=True, null=True)),
                ("done", models.BooleanField(default=False)),
                ("ruling", models.JSONField(blank=True, null=True)),
                ("winner", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("agreed_for", models.DateTimeField(blank=True, null=True)),
                (
                    "agreement",
                    models.CharField(
                        choices=[
                            ("open", "not yet over"),
                            ("waiting", "waiting for agreement"),
                            ("disputed", "disputed"),
                            ("agreed", "agreed"),
                        ],
                        db_default="open",
                        default="open",
                        max_length=8,
                    ),
                ),
                (
                    "agreed_how",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("other", "on another phone"),
                            ("same", "on the phone that wrote it"),
                            ("own", "on their own page"),
                            ("blind", "same result entered by both sides"),
                            ("desk", "at the desk"),
                            ("close", "as it stood when the round was closed"),
                        ],
                        db_default="",
                        default="",
                        max_length=5,
                    ),
                ),
                ("agreed_side", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("agreed_at", models.DateTimeField(blank=True, null=True)),
                ("entered", models.JSONField(blank=True, null=True)),
                ("typed", models.JSONField(blank=True, null=True)),
                ("extra_minutes", models.SmallIntegerField(db_default=0, default=0)),
                ("checked_at", models.DateTimeField(blank=True, null=True)),
                ("key", models.CharField(default=tournaments.models.entrants.a_key, max_length=16)),
                ("version", models.PositiveIntegerField(default=1)),
                (
                    "checked_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["waiting", "turn", "number"],
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("first", models.DateField()),
                ("last", models.DateField()),
                ("formula", models.JSONField()),
                ("planned", models.PositiveSmallIntegerField()),
                ("public", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to="scoring.club",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SessionRound",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "draft"),
                            ("published", "published"),
                            ("closed", "closed"),
                        ],
                        default="draft",
                        max_length=9,
                    ),
                ),
                (
                    "seed",
                    models.PositiveIntegerField(default=tournaments.models.tournaments.a_seed),
                ),
                ("relaxed", models.JSONField(default=list)),
                ("warnings", models.JSONField(default=list)),
                ("due_on", models.DateField(blank=True, null=True)),
                ("drawn_at", models.DateTimeField(auto_now_add=True)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("minutes", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("clock_started_at", models.DateTimeField(blank=True, null=True)),
                ("clock_paused_at", models.DateTimeField(blank=True, null=True)),
                ("clock_paused_seconds", models.PositiveIntegerField(db_default=0, default=0)),
                ("last_hand_at", models.DateTimeField(blank=True, null=True)),
                ("clock_ended_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "drawn_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="session_rounds",
                        to="tournaments.stage",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Place",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("table", "at a table"), ("bye", "bye"), ("absent", "absent")],
                        default="table",
                        max_length=6,
                    ),
                ),
                ("side", models.PositiveSmallIntegerField(default=0)),
                ("order", models.PositiveSmallIntegerField(default=0)),
                ("people", models.JSONField(blank=True, null=True)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="places",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="tournaments.match",
                    ),
                ),
                (
                    "session_round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="tournaments.sessionround",
                    ),
                ),
            ],
            options={
                "ordering": ["side", "order"],
            },
        ),
        migrations.AddField(
            model_name="match",
            name="session_round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="matches",
                to="tournaments.sessionround",
            ),
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("penalty", "penalty"),
                            ("wish", "wish not fulfilled"),
                            ("bonus", "bonus"),
                        ],
                        max_length=7,
                    ),
                ),
                ("points", models.CharField(default="0", max_length=40)),
                ("score", models.IntegerField(default=0)),
                ("reason", models.CharField(max_length=200)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rulings",
                        to="tournaments.stage",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Participation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seed", models.PositiveIntegerField()),
                ("group", models.CharField(blank=True, max_length=20)),
                ("first_round", models.PositiveSmallIntegerField(default=1)),
                ("last_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("void", models.BooleanField(db_default=False, default=False)),
                ("unranked", models.BooleanField(db_default=False, default=False)),
                ("carried_points", models.CharField(default="0", max_length=40)),
                ("carried_score", models.CharField(default="0", max_length=40)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="participations",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="participations",
                        to="tournaments.stage",
                    ),
                ),
            ],
            options={
                "ordering": ["seed"],
            },
        ),
        migrations.CreateModel(
            name="Absence",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round_number", models.PositiveSmallIntegerField()),
                (
                    "worth",
                    models.CharField(
                        blank=True,
                        choices=[("none", "nothing"), ("half", "half"), ("full", "full")],
                        db_default="",
                        default="",
                        max_length=4,
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="absences",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="absences",
                        to="tournaments.stage",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("place", models.CharField(blank=True, max_length=80)),
                ("starts_on", models.DateField(blank=True, null=True)),
                ("preset", models.CharField(blank=True, max_length=40)),
                (
                    "unit",
                    models.CharField(
                        choices=[("person", "players"), ("pair", "pairs"), ("team", "teams")],
                        default="pair",
                        max_length=6,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "being prepared"),
                            ("open", "open"),
                            ("finished", "finished"),
                        ],
                        default="draft",
                        max_length=8,
                    ),
                ),
                ("registration", models.BooleanField(default=False)),
                ("limit", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "seed",
                    models.PositiveIntegerField(default=tournaments.models.tournaments.a_seed),
                ),
                (
                    "agreement",
                    models.CharField(
                        choices=[
                            ("trust", "the table's result counts"),
                            ("confirm", "the other side agrees with a tap"),
                            ("blind", "both sides enter the result without seeing the other's"),
                        ],
                        db_default="confirm",
                        default="confirm",
                        max_length=7,
                    ),
                ),
                (
                    "unfinished",
                    models.CharField(
                        choices=[
                            (
                                "hand",
                                "the current hand is finished, then the match counts as it stands",
                            ),
                            (
                                "now",
                                "the match counts as it stands, without an unfinished hand",
                            ),
                            ("plays_on", "the match is played to its end"),
                            ("ruling", "the director decides each of them"),
                        ],
                        db_default="hand",
                        default="hand",
                        max_length=8,
                    ),
                ),
                ("last_hand_minutes", models.PositiveSmallIntegerField(db_default=5, default=5)),
                ("objection_minutes", models.PositiveSmallIntegerField(db_default=30, default=30)),
                ("tables", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "room_plan",
                    models.CharField(
                        choices=[("shifts", "in shifts"), ("queue", "in a queue")],
                        db_default="shifts",
                        default="shifts",
                        max_length=6,
                    ),
                ),
                ("papers_twice", models.BooleanField(db_default=False, default=False)),
                ("frozen_stage", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("frozen_round", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("revealed", models.PositiveIntegerField(blank=True, null=True)),
                ("announced", models.JSONField(db_default=[], default=list)),
                (
                    "giving_order",
                    models.CharField(
                        choices=[
                            ("up", "from the last place up"),
                            ("podium", "from fourth place down, then third, second and first"),
                        ],
                        db_default="up",
                        default="up",
                        max_length=6,
                    ),
                ),
                ("one_by_one", models.PositiveSmallIntegerField(db_default=4, default=4)),
                ("shown_on", models.JSONField(db_default=[], default=list)),
                ("kept_apart", models.JSONField(db_default=[], default=list)),
                ("concealed", models.BooleanField(db_default=False, default=False)),
                ("found", models.BooleanField(db_default=False, default=False)),
                ("backed_up_at", models.DateTimeField(blank=True, null=True)),
                ("version", models.PositiveIntegerField(default=1)),
                ("hall_version", models.PositiveIntegerField(db_default=1, default=1)),
                ("chain_length", models.PositiveIntegerField(editable=False, null=True)),
                ("chain_head", models.BinaryField(max_length=32, null=True)),
                ("chain_salt", models.BinaryField(max_length=16, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tournaments",
                        to="scoring.club",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "desk",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournament",
                        to="scoring.device",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="stage",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="stages",
                to="tournaments.tournament",
            ),
        ),
        migrations.CreateModel(
            name="SeasonEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("night", models.DateField(null=True)),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="tournaments.season",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Seal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveIntegerField()),
                ("by_account", models.BigIntegerField(blank=True, null=True)),
                ("decisions", models.BinaryField(max_length=32, null=True)),
                ("game_position", models.PositiveIntegerField(blank=True, null=True)),
                ("link", models.BinaryField(max_length=32)),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seals",
                        to="scoring.game",
                    ),
                ),
                (
                    "line",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seal",
                        to="tournaments.logline",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seals",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="Screen",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40)),
                ("key", models.CharField(default=tournaments.models.entrants.a_key, max_length=16)),
                ("playlist", models.JSONField(default=list)),
                ("pinned", models.CharField(blank=True, max_length=20)),
                ("text", models.CharField(blank=True, max_length=200)),
                ("version", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="screens",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("order", models.PositiveSmallIntegerField(default=0)),
                ("active", models.BooleanField(default=True)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="memberships",
                        to="scoring.player",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["order", "pk"],
            },
        ),
        migrations.AddField(
            model_name="logline",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="log",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entrants",
                to="tournaments.tournament",
            ),
        ),
        migrations.CreateModel(
            name="Card",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("key", models.CharField(default=tournaments.models.entrants.a_key, max_length=16)),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cards",
                        to="tournaments.tournament",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="UsedClubInvitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=32, unique=True)),
                ("used_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="used_invitations",
                        to="scoring.club",
                    ),
                ),
            ],
            options={
                "db_table": "tournaments_usedinvitation",
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address", models.CharField(max_length=500)),
                ("kinds", models.JSONField(default=list)),
                ("site", models.CharField(max_length=300)),
                (
                    "key",
                    models.CharField(
                        default=tournaments.models.webhooks.a_webhook_key, max_length=40
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                ("stopped_at", models.DateTimeField(blank=True, null=True)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("failing_since", models.DateTimeField(blank=True, null=True)),
                ("rests_until", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="scoring.club",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("message", models.UUIDField(default=uuid.uuid4, editable=False)),
                ("event", models.CharField(max_length=30)),
                ("params", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("taken", "accepted"),
                            ("given_up", "given up"),
                            ("dropped", "not sent"),
                        ],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("due_at", models.DateTimeField(null=True)),
                ("sending", models.BooleanField(default=False)),
                ("tried_at", models.DateTimeField(blank=True, null=True)),
                ("status", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("problem", models.CharField(blank=True, max_length=20)),
                ("milliseconds", models.PositiveIntegerField(blank=True, null=True)),
                ("answer", models.CharField(blank=True, max_length=500)),
                (
                    "tournament",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="tournaments.tournament",
                    ),
                ),
                (
                    "webhook",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="tournaments.webhook",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="WrongCode",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("address_hash", models.CharField(max_length=64)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "indexes": [models.Index(fields=["at"], name="wrong_codes_by_time")],
            },
        ),
        migrations.CreateModel(
            name="MatchGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("sides", models.JSONField()),
                ("hands", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("seats", models.JSONField(default=list)),
                (
                    "game",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="match_game",
                        to="scoring.game",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="tournaments.match",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "number"), name="game_once_a_match")
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "line",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="tournaments.logline",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("entrant", "line"), name="notice_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Phone",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("side", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("writes", models.BooleanField(default=False)),
                ("asked_at", models.DateTimeField(blank=True, null=True)),
                ("heard_at", models.DateTimeField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sat_at",
                        to="scoring.device",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phones",
                        to="tournaments.match",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "device"), name="phone_once_a_match"),
                    models.UniqueConstraint(
                        condition=models.Q(("writes", True)),
                        fields=("match",),
                        name="one_phone_writes",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Remark",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("call", "called the director"),
                            ("wrong", "disputed the result"),
                            ("reply", "replied"),
                            ("objection", "objected"),
                        ],
                        max_length=9,
                    ),
                ),
                ("side", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("text", models.CharField(blank=True, max_length=300)),
                ("figures", models.JSONField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("answer", models.CharField(blank=True, max_length=300)),
                (
                    "by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.device",
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="remarks",
                        to="tournaments.entrant",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="remarks",
                        to="tournaments.match",
                    ),
                ),
                (
                    "settled_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("settled_at__isnull", True)),
                        fields=["match"],
                        name="open_remarks",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Role",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "name",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("director", "director"),
                            ("referee", "referee"),
                            ("desk", "desk"),
                            ("screen", "screen"),
                        ],
                        max_length=8,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roles",
                        to="scoring.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="roles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("club", "user"), name="role_once_a_club")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="season",
            index=models.Index(fields=["club", "-last"], name="seasons_of_a_club"),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("last__gte", models.F("first"))),
                name="season_ends_after_it_began",
            ),
        ),
        migrations.AddConstraint(
            model_name="place",
            constraint=models.UniqueConstraint(
                fields=("session_round", "entrant"), name="entrant_once_a_session_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="place",
            constraint=models.UniqueConstraint(
                fields=("match", "side", "order"), name="place_once_a_match"
            ),
        ),
        migrations.AddConstraint(
            model_name="place",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "table"), ("match__isnull", False)),
                    models.Q(models.Q(("kind", "table"), _negated=True), ("match__isnull", True)),
                    _connector="OR",
                ),
                name="place_at_a_table_or_not",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                fields=("session_round", "turn", "number"), name="table_once_a_session_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="sessionround",
            constraint=models.UniqueConstraint(
                fields=("stage", "number"), name="session_round_once_a_stage"
            ),
        ),
        migrations.AddConstraint(
            model_name="participation",
            constraint=models.UniqueConstraint(
                fields=("stage", "entrant"), name="entrant_once_a_stage"
            ),
        ),
        migrations.AddConstraint(
            model_name="participation",
            constraint=models.UniqueConstraint(fields=("stage", "seed"), name="seed_once_a_stage"),
        ),
        migrations.AddConstraint(
            model_name="absence",
            constraint=models.UniqueConstraint(
                fields=("stage", "entrant", "round_number"), name="absence_once_a_round"
            ),
        ),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(fields=["club", "-created_at"], name="tournaments_of_a_club"),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="stage_once_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonevent",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("night__isnull", True), ("tournament__isnull", False)),
                    models.Q(("night__isnull", False), ("tournament__isnull", True)),
                    _connector="OR",
                ),
                name="season_event_is_one_thing",
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonevent",
            constraint=models.UniqueConstraint(
                fields=("season", "tournament"), name="tournament_once_a_season"
            ),
        ),
        migrations.AddConstraint(
            model_name="seasonevent",
            constraint=models.UniqueConstraint(
                fields=("season", "night"), name="night_once_a_season"
            ),
        ),
        migrations.AddConstraint(
            model_name="seal",
            constraint=models.UniqueConstraint(
                fields=("tournament", "position"), name="seal_once_a_position"
            ),
        ),
        migrations.AddConstraint(
            model_name="seal",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("decisions__isnull", False),
                        ("game__isnull", True),
                        ("game_position__isnull", True),
                        ("line__isnull", False),
                    ),
                    models.Q(
                        ("by_account__isnull", True),
                        ("decisions__isnull", False),
                        ("game__isnull", True),
                        ("game_position__isnull", True),
                        ("line__isnull", True),
                    ),
                    models.Q(
                        ("by_account__isnull", True),
                        ("decisions__isnull", True),
                        ("game__isnull", False),
                        ("game_position__isnull", False),
                        ("line__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="seal_of_a_line_or_a_game",
            ),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.UniqueConstraint(
                condition=models.Q(("active", True)),
                fields=("tournament", "player"),
                name="person_once_a_tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="entrant_once_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="card",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="card_once_a_table"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                models.F("due_at"), condition=models.Q(("state", "waiting")), name="deliveries_due"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["webhook", "-id"], name="deliveries_of_a_webhook"),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("due_at__isnull", False), ("state", "waiting")),
                    models.Q(
                        models.Q(("state", "waiting"), _negated=True), ("due_at__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="delivery_waits_for_a_time",
            ),
        ),
        migrations.RunPython(add_triggers, drop_triggers),
    ]
