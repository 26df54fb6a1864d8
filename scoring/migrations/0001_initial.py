"""The tables of games and people.

PostgreSQL announces each new version of a game by itself, whoever changed it: see
scoring.games.live.
"""

import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


TRIGGER = """
CREATE FUNCTION scoring_tell_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('game_versions', NEW.id::text || ' ' || NEW.version::text);
    RETURN NULL;
END
$$;
CREATE TRIGGER scoring_game_version AFTER UPDATE OF version ON scoring_game
    FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version)
    EXECUTE FUNCTION scoring_tell_version();
"""
NO_TRIGGER = """
DROP TRIGGER scoring_game_version ON scoring_game;
DROP FUNCTION scoring_tell_version();
"""


def add_trigger(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(TRIGGER, None)


def drop_trigger(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(NO_TRIGGER, None)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("example", models.BooleanField(db_default=False, default=False)),
                (
                    "shown",
                    models.CharField(
                        choices=[
                            ("full", "Full name"),
                            ("initial", "First name and initial"),
                            ("hidden", "Hidden"),
                        ],
                        db_default="full",
                        default="full",
                        max_length=7,
                    ),
                ),
                ("public", models.BooleanField(db_default=False, default=False)),
                ("found", models.BooleanField(db_default=False, default=False)),
                ("coming", models.DateTimeField(editable=False, null=True)),
                (
                    "read_in",
                    models.CharField(
                        blank=True, db_default="", default="", editable=False, max_length=64
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=80, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key_hash", models.CharField(max_length=64, unique=True)),
                ("cut_off_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("kind", models.CharField(blank=True, max_length=40)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to="scoring.club",
                    ),
                ),
                (
                    "joined",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.device",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PhoneKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key_hash", models.CharField(max_length=64, unique=True)),
                ("kind", models.CharField(blank=True, max_length=40)),
                ("joined_at", models.DateTimeField(auto_now_add=True)),
                ("noted_at", models.DateTimeField(blank=True, null=True)),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phone_keys",
                        to="scoring.device",
                    ),
                ),
            ],
            options={"ordering": ["joined_at", "pk"]},
        ),
        migrations.CreateModel(
            name="PhoneCode",
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
                        choices=[("recovery", "recovery code"), ("screen", "QR code")],
                        max_length=8,
                    ),
                ),
                ("code_hash", models.CharField(max_length=64, unique=True)),
                ("salt", models.CharField(max_length=32)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phone_codes",
                        to="scoring.device",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("device", "kind"), name="one_code_of_a_kind"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("person", models.BigIntegerField()),
                ("by_device", models.BigIntegerField()),
                ("by_account", models.BigIntegerField(null=True)),
                ("at", models.DateTimeField()),
                ("mark", models.CharField(blank=True, max_length=64)),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.club",
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.device",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Evening",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("starts_at", models.DateTimeField()),
                ("night", models.DateField()),
                ("title", models.CharField(blank=True, max_length=60)),
                ("place", models.CharField(blank=True, max_length=80)),
                ("words", models.CharField(blank=True, max_length=300)),
                ("called_off_at", models.DateTimeField(blank=True, null=True)),
                ("sequence", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evenings",
                        to="scoring.club",
                    ),
                ),
            ],
            options={
                "ordering": ["starts_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("variant", models.CharField(max_length=20)),
                ("settings", models.JSONField(default=dict)),
                ("preset", models.CharField(blank=True, max_length=40)),
                ("carried", models.JSONField(blank=True, default=dict)),
                ("table_name", models.CharField(blank=True, max_length=40)),
                (
                    "direction",
                    models.CharField(
                        choices=[
                            ("right", "to the right (anticlockwise), as in the rule books"),
                            ("left", "to the left (clockwise)"),
                        ],
                        default="right",
                        max_length=5,
                    ),
                ),
                (
                    "saving",
                    models.CharField(
                        choices=[("itself", "saves itself"), ("asks", "asks before saving")],
                        default="itself",
                        max_length=6,
                    ),
                ),
                (
                    "handover_salt",
                    models.CharField(db_default="", default="", editable=False, max_length=32),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("running", "running"),
                            ("paused", "paused"),
                            ("finished", "finished"),
                            ("stopped", "finished early"),
                        ],
                        default="running",
                        max_length=8,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=1)),
                ("of_match", models.BooleanField(db_default=False, default=False)),
                ("started_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                ("deleted_at", models.DateTimeField(blank=True, null=True)),
                ("chain_length", models.PositiveIntegerField(editable=False, null=True)),
                ("chain_head", models.BinaryField(max_length=32, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="games",
                        to="scoring.club",
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="scoring.device",
                    ),
                ),
                (
                    "rematch_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematches",
                        to="scoring.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("round", "written"),
                            ("correction", "corrected"),
                            ("undo", "undone"),
                            ("choice", "chosen"),
                            ("agreement", "agreed"),
                        ],
                        default="round",
                        max_length=10,
                    ),
                ),
                ("data", models.JSONField(default=dict)),
                ("sides", models.JSONField(default=list)),
                (
                    "outcome",
                    models.CharField(
                        choices=[
                            ("counted", "counted"),
                            ("rival", "another version"),
                            ("same", "the same round from another phone"),
                            ("late", "came after the result was locked"),
                        ],
                        default="counted",
                        max_length=7,
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("position", models.PositiveIntegerField(editable=False, null=True)),
                ("link", models.BinaryField(max_length=32, null=True)),
                ("by_device", models.BigIntegerField(editable=False, null=True)),
                (
                    "about",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="answers",
                        to="scoring.entry",
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to="scoring.device"
                    ),
                ),
                (
                    "replaces",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replaced_by",
                        to="scoring.entry",
                    ),
                ),
                (
                    "settled_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="settled",
                        to="scoring.entry",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="scoring.game",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="GameEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("action", models.CharField(max_length=20)),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "reason_seal",
                    models.CharField(db_default="", default="", editable=False, max_length=65),
                ),
                ("data", models.JSONField(blank=True, null=True)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("position", models.PositiveIntegerField(editable=False, null=True)),
                ("link", models.BinaryField(max_length=32, null=True)),
                ("by_device", models.BigIntegerField(editable=False, null=True)),
                (
                    "device",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.SET_NULL, to="scoring.device"
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="scoring.game",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.CreateModel(
            name="Import",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("form", models.CharField(max_length=20)),
                ("at", models.DateTimeField()),
                ("by_device", models.BigIntegerField()),
                ("by_account", models.BigIntegerField(null=True)),
                ("people", models.PositiveIntegerField(default=0)),
                ("games", models.PositiveIntegerField(default=0)),
                ("rounds", models.PositiveIntegerField(default=0)),
                ("made", models.JSONField(default=dict)),
                ("undone_at", models.DateTimeField(null=True)),
                ("undone_by_device", models.BigIntegerField(null=True)),
                ("undone_by_account", models.BigIntegerField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imports",
                        to="scoring.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ImportedGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(max_length=64)),
                ("length", models.PositiveIntegerField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.club",
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imported",
                        to="scoring.game",
                    ),
                ),
                (
                    "of_import",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="imported_games",
                        to="scoring.import",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Link",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("viewer", "watch"),
                            ("scorer", "write rounds"),
                            ("member", "join the club"),
                            ("feed", "follow the calendar"),
                        ],
                        max_length=6,
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("salt", models.CharField(max_length=32)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="scoring.club",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="links",
                        to="scoring.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Grant",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="grants",
                        to="scoring.device",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="grants",
                        to="scoring.game",
                    ),
                ),
                (
                    "link",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="grants",
                        to="scoring.link",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("person", models.BigIntegerField()),
                ("merged", models.BigIntegerField(db_index=True)),
                ("at", models.DateTimeField()),
                ("by_device", models.BigIntegerField()),
                ("by_account", models.BigIntegerField(null=True)),
                ("parted_at", models.DateTimeField(null=True)),
                ("rows", models.JSONField(default=dict)),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.club",
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="scoring.device",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=80)),
                ("guest", models.BooleanField(db_default=False, default=False)),
                ("last_played_at", models.DateTimeField(blank=True, null=True)),
                (
                    "shown",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "As the club has it"),
                            ("full", "Full name"),
                            ("initial", "First name and initial"),
                            ("alias", "Alias"),
                            ("hidden", "Hidden"),
                        ],
                        db_default="",
                        default="",
                        max_length=7,
                    ),
                ),
                ("alias", models.CharField(blank=True, db_default="", default="", max_length=80)),
                ("minor", models.BooleanField(db_default=False, default=False)),
                ("erased_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="scoring.club",
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="scoring.device",
                    ),
                ),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="merged_names",
                        to="scoring.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PhoneOwner",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "device",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="owner",
                        to="scoring.device",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="phones",
                        to="scoring.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ClaimLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("salt", models.CharField(max_length=32)),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "by_account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "by_device",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.device",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="claim_links",
                        to="scoring.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Claim",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
                ("agreed_at", models.DateTimeField(null=True)),
                ("agreed_by_device", models.BigIntegerField(null=True)),
                ("agreed_by_account", models.BigIntegerField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "ended",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("declined", "declined"),
                            ("left", "given up by the person"),
                            ("taken", "taken back by the list"),
                        ],
                        max_length=8,
                    ),
                ),
                ("ended_by_device", models.BigIntegerField(null=True)),
                ("ended_by_account", models.BigIntegerField(null=True)),
                ("found", models.BooleanField(default=False)),
                (
                    "account",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="claims",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.club",
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.device",
                    ),
                ),
                (
                    "phone",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="claims",
                        to="scoring.device",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="claims",
                        to="scoring.player",
                    ),
                ),
            ],
            options={
                "ordering": ["asked_at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Answer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("coming", models.BooleanField()),
                ("answered_at", models.DateTimeField(auto_now=True)),
                (
                    "evening",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="scoring.evening",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="scoring.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatingList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("family", models.CharField(max_length=10)),
                ("version", models.PositiveSmallIntegerField(default=0)),
                ("at", models.DateTimeField(null=True)),
                ("game", models.UUIDField(null=True)),
                ("whole", models.BooleanField(default=False)),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.club",
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.device",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("games", models.PositiveIntegerField()),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("chance", models.FloatField()),
                ("fewest", models.PositiveIntegerField()),
                (
                    "game",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to="scoring.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_changes",
                        to="scoring.player",
                    ),
                ),
                (
                    "in_list",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="scoring.ratinglist",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("games", models.PositiveIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="scoring.player",
                    ),
                ),
                (
                    "in_list",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="scoring.ratinglist",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatingMark",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("family", models.CharField(max_length=10)),
                ("since", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.club",
                    ),
                ),
                (
                    "device",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.device",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="counts_as",
                        to="scoring.entry",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="scoring.game",
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
                ("seat", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="scoring.player",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="places",
                        to="scoring.round",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Call",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("side", models.PositiveSmallIntegerField(null=True)),
                ("call", models.CharField(max_length=200)),
                ("made", models.BooleanField(verbose_name="made")),
                ("margin", models.BigIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="scoring.player",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="scoring.round",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("first", models.PositiveSmallIntegerField(db_default=1, default=1)),
                ("last", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("counts", models.BooleanField(db_default=True, default=True)),
                ("place", models.PositiveSmallIntegerField(editable=False, null=True)),
                ("total", models.BigIntegerField(editable=False, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="scoring.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="scoring.player",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to="scoring.team",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Score",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("column", models.PositiveSmallIntegerField()),
                ("card_points", models.IntegerField()),
                ("calls", models.IntegerField()),
                ("sweep", models.IntegerField()),
                ("penalty", models.IntegerField()),
                ("points", models.IntegerField()),
                ("total", models.BigIntegerField()),
                ("lead", models.BigIntegerField()),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scores",
                        to="scoring.player",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scores",
                        to="scoring.round",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="scores",
                        to="scoring.team",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TeamMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="team_members",
                        to="scoring.player",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="scoring.team",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="team",
            name="players",
            field=models.ManyToManyField(
                related_name="teams", through="scoring.TeamMember", to="scoring.player"
            ),
        ),
        migrations.CreateModel(
            name="TwoPeople",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.BigIntegerField()),
                ("second", models.BigIntegerField()),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("first", "second"), name="two_people_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Use",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("what", models.CharField(max_length=60)),
                ("whose", models.CharField(max_length=64)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["what", "whose", "at"], name="uses_of_somebody"),
                    models.Index(fields=["at"], name="uses_by_time"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ApiKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("key_hash", models.CharField(max_length=64, unique=True)),
                ("prefix", models.CharField(max_length=12)),
                ("scopes", models.JSONField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="api_keys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="scoring.club",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["account", "-created_at"], name="keys_of_an_account")
                ],
            },
        ),
        migrations.AddIndex(
            model_name="evening",
            index=models.Index(fields=["club", "starts_at"], name="evenings_of_a_club"),
        ),
        migrations.AddConstraint(
            model_name="evening",
            constraint=models.UniqueConstraint(
                condition=models.Q(("called_off_at__isnull", True)),
                fields=("club", "night"),
                name="evening_once_a_night",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["device", "-started_at"], name="games_of_a_device"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["club", "started_at"], name="games_of_a_club"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("deleted_at__isnull", False)),
                fields=["deleted_at"],
                name="deleted_games",
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(fields=["game", "number"], name="entries_of_a_round"),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                condition=models.Q(("outcome", "rival"), ("settled_by__isnull", True)),
                fields=["game"],
                name="open_rivals",
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                condition=models.Q(("outcome", "late")), fields=["game"], name="late_entries"
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("position__isnull", False)),
                fields=("game", "position"),
                name="entry_once_a_position",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("replaces",), name="entry_replaced_once"),
        ),
        migrations.AddConstraint(
            model_name="gameevent",
            constraint=models.UniqueConstraint(
                condition=models.Q(("position__isnull", False)),
                fields=("game", "position"),
                name="event_once_a_position",
            ),
        ),
        migrations.AddIndex(
            model_name="import",
            index=models.Index(fields=["club", "-at"], name="imports_of_a_club"),
        ),
        migrations.AddConstraint(
            model_name="importedgame",
            constraint=models.UniqueConstraint(
                fields=("club", "digest"), name="imported_once_a_club"
            ),
        ),
        migrations.AddConstraint(
            model_name="link",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("club__isnull", True), ("game__isnull", False)),
                    models.Q(("club__isnull", False), ("game__isnull", True)),
                    _connector="OR",
                ),
                name="link_to_one_thing",
            ),
        ),
        migrations.AddConstraint(
            model_name="link",
            constraint=models.UniqueConstraint(
                condition=models.Q(("revoked_at__isnull", True)),
                fields=("game", "role"),
                name="one_live_link_a_role",
            ),
        ),
        migrations.AddConstraint(
            model_name="link",
            constraint=models.UniqueConstraint(
                condition=models.Q(("revoked_at__isnull", True)),
                fields=("club", "role"),
                name="one_live_link_a_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="grant",
            constraint=models.UniqueConstraint(fields=("device", "link"), name="grant_once"),
        ),
        migrations.AddIndex(
            model_name="merge",
            index=models.Index(fields=["person", "parted_at"], name="merges_of_a_person"),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("club__isnull", True), ("device__isnull", False)),
                    models.Q(("club__isnull", False), ("device__isnull", True)),
                    _connector="OR",
                ),
                name="player_in_one_list",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=models.Q(("erased_at__isnull", True)),
                fields=("device", "name"),
                name="player_once_a_device",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                condition=models.Q(("erased_at__isnull", True)),
                fields=("club", "name"),
                name="player_once_a_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="claimlink",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at__isnull", True)),
                fields=("player",),
                name="one_live_link_a_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("account__isnull", False), ("phone__isnull", True)),
                    models.Q(("account__isnull", True), ("phone__isnull", False)),
                    _connector="OR",
                ),
                name="claim_by_one",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("club__isnull", False), ("device__isnull", True)),
                    models.Q(("club__isnull", True), ("device__isnull", False)),
                    _connector="OR",
                ),
                name="claim_in_one_list",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(
                condition=models.Q(("agreed_at__isnull", False), ("ended_at__isnull", True)),
                fields=("player",),
                name="claimed_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(
                condition=models.Q(("agreed_at__isnull", False), ("ended_at__isnull", True)),
                fields=("account", "club"),
                name="account_one_of_a_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(
                condition=models.Q(("agreed_at__isnull", False), ("ended_at__isnull", True)),
                fields=("account", "device"),
                name="account_one_of_a_phone",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(
                condition=models.Q(("agreed_at__isnull", False), ("ended_at__isnull", True)),
                fields=("phone", "club"),
                name="phone_one_of_a_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(
                condition=models.Q(("agreed_at__isnull", False), ("ended_at__isnull", True)),
                fields=("phone", "device"),
                name="phone_one_of_a_phone",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(
                condition=models.Q(("agreed_at__isnull", True), ("ended_at__isnull", True)),
                fields=("account", "club"),
                name="account_asks_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="claim",
            constraint=models.UniqueConstraint(
                condition=models.Q(("agreed_at__isnull", True), ("ended_at__isnull", True)),
                fields=("phone", "club"),
                name="phone_asks_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="answer",
            constraint=models.UniqueConstraint(
                fields=("evening", "player"), name="answer_once_an_evening"
            ),
        ),
        migrations.AddConstraint(
            model_name="ratinglist",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("club__isnull", True), ("device__isnull", False)),
                    models.Q(("club__isnull", False), ("device__isnull", True)),
                    _connector="OR",
                ),
                name="rating_list_of_one_list",
            ),
        ),
        migrations.AddConstraint(
            model_name="ratinglist",
            constraint=models.UniqueConstraint(
                fields=("device", "family"), name="rating_list_once_a_device"
            ),
        ),
        migrations.AddConstraint(
            model_name="ratinglist",
            constraint=models.UniqueConstraint(
                fields=("club", "family"), name="rating_list_once_a_club"
            ),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(fields=["in_list", "at"], name="rating_changes_by_time"),
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.UniqueConstraint(
                fields=("player", "in_list", "games"), name="rating_change_once_a_game"
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                fields=("in_list", "player"), name="rating_once_a_list"
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingmark",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("club__isnull", True), ("device__isnull", False)),
                    models.Q(("club__isnull", False), ("device__isnull", True)),
                    _connector="OR",
                ),
                name="rating_mark_of_one_list",
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="round_once_a_game"),
        ),
        migrations.AddIndex(
            model_name="place",
            index=models.Index(fields=["player", "place"], name="places_of_a_player"),
        ),
        migrations.AddConstraint(
            model_name="place",
            constraint=models.UniqueConstraint(fields=("round", "seat"), name="place_once_a_seat"),
        ),
        migrations.AddConstraint(
            model_name="place",
            constraint=models.UniqueConstraint(
                fields=("round", "place"), name="place_once_a_round"
            ),
        ),
        migrations.AddIndex(
            model_name="call",
            index=models.Index(
                fields=["player", "call", "made", "margin"], name="calls_of_a_player"
            ),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.UniqueConstraint(fields=("round", "seat"), name="call_once_a_seat"),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("player__isnull", True), ("seat__isnull", True), ("side__isnull", False)
                    ),
                    models.Q(("seat__isnull", False), ("side__isnull", True)),
                    _connector="OR",
                ),
                name="call_of_a_seat_or_a_side",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("last__isnull", True)),
                fields=("game", "number"),
                name="seat_once_a_game",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("last__isnull", True)),
                fields=("game", "player"),
                name="player_once_a_game",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("game", "number", "first"), name="seat_once_a_round"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("last__isnull", True), ("last__gte", models.F("first")), _connector="OR"
                ),
                name="seat_for_a_round",
            ),
        ),
        migrations.AddConstraint(
            model_name="score",
            constraint=models.UniqueConstraint(
                fields=("round", "column"), name="score_once_a_column"
            ),
        ),
        migrations.AddConstraint(
            model_name="score",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("team__isnull", True), ("player__isnull", True), _connector="OR"
                ),
                name="score_of_a_team_or_a_player",
            ),
        ),
        migrations.AddConstraint(
            model_name="score",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "points",
                        django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("card_points"), "+", models.F("calls")
                                ),
                                "+",
                                models.F("sweep"),
                            ),
                            "+",
                            models.F("penalty"),
                        ),
                    )
                ),
                name="score_adds_up",
            ),
        ),
        migrations.AddConstraint(
            model_name="teammember",
            constraint=models.UniqueConstraint(
                fields=("team", "player"), name="member_once_a_team"
            ),
        ),
        migrations.RunPython(add_trigger, drop_trigger),
    ]
