"""Enters people: by the desk, from a pasted list, or by self-registration."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone

from scoring.games.actions.starting import players_in_list
from scoring.games.names.validation import LONGEST_NAME, ROOM, alike, clean_text, tidy
from scoring.games.names.visibility import FULL, person
from scoring.rules import DUMMY_NAME, Mistake, RuleError, collect, shown
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.actions.common import check_reason, conflict, lock, lock_entrant, log, rule_error
from tournaments.actions.keeping_apart import forget
from tournaments.actions.last_round import all_rounds_played
from tournaments.models import Entrant, Member, Place, SessionRound, Tournament
from tournaments.names import COLUMNS_OF_MEMBERS
from tournaments.reading_lists.reading import MOST_ROWS

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

LONGEST_LABEL = 80
MOST_AT_ONCE = MOST_ROWS
MOST_IN_A_TEAM = 8
S = Entrant.State
PENDING = (S.ASKED, S.WAITING)  # for an answer
TAKING_PART = (S.ENTERED, S.WITHDRAWN)  # has played, or may have
# Entrants shown by name: the others must not be discoverable by registering, either.
SHOWN: dict[str, Any] = {"alias": "", "hidden": False}
SHOWN_BY_MEMBER = {f"entrant__{key}": value for key, value in SHOWN.items()}
SIZES = {"person": (1, 1), "pair": (2, 2), "team": (2, MOST_IN_A_TEAM)}


@dataclass(frozen=True)
class NewEntrant:
    """An entrant to add: names as typed, the name of the pair or team, and other details.

    `open_places` is the number of members still wanted: a pair may be entered with one, and plays
    once complete.
    """

    names: tuple[str, ...]
    label: str = ""
    club_name: str = ""
    seed: int | None = None
    fixed_table: int | None = None
    alias: str = ""
    hidden: bool = False
    five: bool = False
    open_places: int = 0
    line: int = 0  # of a pasted list, for the errors; 0 without one


@dataclass(frozen=True)
class Tidied:
    """A normalised row, its own mistakes, and the keys that make names look alike.

    `alike` holds the field of each name with its key; empty if a name is invalid by itself: it gets
    no further errors.
    """

    row: NewEntrant
    mistakes: tuple[Mistake, ...]
    alike: tuple[tuple[str, str], ...]


def enter(
    tournament: Tournament,
    by: "AbstractBaseUser | None",
    rows: Sequence[NewEntrant],
    reason: str = "",
    *,
    here: bool = True,
) -> list[Entrant]:
    """Enter all of these people or none. Raises RuleError with all mistakes.

    Entrants added during play are checked in unless `here` is False; before, attendance is unknown.
    """
    tidied, why = _tidied(tournament.unit, rows), check_reason("entered", reason)
    with transaction.atomic():
        tournament = lock(tournament, "enter")
        entrants = _enter(tournament, tidied)
        if here and is_played(tournament):
            Entrant.objects.filter(pk__in=[entrant.pk for entrant in entrants]).update(
                checked_in_at=timezone.now()
            )
        log(tournament, "entered", by, {"entrants": [entrant.pk for entrant in entrants]}, why)
    return entrants


def check_rows(tournament: Tournament, rows: Sequence[NewEntrant]) -> list[Mistake]:
    """Return all mistakes that prevent these entries, for the preview of a list: two queries."""
    try:
        return _mistakes_in(tournament, _tidied(tournament.unit, rows))
    except RuleError as error:
        return list(error.mistakes)


def check_among(unit: str, rows: Sequence[NewEntrant]) -> list[Mistake]:
    """Return all mistakes of the first entries of a tournament not created yet: no query."""
    try:
        return _mistakes_among(_tidied(unit, rows), {})
    except RuleError as error:
        return list(error.mistakes)


def _tidied(unit: str, rows: Sequence[NewEntrant]) -> list[Tidied]:
    """Normalise rows before taking a lock. Raises RuleError if there are too many."""
    if len(rows) > MOST_AT_ONCE:
        text = gettext_noop("At most %(most)s entrants at once; these are %(found)s.")
        raise RuleError(
            [Mistake("too_many_rows", "names", text, {"most": MOST_AT_ONCE, "found": len(rows)})]
        )
    return [_tidy_row(unit, row) for row in rows]


def _tidy_row(unit: str, row: NewEntrant) -> Tidied:
    least, most = SIZES[unit]
    mistakes: list[Mistake] = []
    names: list[str] = []
    likes: list[tuple[str, str]] = []
    # For a line with a thousand names only their number is reported.
    for number, typed in enumerate(row.names[: MOST_IN_A_TEAM + 1]):
        name = tidy(typed[: LONGEST_NAME * ROOM])
        if not name:
            continue
        field, like = f"name_{number}", alike(name)
        wrong = _wrong_name(typed, name, like, field)
        if wrong is not None:
            mistakes.append(_in_line(wrong, row))
        names.append(name)
        likes.append((field, "" if wrong is not None else like))
    count = len(names) + sum(1 for typed in row.names[MOST_IN_A_TEAM + 1 :] if typed.strip())
    open_places = row.open_places if count else 0
    if not least <= count + open_places <= most:
        mistakes.append(_wrong_size(unit, row, count, least, most))
    texts, wrong_texts = _tidy_texts(row)
    mistakes += [_in_line(mistake, row) for mistake in wrong_texts]
    return Tidied(replace(row, names=tuple(names), **texts), tuple(mistakes), tuple(likes))


def _tidy_texts(row: NewEntrant) -> tuple[dict[str, Any], list[Mistake]]:
    """Return the other texts of a row, and the mistakes in them."""
    texts: dict[str, Any] = {}
    mistakes: list[Mistake] = []
    for key in ("label", "club_name", "alias"):
        with collect(mistakes):
            texts[key] = clean_text(getattr(row, key), key, most=LONGEST_LABEL)
    return texts, mistakes


def _wrong_name(typed: str, name: str, like: str, field: str) -> Mistake | None:
    """Return the mistake in a name by itself."""
    if "\0" in typed:
        text = gettext_noop("This text has an unsupported character: type it again.")
        return Mistake("bad_character", field, text)
    if len(name) > LONGEST_NAME:
        text = gettext_noop("%(name)s is too long: names have at most %(most)s characters.")
        return Mistake("name_too_long", field, text, {"name": shown(name), "most": LONGEST_NAME})
    if like == DUMMY_NAME:
        text = gettext_noop("This name is reserved for the dummy: choose another.")
        return Mistake("reserved_name", field, text)
    return None


def _mistakes_in(
    tournament: Tournament, rows: Sequence[Tidied], *, public: bool = False
) -> list[Mistake]:
    """Return all mistakes in the rows, given existing entrants.

    `public`: ignore those not shown by name.
    """
    members = Member.objects.filter(tournament=tournament, active=True)
    if public:
        found = [
            person(*one)
            for one in members.filter(**SHOWN_BY_MEMBER).values_list(*COLUMNS_OF_MEMBERS)
        ]
        names = [one.name for one in found if one.seen == one.name]
    else:
        names = list(members.exclude(player__name="").values_list("player__name", flat=True))
    return _mistakes_among(rows, dict.fromkeys(map(alike, names), 0))


def _mistakes_among(rows: Sequence[Tidied], known: dict[str, int]) -> list[Mistake]:
    """Return all mistakes in the rows; `known` are existing names, updated with these."""
    mistakes: list[Mistake] = []
    for tidied in rows:
        mistakes += tidied.mistakes
        row, own = tidied.row, set[str]()
        for name, (field, like) in zip(row.names, tidied.alike, strict=True):
            if like and (like in known or like in own):
                mistakes.append(
                    _in_line(_twice(name, known.get(like, 0) if row.line else 0, field), row)
                )
            own.add(like)
        for like in own:
            known.setdefault(like, row.line or 1)
    return mistakes


def _twice(name: str, line: int, field: str) -> Mistake:
    """`line`: of the pasted list, where the same name occurs first; 0 if it does not."""
    if line:
        text = gettext_noop(
            "%(name)s is already in line %(line)s. If this is another person, add a letter; if "
            "not, remove one of the two."
        )
        return Mistake("duplicate_person", field, text, {"name": shown(name), "line": line})
    text = gettext_noop(
        "%(name)s is already in the list. If this is another person, add a letter; if not, remove "
        "one of the two."
    )
    return Mistake("duplicate_person", field, text, {"name": shown(name)})


def _wrong_size(unit: str, row: NewEntrant, found: int, least: int, most: int) -> Mistake:
    texts = {
        "person": gettext_noop("Everyone plays for themselves here: enter one name."),
        "pair": gettext_noop(
            "A pair needs two names; this line has %(found)s. Three or more play as a team."
        )
        if found > most
        else gettext_noop("A pair needs two names. If the partner is not known yet, write N.N."),
        "team": gettext_noop("A team has %(least)s to %(most)s names; this line has %(found)s."),
    }
    params = {"found": found, "least": least, "most": most}
    return _in_line(Mistake("wrong_size", f"name_{max(found, 1) - 1}", texts[unit], params), row)


def _in_line(mistake: Mistake, row: NewEntrant) -> Mistake:
    return replace(mistake, field=f"rows.{row.line}.{mistake.field}") if row.line else mistake


def _enter(
    tournament: Tournament, tidied: Sequence[Tidied], state: str = S.ENTERED
) -> list[Entrant]:
    if mistakes := _mistakes_in(tournament, tidied):
        raise RuleError(mistakes)
    rows = [one.row for one in tidied]
    _check_room(tournament, len(rows))
    first = _next_number(tournament)
    entrants = Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            number=first + offset,
            state=state,
            label=row.label,
            club_name=row.club_name,
            seed=row.seed,
            fixed_table=row.fixed_table,
            alias=row.alias,
            hidden=row.hidden,
            five=row.five,
        )
        for offset, row in enumerate(rows)
    )
    _seat_members(tournament, list(zip(entrants, (row.names for row in rows), strict=True)))
    return entrants


def is_played(tournament: Tournament) -> bool:
    """Whether a round was drawn and attendance has been recorded: new entrants are then at the
    desk.
    """
    drawn = SessionRound.objects.filter(stage__tournament=tournament)
    return drawn.exists() and tournament.entrants.filter(checked_in_at__isnull=False).exists()


def _next_number(tournament: Tournament) -> int:
    return (tournament.entrants.aggregate(last=Max("number"))["last"] or 0) + 1


def _check_room(tournament: Tournament, more: int) -> None:
    if tournament.limit is None:
        return
    entered = tournament.entrants.filter(state=S.ENTERED).count()
    if entered + more > tournament.limit:
        raise conflict(
            "tournament_full",
            "names",
            ngettext_noop(
                "There is room for %(limit)s entrant, and %(there)s are entered: raise the limit, "
                "or put them on the waiting list.",
                "There is room for %(limit)s entrants, and %(there)s are entered: raise the "
                "limit, or put them on the waiting list.",
                "limit",
            ),
            limit=tournament.limit,
            there=entered,
        )


def _seat_members(tournament: Tournament, rows: Sequence[tuple[Entrant, Sequence[str]]]) -> None:
    names = [name for _, members in rows for name in members]
    entered = Member.objects.filter(tournament=tournament, active=True).values_list(
        "player", flat=True
    )
    players = dict(
        zip(
            names,
            players_in_list(tournament.desk, tournament.club, names, besides=list(entered)),
            strict=True,
        )
    )
    try:
        with transaction.atomic():
            Member.objects.bulk_create(
                Member(tournament=tournament, entrant=entrant, player=players[name], order=order)
                for entrant, members in rows
                for order, name in enumerate(members)
            )
    except (
        IntegrityError
    ) as error:  # the lock on the tournament keeps others out: last line of defence
        raise person_twice() from error


def person_twice() -> RuleError:
    return rule_error(
        "duplicate_person",
        "names",
        gettext_noop("One of these people is already entered: nobody can sit at two tables."),
    )


# Self-registration
# ------------------------------------------------------------------------------------------------


def register(tournament: Tournament, row: NewEntrant) -> Entrant:
    """Register a request to play. Names stay on the request until a director confirms it.

    Raises RuleError if registration is closed, for invalid names, and if more requests are waiting
    than a director could read. Does not reveal an entrant who is not shown by name: the same person
    may then register twice, which the director is told by `confirm`.
    """
    (tidied,) = _tidied(tournament.unit, [row])
    clean = tidied.row
    with transaction.atomic():
        tournament = lock(tournament, "register")
        if not tournament.registration or all_rounds_played(tournament):
            raise conflict(
                "registration_closed",
                "names",
                gettext_noop("You cannot enter yourself here: ask the directors."),
            )
        asking = tournament.entrants.filter(state__in=PENDING).count()
        if asking >= MOST_AT_ONCE:
            raise conflict(
                "too_many_requests",
                "names",
                gettext_noop("There are too many requests already: try again later."),
            )
        if mistakes := _mistakes_in(tournament, [tidied], public=True):
            raise RuleError(mistakes)
        _check_not_registered(tournament, clean.names)
        state = S.WAITING if is_full(tournament) else S.ASKED
        entrant = Entrant.objects.create(
            tournament=tournament,
            number=_next_number(tournament),
            state=state,
            label=clean.label,
            club_name=clean.club_name,
            alias=clean.alias,
            hidden=clean.hidden,
            asked_names=list(clean.names),
        )
        log(tournament, "asked", None, {"entrant": entrant.pk})
    return entrant


def _check_not_registered(tournament: Tournament, names: Sequence[str]) -> None:
    if tournament.club.shown != FULL:
        return
    asking = tournament.entrants.filter(state__in=PENDING, **SHOWN).values_list(
        "asked_names", flat=True
    )
    asked = {alike(name) for others in asking for name in others}
    for number, name in enumerate(names):
        if alike(name) in asked:
            raise conflict(
                "asked_already",
                f"name_{number}",
                gettext_noop(
                    "There is already a request from %(name)s. Lost the link to your own page? "
                    "Ask a director for it."
                ),
                name=shown(name),
            )


def is_full(tournament: Tournament) -> bool:
    """Whether all places are taken."""
    return (
        tournament.limit is not None
        and tournament.entrants.filter(state=S.ENTERED).count() >= tournament.limit
    )


def confirm(entrant: Entrant, by: "AbstractBaseUser | None", reason: str = "") -> Entrant:
    """Accept an entrant who registered, is on the waiting list, or was refused."""
    with transaction.atomic():
        tournament = lock(entrant.tournament, "enter")
        entrant = lock_entrant(entrant)
        if entrant.state in TAKING_PART:
            return entrant
        _check_room(tournament, 1)
        if mistakes := _mistakes_in(
            tournament, _tidied(tournament.unit, [NewEntrant(tuple(entrant.asked_names))])
        ):
            raise RuleError(mistakes)
        _seat_members(tournament, [(entrant, entrant.asked_names)])
        entrant.state, entrant.asked_names = S.ENTERED, []
        entrant.save(update_fields=["state", "asked_names"])
        log(tournament, "confirmed", by, {"entrant": entrant.pk}, check_reason("confirmed", reason))
    return entrant


def refuse_entrant(
    entrant: Entrant, by: "AbstractBaseUser | None", *, wait: bool = False
) -> Entrant:
    """Refuse a request; `wait`: put it on the waiting list instead."""
    with transaction.atomic():
        tournament = lock(entrant.tournament, "enter")
        entrant = lock_entrant(entrant)
        if entrant.state not in {S.ASKED, S.WAITING, S.REFUSED}:
            raise conflict(
                "entered_already",
                "entrant",
                gettext_noop("They are already entered: withdraw them instead."),
            )
        entrant.state = S.WAITING if wait else S.REFUSED
        entrant.save(update_fields=["state"])
        log(tournament, "refused", by, {"entrant": entrant.pk})
    return entrant


def refuse_all(tournament: Tournament, by: "AbstractBaseUser | None", up_to: int) -> int:
    """Refuse all open requests, including the waiting list, and return how many.

    `up_to` is the highest number the director saw: later requests are not refused unread.
    """
    with transaction.atomic():
        tournament = lock(tournament, "enter")
        asking = tournament.entrants.filter(state__in=PENDING, number__lte=up_to)
        refused = list(asking.values_list("pk", flat=True))
        if refused:
            asking.update(state=S.REFUSED)
            log(tournament, "refused_all", by, {"entrants": refused})
    return len(refused)


# Changes
# --------------------------------------------------------------------------------------------------


def change_entrant(entrant: Entrant, by: "AbstractBaseUser | None", **about: object) -> Entrant:
    """Change label, club, seed, fixed table, alias, hidden, five. Names are changed by substituting
    or renaming.
    """
    for key in ("label", "club_name", "alias"):
        if key in about:
            about[key] = clean_text(str(about[key]), key, most=LONGEST_LABEL)
    with transaction.atomic():
        tournament = lock(entrant.tournament, "enter")
        entrant = lock_entrant(entrant)
        changed = {key: value for key, value in about.items() if getattr(entrant, key) != value}
        if changed:
            Entrant.objects.filter(pk=entrant.pk).update(**changed)
            log(tournament, "entrant_changed", by, {"entrant": entrant.pk, "what": sorted(changed)})
    entrant.refresh_from_db()
    return entrant


def remove_entrant(entrant: Entrant, by: "AbstractBaseUser | None") -> None:
    """Remove an entrant who was never drawn. Others withdraw instead: the history stays."""
    with transaction.atomic():
        tournament = lock(entrant.tournament, "enter")
        entrant = lock_entrant(entrant)
        if Place.objects.filter(entrant=entrant).exists():
            raise conflict(
                "drawn_already",
                "entrant",
                gettext_noop(
                    "They have already been drawn: withdraw them instead, so that their results "
                    "stay."
                ),
            )
        if entrant.rulings.exists():
            raise rule_error(
                "ruled_already",
                "entrant",
                gettext_noop("They have a penalty or bonus on record: withdraw them instead."),
            )
        Entrant.objects.filter(pk=entrant.pk).delete()
        forget(tournament, entrant.number)
        log(tournament, "removed", by, {"number": entrant.number})


def check_in(entrant: Entrant, by: "AbstractBaseUser | None", *, here: bool = True) -> Entrant:
    """Check an entrant in or out, at the desk or by the entrant's own link (`by` None).

    The first check-in also checks in everybody who has played already: before, attendance was not
    recorded. From then on sitting down to play checks in, see `publishing.check_in_seated`.
    """
    with transaction.atomic():
        tournament = lock(entrant.tournament, "check_in")
        entrant = lock_entrant(entrant)
        if entrant.state != S.ENTERED:
            raise conflict(
                "not_entered", "entrant", gettext_noop("Only those entered can be checked in.")
            )
        if (entrant.checked_in_at is not None) != here:
            if here and not tournament.entrants.filter(checked_in_at__isnull=False).exists():
                _who_played(tournament).update(checked_in_at=timezone.now())
            entrant.checked_in_at = timezone.now() if here else None
            entrant.save(update_fields=["checked_in_at"])
            log(tournament, "checked_in" if here else "checked_out", by, {"entrant": entrant.pk})
    return entrant


def _who_played(tournament: Tournament) -> QuerySet[Entrant]:
    """Return who sat at a table with entries, on a phone or on paper."""
    written = Q(match__games__game__rounds__isnull=False) | Q(match__ruling__kind="paper")
    places = Place.objects.filter(written, match__session_round__stage__tournament=tournament)
    return Entrant.objects.filter(pk__in=places.values("entrant"), state=S.ENTERED)


def check_in_all(tournament: Tournament, by: "AbstractBaseUser | None") -> int:
    """Check in everybody entered; return how many were not."""
    with transaction.atomic():
        tournament = lock(tournament, "check_in")
        missing = tournament.entrants.filter(state=S.ENTERED, checked_in_at=None)
        found = list(missing.order_by("number").values_list("pk", flat=True))
        missing.update(checked_in_at=timezone.now())
        if found:
            log(tournament, "all_checked_in", by, {"entrants": found})
    return len(found)
