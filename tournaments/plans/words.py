"""A stage in plain words: what is played, for what points, and what ranks, as sentences for
players.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from scoring.rules import VARIANTS, RuleSet
from scoring.rules.words import gettext_noop, ngettext_noop
from tournaments.pairing.formats import FORMATS
from tournaments.standings.criteria import CRITERIA
from tournaments.standings.points import SCORING_SYSTEMS, adjust

from .plan import StagePlan

Part = tuple[str, Mapping[str, object]]  # a template, marked for translation, and its params


class Term(str):
    """A param that is English itself and is translated before it is filled in."""

    __slots__ = ()


UNITS = {
    "person": gettext_noop("Players are ranked."),
    "pair": gettext_noop("Pairs are ranked."),
    "team": gettext_noop("Teams are ranked."),
}
LENGTH_AND_RECORD = {"target_score", "round_limit", "recording"}
# Key prefixes of criteria on opponents
OF_OPPONENTS = ("buchholz", "sonneborn", "opponents")


def paragraph(plan: StagePlan, unit: str) -> list[Part]:
    """Return the sentences of a stage in the order people ask: draw, length of a match, points.

    Each is a template (English, marked for translation) and its params. A param is a number
    (exact), a text, a `Term`, or a tuple of these, read as a list.
    """
    awards = awards_words(plan) if FORMATS[plan.format].needs_awards else ()
    return [*course(plan, unit), *awards]


def course(plan: StagePlan, unit: str) -> list[Part]:
    """Return the paragraph without byes, missed rounds and late entries, for use before those are
    settled.
    """
    format_ = FORMATS[plan.format]
    parts: list[Part] = [] if format_.units == (unit,) else [(UNITS[unit], {})]
    if plan.take is not None:
        text = ngettext_noop(
            "The first of the previous stage, or of each of its groups, plays here.",
            "The first %(take)s of the previous stage, or of each of its groups, play here.",
            "take",
        )
        parts.append((text, {"take": plan.take}))
    if not format_.ranks_itself:  # a bracket's own sentences start with what it is
        parts.append((format_.sentence, {}))
    parts += format_.describe(format_.read(plan.format_settings))
    parts += _length(plan)
    parts += _points(plan)
    parts += _ranking(plan)
    return parts


def _length(plan: StagePlan) -> Iterator[Part]:
    rules = RuleSet.of(plan.variant, plan.rules)
    length: dict[str, object] = {"hands": rules.round_limit, "target": rules.target_score}
    yield (gettext_noop("The game is %(game)s."), {"game": Term(VARIANTS[plan.variant].name)})
    if plan.best_of > 1:
        text = ngettext_noop(
            "A match is %(games)s game.",
            "A match is the best of %(games)s games: %(wins)s wins decide it.",
            "games",
        )
        yield text, {"games": plan.best_of, "wins": plan.best_of // 2 + 1}
    if plan.format == "evening_of_four":
        yield (
            gettext_noop(
                "Each table plays three games, so that everyone partners everyone else once."
            ),
            {},
        )
    if rules.target_score is not None and rules.round_limit is not None:
        yield (
            ngettext_noop(
                "A game goes to %(target)s points, or %(hands)s hand at most.",
                "A game goes to %(target)s points, or %(hands)s hands at most.",
                "hands",
            ),
            length,
        )
    elif rules.round_limit is not None:
        yield ngettext_noop("A game is one hand.", "A game has %(hands)s hands.", "hands"), length
    elif rules.target_score is not None:
        yield (
            ngettext_noop(
                "A game goes to %(target)s point.", "A game goes to %(target)s points.", "target"
            ),
            length,
        )
    else:
        yield gettext_noop("A game goes on until the table ends it."), length
    yield from _house_rules(rules)
    if plan.minutes is not None:
        text = ngettext_noop(
            "A match has %(minutes)s minute; an unfinished game then counts as it stands.",
            "A match has %(minutes)s minutes; an unfinished game then counts as it stands.",
            "minutes",
        )
        yield text, {"minutes": plan.minutes}


def _house_rules(rules: RuleSet) -> Iterator[Part]:
    defaults = VARIANTS[rules.variant].defaults
    other = {
        key for key, value in rules.settings().items() if value != defaults[key]
    } - LENGTH_AND_RECORD
    if "grand_allowed" in other and not rules.grand_allowed:
        yield gettext_noop("Grand Tichu is not allowed."), {}
    if "sweep_value" in other:
        text = ngettext_noop(
            "Going out together is worth %(points)s Tichu point.",
            "Going out together is worth %(points)s Tichu points.",
            "points",
        )
        yield text, {"points": rules.sweep_value}
    if other - {"grand_allowed", "sweep_value"}:
        yield gettext_noop("Further house rules apply; the tables know them."), {}


def _points(plan: StagePlan) -> Iterator[Part]:
    system = SCORING_SYSTEMS[plan.points]
    settings = system.read(plan.points_settings)
    yield from SYSTEM_SENTENCES.get(plan.points, lambda _, __: iter([(system.sentence, {})]))(
        settings, plan
    )


def _match(settings: Mapping[str, Any], plan: StagePlan) -> Iterator[Part]:
    text = gettext_noop(
        "Points for a match: %(win)s for a win, %(draw)s for a draw, %(loss)s for a loss."
    )
    yield text, settings
    if settings["margin_of_draw"]:
        text = ngettext_noop(
            "A game with at most %(margin_of_draw)s Tichu point between the sides is a draw.",
            "A game with at most %(margin_of_draw)s Tichu points between the sides is a draw.",
            "margin_of_draw",
        )
        yield text, settings
    if plan.best_of > 1 and settings["level_games"] == "score":
        yield gettext_noop("With equal games won, the Tichu points of all games decide."), {}


def _hands(settings: Mapping[str, Any], plan: StagePlan) -> Iterator[Part]:  # noqa: ARG001 - as all of them
    text = gettext_noop(
        "Points for each hand: %(win)s for a win, %(draw)s if level, %(sweep)s for a double "
        "victory, %(loss)s for a loss."
    )
    yield text, settings


def _margin(settings: Mapping[str, Any], plan: StagePlan) -> Iterator[Part]:  # noqa: ARG001
    texts = {
        "twenty": ngettext_noop(
            "In each match the sides share 20 points, depending on the margin: 10 : 10 if level, "
            "11 : 9 from %(unit)s Tichu point ahead, 20 : 0 from %(most)s.",
            "In each match the sides share 20 points, depending on the margin: 10 : 10 if level, "
            "11 : 9 from %(unit)s Tichu points ahead, 20 : 0 from %(most)s.",
            "unit",
        ),
        "continuous": ngettext_noop(
            "In each match the sides share 20 points, depending on the margin, without steps: 20 "
            ": 0 from %(blitz)s Tichu point ahead.",
            "In each match the sides share 20 points, depending on the margin, without steps: 20 "
            ": 0 from %(blitz)s Tichu points ahead.",
            "blitz",
        ),
        "own": gettext_noop(
            "In each match the sides share the points, depending on the margin, from our own table."
        ),
        "wbf": ngettext_noop(
            "In each match the sides share 20 points, depending on the margin and the number of "
            "hands, on the World Bridge Federation’s curve: %(unit)s Tichu point counts as one "
            "IMP.",
            "In each match the sides share 20 points, depending on the margin and the number of "
            "hands, on the World Bridge Federation’s curve: %(unit)s Tichu points count as one "
            "IMP.",
            "unit",
        ),
    }
    yield texts[settings["scale"]], {**settings, "most": 28 * settings["unit"]}


def _difference(settings: Mapping[str, Any], plan: StagePlan) -> Iterator[Part]:  # noqa: ARG001
    yield gettext_noop("The difference of Tichu points in each match counts."), {}
    if settings["cap"] is not None:
        yield gettext_noop("A match counts at most %(cap)s, up or down."), settings


def _shares(settings: Mapping[str, Any], plan: StagePlan) -> Iterator[Part]:  # noqa: ARG001
    text = gettext_noop(
        "The games at a table are ranked by the size of the win and give each winner: %(ladder)s."
    )
    yield text, {"ladder": tuple(settings["ladder"])}


def _places(settings: Mapping[str, Any], plan: StagePlan) -> Iterator[Part]:  # noqa: ARG001
    if settings["by"] == "hand":
        yield gettext_noop("Every hand gives points by place."), {}
    else:
        yield gettext_noop("The place at the table over all its hands gives points."), {}
    for ladder in settings["table"]:
        text = gettext_noop("At a table of %(size)s, the best place first: %(ladder)s.")
        yield text, {"size": len(ladder), "ladder": tuple(ladder)}
    if not settings["table"]:
        text = ngettext_noop(
            "The first gets %(most)s point, the last 0, those between evenly spaced.",
            "The first gets %(most)s points, the last 0, those between evenly spaced.",
            "most",
        )
        yield text, settings


SYSTEM_SENTENCES = {
    "match": _match,
    "hands": _hands,
    "margin": _margin,
    "difference": _difference,
    "shares": _shares,
    "places": _places,
}


def _ranking(plan: StagePlan) -> Iterator[Part]:
    names = tuple(Term(CRITERIA[key].name) for key in plan.criteria)
    if FORMATS[plan.format].ranks_itself:
        text = gettext_noop(
            "Ranked by how far they got; among those who got equally far: %(criteria)s."
        )
    else:
        text = gettext_noop("Ranked by: %(criteria)s.")
    yield text, {"criteria": names}
    if plan.worst_dropped:
        yield gettext_noop("Everybody's worst round is dropped."), {}
    if any(key.startswith(OF_OPPONENTS) for key in plan.criteria):
        texts = {
            "zero": gettext_noop(
                "In tie-breaks based on opponents' points, an unplayed round adds nothing."
            ),
            "own_points": gettext_noop(
                "In tie-breaks based on opponents' points, an unplayed round counts as a match "
                "against an opponent with as many points as you."
            ),
            "fide_2023": gettext_noop(
                "In tie-breaks based on opponents' points, unplayed rounds count as in chess."
            ),
            "fide_2026": gettext_noop(
                "In tie-breaks based on opponents' points, unplayed rounds count as in chess "
                "since 2026."
            ),
        }
        yield texts[plan.unplayed], {}
    if FORMATS[plan.format].compares_boards and plan.carry == "points":
        yield gettext_noop("All boards of the previous stage count too."), {}
    elif plan.carry == "points":
        yield gettext_noop("All points from the previous stage are carried over."), {}
    elif plan.carry == "matches":
        yield (
            gettext_noop(
                "Results against others who qualified are carried over from the previous stage."
            ),
            {},
        )


def awards_words(plan: StagePlan) -> Iterator[Part]:
    """Describe what was settled for byes, missed rounds and late entries, and what was not."""
    awards = adjust.read(plan.awards)
    for kind, settled, open_ in (
        (
            "bye",
            gettext_noop("A bye counts: points %(points)s, Tichu points %(score)s."),
            gettext_noop("What a bye is worth is not decided yet."),
        ),
        (
            "absent",
            gettext_noop("A missed round counts: points %(points)s, Tichu points %(score)s."),
            gettext_noop("What a missed round is worth is not decided yet."),
        ),
    ):
        points, score = awards[f"{kind}_points"], awards[f"{kind}_score"]
        if points is None or score is None:
            yield open_, {}
        else:
            yield settled, {"points": points, "score": score}
    yield from _further_byes(awards)
    if FORMATS[plan.format].takes_late:
        late = {
            "nothing": gettext_noop("Latecomers get nothing for earlier rounds."),
            "absent": gettext_noop("Earlier rounds count as missed for latecomers."),
            "average": gettext_noop(
                "Latecomers get the mean of their own rounds for earlier ones."
            ),
        }
        undecided = gettext_noop(
            "Latecomers get nothing for earlier rounds unless this is changed."
        )
        yield (late[awards["late_entry"]] if "late_entry" in plan.awards else undecided), {}


def _further_byes(awards: Mapping[str, Any]) -> Iterator[Part]:
    """Say what the second bye and all after it are worth, if that differs from the first."""
    again = [awards["bye_again_points"], awards["bye_again_score"]]
    first = [awards["bye_points"], awards["bye_score"]]
    points, score = (
        one if other is None else other for one, other in zip(first, again, strict=True)
    )
    if None not in first and [points, score] != first:
        text = gettext_noop("A further bye counts: points %(points)s, Tichu points %(score)s.")
        yield text, {"points": points, "score": score}


def open_questions(plan: StagePlan) -> tuple[str, ...]:
    """Return what is not settled and in no rule book: "bye", "absent". Empty if the format needs no
    awards.
    """
    if not FORMATS[plan.format].needs_awards:
        return ()
    awards = adjust.read(plan.awards)
    return tuple(
        kind
        for kind in ("bye", "absent")
        if awards[f"{kind}_points"] is None or awards[f"{kind}_score"] is None
    )


def typical_points(plan: StagePlan) -> tuple[int | Fraction | None, int | Fraction]:
    """Return the points of a clear win (None if undefined) and of a level match, to compare a bye
    with.
    """
    system = SCORING_SYSTEMS[plan.points]
    settings = system.read(plan.points_settings)
    matches = FORMATS[plan.format].at_four
    size: Mapping[str, int] = {
        "hands": (RuleSet.of(plan.variant, plan.rules).round_limit or 10) * matches,
        "players": VARIANTS[plan.variant].min_players,
    }
    each = matches if system.each_match else 1
    full = system.full(settings, **size)
    return None if full is None else full * each, system.level(settings, **size) * each
