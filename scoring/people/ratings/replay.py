"""Replay games in order: the changes by each, and everybody's skill after it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from scoring.people.ratings.model import DIGITS, Model, Result, Skill

Key = TypeVar("Key")


class RatedSkill(NamedTuple):
    """A person's skill, and after how many games."""

    skill: Skill
    games: int


@dataclass(frozen=True, slots=True)
class Played(Generic[Key]):
    """A counted game: the people of each side, by number, and how it ended."""

    key: Key
    sides: Sequence[Sequence[int]]
    result: Result


class Change(NamedTuple):
    """What a game changed for a player. `chance` is their side's before it."""

    player: int
    before: RatedSkill
    after: RatedSkill
    chance: float


@dataclass
class Replay:
    """Everybody's skill as games are replayed."""

    model: Model
    skills: dict[int, RatedSkill] = field(default_factory=dict)

    @classmethod
    def after(cls, model: Model, skills: Mapping[int, RatedSkill]) -> "Replay":
        return cls(model, dict(skills))

    def of(self, player: int) -> RatedSkill:
        return self.skills.get(player, self._new)

    @cached_property
    def _new(self) -> RatedSkill:
        return RatedSkill(self.model.start, 0)

    def play(self, game: Played[Key]) -> list[Change]:
        """Rate a game; return the changes side by side, in the given order."""
        known, new = self.skills, self._new
        before = [[known.get(player, new) for player in side] for side in game.sides]
        skills = [[one.skill for one in side] for side in before]
        chances = self.model.chances(skills)
        rated = self.model.rate(skills, game.result)
        changes = []
        for side, was, now, chance in zip(game.sides, before, rated, chances, strict=True):
            expected = round(chance, DIGITS)
            for player, old, skill in zip(side, was, now, strict=True):
                after = known[player] = RatedSkill(skill, old.games + 1)
                changes.append(Change(player, old, after, expected))
        return changes

    def through(self, games: Iterable[Played[Key]]) -> Iterator[tuple[Played[Key], list[Change]]]:
        for game in games:
            yield game, self.play(game)
