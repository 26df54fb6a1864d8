"""A stage's settings as facts for the desk: a line each, with an icon.

The sentences are in `plans.words`.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext, pgettext

from scoring.games.round_words import figure, plural
from scoring.rules import PRESETS as GAMES
from scoring.rules import VARIANTS, RuleSet
from tournaments.models import Stage
from tournaments.pairing.formats import FORMATS
from tournaments.pairing.groups import Groups, sizes_of
from tournaments.plans import StagePlan
from tournaments.plans.usual import halved
from tournaments.plans.words import typical_points
from tournaments.standings.criteria import CRITERIA
from tournaments.standings.points import SCORING_SYSTEMS, adjust


@dataclass(frozen=True)
class Fact:
    """A setting: an icon, and a word or two."""

    sign: str
    text: str


def facts_of(plan: StagePlan) -> list[Fact]:
    """Return what tells an event from others at a glance: rounds, length, time."""
    found = []
    if rounds := describe_rounds(plan):
        found.append(Fact("rematch", rounds))
    found.append(Fact("target", describe_length(plan)))
    if plan.minutes is not None:
        found.append(Fact("clock", describe_minutes(plan)))
    return found


def describe_rounds(plan: StagePlan) -> str:
    """Describe the number of session rounds; empty if it follows from the entrants."""
    rounds = FORMATS[plan.format].read(plan.format_settings).get("rounds")
    if rounds is None:
        return ""
    return npgettext("tournament", "%(count)s round", "%(count)s rounds", rounds) % {
        "count": rounds
    }


def describe_groups(plan: StagePlan, entrants: int) -> str:
    """Describe how many groups, and of how many entrants each; empty without groups or entrants."""
    if plan.format != Groups.key or not entrants:
        return ""
    sizes = sizes_of(Groups().read(plan.format_settings)["groups"], entrants)
    text = ngettext("%(count)s group", "%(count)s groups", len(sizes)) % {"count": len(sizes)}
    least, most = str(sizes[-1]), str(sizes[0])
    each = most if least == most else _("%(least)s to %(most)s") % {"least": least, "most": most}
    return _("%(groups)s of %(size)s") % {"groups": text, "size": each}


def describe_length(plan: StagePlan) -> str:
    """Describe what ends a game, and how many games make a match."""
    rules = RuleSet.of(plan.variant, plan.rules)
    target, hands = rules.target_score, rules.round_limit
    text = _("until the table ends it")
    if FORMATS[plan.format].compares_boards:
        boards = FORMATS[plan.format].read(plan.format_settings)["boards"]
        text = ngettext("%(count)s board", "%(count)s boards", boards) % {"count": boards}
    elif hands is not None:
        text = ngettext("%(count)s hand", "%(count)s hands", hands) % {"count": hands}
    if target is not None:
        to = pgettext("length of a game", "to %(target)s") % {"target": target}
        text = to if hands is None else _("%(to)s, at most %(hands)s") % {"to": to, "hands": text}
    if plan.best_of > 1:
        text = _("best of %(games)s, %(each)s") % {"games": plan.best_of, "each": text}
    return text


def describe_minutes(plan: StagePlan) -> str:
    """Describe how long a match may take."""
    if plan.minutes is None:
        return _("no clock")
    return ngettext("%(count)s minute", "%(count)s minutes", plan.minutes) % {"count": plan.minutes}


def describe_game(plan: StagePlan) -> str:
    """Return the rule set's name, else the game's."""
    rules = RuleSet.of(plan.variant, plan.rules)
    return _(next((one.name for one in GAMES if one.rules == rules), VARIANTS[plan.variant].name))


def describe_points(plan: StagePlan) -> str:
    """Describe what a match gives."""
    return _(SCORING_SYSTEMS[plan.points].name)


def describe_ranking(plan: StagePlan) -> str:
    """Describe the criteria, in order."""
    return ", ".join(_(CRITERIA[key].name) for key in plan.criteria)


def describe_award(plan: StagePlan, kind: str) -> str:
    """Describe what a bye ("bye") or a missed round ("absent") counts."""
    awards = adjust.read(plan.awards)
    points, score = awards[f"{kind}_points"], awards[f"{kind}_score"]
    if points is None or score is None:
        return _("not decided yet")
    amount = ngettext("%(points)s point", "%(points)s points", plural(points)) % {
        "points": figure(points)
    }
    if score:
        text = ngettext(
            "%(points)s, %(score)s Tichu point", "%(points)s, %(score)s Tichu points", plural(score)
        )
        amount = text % {"points": amount, "score": figure(score)}
    if kind == "bye" and points == halved(typical_points(plan)[1]):
        amount = _("%(points)s, as for a level match") % {"points": amount}
    again = awards["bye_again_points"] if kind == "bye" else None
    if again is not None and again != points:
        amount = _("%(first)s; a further bye %(again)s") % {
            "first": amount,
            "again": figure(again),
        }
    return amount


def describe_late_entries(plan: StagePlan) -> str:
    """Describe what rounds before a late entry count."""
    counts = adjust.read(plan.awards)["late_entry"]
    return _(adjust.CHOICES[counts])


def of_unit(unit: str, count: int) -> str:
    """Return a number of persons, pairs or teams."""
    words = {
        "pair": ngettext("%(count)s pair", "%(count)s pairs", count),
        "person": ngettext("%(count)s player", "%(count)s players", count),
        "team": ngettext("%(count)s team", "%(count)s teams", count),
    }
    return words[unit] % {"count": count}


def summary_of(plan: StagePlan, unit: str, entrants: int) -> str:
    """Return all settings in one line, rounds first: "5 rounds · to 1000 · no clock · 11 pairs"."""
    parts = [
        describe_rounds(plan) or describe_groups(plan, entrants),
        describe_length(plan),
        describe_minutes(plan),
        of_unit(unit, entrants) if entrants else "",
    ]
    return " · ".join(part for part in parts if part)


def facts_by_field(plan: StagePlan, entrants: int = 0) -> dict[str, str]:
    """Return all settings of a stage, by where they are changed; `entrants` is their number, if
    known.
    """
    facts = {
        "format": _(FORMATS[plan.format].name),
        "game": describe_game(plan),
        "length": describe_length(plan),
        "minutes": describe_minutes(plan),
        "points": describe_points(plan),
        "ranking": describe_ranking(plan),
    }
    facts["counts"] = (
        _("How far they came") if FORMATS[plan.format].ranks_itself else facts["points"]
    )
    if rounds := describe_rounds(plan):
        facts["format"] = f"{facts['format']}, {rounds}"
    if "third_place" in FORMATS[plan.format].settings:
        played = FORMATS[plan.format].read(plan.format_settings)["third_place"]
        facts["format"] += ", " + (
            _("with a match for third place") if played else _("third place is shared")
        )
        facts["format"] += _placement(plan)
    if plan.format == Groups.key:
        groups = Groups().read(plan.format_settings)["groups"]
        about = _("of about four") if groups is None else str(groups)
        facts["format"] = describe_groups(plan, entrants) or f"{facts['format']}, {about}"
    facts["on"] = _("everybody")
    if plan.take is not None:
        facts["on"] = ngettext("the first %(count)s", "the first %(count)s", plan.take) % {
            "count": plan.take
        }
    facts["line"] = str(Stage.AtLine(plan.at_line).label)
    if FORMATS[plan.format].needs_awards:
        facts |= {
            "bye": describe_award(plan, "bye"),
            "absent": describe_award(plan, "absent"),
            "late": describe_late_entries(plan),
        }
    return facts


@dataclass(frozen=True)
class Row:
    """A setting: an icon, a label and a value."""

    sign: str
    about: str
    value: str


def _placement(plan: StagePlan) -> str:
    """Return for which lower places a knock-out is played, and which others have a cup of their
    own, each after a comma; "" for neither.
    """
    read = FORMATS[plan.format].read(plan.format_settings)
    texts = {
        "8": _("matches for places 5 to 8"),
        "16": _("matches for places 5 to 16"),
        "all": _("matches for all places"),
        "second_chance": _("with a second-chance cup"),
    }
    found = [texts[read["placement"]]] if read["placement"] in texts else []
    if read["consolation"]:
        found.append(_("with a consolation cup"))
    return "".join(f", {text}" for text in found)


def rows_of(plan: StagePlan, entrants: int = 0) -> list[Row]:
    """Return all settings of a stage for reading; `entrants` as above."""
    facts = facts_by_field(plan, entrants)
    rows = [
        Row("draw", _("Format"), facts["format"]),
        Row("target", _("A game"), f"{facts['game']}, {facts['length']}"),
        Row("clock", _("Time per round"), facts["minutes"]),
        Row("spread", _("Points"), facts["points"]),
        Row("ranks", _("Ranking"), facts["ranking"]),
    ]
    if plan.take is not None:
        rows[1:1] = [
            Row("people", _("Advance"), facts["on"]),
            Row("flag", _("Level at the line"), facts["line"]),
        ]
    if "bye" in facts:
        rows += [
            Row("bye", _("A bye"), facts["bye"]),
            Row("absent", _("A missed round"), facts["absent"]),
        ]
    return rows
