"""Which way of rating foretells best who wins: invented seasons of a club, and real games where
they are at hand.

python tests/bench/compare_ratings.py [--seeds 8] [--real ../shared/data/real-games.jsonl]

Every game is foretold from those before it. Numbers of a model are chosen on some seasons, and it
is judged on others. What is found is told in docs/ratings.md.
"""

import argparse
import itertools
import json
import math
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import process_time

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scoring.people.ratings import MODEL, PROVISIONAL_UNTIL, Model, Played, Replay, Result  # noqa: E402
from scoring.people.ratings.bradley_terry import BradleyTerry  # noqa: E402
from scoring.people.ratings.elo import Elo  # noqa: E402
from scoring.people.ratings.scale import BAND  # noqa: E402
from scoring.rules import RuleSet, play  # noqa: E402
from scoring.rules.breakdown import ranked  # noqa: E402
from scoring.rules.lines import answer_line  # noqa: E402
from scoring.simulation import rounds  # noqa: E402
from tests.openskill_models import LOGISTIC, WengLin  # noqa: E402

PEOPLE, GAMES = 40, (300, 450, 600)
# How far people differ, and how far a pair is better or worse than its people
STRENGTH, TOGETHER = 0.6, 0.2
USUAL = 0.6  # how often people play with their usual partner
REAL = ROOT.parent / "shared" / "data" / "real-games.jsonl"
EDGES = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9, 1.0)

Game = Played[float]  # its key is by how much the first side is stronger, as far as it is known


@dataclass(frozen=True)
class Season:
    """Games in their order, and how strong everybody is, where somebody knows."""

    games: list[Game]
    strong: list[float] = field(default_factory=list)


# Seasons
# --------------------------------------------------------------------------------------------------


def season(seed: int, count: int) -> Season:
    """A club's season of Nanking, hand by hand."""
    lot, rules = Random(seed), RuleSet.of("nanking", {})
    strong = [lot.gauss(0, STRENGTH) for _ in range(PEOPLE)]
    together = {pair: lot.gauss(0, TOGETHER) for pair in itertools.combinations(range(PEOPLE), 2)}
    keen = [lot.uniform(0.3, 1.7) for _ in range(PEOPLE)]  # some come more often
    found: list[Game] = []
    while len(found) < count:
        here = sorted(range(PEOPLE), key=lambda who: lot.random() / keen[who])[:16]
        pairs = _pairs(here, lot)
        for one, other in zip(pairs[::2], pairs[1::2], strict=True):
            seats = [one[0], other[0], one[1], other[1]]
            extra = [together[one], together[other]]
            level = [strong[who] + extra[number % 2] for number, who in enumerate(seats)]
            totals = play(rules, 4, rounds(rules, level, lot)).totals
            found.append(
                Played(
                    level[0] + level[2] - level[1] - level[3],
                    [list(one), list(other)],
                    _result(totals),
                )
            )
    return Season(found[:count], strong)


def _pairs(here: Sequence[int], lot: Random) -> list[tuple[int, int]]:
    """Usual partners are 0 and 1, 2 and 3 ...: most of them play together when both came, the
    others are drawn.
    """
    usual = [who for who in here if who ^ 1 in here and lot.random() < math.sqrt(USUAL)]
    fixed = [(who, who + 1) for who in usual if who % 2 == 0 and who + 1 in usual]
    left = [who for who in here if all(who not in pair for pair in fixed)]
    lot.shuffle(left)
    drawn = [(min(pair), max(pair)) for pair in zip(left[::2], left[1::2], strict=True)]
    pairs = fixed + drawn
    lot.shuffle(pairs)
    return pairs


