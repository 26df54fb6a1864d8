"""The end of a game on the table's screen: who won, the race, the best round, what was called."""

import re
from collections.abc import Sequence
from datetime import timedelta
from html import unescape

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.games.queries import table_of
from scoring.models import Entry, Game, Seat
from scoring.pages.end_card import Ending, RankEnding
from scoring.rules import VARIANTS, Round, RuleSet
from tests.scoring.games import PEOPLE, a_client, a_game, believable, words

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

ANNA_AND_CARLA = Round(out=(0, 2), calls={0: "grand"})  # +400
# −40 and +140
BEAT_AND_DINO = Round(out=(1, 0, 3, 2), calls={1: "tichu", 2: "tichu"}, card_points=(60, 40))
ROUNDS = (ANNA_AND_CARLA, BEAT_AND_DINO, ANNA_AND_CARLA, ANNA_AND_CARLA)  # ends 1160 : 140


def page_of(game: Game) -> str:
    return a_client().get(reverse("score", args=[game.pk])).content.decode()


def words_of(game: Game) -> str:
    return words(a_client(), "score", game.pk)


def test_the_card_says_who_won_by_how_much_and_how() -> None:
    game = a_game(rounds=ROUNDS)
    said = words_of(game)
    for text in ("Anna & Carla won.", "against Beat & Dino", "1160 : 140", "4 rounds"):
        assert text in said
    ending = Ending(table_of(game))
    assert ending.best is not None
    assert (ending.best.number, ending.best.gain, ending.best.swept) == (
        4,
        "+400",
        "Double victory",
    )
    assert [(side.made, [call.letter for call in side.calls]) for side in ending.called] == [
        ("3 of 4", ["G", "T", "G", "G"]),
        ("1 of 1", ["T"]),
    ]
    page = page_of(game)
    card = page.partition('<div id="rounds">')[0]
    # That of the best round, and those of each side
    assert card.count('class="call-sign') == 1 + 4 + 1
    assert card.count("failed") >= 1


def test_the_result_is_a_line_for_a_message() -> None:
    assert Ending(table_of(a_game(rounds=ROUNDS))).in_a_line == (
        "Tichu: Anna & Carla won 1160 : 140 against Beat & Dino (after 4 rounds)"
    )


def test_of_three_each_with_a_total_all_are_named_by_their_place() -> None:
    game = a_game("trichu", rounds=believable(RuleSet.of("trichu"), 3, 9))
    ending = Ending(table_of(game))
    totals = [int(side.total.replace("−", "-")) for side in ending.by_place]
    assert totals == sorted(totals, reverse=True)
    assert len(ending.sides) == 4
    assert "Tichu: " in ending.in_a_line
    assert "Anna" in words_of(game)


FIVE = Round(out=(0, 3, 1), card_points=(80, 20))  # with 0 and 2 against 1 and 3


@pytest.mark.parametrize(
    ("variant", "rounds", "winner"),
    [
        ("nanking", [Round(out=(0, 1, 2, 3), card_points=(65, 35))], "Anna & Carla"),
        ("nanking", [Round(out=(0, 1, 2, 3), card_points=(50, 50))], ""),
        # After two rounds 1 and 3 have a round more than 0, whose mean is the best
        ("nanking_five", [FIVE, Round(out=(1, 2, 4), card_points=(30, 70))], "Anna"),
    ],
)
def test_a_game_finished_early_is_won_on_every_page_by_who_was_in_front(
    variant: str, rounds: list[Round], winner: str
) -> None:
    game = a_game(variant, names=PEOPLE[: 4 + (variant == "nanking_five")], rounds=rounds)
    a_client().post(reverse("finish_early", args=[game.pk]), {"reason": "last tram"})
    page = page_of(game)
    assert "The game was finished early." in page
    assert ('class="stamp"' in page) == bool(winner)
    title = re.search(r'<h2\s+class="winner.*?</h2>', page, re.DOTALL)
    assert title
    text = unescape(re.sub(r"<[^>]+>", " ", title[0]))
    assert " ".join(text.split()) == (f"{winner} won." if winner else "A draw.")
    sheet = words(a_client(), "game", game.pk)
    assert ("✓ won after" in sheet) == bool(winner)
    assert sheet.count("draw") == (0 if winner else 2)
    wall = words(a_client(), "wall", game.pk)
    assert ("✓ winner" in wall) == bool(winner)
    ended = Seat.objects.filter(game=game, place=1).order_by("number")
    first = [seat.player.name for seat in ended if seat.player]
    assert first == (winner.split(" & ") if winner else list(PEOPLE[:4]))
    listed = a_client().get(reverse("all_games")).content.decode()
    assert len(re.findall(r'class="column[^"]* won"', listed)) == (1 if winner else 2)


def test_a_running_game_has_no_card() -> None:
    assert "end-card" not in page_of(a_game(rounds=ROUNDS[:2]))


RANKS = (Round(out=(2, 0, 3, 1, 4)), Round(out=(0, 2, 1, 3, 4)), Round(out=(0, 1, 2, 4, 3)))


