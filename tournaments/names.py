"""Names of entrants. The desk sees full names. The public sees the alias or number an entrant
chose, else what its people or the club allow. Every name shown to visitors comes through here.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from scoring.games.names.seat_names import erased_name
from scoring.games.names.visibility import COLUMNS, Person, person, reveals_name
from scoring.models import Player
from tournaments.models import Entrant, Member, Tournament
from tournaments.stage.history import Seated

BETWEEN = " & "  # the same in every language
OPEN_PLACE = "N.N."  # a partner who is not known yet, as people type and print it


People = Mapping[int, Sequence[Person]]
COLUMNS_OF_MEMBERS = [f"player__{column}" for column in COLUMNS]


def names_of(
    tournament: Tournament,
    *,
    public: bool = True,
    in_full: bool = False,
    entrants: Iterable[Entrant] | None = None,
    people: People | None = None,
) -> dict[int, str]:
    """Return the name of every entrant by id: two queries, one less each for given entrants and
    people.

    `public`: as on public pages. `in_full`: as shown to players, who see each other's names; only
    those who asked for an alias or a number are shown by it.
    """
    if entrants is None:
        entrants = Entrant.objects.filter(tournament=tournament).only(
            "number", "label", "alias", "hidden", "asked_names"
        )
    rows = list(entrants)
    if not public:
        members = members_of(rows)
        return {
            entrant.pk: shown_name(entrant, members.get(entrant.pk, ()), public=False)
            for entrant in rows
        }
    known = people_in(rows) if people is None else people
    return {
        entrant.pk: seen_name(
            entrant, known.get(entrant.pk) or applicants(entrant, tournament), in_full=in_full
        )
        for entrant in rows
    }


def members_of(entrants: Iterable[Entrant]) -> dict[int, list[str]]:
    """Return the names of each entrant's current members, in order: one query."""
    found: dict[int, list[str]] = {}
    rows = Member.objects.filter(
        entrant__in=[entrant.pk for entrant in entrants], active=True
    ).order_by("order", "pk")
    for entrant_id, name in rows.values_list("entrant_id", "player__name"):
        found.setdefault(entrant_id, []).append(name or erased_name())
    return found


def called(player: Player) -> str:
    """Return a person's name at the desk, also if erased."""
    return player.called() or erased_name()


def people_in(entrants: Iterable[Entrant] | Tournament) -> dict[int, list[Person]]:
    """Return each entrant's current members in order, with what visitors see of them: one query."""
    found: dict[int, list[Person]] = {}
    rows = Member.objects.filter(active=True).order_by("order", "pk")
    if isinstance(entrants, Tournament):
        rows = rows.filter(tournament=entrants)
    else:
        rows = rows.filter(entrant__in=[entrant.pk for entrant in entrants])
    for entrant_id, *about in rows.values_list("entrant_id", *COLUMNS_OF_MEMBERS):
        found.setdefault(entrant_id, []).append(person(*about))
    return found


def applicants(entrant: Entrant, tournament: Tournament) -> list[Person]:
    """Return the people of an application, as the club would show them."""
    return [Person(name, tournament.club.shown) for name in entrant.asked_names]


def shown_name(entrant: Entrant, members: Iterable[str], *, public: bool = True) -> str:
    """Return an entrant's name for the desk and players: label, else members. `public`: alias or
    number first.
    """
    if public and (entrant.alias or entrant.hidden):
        return entrant.alias or numbered(entrant)
    if entrant.label:
        return entrant.label
    people = list(members)
    if people and all(name == erased_name() for name in people):
        return numbered(entrant)
    return BETWEEN.join(people) or BETWEEN.join(entrant.asked_names) or f"#{entrant.number}"


def seen_name(entrant: Entrant, people: Sequence[Person], *, in_full: bool = False) -> str:
    """Return an entrant's name as a visitor sees it, or another player (`in_full`).

    A team's own name is shown unless it contains a hidden name of one of its people.
    """
    if in_full or entrant.alias or entrant.hidden or not people:
        return shown_name(entrant, [one.name or erased_name() for one in people])
    if entrant.label and not any(reveals_name(entrant.label, one) for one in people):
        return entrant.label
    return _joined([one.seen for one in people]) or numbered(entrant)


def _joined(names: Sequence[str]) -> str:
    """Join names, with a word for hidden ones; "" if all are hidden."""
    return BETWEEN.join(name or erased_name() for name in names) if any(names) else ""


def shown_members(entrant: Entrant, people: Sequence[Person]) -> str:
    """Return the members of a team with its own name, as visitors see them; "" if one of them asked
    to be hidden.
    """
    if not entrant.label or is_shielded(entrant, people):
        return ""
    return BETWEEN.join(one.seen for one in people if one.seen)


def numbered(entrant: Entrant) -> str:
    """Return an entrant's public name by number."""
    return _("No. %(number)s") % {"number": entrant.number}


def is_shielded(entrant: Entrant, people: Iterable[Person]) -> bool:
    """Return whether someone asked to be hidden from the public: the club would identify them."""
    return bool(entrant.alias) or entrant.hidden or any(one.shielded for one in people)


def names_at_table(
    seated: Seated,
    names: Mapping[int, str],
    *,
    public: bool = True,
    in_full: bool = False,
    marked: bool = True,
) -> Mapping[int, str]:
    """Return `names`, except for entrants at a table with other members at the time it was played,
    or with a stand-in, who is named unless `marked` is False: "Anna & Beat (Beat for Rosa)".

    No query.
    """
    then = {
        who: seen_name(entrant, people, in_full=in_full)
        if public
        else shown_name(entrant, [one.name or erased_name() for one in people], public=False)
        for who, (entrant, people) in seated.then.items()
    }
    for who, pairs in seated.stand_ins.items() if marked else ():
        entrant, people = seated.then[who]
        if not public or not is_shielded(entrant, people):
            said = [stand_in_words(*pair, in_full=in_full or not public) for pair in pairs]
            then[who] = f"{then[who]} ({', '.join(said)})"
    return {**names, **then} if then else names


def stand_in_words(comes: Person, out: Person, *, in_full: bool) -> str:
    """Return who stands in for whom, as visitors see the names; `in_full` as players do."""
    if in_full:
        names = {"name": comes.name or erased_name(), "other": out.name or erased_name()}
    else:
        names = {"name": comes.seen or erased_name(), "other": out.seen or erased_name()}
    return _("%(name)s for %(other)s") % names


def side_names(sides: Iterable[Iterable[int]], names: Mapping[int, str]) -> list[str]:
    """Return the name of each side of a table."""
    return [BETWEEN.join(names.get(who, f"#{who}") for who in side) for side in sides]


# Between the two family names of one person, in Catalan, Spanish and Portuguese
JOINING = frozenset({"i", "y", "e"})


def family_and_given(name: str) -> tuple[str, str]:
    """Split a person's name for a sorted list: what people look up first, then the rest.

    The last word is taken as the family name ("Ida von der Mühll" is sorted by Mühll), or two that
    are joined ("Antoni Puig i Cornet" by Puig). A single word, or an initial or number at the end
    (Ida, Anna M., Player 7) leave the name unchanged.
    """
    words = name.split(" ")
    length = 3 if len(words) > 2 and words[-2] in JOINING else 1
    given, family = " ".join(words[:-length]), " ".join(words[-length:])
    if (
        given
        and len(family) > 1
        and not family.endswith(".")
        and not any(char.isdecimal() for char in family)
    ):
        return family, given
    return name, ""
