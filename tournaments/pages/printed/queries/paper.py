"""What is printed of an evening: who sits where, who is entered, standings, certificates. Sheets: `score_papers`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.names import alphabetical
from scoring.wording import figure
from tournaments.models import Entrant, SessionRound, Stage, Tournament
from tournaments.names import BETWEEN, members_of, names_then, shown_name, side_names
from tournaments.pages.public.queries.standings import StandingsPage, standings_page
from tournaments.pages.seen import Seen, entrants_of
from tournaments.pages.where import WhereLine
from tournaments.stage.history import RoundRows, history_of
from tournaments.stage.ranking import ranked

LINES_OF_A_LEAF = 66  # names on a page, in two columns: a few may take two lines


@dataclass(frozen=True)
class PairingLine:
    """A table and who plays there, a name for each side."""

    number: int
    sides: Sequence[str]

    @property
    def two_sides(self) -> bool:
        return len(self.sides) == 2


@dataclass(frozen=True)
class EntrantLine:
    """Who is entered, to be ticked when they come in."""

    number: int
    name: str
    members: str  # where the name is not theirs
    club: str
    here: bool
    fixed_table: int | None


@dataclass(frozen=True)
class StandingLine:
    """A row of the standings; `cells` as the page of the standings shows them."""

    rank: str
    name: str
    note: str
    cells: SafeString


@dataclass(frozen=True)
class Certificate:
    """What one entrant takes home."""

    rank: int
    place: str
    name: str
    members: str
    club: str
    among: str
    points: str

    @property
    def fine(self) -> bool:
        """Whether it is one of the first three."""
        return self.rank <= 3


def pairings(rows: RoundRows, names: Mapping[int, str]) -> list[PairingLine]:
    """The tables of a session round, by their numbers."""
    return [
        PairingLine(seated.match.number, side_names(seated.sides, names_then(seated, names)))
        for seated in sorted(rows.seated, key=lambda one: one.match.number)
    ]


def leaves(lines: Sequence[WhereLine]) -> list[Sequence[WhereLine]]:
    """Lines in pages, so that each bears its own head."""
    return [lines[start : start + LINES_OF_A_LEAF] for start in range(0, len(lines), LINES_OF_A_LEAF)]


def entrant_list(tournament: Tournament) -> list[EntrantLine]:
    """Everybody who is entered, by name: two queries."""
    entrants = list(Entrant.objects.filter(tournament=tournament, state=Entrant.State.ENTERED))
    members = members_of(entrants)
    found = []
    for entrant in entrants:
        own = BETWEEN.join(members.get(entrant.pk, ()))
        name = shown_name(entrant, members.get(entrant.pk, ()), public=False)
        found.append(
            EntrantLine(
                number=entrant.number,
                name=name,
                members="" if own == name else own,
                club=entrant.club_name,
                here=entrant.checked_in_at is not None,
                fixed_table=entrant.fixed_table,
            )
        )
    return sorted(found, key=lambda line: (alphabetical(line.name), line.number))


def printed_standings(page: StandingsPage, address: str) -> list[tuple[str, list[StandingLine]]]:
    """The standings by group. The numbers are links beside their page, whose address they get here."""
    return [
        (
            section.group,
            [
                # Our own ids and keys stand behind each href: see tournaments.pages.public.queries.standings
                StandingLine(
                    row.rank,
                    row.name,
                    row.note,
                    mark_safe(str(row.cells).replace('href="', f'href="{address}')),  # noqa: S308
                )
                for row in section.rows
            ],
        )
        for section in page.sections
    ]


def standings_of(tournament: Tournament, stage: Stage, *, whole: bool) -> StandingsPage:
    """The standings as everybody may see them; `whole`: as the desk does, with all names and nothing frozen."""
    return standings_page(Seen(tournament, whole=whole), stage)


def certificates(stage: Stage, most: int) -> tuple[list[Certificate], bool]:
    """One for each entrant up to this rank of a stage, the first first; where it has groups, of each group.

    Also whether some are kept back whose place is still to be played for.
    """
    history = history_of(stage, drafts=False)
    entrants = {row.pk: row for row in entrants_of(history)}
    members = members_of(entrants.values())
    rows = ranked(history)
    sizes: dict[str, int] = {}
    for row in rows:
        sizes[row.group] = sizes.get(row.group, 0) + 1
    found = []
    for row in rows:
        if row.rank > most or row.open:
            continue
        entrant = entrants[row.id]
        own = BETWEEN.join(members.get(row.id, ()))
        name = shown_name(entrant, members.get(row.id, ()), public=False)
        found.append(
            Certificate(
                rank=row.rank,
                place=place_words(row.rank),
                name=name,
                members="" if own == name else own,
                club=entrant.club_name,
                among=among_words(stage.tournament.unit, sizes[row.group], row.group),
                points=figure(row.points),
            )
        )
    return sorted(found, key=lambda one: one.rank), any(row.open for row in rows if row.rank <= most)


def place_words(rank: int) -> str:
    """A place as a certificate says it."""
    first = {1: _("First place"), 2: _("Second place"), 3: _("Third place")}
    return first.get(rank) or _("Place %(rank)s") % {"rank": rank}


def among_words(unit: str, count: int, group: str) -> str:
    """Among how many it was."""
    said = {
        Tournament.Unit.PERSON: ngettext("of %(count)s person", "of %(count)s persons", count),
        Tournament.Unit.PAIR: ngettext("of %(count)s pair", "of %(count)s pairs", count),
        Tournament.Unit.TEAM: ngettext("of %(count)s team", "of %(count)s teams", count),
    }[Tournament.Unit(unit)] % {"count": count}
    return f"{said}, {_('Group %(name)s') % {'name': group}}" if group else said


def newest(rounds: Sequence[SessionRound]) -> SessionRound | None:
    """The session round that people mean: the last that is published, else the first draft."""
    published = [one for one in rounds if one.state != SessionRound.State.DRAFT]
    return published[-1] if published else (rounds[0] if rounds else None)
