"""Erases a person: removes the name from everything tournaments store besides the club's list."""

import json
from collections.abc import Sequence
from itertools import chain
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Q

from scoring.games.names.mentions import mentions, without
from scoring.games.names.validation import alike
from scoring.games.names.visibility import HIDDEN, Person, reveals_name
from scoring.models import Player
from scoring.people.actions.erasing import erase_reasons
from tournaments.actions.common import log
from tournaments.actions.contacts import NO_CONTACT
from tournaments.channels import bump_tournaments
from tournaments.models import (
    Change,
    Delivery,
    Entrant,
    LogLine,
    Match,
    Member,
    Remark,
    Ruling,
    Screen,
    Subscription,
    Tournament,
)

GONE = ""


def erase_person(player: Player, names: Sequence[str], account: int | None = None) -> None:
    """Remove a person's names from labels, aliases, requests, remarks, reasons and screens.

    Logs it in each tournament, without the name. The tournaments are locked. Decisions are sealed
    again with that line. The chain holds only a hash of a reason in the log.
    """
    by = get_user_model().objects.filter(pk=account).first() if account else None
    theirs = Entrant.objects.filter(members__player=player).distinct()
    tournaments = list(
        Tournament.objects.filter(entrants__in=theirs.values("pk")).distinct().order_by("pk")
    )
    for entrant in theirs.select_related("tournament"):
        _erase_from_entrant(entrant, names)
    # Whose phone or mailbox it is, is not known: the others of a pair turn theirs on again
    Subscription.objects.filter(entrant__in=theirs.values("pk")).delete()
    if player.club_id is not None:
        _erase_requests(player.club_id, names)
    Member.objects.filter(player=player).update(**NO_CONTACT)
    own = [one.pk for one in tournaments]
    for model, path, fields in (
        (Remark, "match__session_round__stage__tournament", ("text", "answer")),
        (Ruling, "stage__tournament", ("reason",)),
        (Screen, "tournament", ("text",)),
        (Member, "tournament", ("contact",)),
        (Delivery, "webhook__club__tournaments", ("answer",)),
    ):
        _scrub(model, Q(**{f"{path}__in": own}), fields, names)
    _scrub_decisions(own, names)
    _scrub_changes(own, [entrant.pk for entrant in theirs], names)
    erase_reasons(reasons_of(player, names))
    for tournament in tournaments:
        entrant_id = Member.objects.filter(tournament=tournament, player=player).values_list(
            "entrant", flat=True
        )[0]
        log(tournament, "erased", by, {"entrant": entrant_id})


def reasons_of(player: Player, names: Sequence[str]) -> list[LogLine]:
    """Return log lines whose reason contains one of the names."""
    theirs = Tournament.objects.filter(entrants__members__player=player)
    lines = (
        LogLine.objects.filter(tournament__in=theirs)
        .exclude(reason="")
        .only("reason", "reason_seal")
    )
    return [line for line in lines if mentions([line.reason], names)]


def _erase_from_entrant(entrant: Entrant, names: Sequence[str]) -> None:
    """Clear a label or alias that contains a word of the name; a person's own alias in any case."""
    before = (entrant.label, entrant.alias)
    if _contains_name(entrant.label, names):
        entrant.label = GONE
    if entrant.tournament.unit == Tournament.Unit.PERSON or _contains_name(entrant.alias, names):
        entrant.alias = GONE
    if before != (entrant.label, entrant.alias):
        entrant.save(update_fields=["label", "alias"])


def _contains_name(text: str, names: Sequence[str]) -> bool:
    return bool(text) and any(reveals_name(text, Person(name, HIDDEN)) for name in names)


def _erase_requests(club: int, names: Sequence[str]) -> None:
    """Remove requests under this name that were never accepted: they are in no list of players."""
    known = {alike(name) for name in names if name}
    for entrant in Entrant.objects.filter(tournament__club=club).exclude(asked_names=[]):
        kept = [name for name in entrant.asked_names if alike(name) not in known]
        if len(kept) < len(entrant.asked_names):
            # If a director accepts the request at this moment, the names are already gone from it.
            same = Entrant.objects.filter(pk=entrant.pk, asked_names=entrant.asked_names)
            if same.update(asked_names=kept):
                bump_tournaments([entrant.tournament_id])


def _scrub(model: type[Any], where: Q, fields: Sequence[str], names: Sequence[str]) -> None:
    """Replace the names by an ellipsis, in texts that no chain covers."""
    for row in model.objects.filter(where).distinct():
        before = {field: getattr(row, field) for field in fields}
        after = {field: without(text, names) for field, text in before.items()}
        if after != before:
            model.objects.filter(pk=row.pk).update(**after)


def _scrub_decisions(tournaments: Sequence[Any], names: Sequence[str]) -> None:
    """Scrub the reasons of rulings."""
    for match in Match.objects.filter(
        session_round__stage__tournament__in=tournaments, ruling__isnull=False
    ):
        if _scrub_reason(match.ruling, names):
            Match.objects.filter(pk=match.pk).update(ruling=match.ruling)


def _scrub_reason(row: Any, names: Sequence[str]) -> bool:
    """Replace the names by an ellipsis in a reason stored as JSON. Return whether there were
    any.
    """
    before = row.get("reason") if isinstance(row, dict) else None
    if not before or not mentions([before], names):
        return False
    row["reason"] = without(before, names)
    return True


def _scrub_own_names(row: Any, names: Sequence[str]) -> None:
    """Remove an entrant's label and alias that contain one of the names."""
    for field in ("label", "alias"):
        if _contains_name(row.get(field) or "", names):
            row[field] = GONE


def _scrub_changes(
    tournaments: Sequence[Any], entrants: Sequence[int], names: Sequence[str]
) -> None:
    """Scrub what undoing a change would restore: of these entrants, and of rulings."""
    ids = {str(pk) for pk in entrants}
    for change in Change.objects.filter(line__tournament__in=tournaments):
        before = json.dumps(change.rows)
        for key, sides in change.rows.get("entrant", {}).items():
            for row in filter(None, sides if key in ids else ()):
                _scrub_own_names(row, names)
        for table in ("match", "ruling"):
            for row in filter(None, chain.from_iterable(change.rows.get(table, {}).values())):
                _scrub_reason(row, names)
                _scrub_reason(row.get("ruling"), names)
        if json.dumps(change.rows) != before:
            change.save(update_fields=["rows"])
