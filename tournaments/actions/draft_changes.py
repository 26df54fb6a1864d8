"""Changes a draft by hand: swaps two entrants and updates the warnings."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from django.db import transaction

from scoring.rules.words import gettext_noop
from tournaments.actions.common import conflict, lock, lock_match, lock_round, log, rule_error
from tournaments.actions.drawing import begun_matches, field_for
from tournaments.actions.room_tables import assign_tables
from tournaments.actions.timing import reset_clock
from tournaments.models import Entrant, Match, MatchGame, Place, SessionRound
from tournaments.pairing.draw_review import bye_warnings, table_warnings
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.kept_apart import notes_on
from tournaments.pairing.values import Note
from tournaments.stage.history import History, history_of
from tournaments.stage.notes import note_data
from tournaments.tokens import renew

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

Found = TypeVar("Found")
BY_HAND = Note("by_hand", gettext_noop("Changed by hand."))


def swap_entrants(
    session_round: SessionRound, by: "AbstractBaseUser | None", first: Entrant, second: Entrant
) -> SessionRound:
    """Swap two entrants in a draft, one of whom may have a bye. Swapping twice restores the draft.

    Updates the warnings of their tables.
    """
    with transaction.atomic():
        tournament = lock(session_round.stage.tournament, "lead")
        session_round = lock_round(session_round, "swap")
        one, other = places_of_two(session_round, first, second)
        if one.match_id == other.match_id and (one.match_id is None or one.side == other.side):
            return session_round
        swap_places(one, other)
        for match in Match.objects.filter(
            pk__in=[pk for pk in (one.match_id, other.match_id) if pk is not None]
        ):
            replace_in_plan(match, {first.pk: second.pk, second.pk: first.pk})
        refresh_warnings(session_round)
        log(
            tournament,
            "swapped",
            by,
            {
                "stage": session_round.stage.number,
                "round": session_round.number,
                "entrants": [first.pk, second.pk],
            },
        )
    return session_round


def preview_swap(
    session_round: SessionRound,
    first: Entrant,
    second: Entrant,
    look: Callable[[SessionRound], Found],
) -> Found:
    """Return what `look` finds in a draft with these two swapped; the swap is rolled back.

    Raises RuleError if they cannot be swapped.
    """
    with transaction.atomic():
        swapped = swap_entrants(session_round, None, first, second)
        swapped.stage = session_round.stage
        found = look(swapped)
        transaction.set_rollback(True)
    return found


def places_of_two(
    session_round: SessionRound, first: Entrant, second: Entrant
) -> tuple[Place, Place]:
    """Return the places of two entrants. Raises RuleError if they are the same, or one is not in
    this round.
    """
    found = Place.objects.filter(session_round=session_round, entrant__in=(first, second))
    places = {place.entrant_id: place for place in found}
    if first.pk == second.pk or len(places) != 2:
        raise rule_error(
            "cannot_swap",
            "second",
            gettext_noop("Choose two different entrants of this round."),
        )
    return places[first.pk], places[second.pk]


def swap_places(one: Place, other: Place) -> None:
    """Swap the places of two entrants. Deleted and recreated: an entrant may never have two
    places.
    """
    Place.objects.filter(pk__in=(one.pk, other.pk)).delete()
    Place.objects.bulk_create([_moved(one, other), _moved(other, one)])


def _moved(who: Place, where: Place) -> Place:
    return Place(
        session_round_id=where.session_round_id,
        entrant_id=who.entrant_id,
        kind=where.kind,
        match_id=where.match_id,
        side=where.side,
        order=where.order,
    )


def replace_in_plan(match: Match, who: dict[int, int]) -> None:
    """Replace entrants in a match's plan: old id -> new id."""

    def renamed(value: Any) -> Any:
        return [renamed(one) for one in value] if isinstance(value, list) else who.get(value, value)

    match.plan = renamed(match.plan)
    match.reasons = note_data([BY_HAND])
    match.save(update_fields=["plan", "reasons"])


def refresh_warnings(session_round: SessionRound) -> None:
    """Recompute the warnings of every table of a session round."""
    history: History = history_of(session_round.stage)
    rows = history.by_number[session_round.number]
    field = field_for(history, session_round, rows.everybody)
    format_ = FORMATS[session_round.stage.format]
    # If clubs need not be kept apart, two of a club at a table are no warning.
    apart = format_.clubs_matter(field)
    entrants = {one.id: one if apart else replace(one, club="") for one in field.entrants}
    past = history.past(session_round.number)
    changed = []
    for seated in rows.seated:
        table = seated.table()
        seated.match.warnings = note_data(
            (*table_warnings(table, past, entrants), *notes_on(table, field))
        )
        # Once a match is done, its players' points reveal the result.
        if any(note.code == BY_HAND.code for note in table.reasons) and not seated.match.done:
            seated.match.reasons = note_data([BY_HAND, *format_.manual_notes(table, field)])
        changed.append(seated.match)
    Match.objects.bulk_update(changed, ["warnings", "reasons"])
    session_round.warnings = note_data(bye_warnings(rows.byes, past))
    session_round.save(update_fields=["warnings"])


def unpublish_round(
    session_round: SessionRound, by: "AbstractBaseUser | None", reason: str = ""
) -> SessionRound:
    """Turn a published session round back into a draft, if nothing has begun."""
    with transaction.atomic():
        tournament = lock(session_round.stage.tournament, "lead")
        session_round = lock_round(session_round, "close")
        if begun_matches(session_round):
            raise conflict(
                "round_begun",
                "round",
                gettext_noop("A table has begun: redraw the unstarted tables instead."),
            )
        MatchGame.objects.filter(match__session_round=session_round, game__isnull=False).update(
            game=None, seats=[]
        )
        MatchGame.objects.filter(match__session_round=session_round).delete()
        # A draft has no results, whatever was counted while it was published.
        Match.objects.filter(session_round=session_round).update(
            result=None, done=False, winner=None
        )
        session_round.state, session_round.published_at = SessionRound.State.DRAFT, None
        session_round.save(update_fields=["state", "published_at"])
        reset_clock(session_round)
        assign_tables(session_round)
        log(
            tournament,
            "unpublished",
            by,
            {"stage": session_round.stage.number, "round": session_round.number},
            reason,
        )
    return session_round


def renew_match_link(match: Match, by: "AbstractBaseUser | None") -> Match:
    """Invalidate a table's link; phones that write already go on."""
    with transaction.atomic():
        tournament = lock(match.session_round.stage.tournament, "lead")
        match = lock_match(match)
        renew(match)
        stage, number = match.session_round.stage.number, match.session_round.number
        log(
            tournament,
            "link_renewed",
            by,
            {"stage": stage, "round": number, "table": match.number, "match": match.pk},
        )
    return match
