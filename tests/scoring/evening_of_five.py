"""An evening of five friends that goes on from a score on paper, with a substitute in the middle:
what was tapped, and every figure of it counted by hand. Nothing of the program counts here.
"""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from html import unescape

FIVE = ("Mira", "Elif", "Jonas", "Dino", "Franz")
SUBSTITUTE, AT, SINCE = "Greta", 1, 7  # for Elif, from this round on
# Franz wins by his points a round, behind Greta by points
CARRIED, ON_PAPER = (150, 50, 100, 200, 300), 3
LAST = 10  # of the game, whose rounds on paper count
# The rings of docs/rules.md: the chairs change after five rounds that are played here
RINGS = ((0, 1, 2, 3, 4), (0, 2, 4, 1, 3))
WORTH = {"tichu": 100, "grand": 200}


@dataclass(frozen=True)
class Tapped:
    """A round as its taps say it: who went out, the calls by seat, the points of the cards of the
    side of whoever is first in the list, None after a double victory.
    """

    out: tuple[int, ...]
    calls: dict[int, str] = field(default_factory=dict)
    points: int | None = None


# Who sits out is the fifth, then the first, the second, …
ROUNDS = (
    Tapped((0, 1, 2), {0: "tichu"}, 65),
    Tapped((1, 3), {4: "tichu"}),
    Tapped((4, 0, 3), {0: "grand"}, 40),
    Tapped((1, 0, 4), {1: "tichu"}, 25),
    Tapped((2, 1, 0), {}, -25),
    Tapped((3, 0, 2), {1: "grand", 3: "tichu"}, 80),
    Tapped((2, 4, 3), {2: "tichu"}, 55),
)


@dataclass
class Counted:
    """The rows of the sheet, and what they come to, by seat."""

    rows: list[tuple[int, list[int]]] = field(default_factory=list)  # number, points
    resting: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=lambda: list(CARRIED))
    played: Counter[int] = field(default_factory=Counter)
    of_people: Counter[str] = field(default_factory=Counter)  # rounds, of who sat there then
    first_out: Counter[str] = field(default_factory=Counter)
    calls: Counter[tuple[str, str, bool]] = field(default_factory=Counter)

    @property
    def worth(self) -> list[Fraction]:
        """Points a round, each of the rounds on paper shared by five."""
        shared = Fraction(ON_PAPER * 4, 5)
        return [
            Fraction(total) / (shared + self.played[at]) for at, total in enumerate(self.totals)
        ]

    @property
    def winner(self) -> str:
        return sitting(LAST)[self.worth.index(max(self.worth))]


def sitting(number: int) -> list[str]:
    """Who has which seat in this round."""
    return [
        SUBSTITUTE if seat == AT and number >= SINCE else name for seat, name in enumerate(FIVE)
    ]


