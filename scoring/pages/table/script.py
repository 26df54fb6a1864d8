"""Data for the table's script: the game so far, and the rules it needs to continue offline.

The script decides nothing that lasts: it draws the next round from the same values as the rule
book, and the server's answer replaces what it drew.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from django.urls import get_script_prefix, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.games.actions.substitutions import standing_changes
from scoring.games.queries import Agreements, Table
from scoring.games.round_words import call_name, names_with_dummy, sweep_size
from scoring.models import Device, Entry, Game, Player
from scoring.pages.seat_changes import SeatChanges
from scoring.pages.sheet_words import game_name, phrases
from scoring.pages.table.forms import sides_text
from scoring.pages.table.screen import MARKS, Tile, call_words, ring_of, seat_order
from scoring.pages.table.script_words import bomb_words, rank_words, script_words
from scoring.rules import VARIANTS, Position, RuleSet, recording_of

NOBODY = Agreements({}, frozenset())


def script_data(
    table: Table,
    position: Position,
    tiles: Sequence[Tile],
    *,
    csrf: str,
    agreements: Agreements = NOBODY,
    device: Device | None = None,
) -> dict[str, Any]:
    """Return plain data, with words in the reader's language. `position` is that of the next round,
    or of the round to correct.
    """
    rules, game = table.rules, table.game
    correcting = table.has_round(position.number)
    names = names_with_dummy(table)
    by_seat = sorted(tiles, key=lambda tile: tile.seat)
    data: dict[str, Any] = {
        "game": str(game.pk),
        "version": game.version,
        "state": game.state,
        "stateWord": str(capfirst(game.state_word)),
        "number": position.number,
        "csrf": csrf,
        "saving": Game.Saving.ASKS if correcting else game.saving,
        "seats": [
            {"name": names[t.seat], "side": t.side, "calls": [chip.call for chip in t.chips]}
            for t in by_seat
        ],
        "order": [tile.seat for tile in tiles],
        "sides": position.sides,
        "sidesSeen": sides_text(position.sides),
        "columns": position.columns,
        "totals": position.totals,
        "finished": position.finished,
        "winners": position.winners,
        "leader": position.leader,
        "dealer": position.dealer,
        "king": position.king,
        "sits_out": position.sits_out,
        "rested": position.rested,
        "seating": position.seating,
        "carried": game.carried,
        "seatChanges": seat_changes(table),
        **rule_data(table, rules),
        "words": script_words(table),
        "urls": urls_of(game),
        "rounds": [
            round_data(line.entry, agreements, device, phrases(table, line)) for line in table.lines
        ],
    }
    if any("bombs" in entry.data for entry in table.entries):
        data["words"]["bombs"] = bomb_words()
    if correcting:
        entry = table.entry_of(position.number)
        rivals = agreements.rivals.get(position.number, ())
        data["recording"] = recording_of(entry.played, rules.recording)
        data |= {
            "round": entry.data,
            "replaces": str(entry.pk),
            "versions": len(rivals) + 1 if rivals else None,
        }
    return data


def board_data(boards: Sequence[int], rules: RuleSet) -> dict[str, Any]:
    """Return what the script needs where the cards of boards are played; empty where cards are
    dealt.
    """
    return {"boards": list(boards), "beforeBoard": before_board(rules)} if boards else {}


def before_board(rules: RuleSet) -> str:
    """Return what to do before the first card of a board."""
    if rules.grand_allowed:
        return _("Count your cards: 14 · call silently")
    return _("Count your cards: 14 · call silently · no Grand Tichu")


def board_at(boards: Sequence[int], number: int) -> int | None:
    """Return the board whose cards are played in this hand; None where cards are dealt."""
    return boards[number - 1] if 0 < number <= len(boards) else None


def seat_changes(table: Table) -> list[dict[str, Any]]:
    """Return who took over from whom, by the first round played after it; several changes before
    one round are several, so that each can be taken back. No query unless somebody took over.
    """
    if not table.former:
        return []
    changes: dict[int, list[Mapping[str, Any]]] = {}
    for event in standing_changes(table.game):
        if event.data is not None:
            changes.setdefault(event.data["number"], []).append(event.data)
    found = []
    for number in SeatChanges(table).by_round:
        steps = changes.get(number, [])
        between = [_called(step["after"]["seats"]) for step in steps[:-1]]
        lineups = [table.as_in(number - 1).people, *between, table.as_in(number).people]
        ids = [step["set"] for step in steps] or [None]
        found += [
            {"id": key, "number": number, "before": before, "people": people}
            for key, (before, people) in zip(ids, pairwise(lineups), strict=True)
        ]
    return found


def _called(people: Sequence[int | None]) -> list[str]:
    """Return the names of these people, who sat here for no round; "" for none. One query."""
    rows = Player.objects.filter(pk__in=[one for one in people if one is not None])
    names: dict[int | None, str] = {
        one.pk: (one.merged_into or one).called() for one in rows.select_related("merged_into")
    }
    return [names.get(one, "") for one in people]


def after_a_copy(table: Table) -> dict[str, Any]:
    """Return what the script needs if the site is restored from a copy older than rounds of this
    game.

    It starts the game again, with what the script knows anyway. Sent with news of the game, not
    with its page.
    """
    game = table.game
    start = {
        "settings": game.settings,
        "carried": game.carried or None,
        "table_name": game.table_name,
        "direction": game.direction,
    }
    return {
        "start": None if game.of_match else start,
        "givenAgain": _("The site was restored from an older copy. Sent again: %(rounds)s"),
        "putOnSite": _("Restore this game on the site"),
    }


def rule_data(table: Table, rules: RuleSet) -> dict[str, Any]:
    """Return the rule set, and what the script has to know of its variant."""
    variant = VARIANTS[rules.variant]
    pointed = not variant.is_rank_game
    calls = rules.call_values() if pointed else {}
    ring = len(ring_of(variant, table.position)) if pointed else 0
    return {
        "variant": rules.variant,
        "players": table.n_players,
        "dummy": table.n_players if variant.has_dummy else None,
        "dummyBetween": variant.dummy_between,
        # The seat that a round singles out: which key above holds it, and how it continues (see
        # scoring.rules.leads).
        "lead": {"key": variant.lead.field, "steps": dict(variant.lead.steps)},
        # How many take turns in sitting out, and the seats around the table by lap
        "turns": variant.turns,
        **({"rings": variant.rings, "whoSitsOut": rules.who_sits_out} if variant.turns else {}),
        "code": variant.code,
        # Places around the table in drawing order; a game of ranks is drawn by rank.
        "places": seat_order(ring, table.game.direction) if pointed else [],
        "recording": rules.recording,
        "marks": MARKS,
        "sweepSize": sweep_size(table.position.sides),
        "bothMayCall": rules.partners_may_both_call,
        "grandAllowed": rules.grand_allowed,
        "failedPays": rules.failed_call_pays_opponents,
        "sweepValue": rules.sweep_value,
        "wishPenalty": rules.wish_penalty,
        "target": rules.target_score,
        "limit": rules.round_limit,
        "mercy": rules.mercy_lead,
        "tie": rules.tie_at_target,
        "dealPasses": rules.deal_passes,
        "callValues": calls,
        "callWords": call_words(list(calls)),
        "callNames": {call: call_name(call) for call in calls},
        "names": names_with_dummy(table),
        "title": game_name(table.game.variant, table.game.preset),
        # As given: "" for an unnamed seat
        "people": table.people,
        "ranks": rank_words(table) if variant.is_rank_game else None,
    }


def round_data(
    entry: Entry, agreements: Agreements, device: Device | None, texts: Sequence[str]
) -> dict[str, Any]:
    """Return a round that counts, as far as the script needs it."""
    return {
        "number": entry.number,
        "id": str(entry.pk),
        "kind": entry.kind,
        "replaces": str(entry.replaces_id) if entry.replaces_id else None,
        "data": entry.data,
        "sides": entry.sides,
        "said": " · ".join(texts),
        "place": agreements.sync_state(entry),
        "mine": device is not None and entry.device_id == device.pk,
        "disputed": entry.number in agreements.rivals,
        # Another phone to which the game is handed needs the id of the round that was chosen
        **({"about": str(entry.about_id)} if entry.kind == Entry.Kind.CHOICE else {}),
    }


def urls_of(game: Game) -> dict[str, str]:
    """Return the addresses that the script uses."""
    return {
        "games": reverse("api_games"),
        "kit": reverse("start_kit"),
        "entries": reverse("api_entries", args=[game.pk]),
        "session": reverse("api_session"),
        "state": reverse("table_state", args=[game.pk]),
        "unknown": reverse("api_unknown", args=[game.pk]),
        "seen": reverse("seen", args=[game.pk]),
        "sheet": reverse("game", args=[game.pk]),
        "score": reverse("score", args=[game.pk]),
        "settings": reverse("table_settings", args=[game.pk]),
        "live": f"{get_script_prefix()}live/",
        # A rematch, by this phone alone; in a match the match decides.
        "again": "" if game.of_match else f"{reverse('new_game')}#again={game.pk}",
    }
