"""Notes of a draw (why these met, what to look at) as they are kept and put into words."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.games.round_words import in_form
from tournaments.pairing.values import Id, Note

Names = Mapping[int, str]
# What a draw tells besides what a director has to look at: why somebody has the bye, that opponents
# meet again where partners change, who waits in a bracket.
QUIET = frozenset(
    {
        "bye",
        "byes",
        "bye_passed_on",
        "free",
        "opponent_away",
        "waits",
        "walkover",
        "no_opponent",
        "third_without_match",
        "opponents_again",
        "met_before",
    }
)

# Notes are kept with the English text that they had: what it is called now, in which languages know
# it. `tests/tournaments/stage/test_notes.py` says where a text was changed without a line here.
FORMER: Mapping[str, str] = {}


def is_quiet(data: Mapping[str, Any]) -> bool:
    """Whether a kept note only explains, and asks nobody to look."""
    return data.get("code") in QUIET


def note_data(notes: Iterable[Note]) -> list[dict[str, Any]]:
    """Notes as JSON keeps them: values that are entrants stand under `who`, by id, all others under
    `params`.
    """
    return [
        {
            "code": note.code,
            "text": note.text,
            "params": {key: _plain(value) for key, value in note.params.items() if not _ids(value)},
            "who": {key: _listed(value) for key, value in note.params.items() if _ids(value)},
        }
        for note in notes
    ]


def notes_of(kept: Iterable[Mapping[str, Any]]) -> tuple[Note, ...]:
    """Kept notes as a draw reads them: the reverse of `note_data`. What is no note is left out."""
    return tuple(
        Note(
            str(data["code"]),
            str(data.get("text", "")),
            {
                **data.get("params", {}),
                **{key: _who(ids) for key, ids in data.get("who", {}).items()},
            },
        )
        for data in kept
        if "code" in data
    )


def _who(ids: Sequence[int]) -> Id | tuple[Id, ...]:
    return Id(ids[0]) if len(ids) == 1 else tuple(map(Id, ids))


def _ids(value: object) -> bool:
    return isinstance(value, Id) or (
        isinstance(value, (tuple, list, frozenset))
        and bool(value)
        and all(isinstance(one, Id) for one in value)
    )


def _listed(value: Any) -> list[int]:
    return [int(value)] if isinstance(value, Id) else sorted(int(one) for one in value)


def _plain(value: object) -> object:
    return value if isinstance(value, (int, str)) else str(value)


def words(data: Mapping[str, Any], names: Names) -> str:
    """A kept note as a sentence in the language that is spoken, with names for entrants.

    What an older version wrote otherwise is still shown: a note is never worth an error page.
    """
    named = {
        key: ", ".join(names.get(who, f"#{who}") for who in ids)
        for key, ids in data.get("who", {}).items()
    }
    try:
        sentence = FORMER.get(data["text"], data["text"])
        params = data.get("params", {})
        return in_form(sentence, params) % {**params, **named}
    except (KeyError, TypeError, ValueError):
        return str(data.get("text", ""))
