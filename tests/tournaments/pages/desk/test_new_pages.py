"""A new tournament: the ready-made event, its name, its people; what is set already, and changed in
its place.
"""

import re
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.requests import Response
from tests.tournaments.desk_pages import at, errors, said, text_of
from tests.tournaments.desks import Desk, a_desk, a_tournament
from tournaments.models import Tournament
from tournaments.pages.rounds_advice import advice, enough_rounds, rounds_in_general
from tournaments.pages.stage_facts import facts_by_field, facts_of, summary_of
from tournaments.pairing.formats import FORMATS
from tournaments.plans import PRESETS, StagePlan
from tournaments.plans.usual import usual_awards
from tournaments.plans.words import open_questions, typical_points

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

PAIRS = "Anna / Beat; Bern\nCarla / Dino\nEva / Franz; Basel\nGül / Hans"


def new(desk: Desk, **typed: str) -> Response:
    return desk.client.post(reverse("desk_new", args=[desk.club.pk]), typed)


def test_name_and_list_are_enough_for_a_tournament_that_can_be_drawn() -> None:
    desk = a_desk()
    answer = new(desk, name="Winter evening", list=PAIRS)
    made = Tournament.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, at("desk_board", made))
    assert said(desk.client, answer) == [
        "The tournament has been created. Only its directors can see it for now. 4 entrants added."
    ]
    stage = made.stages.get()
    assert (made.preset, made.unit, stage.format_settings["rounds"]) == ("pairs_swiss", "pair", 5)
    assert stage.awards == usual_awards(PRESETS["pairs_swiss"].stages[0])
    assert list(made.entrants.values_list("number", "club_name")) == [
        (1, "Bern"),
        (2, ""),
        (3, "Basel"),
        (4, ""),
    ]
    desk.client.post(at("desk_turn", made, "open"))
    drawn = desk.client.post(at("desk_round_do", made, 1, 1, "draw"))
    assert desk.client.post(at("desk_round_do", made, 1, 1, "publish")).status_code == 302
    assert drawn["Location"] == at("desk_round", made, 1, 1)
    assert made.stages.get().session_rounds.get().state == "published"


@pytest.mark.parametrize("key", PRESETS)
def test_every_ready_made_event_is_made_by_its_name_alone_and_leaves_no_question(key: str) -> None:
    desk = a_desk()
    page = desk.client.get(reverse("desk_new", args=[desk.club.pk]), {"preset": key})
    assert (page.status_code, page.content.decode().count("required")) == (200, 1)
    assert new(desk, preset=key, name="Cup").status_code == 302
    stages = list(Tournament.objects.get().stages.all())
    assert [one.format for one in stages] == [plan.format for plan in PRESETS[key].stages]
    for row, plan in zip(stages, PRESETS[key].stages, strict=True):
        made = StagePlan(plan.format, points=row.points, awards=row.awards)
        assert open_questions(made) == ()
        read = FORMATS[plan.format].read
        assert (row.rules, row.minutes, read(row.format_settings)) == (
            plan.columns()["rules"],
            plan.minutes,
            read(plan.format_settings),
        )


def test_duplicate_asks_for_boards_and_not_for_hands_or_a_target() -> None:
    desk = a_desk()
    typed = {"preset": "duplicate_evening", "name": "Boards"}
    page = new(desk, **typed, look="1", format_boards="4", format_dealing="app")
    shown = page.content.decode()
    assert "Who deals the cards" in shown
    assert 'name="rule_round_limit"' not in shown
    assert 'name="rule_target_score"' not in shown
    assert page.context["summary"].startswith("4 boards · no clock")
    assert new(desk, **typed, format_boards="0").status_code == 422
    made = new(desk, **typed, format_boards="4", format_dealing="app", rule_round_limit="x")
    assert made.status_code == 302
    stage = Tournament.objects.get().stages.get()
    assert (stage.format_settings["boards"], stage.format_settings["dealing"]) == (4, "app")
    assert stage.format_settings["others"] == "percent", "the preset's own"
    assert stage.rules["round_limit"] == 4
    setup = desk.client.get(at("desk_stage", stage.tournament, 1)).content.decode()
    assert 'name="rule_round_limit"' not in setup
    assert "Hands in a game" not in setup


