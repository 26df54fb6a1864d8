"""Notes of a draw (reasons and warnings): storage and display."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.games.round_words import in_form
from tournaments.pairing.values import Id, Note

Names = Mapping[int, str]
# Notes that need no action by the director: reasons for a bye, repeated opponents with changing
# partners, entrants waiting in a bracket.
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
        "kept_apart",
    }
)

# Notes are stored with their English text. This maps former texts to those in the catalogues.
# `tests/tournaments/stage/test_notes.py` finds a text changed without a line here.
FORMER: Mapping[str, str] = {
    "%(own)s does not meet %(nearer)s, who is closer: both are of the club %(club)s.": (
        "%(own)s and %(nearer)s are closer in the standings but are kept apart: both are from the "
        "club %(club)s."
    ),
    "Both are of the club %(club)s: nobody else is as close by points.": (
        "Both are from the club %(club)s: no other opponent is as close on points."
    ),
    "No place in the movement: %(who)s. The first round was drawn without them.": (
        "No place in the movement: %(who)s. A late pair can take the place of one that has left "
        "or, with an odd number of pairs, play against the one that sits out."
    ),
    "Sits out, because one of the two has played these boards: %(who)s.": (
        "Sits out, because somebody there has played these boards: %(who)s."
    ),
}


def is_quiet(data: Mapping[str, Any]) -> bool:
    """Whether a stored note only explains and needs no check."""
    return data.get("code") in QUIET


def note_data(notes: Iterable[Note]) -> list[dict[str, Any]]:
    """Return notes for JSON: params that are entrants are under `who`, by id, others under
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
    """Restore stored notes: the reverse of `note_data`. Invalid ones are left out."""
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
    """Return a stored note as a sentence in the active language, with names for entrants.

    Formats of older versions are still shown: a note is never worth an error page.
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