def alone(seed: int, count: int, variant: str, seats: int) -> Season:
    """Games in which everybody plays for themselves: three at Trichu, six at Always Last."""
    lot = Random(seed)
    rules = RuleSet.of(variant, {} if variant == "trichu" else {"round_limit": 8})
    strong = [lot.gauss(0, STRENGTH) for _ in range(PEOPLE // 2)]
    found: list[Game] = []
    for _ in range(count):
        here = lot.sample(range(len(strong)), seats)
        end = play(rules, seats, rounds(rules, [strong[who] for who in here], lot))
        ends = ranked(end, seats)  # without the dummy
        points = [one.total for one in ends if one.total is not None] or None
        found.append(
            Played(0.0, [[who] for who in here], Result([one.place for one in ends], points))
        )
    return Season(found)


def real_games(path: Path) -> Season:
    people: dict[str, int] = {}
    found: list[Game] = []
    for line in path.read_bytes().splitlines():
        record, answer = json.loads(line), answer_line(line)
        if record["rounds"]:
            seats = [people.setdefault(name, len(people)) for name in record["players"]]
            found.append(Played(0.0, [seats[0::2], seats[1::2]], _result(answer["totals"])))
    return Season(found)


def _result(totals: Sequence[int]) -> Result:
    return Result([1 + sum(other > total for other in totals) for total in totals], totals)


# How well a model foretells them
# ------------------------------------------------------------------------------------


@dataclass
class Told:
    """What was foretold of two sides, and what came: 1, 0, or a half where they were level."""

    chances: list[tuple[float, float]] = field(default_factory=list)

    def add(self, chance: float, came: float) -> None:
        self.chances.append((min(max(chance, 1e-6), 1 - 1e-6), came))

    @property
    def log_loss(self) -> float:
        lost = (
            -came * math.log(chance) - (1 - came) * math.log(1 - chance)
            for chance, came in self.chances
        )
        return math.fsum(lost) / len(self.chances)

    @property
    def brier(self) -> float:
        return math.fsum((chance - came) ** 2 for chance, came in self.chances) / len(self.chances)

    def calibration(self) -> list[tuple[float, float, float, int]]:
        """Of those whom it favours, by how much: from where, how often foretold and how often won,
        of how many.
        """
        favoured = [
            (chance, came) if chance >= 0.5 else (1 - chance, 1 - came)
            for chance, came in self.chances
        ]
        found = []
        for low, high in itertools.pairwise(EDGES):
            own = [one for one in favoured if low <= one[0] < high]
            if own:
                told, came = (math.fsum(column) / len(own) for column in zip(*own, strict=True))
                found.append((low, told, came, len(own)))
        return found


def foretold(model: Model, seasons: Iterable[Season], *, known: int) -> Told:
    """Two sides at a time, of games in which everybody has played `known` games before."""
    told = Told()
    for one_season in seasons:
        replay = Replay(model)
        for game in one_season.games:
            if min(replay.of(who).games for side in game.sides for who in side) >= known:
                for one, other in itertools.combinations(range(len(game.sides)), 2):
                    pair = [
                        [replay.of(who).skill for who in game.sides[side]] for side in (one, other)
                    ]
                    ahead = game.result.places[other] - game.result.places[one]
                    told.add(model.chances(pair)[0], 0.5 + 0.5 * ((ahead > 0) - (ahead < 0)))
            replay.play(game)
    return told


def worth(seasons: Iterable[Season]) -> float:
    """What a strength is worth, as the steepness of the logistic curve that tells best from it who
    won.
    """
    known = [(game.key, float(game.result.places[0] == 1)) for one in seasons for game in one.games]
    slope = 1.0
    for _ in range(30):
        chances = [_logistic(slope * lead) for lead, _won in known]
        rise = sum(
            (won - chance) * lead for chance, (lead, won) in zip(chances, known, strict=True)
        )
        slope += rise / sum(
            chance * (1 - chance) * lead**2
            for chance, (lead, _won) in zip(chances, known, strict=True)
        )
    return slope


def by_the_truth(slope: float, judged: Iterable[Season]) -> Told:
    """As well as it can be foretold by whoever knows how strong everybody is, and every pair."""
    told = Told()
    for one in judged:
        replay = Replay(MODEL)
        for game in one.games:
            if (
                min(replay.of(who).games for side in game.sides for who in side)
                >= PROVISIONAL_UNTIL
            ):
                told.add(_logistic(slope * game.key), float(game.result.places[0] == 1))
            replay.play(game)
    return told


def within_bands(model: WengLin | BradleyTerry, slope: float, seasons: Iterable[Season]) -> float:
    """How many of a hundred people are within their band at the end of a season: 95 are meant to
    be.
    """
    within: list[bool] = []
    for one in seasons:
        replay, middle = Replay(model), math.fsum(one.strong) / len(one.strong)
        for game in one.games:
            replay.play(game)
        for who, standing in replay.skills.items():
            true = model.start.mu + (one.strong[who] - middle) * slope * math.sqrt(2) * model.beta
            if standing.games >= PROVISIONAL_UNTIL:
                within.append(abs(standing.skill.mu - true) <= BAND * standing.skill.sigma)
    return 100 * sum(within) / len(within)


def _logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


class Coin:
    """Knows nothing."""

    start, ten_to_one = MODEL.start, 1.0

    def rate(self, sides: object, _result: object) -> object:
        return sides

    def chances(self, sides: Sequence[object]) -> list[float]:
        return [1 / len(sides)] * len(sides)


# The table
# --------------------------------------------------------------------------------------------------

Rows = Sequence[tuple[str, Model]]
KINDS = ("plackett-luce", "bradley-terry", "thurstone-mosteller")
BETAS, TAUS = (6.0, 8.0, 12.0, 17.0, 22.0, 28.0), (0.0, 25 / 300)


def fitted(candidates: Iterable[Model], train: Sequence[Season]) -> Model:
    return min(
        candidates, key=lambda model: foretold(model, train, known=PROVISIONAL_UNTIL).log_loss
    )


def grid(kind: str, *, damped: bool, margins: Sequence[float] = (0.0,)) -> list[Model]:
    every = itertools.product(BETAS, TAUS, margins)
    return [
        WengLin(kind, beta=beta, tau=tau, margin=margin, damped=damped)
        for beta, tau, margin in every
    ]


def contestants(train: Sequence[Season]) -> Rows:
    return [
        ("a coin", Coin()),  # type: ignore[list-item]
        ("Elo for pairs", fitted([Elo(k=k) for k in (8, 16, 24, 32, 40, 56)], train)),
        (
            "Elo for pairs, margins",
            fitted([Elo(k=k, margin=200) for k in (4, 8, 16, 24, 32, 48)], train),
        ),
        *(
            (f"{kind}, as it comes, predict_win", WengLin(kind, library_chances=True))
            for kind in KINDS
        ),
        *((f"{kind}, as it comes", WengLin(kind)) for kind in KINDS),
        *((f"{kind}, fitted", fitted(grid(kind, damped=True), train)) for kind in KINDS),
        *((f"{kind}, fitted, undamped", fitted(grid(kind, damped=False), train)) for kind in KINDS),
        *(
            (
                f"{kind}, fitted, margins",
                fitted(grid(kind, damped=False, margins=(100.0, 300.0)), train),
            )
            for kind in KINDS[1:]
        ),
        ("the one that is used", MODEL),
    ]


def table(title: str, rows: Rows, seasons: Sequence[Season], known: int) -> None:
    games = sum(len(one.games) for one in seasons)
    print(f"\n{title}: {games} games, judged where everybody has played {known} before")
    print(f"{'':46} log loss   Brier   foretold")
    for name, model in rows:
        told = foretold(model, seasons, known=known)
        print(f"{name:46} {told.log_loss:8.4f} {told.brier:8.4f} {len(told.chances):8}")


def calibration(name: str, told: Told) -> None:
    print(f"\n{name}: of a hundred games, won by the favourite as foretold, and as it came")
    for low, said, came, count in told.calibration():
        print(f"  from {100 * low:3.0f}   {100 * said:5.1f}  {100 * came:5.1f}   of {count}")


def seconds(rows: Rows, games: Sequence[Game]) -> None:
    print(f"\nSeconds of the processor for 100,000 games, chances among them, from {len(games)}")
    for name, model in rows:
        replay, start = Replay(model), process_time()
        for game in games:
            replay.play(game)
        print(f"{name:46} {(process_time() - start) * 100_000 / len(games):8.2f}")


def main() -> None:
    reader = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("--seeds", type=int, default=8)
    reader.add_argument("--real", type=Path, default=REAL)
    asked = reader.parse_args()
    train = [season(1000 + seed, GAMES[seed % 3]) for seed in range(asked.seeds)]
    judged = [season(seed, GAMES[seed % 3]) for seed in range(asked.seeds)]
    rows = contestants(train)
    for name, model in rows:
        print(f"{name:46} {model}")
    table("Seasons of pairs", rows, judged, PROVISIONAL_UNTIL)
    slope = worth(train)
    truth = by_the_truth(slope, judged)
    print(f"{'whoever knows how strong everybody is':46} {truth.log_loss:8.4f} {truth.brier:8.4f}")
    table("Seasons of pairs, from the first game on", rows, judged, 0)
    print("\nPeople in a hundred who are within their band, 95 are meant to be")
    for name, model in rows:
        if isinstance(model, BradleyTerry) or (
            isinstance(model, WengLin) and model.kind in LOGISTIC
        ):
            print(f"{name:46} {within_bands(model, slope, judged):8.1f}")
    for name, model in rows:
        if name.startswith(("Elo for pairs", "bradley", "the one")) and "margins" not in name:
            calibration(name, foretold(model, judged, known=PROVISIONAL_UNTIL))
    for title, variant, seats in (
        ("Three at Trichu", "trichu", 3),
        ("Six at Always Last", "always_last", 6),
    ):
        table(
            title, rows, [alone(seed, 300, variant, seats) for seed in range(4)], PROVISIONAL_UNTIL
        )
    if asked.real.exists():
        real = [real_games(asked.real)]
        table("Real games", rows, real, PROVISIONAL_UNTIL)
        table("Real games, from the first on", rows, real, 0)
        calibration(
            "the one that is used, real games from the first on", foretold(MODEL, real, known=0)
        )
    else:
        print(f"\nThe real games are not beside the project ({asked.real.name}): left out.")
    seconds(rows, judged[0].games)


if __name__ == "__main__":
    main()