@pytest.mark.parametrize(
    ("variant", "limit", "first", "last"),
    [
        ("grand_seigneur", None, "Great Lord", "Wretch"),
        ("grand_seigneur", 3, "Great Lord", "Wretch"),
        ("always_last", 3, "First among unequals", "The last"),
    ],
)
def test_a_game_of_ranks_ends_with_who_is_first_and_how_often_everybody_was(
    variant: str, limit: int | None, first: str, last: str
) -> None:
    """After its last round, and where the company stopped."""
    game = a_game(variant, rounds=RANKS, settings={"round_limit": limit})
    if not limit:
        a_client().post(reverse("finish_early", args=[game.pk]), {"reason": ""})
    said = words_of(game)
    assert f"Anna {first} for 2 rounds" in said
    assert f"{first} Anna 2× Carla 1×" in said
    assert f"{last} Eva 2× Dino 1×" in said
    assert "Mean Anna 1.3 Beat 3.0 Carla 2.0 Eva 4.7 Dino 4.0" in said
    assert "Share Rematch" in said
    assert 'class="stamp"' not in page_of(game), "nobody has won"


@pytest.mark.parametrize(
    ("variant", "limits", "offered", "said"),
    [
        ("grand_seigneur", {}, "Finish the game", "Finished"),
        ("grand_seigneur", {"round_limit": 9}, "Finish early", "Finished early"),
        ("nanking", {}, "Finish early", "Finished early"),
    ],
)
def test_a_game_that_nothing_ends_but_the_company_is_not_finished_early(
    variant: str, limits: dict[str, int], offered: str, said: str
) -> None:
    game = a_game(
        variant,
        rounds=believable(RuleSet.of(variant), VARIANTS[variant].min_players, 2),
        settings=limits,
    )
    for address in ("score", "game"):
        page = words(a_client(), address, game.pk)
        assert offered in page
        assert ("Finish early" in page) == (offered == "Finish early")
    a_client().post(reverse("finish_early", args=[game.pk]), {"reason": ""})
    assert f"<title>{said} ·" in page_of(game)
    assert re.search(rf"<h1 id=\"heading\"[^>]*>\s*<span>{said}</span>", page_of(game))
    sheet = a_client().get(reverse("game", args=[game.pk])).content.decode()
    assert f'<span class="state">{said.lower()}</span>' in sheet
    for address in ("wall", "front"):
        page = words(a_client(), address, *([] if address == "front" else [game.pk]))
        assert ("finished early" in page) == (said == "Finished early"), address
        assert "finished" in page


def test_the_ranks_are_a_line_for_a_message_and_their_chart_has_the_last_rounds() -> None:
    ending = RankEnding(table_of(a_game("grand_seigneur", rounds=RANKS * 5)))
    assert ending.in_a_line == "Tichu: 1 Anna, 2 Beat, 3 Carla, 4 Eva, 5 Dino (after 15 rounds)"
    assert [tick.text for tick in ending.chart.columns][-1] == "15"
    assert len(ending.chart.curves[0].line.split()) == 12


def test_a_rematch_with_new_partners_shows_who_plays_with_whom_before_it_starts() -> None:
    game = a_game(rounds=ROUNDS)
    assert "New partners Anna & Dino – Carla & Beat Play like this" in words_of(game)
    proposal = page_of(game).partition('<details class="turned">')[2].partition("</details>")[0]
    assert "<form" not in proposal.partition("</summary>")[0]


@pytest.mark.parametrize(
    ("minutes", "said"), [(3, ""), (42, "42 min"), (72, "1 h 12 min"), (60 * 14, "")]
)
def test_how_long_it_took_is_said_where_the_times_tell(minutes: int, said: str) -> None:
    game = a_game(rounds=ROUNDS)
    Entry.objects.filter(game=game).update(created_at=game.started_at + timedelta(minutes=minutes))
    assert Ending(table_of(game)).duration == said


@settings(max_examples=20)
@given(st.lists(st.sampled_from([ANNA_AND_CARLA, BEAT_AND_DINO]), min_size=1, max_size=3))
def test_the_best_round_is_the_greatest_gain_and_the_later_of_two(rounds: Sequence[Round]) -> None:
    table = table_of(a_game(rounds=rounds))
    best = Ending(table).best
    assert best is not None
    gains = [max(result.scores) for result in table.result.rounds]
    last = max(number for number, gain in enumerate(gains, start=1) if gain == max(gains))
    assert (best.number, best.gain) == (last, f"+{max(gains)}")


def test_the_card_costs_no_query_of_its_own(django_assert_num_queries) -> None:
    game = a_game(rounds=ROUNDS)
    table = table_of(game)
    with django_assert_num_queries(0):
        ending = Ending(table)
        assert ending.in_a_line
        assert ending.chart.band


def test_points_a_round_are_written_as_the_reader_writes_numbers() -> None:
    five = RuleSet.of("nanking_five", {"round_limit": 3})
    game = a_game("nanking_five", settings=five.settings(), rounds=believable(five, 5, 3, seed=4))
    address = reverse("score", args=[game.pk])
    found = {}
    for language in ("en", "de"):
        page = a_client().get(address, headers={"Accept-Language": language}).content.decode()
        card = page.partition('<div id="rounds">')[0]
        found[language] = re.findall(r"<b>[−\d]+ <small>([^<]+)</small></b>", card)
    assert len(found["en"]) == 5
    assert any("." in mean for mean in found["en"])
    assert found["de"] == [mean.replace(".", ",") for mean in found["en"]]