def sides_of(at: int) -> tuple[set[int], set[int], int]:
    """The two sides of a round, the first in the list on the first, and who sits out."""
    resting = (4 + at) % 5
    ring = [seat for seat in RINGS[at // 5 % 2] if seat != resting]
    one, other = {ring[0], ring[2]}, {ring[1], ring[3]}
    return (one, other, resting) if min(ring) in one else (other, one, resting)


def counted() -> Counted:
    found = Counted()
    for at, tapped in enumerate(ROUNDS):
        one, other, resting = sides_of(at)
        number, scores = ON_PAPER + at + 1, [0, 0]
        names, first = sitting(number), tapped.out[0]
        if tapped.points is None:
            assert set(tapped.out) in (one, other)
            scores[0 if first in one else 1] = 200
        else:
            scores = [tapped.points, 100 - tapped.points]
        for seat, call in tapped.calls.items():
            made = seat == first
            scores[0 if seat in one else 1] += WORTH[call] if made else -WORTH[call]
            found.calls[names[seat], call, made] += 1
        points = [scores[0] if seat in one else scores[1] for seat in range(5)]
        points[resting] = 0
        found.rows.append((number, points))
        found.resting.append(resting)
        found.totals = [total + more for total, more in zip(found.totals, points, strict=True)]
        for seat in one | other:
            found.played[seat] += 1
            found.of_people[names[seat]] += 1
        found.first_out[names[first]] += 1
    assert found.rows[-1][0] == LAST
    return found


def whose_game() -> list[str]:
    """For whom the game counts: who had a seat in at least half of the rounds that are here."""
    sat: Counter[str] = Counter()
    for at in range(len(ROUNDS)):
        sat.update(sitting(ON_PAPER + at + 1))
    return [name for name, rounds in sat.items() if 2 * rounds >= len(ROUNDS)]


def shown(number: int) -> str:
    """A whole number as pages write it."""
    return f"\N{MINUS SIGN}{-number}" if number < 0 else str(number)


def text_of(page: str) -> str:
    """What a page says, without tags, in single spaces."""
    main = page.partition('<main id="main">')[2].partition("</main>")[0]
    joined = re.sub(r"</?(?:b|bdi|abbr)\b[^>]*>", "", main)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", joined)))


def check_everywhere(look: Callable[[str], str], club: int, game: str, night: str) -> None:
    """The sheet, the people and the evening say what was counted here. `look` gives a page."""
    found = counted()
    check_sheet(look(f"/games/{game}/"), found)
    people = look("/people/")
    links = {unescape(name): where for where, name in PERSON.findall(people)}
    assert set(links) == {*FIVE, SUBSTITUTE}
    for name, where in links.items():
        check_person(text_of(look(where)), name, found)
        games = "1 game" if name in whose_game() else "0 games"
        assert f"{name} {games}" in text_of(people)
    check_evening(text_of(look(f"/clubs/{club}/evenings/{night}/")), found)
    check_year(text_of(look(f"/clubs/{club}/")), found)


PERSON = re.compile(r'href="(/people/\d+/)"[^>]*>(?:<[^>]*>)*<bdi[^>]*>([^<]+)</bdi>')
CELL = re.compile(r'<td class="num[^"]*">(.*?)</td>', re.DOTALL)


def check_sheet(page: str, found: Counted) -> None:
    totals = list(CARRIED)
    for (number, points), resting in zip(found.rows, found.resting, strict=True):
        row = page.partition(f'<tbody id="round-{number}">')[2].partition("</tr>")[0]
        cells = [re.sub(r"<[^>]+>", " ", cell).split() for cell in CELL.findall(row)]
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        assert cells == [
            [*(["sat", "out"] if seat == resting else [shown(points[seat])]), shown(totals[seat])]
            for seat in range(5)
        ]
    text = text_of(page)
    assert re.search(rf"{found.winner} {max_total(found)} ✓ won after {LAST} rounds", text)
    assert f"From round {SINCE}: {SUBSTITUTE} for {FIVE[AT]}" in text
    assert f"Rounds 1 to {ON_PAPER} were not recorded here." in text


def max_total(found: Counted) -> str:
    """The total of who won."""
    return shown(found.totals[sitting(LAST).index(found.winner)])


def made_of(found: Counted, call: str, *names: str) -> str:
    """ "1 of 2" as pages write it, "" without a call."""
    made, failed = (
        sum(found.calls[name, call, outcome] for name in names) for outcome in (True, False)
    )
    return f"{made} of {made + failed}" if made + failed else ""


def check_person(text: str, name: str, found: Counted) -> None:
    for call, words in (("tichu", "T Tichu"), ("grand", "G Grand Tichu")):
        own = made_of(found, call, name)
        assert (f"{words} {own} " in text) if own else (words not in text)
    won = int(name == found.winner)
    alone = f"Individual games {100 * won}% won, {won} of 1 game"
    assert (alone in text) == (name in whose_game())


def check_evening(text: str, found: Counted) -> None:
    """Who was there, if only for a few rounds; the winner first, the others by their points
    behind the best.
    """
    assert f"{len({*FIVE, SUBSTITUTE})} people 1 game {found.winner} won" in text
    ranked = sorted(
        whose_game(),
        key=lambda name: (name != found.winner, -found.totals[sitting(LAST).index(name)]),
    )
    rows = " ".join(
        f"{rank} {name} {int(rank == 1)} of 1 won {int(rank == 1)}"
        for rank, name in enumerate(ranked, start=1)
    )
    assert f"Games won {rows} Ties" in text
    game = " ".join(
        f"{name} {shown(total)}" + (" won" if name == found.winner else "")
        for name, total in zip(sitting(LAST), found.totals, strict=True)
    )
    assert f"Games 1 {game} Score sheet" in text


def check_year(text: str, found: Counted) -> None:
    everybody = {*FIVE, SUBSTITUTE}
    sweeps = sum(tapped.points is None for tapped in ROUNDS)
    assert f"1 game {len(ROUNDS)} rounds" in text
    assert f"Tichus made {made_of(found, 'tichu', *everybody)}:" in text
    assert f"Grands made {made_of(found, 'grand', *everybody)}:" in text
    assert f"{sweeps} double victory" in text
