"""Turns groups of ids into numbered tables with reasons and warnings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.pairing.clubs import NEVER, apart_now
from tournaments.pairing.individual.fives import FIVE, FIVES, FOUR, five_games
from tournaments.pairing.individual.history import History
from tournaments.pairing.individual.proof import TEXTS, Known, text_of
from tournaments.pairing.tables import number_tables
from tournaments.pairing.values import Draw, Field, Id, Note, Table


@dataclass(frozen=True)
class Seated:
    """Ids that sit together (four: the first two are partners; five; or one with a bye), and why.

    `numbers` are their schedule numbers, in the same order.
    """

    group: Sequence[int]
    reason: Note
    numbers: tuple[int, ...] = ()


def _table(seated: Seated, ranks: Mapping[int, int]) -> Table:
    """Return a table with the best placed first, on each side and within it."""
    ids = list(seated.group)
    if len(ids) == FIVE:
        ids.sort(key=ranks.__getitem__)
        five = Note("five", gettext_noop("Table of five: each sits out one game in turn."))
        return Table(
            tuple((id_,) for id_ in ids), games=five_games(ids), reasons=(seated.reason, five)
        )
    halves = (sorted(ids[:2], key=ranks.__getitem__), sorted(ids[2:], key=ranks.__getitem__))
    one, other = sorted(halves, key=lambda side: ranks[side[0]])
    number = dict(zip(seated.group, seated.numbers, strict=False))
    key = "-".join(str(number[id_]) for id_ in [*one, *other] if number)
    return Table((tuple(one), tuple(other)), reasons=(seated.reason,), key=key)


def _warned(table: Table, past: History, clubs: Mapping[int, str]) -> Table:
    """Add to the table warnings about repeated partners, repeated opponents and fellow members."""
    partners, opponents = table.partners, table.opponents
    found = []
    for pair in sorted(partners | opponents, key=sorted):
        one, other = sorted(pair)
        params: dict[str, object] = {"first": Id(one), "second": Id(other)}
        if pair in partners and past.partners.get(pair):
            text = gettext_noop("%(first)s and %(second)s have been partners before.")
            found.append(Note("partners_again", text, params))
        elif pair in opponents and past.opponents.get(pair):
            text = gettext_noop("%(first)s and %(second)s have been opponents before.")
            found.append(Note("opponents_again", text, params))
        if one in clubs and clubs[one] == clubs.get(other):
            text = gettext_noop("%(first)s and %(second)s are of the same club.")
            found.append(Note("same_club", text, params))
    order = ("partners_again", "opponents_again", "same_club")
    return replace(table, warnings=tuple(sorted(found, key=lambda note: order.index(note.code))))


def _without_expected(table: Table, past: History, ids: Sequence[int]) -> Table:
    """Return the table without warnings about two who meet again like everybody: one of them has
    been partners, or opponents, with each of the field as often as with the other.
    """
    times = {"partners_again": past.partners, "opponents_again": past.opponents}

    def least(who: int, before: Mapping[frozenset[int], int]) -> int:
        return min((before.get(frozenset((who, one)), 0) for one in ids if one != who), default=0)

    def is_expected(note: Note) -> bool:
        before = times.get(note.code)
        if before is None:
            return False
        pair = [who for who in note.params.values() if isinstance(who, Id)]
        return before[frozenset(pair)] <= max(least(who, before) for who in pair)

    return replace(table, warnings=tuple(w for w in table.warnings if not is_expected(w)))


def _relaxed(tables: Iterable[Table], known: Known) -> list[Note]:
    """Return notes on wishes the whole round could not meet, least important first."""
    codes = [note.code for table in tables for note in table.warnings]
    return [
        Note(code, text_of(code, known), {"count": codes.count(code)})
        for code in TEXTS
        if code in codes
    ]


def _turns(field: Field, past: History, byes: Sequence[int], tables: Sequence[Table]) -> list[Note]:
    """Return notes on persons with a second bye or table of five while another never had one."""
    directors = {entrant.id for entrant in field.entrants if entrant.five}
    fives = {id_ for table in tables if len(table.everybody) == FIVE for id_ in table.everybody}
    others = field.ranks.keys() - set(byes) - fives
    bye_text = gettext_noop("Another bye for %(entrant)s, although not everybody has had one.")
    five_text = gettext_noop(
        "Again at a table of five: %(entrant)s, although not everybody has been."
    )
    found = []
    for code, text, chosen, had in (
        ("bye_again", bye_text, set(byes), past.byes),
        ("five_again", five_text, fives - directors, past.fives),
    ):
        if not all(map(had.get, others)):
            again = sorted(filter(had.get, chosen))
            found += [Note(code, text, {"entrant": Id(id_)}) for id_ in again]
    return found


def _no_fives(count: int, byes: int) -> Note:
    text = ngettext_noop(
        "%(count)s person cannot be seated at tables of four and five: %(byes)s have a bye.",
        "%(count)s persons cannot be seated at tables of four and five: %(byes)s have a bye.",
        "count",
    )
    return Note("no_fives", text, {"count": count, "byes": byes})


def seated_draw(
    field: Field, past: History, seated: Sequence[Seated], relaxed: tuple[Note, ...], known: Known
) -> Draw:
    """Build the draw, numbering tables in this order as far as fixed tables allow.

    `relaxed` are wishes given up earlier; `known` is what is known of those given up here.
    """
    ranks = field.ranks
    byes = sorted(one.group[0] for one in seated if len(one.group) == 1)
    apart = apart_now(field.settings, field.number) != NEVER
    clubs = field.clubs if apart else {}
    tables = [_warned(_table(one, ranks), past, clubs) for one in seated if len(one.group) >= FOUR]
    given_up = [*relaxed, *_relaxed(tables, known), *_turns(field, past, byes, tables)]
    # The most important comes last
    given_up.sort(key=lambda note: note.code == "partners_again")
    if byes and field.settings["odd"] == FIVES and not any(table.key for table in tables):
        given_up.insert(0, _no_fives(len(ranks), len(byes)))
    tables = [_without_expected(table, past, list(ranks)) for table in tables]
    return Draw(number_tables(tables, field.fixed_tables), tuple(byes), tuple(given_up))
