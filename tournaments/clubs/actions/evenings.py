"""Plan a club's evenings, and record who comes. Planning needs a role in the club: see
`permissions.rights_in`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring.games.actions.common import conflict, rule_error
from scoring.games.names.validation import clean_text
from scoring.games.nights import night_of
from scoring.models import Answer, Club, Device, Evening, PhoneOwner, Player
from scoring.rules import Mistake, RuleError, collect
from scoring.rules.words import gettext_noop
from tournaments.clubs.evenings import MOST, ONCE, WAYS, days_of

LONGEST = {"title": 60, "place": 80, "words": 300}
FIRST_YEAR, LAST_YEAR = 2000, 2200

TAKEN = gettext_noop("There is already an evening on this day.")
GONE = gettext_noop("This evening is called off.")
NOT_LISTED = gettext_noop("This name is no longer in the club’s list.")


@dataclass(frozen=True)
class Plan:
    """The form data of an evening. `at` is a local time where the club plays."""

    day: date
    at: time
    title: str = ""
    place: str = ""
    words: str = ""


def plan_evenings(
    club: Club, plan: Plan, every: str = ONCE, until: date | None = None
) -> list[Evening]:
    """Plan an evening or, with `every`, a series until a date. Nights that have an evening keep it.

    Raises RuleError for a text that is too long, a series that ends before it begins or is too
    long, and if all of the nights are taken.
    """
    texts = _texts(plan)
    starts = series_starts(plan, every, until)
    with transaction.atomic():
        _hold(club)
        free = free_nights(club, starts)
        if not free:
            raise conflict("evening_there", "day", TAKEN)
        return [
            Evening.objects.create(club=club, night=night, starts_at=starts[night], **texts)
            for night in free
        ]


def series_starts(plan: Plan, every: str, until: date | None) -> dict[date, datetime]:
    """Return the nights of a series with their start times. Raises RuleError as `plan_evenings`
    does.
    """
    _check_day(plan.day, "day")
    if every not in WAYS:
        raise rule_error("unknown_series", "every", gettext_noop("Choose how often."))
    last = until or plan.day
    if every != ONCE and (until is None or until < plan.day):
        raise rule_error(
            "no_end", "until", gettext_noop("Until when? The last evening must be after the first.")
        )
    _check_day(last, "until")
    days = days_of(plan.day, every, last)
    if len(days) > MOST:
        raise rule_error(
            "too_many",
            "until",
            gettext_noop("At most %(most)s evenings at once."),
            most=MOST,
        )
    return {night_of(at): at for at in (_starts(day, plan.at) for day in days)}


def free_nights(club: Club, starts: Iterable[date]) -> list[date]:
    """Return the nights on which the club has no evening yet."""
    nights = list(starts)
    taken = set(_planned(club).filter(night__in=nights).values_list("night", flat=True))
    return [night for night in nights if night not in taken]


def change_evening(evening: Evening, plan: Plan) -> Evening:
    """Update an evening. Does nothing if nothing differs.

    Raises RuleError as `plan_evenings` does, and for a cancelled evening.
    """
    texts = _texts(plan)
    _check_day(plan.day, "day")
    starts_at = _starts(plan.day, plan.at)
    night = night_of(starts_at)
    wanted = {**texts, "starts_at": starts_at, "night": night}
    with transaction.atomic():
        held = _locked(evening)
        if held.called_off:
            raise conflict("evening_off", "day", GONE)
        if all(getattr(held, field) == value for field, value in wanted.items()):
            return held
        if _planned(held.club).filter(night=night).exclude(pk=held.pk).exists():
            raise conflict("evening_there", "day", TAKEN)
        for field, value in wanted.items():
            setattr(held, field, value)
        _changed(held)
    return held


def cancel_evening(evening: Evening) -> None:
    """Cancel an evening: lists and calendars show it as cancelled. Idempotent."""
    with transaction.atomic():
        held = _locked(evening)
        if not held.called_off:
            held.called_off_at = timezone.now()
            _changed(held)


def restore_evening(evening: Evening) -> None:
    """Restore a cancelled evening. Raises RuleError if another evening has taken its night."""
    with transaction.atomic():
        held = _locked(evening)
        if held.called_off:
            if _planned(held.club).filter(night=held.night).exists():
                raise conflict("evening_there", "day", TAKEN)
            held.called_off_at = None
            _changed(held)


def record_answer(evening: Evening, player: Player, *, coming: bool) -> None:
    """Record whether a person of the club's list comes. The last answer counts.

    Raises RuleError for an evening that is cancelled or over, and for a person not in the list.
    """
    with transaction.atomic():
        held = _locked(evening)
        if held.called_off:
            raise conflict("evening_off", "coming", GONE)
        if is_over(held):
            raise conflict("evening_over", "coming", gettext_noop("This evening is over."))
        _check_listed(player, held.club)
        Answer.objects.update_or_create(evening=held, player=player, defaults={"coming": coming})


def is_over(evening: Evening) -> bool:
    """Return whether its night has ended."""
    return evening.night < night_of(timezone.now())


def assign_phone(device: Device, player: Player) -> None:
    """Record whose phone it is. Raises RuleError for a person not in the list of the
    phone's club.
    """
    with transaction.atomic():
        if device.club is None:
            raise conflict("not_listed", "player", NOT_LISTED)
        _check_listed(player, device.club)
        PhoneOwner.objects.update_or_create(device=device, defaults={"player": player})


def _check_listed(player: Player, club: Club) -> None:
    if not Player.listed.filter(pk=player.pk, club=club).exists():
        raise conflict("not_listed", "player", NOT_LISTED)


def _texts(plan: Plan) -> dict[str, str]:
    """Return the stripped texts. Raises RuleError with each text that is too long."""
    texts, mistakes = {}, list[Mistake]()
    for field, most in LONGEST.items():
        with collect(mistakes):
            texts[field] = clean_text(getattr(plan, field), field, most=most)
    if mistakes:
        raise RuleError(tuple(mistakes))
    return texts


def _check_day(day: date, field: str) -> None:
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise rule_error("bad_day", field, gettext_noop("Enter a date such as 2026-11-21."))


def _starts(day: date, at: time) -> datetime:
    return timezone.make_aware(datetime.combine(day, at))


def _hold(club: Club) -> None:
    """Lock the club: two concurrent plannings would plan a night twice, which violates a
    constraint.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _planned(club: Club) -> QuerySet[Evening]:
    return Evening.objects.filter(club=club, called_off_at__isnull=True)


def _locked(evening: Evening) -> Evening:
    _hold(evening.club)
    return Evening.objects.select_for_update(of=("self",)).select_related("club").get(pk=evening.pk)


def _changed(evening: Evening) -> None:
    evening.sequence += 1
    evening.save()
