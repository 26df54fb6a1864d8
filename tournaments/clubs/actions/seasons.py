"""Create, change, publish and delete a club's seasons, and choose the events that count."""

import datetime
from collections.abc import Collection
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction

from scoring.games.names.validation import clean_text
from scoring.models import Club
from scoring.rules import Mistake, RuleError, collect
from scoring.rules.words import gettext_noop
from tournaments.actions.common import rule_error
from tournaments.actions.match_dates import YEARS
from tournaments.models import Season, SeasonEvent, Stage, Tournament
from tournaments.pairing.formats import FORMATS
from tournaments.seasons.formula import MOST_EVENTS, NO_NUMBER, PERCENT, VICTORY, Formula, read

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser

LONGEST_NAME = 60
MOST_SEASONS = 100  # per club
MOST_DAYS = 800
NO_NAME = gettext_noop("Enter a name.")
TOO_MANY = gettext_noop("A club can have %(most)s seasons: delete one you no longer need.")
BAD_DAYS = gettext_noop("The last day must be after the first, by two years at most.")
TOO_MANY_EVENTS = gettext_noop("At most %(most)s tournaments and evenings can count in a season.")
GONE = gettext_noop("This season has been deleted.")
NO_PERCENT = gettext_noop(
    "%(name)s has no percentage: in a season by percent only sessions of duplicate count."
)
NO_PERCENT_OF_EVENINGS = gettext_noop(
    "Evenings of games have no percentage: in a season by percent only sessions of duplicate count."
)
NO_VICTORY_POINTS = gettext_noop(
    "%(name)s is a session of duplicate, which gives no victory points: a season by percent or by "
    "place can count it."
)
NOT_OF_CLUB = gettext_noop("Only tournaments of this club can count.")


def make_season(
    club: Club, by: "AbstractBaseUser | None", name: str, formula: Formula, planned: int, year: int
) -> Season:
    """Create a season for this calendar year, without events. Raises RuleError for a name that is
    empty or too long, or if the club has too many seasons.
    """
    tidy = _a_name(name)
    first, last = datetime.date(year, 1, 1), datetime.date(year, 12, 31)
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if club.seasons.count() >= MOST_SEASONS:
            raise RuleError([Mistake("too_many_seasons", "name", TOO_MANY, {"most": MOST_SEASONS})])
        return Season.objects.create(
            club=club,
            name=tidy,
            first=first,
            last=last,
            formula=formula.to_data(),
            planned=planned,
            created_by_id=by.pk if by else None,
        )


def change_season(
    season: Season,
    name: str,
    days: tuple[datetime.date, datetime.date],
    planned: int,
    formula: Formula,
) -> Season:
    """Change a season's name, dates, number of planned events, and ranking formula."""
    first, last = days
    mistakes: list[Mistake] = []
    tidy = ""
    with collect(mistakes):
        tidy = _a_name(name)
    if not (
        first <= last and (last - first).days <= MOST_DAYS and {first.year, last.year} <= set(YEARS)
    ):
        mistakes.append(Mistake("bad_days", "last", BAD_DAYS))
    if not 1 <= planned <= MOST_EVENTS:
        mistakes.append(
            Mistake("bad_number", "planned", NO_NUMBER, {"least": 1, "most": MOST_EVENTS})
        )
    if mistakes:
        raise RuleError(mistakes)
    with transaction.atomic():
        held = _lock(season)
        counting = held.events.values_list("tournament", "night")
        _check_mixed(
            formula,
            {tournament for tournament, _night in counting if tournament},
            {night for _tournament, night in counting if night},
            "kind",
        )
        held.name, held.first, held.last, held.planned, held.formula = (
            tidy,
            first,
            last,
            planned,
            formula.to_data(),
        )
        held.save(update_fields=["name", "first", "last", "planned", "formula"])
    return held


def choose_events(
    season: Season, tournaments: Collection[UUID], nights: Collection[datetime.date]
) -> Season:
    """Set the events that count. Raises RuleError for a tournament of another club."""
    if len(tournaments) + len(nights) > MOST_EVENTS:
        raise RuleError(
            [Mistake("too_many_events", "events", TOO_MANY_EVENTS, {"most": MOST_EVENTS})]
        )
    with transaction.atomic():
        held = _lock(season)
        wanted = set(tournaments)
        if Tournament.objects.filter(club=held.club_id, pk__in=wanted).count() < len(wanted):
            raise RuleError([Mistake("not_of_club", "events", NOT_OF_CLUB)])
        _check_mixed(read(held.formula), wanted, nights, "events")
        counting = dict(held.events.values_list("pk", "tournament"))
        by_night = dict(held.events.filter(night__isnull=False).values_list("pk", "night"))
        gone = [
            pk
            for pk, one in counting.items()
            if (one not in wanted if one else by_night[pk] not in set(nights))
        ]
        held.events.filter(pk__in=gone).delete()
        SeasonEvent.objects.bulk_create(
            [
                *(
                    SeasonEvent(season=held, tournament_id=one)
                    for one in wanted - set(counting.values())
                ),
                *(
                    SeasonEvent(season=held, night=one)
                    for one in set(nights) - set(by_night.values())
                ),
            ]
        )
    return held


def can_count(formula: Formula, formats: Collection[str]) -> bool:
    """Whether a season can count a tournament whose stages have these formats: percentages and
    victory points do not mix.
    """
    of_boards = [FORMATS[one].compares_boards for one in formats]
    if formula.kind == PERCENT:
        return bool(of_boards) and all(of_boards)
    return formula.kind != VICTORY or not any(of_boards)


def formats_of(tournaments: Collection[UUID]) -> dict[UUID, list[str]]:
    """Return the formats of tournaments: one query."""
    found: dict[UUID, list[str]] = {one: [] for one in tournaments}
    stages = Stage.objects.filter(tournament__in=found)
    for tournament, format_ in stages.values_list("tournament", "format"):
        found[tournament].append(format_)
    return found


def _check_mixed(
    formula: Formula,
    tournaments: Collection[UUID],
    nights: Collection[datetime.date],
    field: str,
) -> None:
    """Raise RuleError if some of these have nothing that the season could count."""
    if formula.kind == PERCENT and nights:
        raise RuleError([Mistake("no_percent", field, NO_PERCENT_OF_EVENINGS)])
    wrong = [one for one, own in formats_of(tournaments).items() if not can_count(formula, own)]
    if wrong:
        code, text = (
            ("no_percent", NO_PERCENT)
            if formula.kind == PERCENT
            else ("no_victory_points", NO_VICTORY_POINTS)
        )
        names = Tournament.objects.filter(pk__in=wrong).values_list("name", flat=True)
        raise RuleError([Mistake(code, field, text, {"name": name}) for name in names])


def show_season(season: Season, *, public: bool) -> Season:
    """Publish a season to everyone with its address, or restrict it to the club's people."""
    with transaction.atomic():
        held = _lock(season)
        held.public = public
        held.save(update_fields=["public"])
    return held


def delete_season(season: Season) -> None:
    """Delete a season. What was played stays; only the selection of events is lost."""
    with transaction.atomic():
        Season.objects.filter(pk=season.pk).delete()


def _lock(season: Season) -> Season:
    held = Season.objects.select_for_update(no_key=True).filter(pk=season.pk).first()
    if held is None:
        raise rule_error("season_gone", "season", GONE)
    return held


def _a_name(name: str) -> str:
    tidy = clean_text(name, "name", most=LONGEST_NAME)
    if not tidy:
        raise RuleError([Mistake("empty_name", "name", NO_NAME)])
    return tidy