@pytest.mark.parametrize("page", ["desk_new", "desk_stage"])
def test_each_fact_says_what_is_settled_already(page: str) -> None:
    desk = a_desk()
    address = (
        reverse(page, args=[desk.club.pk])
        if page == "desk_new"
        else at(page, a_tournament(desk=desk), 1)
    )
    shown = desk.client.get(address).content.decode()
    facts = {
        re.sub(r"<[^>]+>|\s+", " ", about).strip(): re.sub(r"<[^>]+>", "", value).strip()
        for about, value in re.findall(
            r"</svg><span>(.*?)<b[^>]*>(.*?)</b></span><em", shown, re.DOTALL
        )
    }
    late = "Latecomers: how do earlier rounds count?"
    assert {"A game", "Time per round", "A bye", "A missed round", late} <= set(facts)
    assert facts[late] == "Nothing"
    assert "" not in facts.values(), facts
    assert facts["A game"].endswith("to 1000")


def test_what_counts_is_in_a_knock_out_how_far_somebody_came() -> None:
    desk = a_desk()
    for preset, counts in (("cup", "How far they came"), ("pairs_swiss", "Match points")):
        page = text_of(
            desk.client.get(reverse("desk_new", args=[desk.club.pk]), {"preset": preset})
        )
        assert f"Scoring {counts}" in page


def test_rounds_length_minutes_and_what_a_bye_counts_are_changed_on_the_first_form() -> None:
    desk = a_desk()
    typed = {
        "format_rounds": "4", "rule_target_score": "", "rule_round_limit": "8", "minutes": "50",
        "awards": "on", "awards_bye_points": "1", "awards_bye_score": "50",
        "awards_absent_points": "-1", "awards_absent_score": "0", "awards_late_entry": "average",
    }  # fmt: skip
    assert (
        new(
            desk, preset="pairs_swiss", name="Cup", place="Bear", starts_on="2026-12-11", **typed
        ).status_code
        == 302
    )
    made = Tournament.objects.get()
    stage = made.stages.get()
    assert (made.place, str(made.starts_on), stage.minutes) == ("Bear", "2026-12-11", 50)
    assert (
        stage.format_settings["rounds"],
        stage.rules["target_score"],
        stage.rules["round_limit"],
    ) == (4, None, 8)
    assert stage.format_settings["clubs_apart"] == "points"
    assert (
        stage.awards["bye_points"],
        stage.awards["absent_points"],
        stage.awards["late_entry"],
    ) == (1, -1, "average")


def test_what_is_wrong_is_said_beside_its_field_whose_fold_is_open_and_nothing_is_made() -> None:
    desk = a_desk()
    answer = new(
        desk,
        preset="pairs_swiss",
        name="",
        format_rounds="0",
        minutes="9999",
        rule_target_score="x",
        list="Anna / Beat\nCarla\nAnna / Dino",
    )
    page = answer.content.decode()
    assert answer.status_code == 422
    wrong = set(re.findall(r'id="(\w+)-error"', page))
    assert (
        {"name", "format_rounds", "minutes", "rule_target_score"}
        >= wrong
        >= {"name", "format_rounds"}
    )
    assert "Not saved: check the fields marked below." in errors(answer)
    said_of = re.findall(r'<li class="[a-z]*">\s*<span class="num">.*?</li>', page, re.DOTALL)
    lines = [" ".join(re.sub(r"<[^>]+>", " ", line).split()) for line in said_of]
    named = ["1 Anna &amp; Beat", "2 Carla", "3 Anna &amp; Dino"]
    assert all(line.startswith(name) for line, name in zip(lines, named, strict=True))
    assert "A pair needs two names. If the partner is not known yet, write N.N." in lines[1]
    assert "Anna / Beat\nCarla" in page
    assert not Tournament.objects.exists()
    assert not desk.club.players.exists()


def test_the_rest_is_folded_unless_something_in_it_is_refused() -> None:
    desk = a_desk()

    def folded(answer: Response) -> bool:
        fold = re.search(r'<details class="fact rest-of"([^>]*)>', answer.content.decode())
        assert fold
        return "open" not in fold[1]

    first = desk.client.get(reverse("desk_new", args=[desk.club.pk]))
    assert folded(first)
    assert "The rest, set already To 1000, no clock change" in text_of(first)
    assert folded(new(desk, preset="pairs_swiss", name="", format_rounds="0", list="Anna"))
    assert not folded(new(desk, preset="pairs_swiss", name="Cup", minutes="9999"))


