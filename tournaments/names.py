"""What entrants are called: on the desk by their names, in public by the alias they chose or by a number."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from tournaments.models import Entrant, Member, Tournament
from tournaments.stage.history import Seated

BETWEEN = " & "  # the same in every language


def names_of(
    tournament: Tournament, *, public: bool = True, entrants: Iterable[Entrant] | None = None
) -> dict[int, str]:
    """The name of every entrant, by id: two queries, one where the entrants are at hand.

    `public`: as the pages show it that everybody may see.
    """
    if entrants is None:
        entrants = Entrant.objects.filter(tournament=tournament).only(
            "number", "label", "alias", "hidden", "asked_names"
        )
    rows = list(entrants)
    members = members_of(rows)
    return {entrant.pk: shown_name(entrant, members.get(entrant.pk, ()), public=public) for entrant in rows}


def members_of(entrants: Iterable[Entrant]) -> dict[int, list[str]]:
    """The names of those who play for each entrant now, in their order: one query."""
    found: dict[int, list[str]] = {}
    rows = Member.objects.filter(entrant__in=[entrant.pk for entrant in entrants], active=True).order_by("order", "pk")
    for entrant_id, name in rows.values_list("entrant_id", "player__name"):
        found.setdefault(entrant_id, []).append(name)
    return found


def shown_name(entrant: Entrant, members: Iterable[str], *, public: bool = True) -> str:
    """One entrant's name: alias or number where the public looks and they asked for it, else label, else members."""
    if public and entrant.alias:
        return entrant.alias
    if public and entrant.hidden:
        return _("No. %(number)s") % {"number": entrant.number}
    return entrant.label or BETWEEN.join(members) or BETWEEN.join(entrant.asked_names) or f"#{entrant.number}"


def names_then(seated: Seated, names: Mapping[int, str], *, public: bool = True) -> Mapping[int, str]:
    """What everybody is called at a table: `names`, but for those who were other people when it was played there.

    No query.
    """
    if not seated.then:
        return names
    then = {who: shown_name(entrant, members, public=public) for who, (entrant, members) in seated.then.items()}
    return {**names, **then}


def side_names(sides: Iterable[Iterable[int]], names: Mapping[int, str]) -> list[str]:
    """The name of each side of a table."""
    return [BETWEEN.join(names.get(who, f"#{who}") for who in side) for side in sides]


def family_and_given(name: str) -> tuple[str, str]:
    """A person's name as a list has it that people look through: what they look for first, then the rest.

    The last word is taken for the family name ("Ida von der Mühll" stands by Mühll). One word, an initial or a number
    at the end (Ida, Anna M., Player 7) leave the name as it is.
    """
    given, _space, family = name.rpartition(" ")
    if given and len(family) > 1 and not family.endswith(".") and not any(char.isdecimal() for char in family):
        return family, given
    return name, ""
