"""What was ever sent for a round, and what happened to a game besides its rounds, in words."""

from dataclasses import dataclass, replace

from scoring.models import Entry, Game, GameEvent
from scoring.queries import history_of_round
from scoring.rules import Round, RoundResult, RuleError, advance, play
from scoring.sheet_words import Story, event_word, story
from scoring.sheets import Sheet


@dataclass(frozen=True)
class Happening:
    """Something that happened to a game besides its rounds."""

    event: GameEvent
    word: str


def happenings(game: Game) -> list[Happening]:
    """All that happened to a game besides its rounds, in order: one query."""
    return [Happening(event, event_word(event.action)) for event in game.events.select_related("device")]


def reason_to_stop(game: Game, happened: list[Happening]) -> str:
    """Why a game was finished early, in the people's own words; nothing where it was not, or goes on again."""
    if game.state != Game.State.STOPPED:
        return ""
    return next((each.event.reason for each in reversed(happened) if each.event.action == "finish_early"), "")


@dataclass(frozen=True)
class Told:
    """An entry of a round's history; `story` is None for a round taken back."""

    entry: Entry
    story: Story | None
    counts: bool


def history(sheet: Sheet, number: int) -> list[Told]:
    """All that was ever sent for a round, oldest first, in words; empty where there is no such round."""
    before = sheet.table.played[: number - 1]
    position = play(sheet.table.rules, sheet.table.n_players, before).position
    counting = sheet.table.entries[number - 1].pk if number <= len(sheet.table.entries) else None
    told = []
    for entry in history_of_round(sheet.game, number):
        words = None
        if entry.kind != Entry.Kind.UNDO:
            played = Round.from_data(entry.data)
            result: RoundResult | None = None
            # The sides are those under which it was written: with other rounds before it they may be others now.
            then = replace(position, sides=tuple(map(tuple, entry.sides)), tichu_only=(), finished=False)
            try:
                result, _after = advance(then, played)
            except RuleError:
                # Written when the rounds before it said something else: only what was sent can be told.
                result = None
            words = story(sheet.table.rules, sheet.seat_names, played, result)
        told.append(Told(entry, words, entry.pk == counting))
    return told