def test_a_look_says_what_is_understood_and_makes_nothing() -> None:
    desk = a_desk()
    page = text_of(new(desk, preset="pairs_swiss", name="", list=PAIRS, look="1"))
    assert "4 entrants recognised" in page
    assert page.count("4 pairs: after 2 rounds at most one has won them all.") == 1
    assert "5 rounds · to 1000 · no clock · 4 pairs" in page
    assert "Enter a name." not in page
    assert not Tournament.objects.exists()


def test_a_team_that_names_too_few_is_told_while_it_is_typed_and_is_no_bar() -> None:
    desk = a_desk()
    teams = "Dragons: Anna, Beat, Carla\nHounds: Jan, Kim; Bern"
    page = text_of(new(desk, preset="tientsin_teams", name="", list=teams, look="1"))
    assert page.count("People of ") == 1
    assert "People of Hounds: 2 of 3." in page
    assert new(desk, preset="tientsin_teams", name="Teams", list=teams).status_code == 302
    assert "People of" not in text_of(
        new(desk, preset="pairs_swiss", name="", list=PAIRS, look="1")
    )


def test_the_cursor_stays_where_somebody_types_and_goes_to_the_list_that_is_wrong() -> None:
    """What is read while it is typed comes back without a place for the cursor; a refused list is
    marked.
    """
    desk = a_desk()
    begun = desk.client.get(reverse("desk_new", args=[desk.club.pk])).content.decode()
    assert re.search(r'id="name"[^>]*autofocus', begun)
    looked = new(desk, preset="pairs_swiss", name="", list=PAIRS, look="1").content.decode()
    assert "autofocus" not in looked
    refused = new(
        desk, preset="pairs_swiss", name="Evening", list=f"{PAIRS}\nCarla"
    ).content.decode()
    assert "autofocus" not in refused
    assert re.search(r'<textarea\s+id="list"[^>]*aria-invalid="true"', refused)
    assert 'id="understood"' in refused


def test_another_kind_keeps_what_was_typed_and_takes_its_own_values() -> None:
    desk = a_desk()
    typed = {
        "name": "Advent",
        "list": "Anna\nBeat",
        "format_rounds": "9",
        "minutes": "33",
        "starts_on": "2026-12-11",
    }
    page = new(desk, preset="pairs_swiss", kind="goettingen", **typed).content.decode()
    for value in ('value="Advent"', 'value="2026-12-11"', "Anna\nBeat"):
        assert value in page
    assert re.search(r'name="format_rounds"\s+value="5"', page)
    assert 'value="33"' not in page
    assert re.findall(r'value="(\w+)"\s+formnovalidate\s+aria-current="true"', page) == [
        "goettingen"
    ]
    assert not Tournament.objects.exists()


def test_a_kind_stays_where_it_is_when_it_is_chosen() -> None:
    desk = a_desk()
    a_tournament("goettingen", 0, desk=desk)
    orders = [
        re.findall(
            r'name="kind"\s+value="(\w+)"',
            new(desk, preset=key, kind=key, name="Cup").content.decode(),
        )
        for key in ("pairs_swiss", "groups_and_cup", "goettingen", "german_championship")
    ]
    assert orders[:3] == [["goettingen", "pairs_swiss", "pairs_swiss_timed", "groups_and_cup"]] * 3
    assert orders[3] == ["goettingen", "pairs_swiss", "pairs_swiss_timed", "german_championship"]


def test_the_club_s_last_kind_is_chosen_and_its_last_evening_offered_again() -> None:
    desk = a_desk()
    address = reverse("desk_new", args=[desk.club.pk])
    page = desk.client.get(address).content.decode()
    assert "Like last time" not in page
    assert re.findall(r'name="kind"\s+value="(\w+)"', page)[0] == "pairs_swiss"
    old = a_tournament("german_championship", 0, desk=desk)
    Tournament.objects.filter(pk=old.pk).update(preset="german_championship")
    page = desk.client.get(address).content.decode()
    assert re.findall(r'name="kind"\s+value="(\w+)"', page)[0] == "german_championship"
    assert f'<a class="kind" href="{at("desk_again", old)}"><b>Like last time</b>' in page


