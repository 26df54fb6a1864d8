"""What entrants are called: on the desk by their names; in public by the alias they chose or by a
number, and else as their people chose, or the club for them. Whatever a visitor reads of names
comes through here.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from scoring.games.names.seat_names import somebody_word
from scoring.games.names.visibility import COLUMNS, Person, gives_away, person
from scoring.models import Player
from tournaments.models import Entrant, Member, Tournament
from tournaments.stage.history import Seated

BETWEEN = " & "  # the same in every language


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
    """The name of every entrant, by id: two queries, one less for the entrants and the people that
    are at hand.

    `public`: as the pages show it that everybody may see. `in_full`: the same for those who play,
    who see each other's names; only who asked for an alias or a number goes by it.
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
            entrant, known.get(entrant.pk) or asking(entrant, tournament), in_full=in_full
        )
        for entrant in rows
    }


def members_of(entrants: Iterable[Entrant]) -> dict[int, list[str]]:
    """What those are called who play for each entrant now, in their order: one query."""
    found: dict[int, list[str]] = {}
    rows = Member.objects.filter(
        entrant__in=[entrant.pk for entrant in entrants], active=True
    ).order_by("order", "pk")
    for entrant_id, name in rows.values_list("entrant_id", "player__name"):
        found.setdefault(entrant_id, []).append(name or somebody_word())
    return found


def called(player: Player) -> str:
    """What somebody is called at the desk, also where they were erased."""
    return player.called() or somebody_word()


def people_in(entrants: Iterable[Entrant] | Tournament) -> dict[int, list[Person]]:
    """Those who play for each entrant now, in their order, with what visitors see of them: one
    query.
    """
    found: dict[int, list[Person]] = {}
    rows = Member.objects.filter(active=True).order_by("order", "pk")
    if isinstance(entrants, Tournament):
        rows = rows.filter(tournament=entrants)
    else:
        rows = rows.filter(entrant__in=[entrant.pk for entrant in entrants])
    for entrant_id, *about in rows.values_list("entrant_id", *COLUMNS_OF_MEMBERS):
        found.setdefault(entrant_id, []).append(person(*about))
    return found


def asking(entrant: Entrant, tournament: Tournament) -> list[Person]:
    """Those who have only asked to play, as the club would show them."""
    return [Person(name, tournament.club.shown) for name in entrant.asked_names]


def shown_name(entrant: Entrant, members: Iterable[str], *, public: bool = True) -> str:
    """One entrant's name, for the desk and those who play: label, else members. `public`: alias or
    number first.
    """
    if public and entrant.alias:
        return entrant.alias
    if public and entrant.hidden:
        return numbered(entrant)
    people = list(members)
    if people and all(name == somebody_word() for name in people) and not entrant.label:
        return numbered(entrant)  # all were erased
    return (
        entrant.label
        or BETWEEN.join(people)
        or BETWEEN.join(entrant.asked_names)
        or f"#{entrant.number}"
    )


def seen_name(entrant: Entrant, people: Sequence[Person], *, in_full: bool = False) -> str:
    """One entrant's name as a visitor sees it, or somebody else who plays (`in_full`).

    A team's own name stands unless it tells one of its people's that is not shown.
    """
    if in_full or entrant.alias or entrant.hidden or not people:
        return shown_name(entrant, [one.name or somebody_word() for one in people])
    if entrant.label and not any(gives_away(entrant.label, one) for one in people):
        return entrant.label
    seen = [one.seen for one in people]
    return (
        BETWEEN.join(name or somebody_word() for name in seen) if any(seen) else numbered(entrant)
    )


def people_behind(entrant: Entrant, people: Sequence[Person]) -> str:
    """Who plays under a team's own name, as visitors see them; empty where one of them asked not to
    be told.
    """
    if not entrant.label or is_shielded(entrant, people):
        return ""
    return BETWEEN.join(one.seen for one in people if one.seen)


def numbered(entrant: Entrant) -> str:
    """Somebody who is shown by a number alone."""
    return _("No. %(number)s") % {"number": entrant.number}


def is_shielded(entrant: Entrant, people: Iterable[Person]) -> bool:
    """Whether somebody asked not to be shown to the public by name:
    the club would tell who it is.
    """
    return bool(entrant.alias) or entrant.hidden or any(one.shielded for one in people)


def names_then(
    seated: Seated, names: Mapping[int, str], *, public: bool = True, in_full: bool = False
) -> Mapping[int, str]:
    """What everybody is called at a table: `names`, but for those who were other people when it was
    played there.

    No query.
    """
    then = {
        who: seen_name(entrant, people, in_full=in_full)
        if public
        else shown_name(entrant, [one.name or somebody_word() for one in people], public=False)
        for who, (entrant, people) in seated.then.items()
    }
    return {**names, **then} if then else names


def side_names(sides: Iterable[Iterable[int]], names: Mapping[int, str]) -> list[str]:
    """The name of each side of a table."""
    return [BETWEEN.join(names.get(who, f"#{who}") for who in side) for side in sides]


def family_and_given(name: str) -> tuple[str, str]:
    """A person's name as a list has it that people look through: what they look for first, then the
    rest.

    The last word is taken for the family name ("Ida von der Mühll" stands by Mühll). One word, an
    initial or a number at the end (Ida, Anna M., Player 7) leave the name as it is.
    """
    given, _space, family = name.rpartition(" ")
    if (
        given
        and len(family) > 1
        and not family.endswith(".")
        and not any(char.isdecimal() for char in family)
    ):
        return family, given
    return name, ""
