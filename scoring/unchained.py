"""What was written by a version of this program that knew no chain: taken into the chains of its
games.

For the migration that began the chains, and for the start after it, since a server of the version
before may have written meanwhile. Works on whatever models it is given: see scoring.games.chain for
what the links hold.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.db import connections, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from scoring.games import chain

BATCH = 200  # games
Models = Callable[[str, str], Any]  # apps.get_model
Tell = Callable[[str, int, int], None]  # what, how many are done, of how many


def take_in(get_model: Models, using: str = "default", *, tell: Tell | None = None) -> int:
    """Chain up all that is in no chain yet, in batches of games: how many games there were.

    Nothing but the times say in which order it was written, and that nothing was corrected before
    it was there.
    """
    game, entry, event = (get_model("scoring", name) for name in ("Game", "Entry", "GameEvent"))
    left = game.objects.using(using).filter(
        Q(chain_head__isnull=True)
        | Exists(entry.objects.filter(game=OuterRef("pk"), position__isnull=True))
        | Exists(event.objects.filter(game=OuterRef("pk"), position__isnull=True))
    )
    todo = left.count()
    done = 0
    while batch := list(left.order_by("pk").values_list("pk", flat=True)[:BATCH]):
        with transaction.atomic(using):
            _Batch(get_model, using, batch).take_in()
        done += len(batch)
        if tell is not None:
            tell("games", done, max(todo, done))
    return done


class _Batch:
    def __init__(self, get_model: Models, using: str, games: Sequence[Any]) -> None:
        self.using = using
        self.models = {
            name: get_model("scoring", name) for name in ("Game", "Entry", "GameEvent", "Seat")
        }
        rows = self._all("Game").select_for_update().filter(pk__in=games)
        self.games = list(rows.order_by("pk"))
        self.seats = self._by_game(self._all("Seat").filter(game__in=games).order_by("number"))
        self.entries = self._by_game(
            self._all("Entry").filter(game__in=games).order_by("created_at", "pk")
        )
        self.events = self._by_game(
            self._all("GameEvent").filter(game__in=games).order_by("created_at", "pk")
        )

    def _all(self, name: str) -> Any:
        return self.models[name]._base_manager.using(self.using)  # noqa: SLF001 - Django's own name for all rows

    @staticmethod
    def _by_game(rows: Iterable[Any]) -> dict[Any, list[Any]]:
        found: dict[Any, list[Any]] = {}
        for row in rows:
            found.setdefault(row.game_id, []).append(row)
        return found

    def take_in(self) -> None:
        chained: dict[str, list[Any]] = {"Entry": [], "GameEvent": []}
        made: list[Any] = []
        for game in self.games:
            entries, events = self.entries.get(game.pk, []), self.events.get(game.pk, [])
            if game.chain_head is None:
                seats = [seat.player_id for seat in self.seats.get(game.pk, [])]
                game.chain_length, game.chain_head = (
                    0,
                    chain.opening(game, game.variant, game.settings, seats),
                )
            for row in in_order(entries, events):
                self._append(game, row)
                chained["GameEvent" if hasattr(row, "action") else "Entry"].append(row)
            for event in self._untold(game, entries, events):
                self._append(game, event)
                made.append(event)
        for name, rows in chained.items():
            self._write(name, rows, ("position", "link", "by_device"))
        self.models["GameEvent"]._base_manager.using(self.using).bulk_create(made)  # noqa: SLF001
        self._write("Game", self.games, ("chain_length", "chain_head"))

    def _append(self, game: Any, row: Any) -> None:
        row.position, row.by_device = game.chain_length + 1, row.device_id
        content = chain.of_event(row) if hasattr(row, "action") else chain.of_entry(row)
        row.link = chain.linked(bytes(game.chain_head), content)
        game.chain_length, game.chain_head = row.position, row.link

    def _untold(self, game: Any, entries: Sequence[Any], events: Sequence[Any]) -> Iterable[Any]:
        """What was decided or done without a row that says so, by versions that kept none."""
        event = self.models["GameEvent"]
        told = {one.data["entry"] for one in events if one.action == "left_out" and one.data}
        for entry in entries:
            if (
                entry.outcome == "late"
                and entry.settled_by_id == entry.pk
                and entry.pk.hex not in told
            ):
                data = {"entry": entry.pk.hex}
                yield event(game=game, action="left_out", data=data, created_at=timezone.now())
        turns = [
            one.action
            for one in events
            if one.action in {"pause", "resume", "finish_early", "reopen"}
        ]
        if game.state == "paused" and turns[-1:] != ["pause"]:  # it came with a document
            yield event(game=game, action="pause", created_at=timezone.now())

    def _write(self, name: str, rows: Sequence[Any], columns: Sequence[str]) -> None:
        """One statement, once for each row: many times as quick as Django's bulk_update."""
        meta, connection = self.models[name]._meta, connections[self.using]  # noqa: SLF001
        quote = connection.ops.quote_name
        fields = [meta.get_field(column) for column in columns]
        assigned = ", ".join(f"{quote(field.column)} = %s" for field in fields)
        statement = (
            f"UPDATE {quote(meta.db_table)} SET {assigned} WHERE {quote(meta.pk.column)} = %s"  # noqa: S608
        )
        values = [
            [
                field.get_db_prep_save(getattr(row, field.attname), connection)
                for field in (*fields, meta.pk)
            ]
            for row in rows
        ]
        if values:
            with connection.cursor() as cursor:
                cursor.executemany(statement, values)


def in_order(entries: Sequence[Any], events: Sequence[Any]) -> list[Any]:
    """Rows without a place, as they were written: by their times, but what another one is about
    before that one.
    """
    waiting: Mapping[Any, Any] = {one.pk: one for one in entries if one.position is None}
    rows = sorted(
        [*waiting.values(), *(one for one in events if one.position is None)],
        key=lambda one: one.created_at,
    )
    found: list[Any] = []
    seen: set[int] = set()

    def put(row: Any) -> None:
        if id(row) in seen:
            return
        seen.add(id(row))
        for other in (getattr(row, "replaces_id", None), getattr(row, "about_id", None)):
            if other in waiting:
                put(waiting[other])
        found.append(row)

    for row in rows:
        put(row)
    return found