def test_enter_in_a_field_presses_the_button_that_makes_it() -> None:
    desk = a_desk()
    page = desk.client.get(reverse("desk_new", args=[desk.club.pk])).content.decode()
    form = page.partition('id="new"')[2]
    assert re.findall(r"<button[^>]*>", form)[0] == "<button hidden>"


# What is taken for granted
# ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "points", "score"),
    [
        ("pairs_swiss", 1, 0),
        ("pairs_margin", 10, 0),
        ("pairs_swiss_timed", 300, 0),
        ("jass_style", 600, 0),
        ("goettingen", 4, 200),
        ("german_championship", 4, 200),
        ("everybody_partners", 1, 0),
        ("league_evening", 3, 0),
        ("cup", 0, 0),
        ("trichu", 2, 450),
    ],
)
def test_a_bye_is_a_level_match_and_says_so(key: str, points: int, score: int) -> None:
    plan = PRESETS[key].stages[0]
    found = usual_awards(plan)
    assert (found["bye_points"], found["bye_score"], found["absent_points"]) == (points, score, 0)
    told = facts_by_field(replace(plan, awards=found)).get("bye", "")
    assert told.endswith("as for a level match") == (key != "cup")
    assert (typical_points(plan)[1], key) == (points, key) or key == "cup"


def test_so_many_rounds_part_so_many() -> None:
    for entrants in range(1, 300):
        undefeated, rounds = entrants, 0
        while undefeated > 1:
            undefeated, rounds = -(-undefeated // 2), rounds + 1  # of an odd number one has a bye
        assert enough_rounds(entrants) == rounds


def test_advice_speaks_where_rounds_are_chosen() -> None:
    for preset in PRESETS.values():
        plan = preset.stages[0]
        chosen = "rounds" in FORMATS[plan.format].settings
        assert bool(rounds_in_general(plan, preset.unit)) == (chosen or plan.format == "groups"), (
            preset.key
        )
        assert chosen or not advice(plan, preset.unit, 12)
        assert facts_of(plan)
    assert advice(PRESETS["everybody_partners"].stages[0], "person", 8).startswith(
        "8 players: after 7 rounds"
    )
    assert advice(PRESETS["everybody_partners"].stages[0], "person", 10) == ""
    assert (
        summary_of(PRESETS["team_cup"].stages[0], "team", 9)
        == "best of 3, to 1000 · no clock · 9 teams"
    )


def test_the_day_is_today_until_somebody_says_otherwise() -> None:
    desk = a_desk()
    page = desk.client.get(reverse("desk_new", args=[desk.club.pk])).content.decode()
    assert f'value="{timezone.localdate().isoformat()}"' in page


def test_groups_follow_from_the_list_and_everybody_going_on_is_a_warning() -> None:
    desk = a_desk()

    def shown(pairs: int, **typed: str) -> str:
        listed = "\n".join(f"Ann{pair} A / Bea{pair} B" for pair in range(pairs))
        return text_of(
            new(desk, preset="groups_and_cup", look="1", name="Cup", list=listed, **typed)
        )

    page = shown(8)
    assert "Groups: 2, of 4 each." in page
    assert "2 groups of 4 · to 1000 · no clock · 8 pairs" in page
    assert "go on: the groups decide nothing" not in page
    page = shown(8, format_groups="4")
    assert "Groups: 4, of 2 each." in page
    assert "All 8 go on: the groups decide nothing." in page
    assert "Enter a number" in text_of(
        new(desk, preset="groups_and_cup", name="Cup", format_groups="few")
    )
    new(desk, preset="groups_and_cup", name="Cup", format_groups="3")
    assert Tournament.objects.get().stages.get(number=1).format_settings == {"groups": 3}


def test_the_desk_says_how_many_groups_there_will_be_and_when_everybody_goes_on() -> None:
    desk = a_desk()
    cup = a_tournament("groups_and_cup", 9, desk=desk)
    assert "Groups: 3, of 3 each." in text_of(desk.client.get(at("desk_draw", cup)))
    assert "3 groups of 3" in text_of(desk.client.get(at("desk_stage", cup, 1)))
    cup.stages.filter(number=2).update(take=3)
    for page in (at("desk_draw", cup), at("desk_stage", cup, 1), at("desk_stage", cup, 2)):
        assert "All 9 go on: the groups decide nothing." in text_of(desk.client.get(page))
