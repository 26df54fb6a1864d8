"""The kinds of milestones: one function each, and the list of all. Add further ones there.

Each looks at the game and the history before it, runs no query, and returns one line or None. The
list is ordered by weight: rarer things, which people would talk about at home, weigh more.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.html import conditional_escape, escape, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.games.round_words import signed
from scoring.people.milestones.finished_game import Ended, Party, Person
from scoring.people.milestones.history import History, Record, Year
from scoring.rules.settings import GRAND, TICHU

DEFEATS = 2  # of a team before its first win over another is worth a line
RUN = 4  # games won in a row
IN_A_ROW: Mapping[str, int] = {GRAND: 3, TICHU: 6}  # calls made
LARGE_DEFICIT = 300  # points
ROUNDS_OF_A_YEAR = 20  # before one can be called its best
WINS_BEFORE = 5  # before one can be called the clearest
TOGETHER = (10, 20, 50)  # games, and every hundred


@dataclass(frozen=True)
class Line:
    """A line on the card, about the people of `column`; a team's are named in order."""

    column: int
    names: tuple[str, ...]
    is_team: bool
    text: SafeString


def first_win(ended: Ended, history: History) -> Line | None:
    """The first game that a team won against another, after several defeats."""
    party = ended.winner
    other = ended.opponent(party) if party else None
    if party is None or other is None:
        return None
    record = history.teams.get(party.column, Record())
    if record.beaten or record.lost < DEFEATS:
        return None
    text = ngettext(
        "First win over %(names)s, after %(count)s defeat",
        "First win over %(names)s, after %(count)s defeats",
        record.lost,
    )
    return line(party, text, names=named(other), count=record.lost)


def comeback(ended: Ended, history: History) -> Line | None:
    """A win after a large deficit."""
    party = ended.winner
    deficit = ended.deficit(party) if party else 0
    if party is None or deficit < LARGE_DEFICIT:
        return None
    if 0 < history.deepest < deficit:
        text = ngettext(
            "%(count)s point behind and still won, the largest comeback so far",
            "%(count)s points behind and still won, the largest comeback so far",
            deficit,
        )
    else:
        text = ngettext(
            "%(count)s point behind and still won", "%(count)s points behind and still won", deficit
        )
    return line(party, text, count=deficit)


def run_of_wins(ended: Ended, history: History) -> Line | None:
    """Games won in a row by a pair, or by one of them with changing partners if those are more."""
    party = ended.winner
    if party is None:
        return None
    who, own = _longest_running(party, history)
    count = 1 + last_run(own)
    if count < RUN:
        return None
    if history.is_whole and count > longest_run(own) > 0 and not all(own):
        text = ngettext(
            "%(count)s game won in a row, the longest run so far",
            "%(count)s games won in a row, the longest run so far",
            count,
        )
    else:
        text = ngettext("%(count)s game won in a row", "%(count)s games won in a row", count)
    return line(who, text, count=count)


def _longest_running(party: Party, history: History) -> tuple[Party | Person, list[bool]]:
    """Return the party, or the one of its people who has won more in a row; with their results."""
    who: Party | Person = party
    own = [
        one.won for one in history.results.get(party.people[0].player, ()) if one.team == party.team
    ]
    for person in party.people if party.team is not None else ():
        with_anybody = [one.won for one in history.results.get(person.player, ())]
        if last_run(with_anybody) > last_run(own):
            who, own = person, with_anybody
    return who, own


def calls_in_a_row(ended: Ended, history: History, call: str) -> Line | None:
    """Consecutive made calls of a kind by one person, in this game and before."""
    runs = []
    for person in ended.people:
        made = ended.calls(person, call)
        count = last_run(made)
        if made and all(made):
            count += history.made.get((person.player, call), 0)
        runs.append((count, person))
    count, who = max(runs, key=lambda run: run[0], default=(0, None))
    if who is None or count < IN_A_ROW[call]:
        return None
    if call == GRAND:
        text = ngettext(
            "%(count)s Grand Tichu made in a row", "%(count)s Grand Tichus made in a row", count
        )
    else:
        text = ngettext("%(count)s Tichu made in a row", "%(count)s Tichus made in a row", count)
    return line(who, text, count=count)


def best_round(ended: Ended, history: History) -> Line | None:
    """A person's best round of the year."""
    found = []
    for party in ended.parties:
        year, points = history.years.get(party.column, Year()), ended.best(party)
        if year.rounds >= ROUNDS_OF_A_YEAR and points > max(year.best, 0):
            found.append((points, party))
    if not found:
        return None
    points, who = max(found, key=lambda one: one[0])
    text = _("%(points)s, the best round of %(year)s so far")
    return line(who, text, points=signed(points), year=ended.game.night.year)


def together(ended: Ended, history: History, *, hundreds: bool) -> Line | None:
    """A round number of games that a team has played: every hundred, or one of the first."""
    counts = [
        (1 + history.teams.get(party.column, Record()).games, party)
        for party in ended.parties
        if party.team is not None
    ]
    round_ones = [
        (n, party) for n, party in counts if (n % 100 == 0 if hundreds else n in TOGETHER)
    ]
    if not round_ones:
        return None
    count, who = max(round_ones, key=lambda one: one[0])
    return line(who, _("%(count)sth game together"), count=count)


def clearest_win(ended: Ended, history: History) -> Line | None:
    """The largest winning margin so far under the same rules."""
    party = ended.winner
    if party is None or party.team is None:
        return None
    record, margin = history.teams.get(party.column, Record()), ended.margin(party)
    if record.wins < WINS_BEFORE or margin <= record.clearest:
        return None
    text = ngettext(
        "Won by %(count)s point, the clearest win so far",
        "Won by %(count)s points, the clearest win so far",
        margin,
    )
    return line(party, text, count=margin)


Kind = Callable[[Ended, History], Line | None]
KINDS: Sequence[tuple[int, Kind]] = sorted(
    (
        (100, partial(together, hundreds=True)),
        (95, first_win),
        (90, comeback),
        (85, partial(calls_in_a_row, call=GRAND)),
        (80, run_of_wins),
        (70, best_round),
        (60, partial(calls_in_a_row, call=TICHU)),
        (50, clearest_win),
        (40, partial(together, hundreds=False)),
    ),
    key=lambda one: -one[0],
)


def line(who: Party | Person, text: str, **values: str | int) -> Line:
    """Build a line. `values` are put into the text, escaped unless they are safe."""
    safe = {
        key: conditional_escape(str(value) if isinstance(value, int) else value)
        for key, value in values.items()
    }
    filled = mark_safe(escape(text) % safe)  # noqa: S308  (all of it is escaped)
    if isinstance(who, Person):
        return Line(who.column, (who.name,), is_team=False, text=filled)
    return Line(who.column, who.names, is_team=who.team is not None, text=filled)


def named(party: Party) -> SafeString:
    """Join names for a sentence, each isolated whatever its script."""
    return format_html_join(
        mark_safe(" &amp; "), "<bdi>{}</bdi>", ((name,) for name in party.names)
    )


def last_run(made: Sequence[bool]) -> int:
    """Return how many values at the end are true in a row."""
    return next((count for count, one in enumerate(reversed(made)) if not one), len(made))


def longest_run(made: Sequence[bool]) -> int:
    longest = run = 0
    for one in made:
        run = run + 1 if one else 0
        longest = max(longest, run)
    return longest
