"""New seats in the games of ranks: the drawing, who moves where, who pushes what, what is dealt."""

from math import atan2, degrees

import pytest

from scoring.games.queries import table_of
from scoring.models import Game
from scoring.pages.table.seating import HEIGHT, WIDTH, Reseating, first_round_hint, reseating
from scoring.rules import Round
from tests.scoring.tables import PEOPLE, Phone, table, write

pytestmark = pytest.mark.django_db

SIX, FIVE = PEOPLE[:6], PEOPLE[:5]


def after(
    anna: Phone, variant: str, *orders: list[int], names: list[str] | None = None
) -> Reseating:
    game = table(anna, variant, names=names)
    write(game, *[Round(out=order).to_data() for order in orders])
    return reseating(table_of(game))


def clockwise(drawn: Reseating) -> list[str]:
    """Who sits there, met clockwise as seen from above, from the top chair on."""

    def turn(chair) -> float:
        x, y = float(chair.x) - WIDTH / 2, HEIGHT / 2 - float(chair.y)
        return round(degrees(atan2(x, y)) % 360, 3)

    return [chair.name for chair in sorted(drawn.chairs, key=turn)]


ORDER = [4, 2, 0, 1, 3, 5]  # Elif, Carla, Anna, Beat, Dino, Fritz


def test_in_grand_seigneur_the_ranks_run_to_the_left_of_the_first(anna):
    """Facing the middle, one's left hand is clockwise as seen from above."""
    drawn = after(anna, "grand_seigneur", ORDER)
    assert drawn.side == "left"
    assert clockwise(drawn) == [SIX[seat] for seat in ORDER]


def test_in_always_last_the_ranks_run_to_the_right_of_the_first(anna):
    drawn = after(anna, "always_last", ORDER, names=SIX)
    assert drawn.side == "right"
    first, *others = (SIX[seat] for seat in ORDER)
    met = clockwise(drawn)
    at = met.index(first)
    assert met[at:] + met[:at] == [first, *others[::-1]]


@pytest.mark.parametrize(
    ("direction", "at_the_start"), [("left", [0, 1, 2, 3, 4, 5]), ("right", [0, 5, 4, 3, 2, 1])]
)
def test_in_always_last_the_first_stays_on_the_chair_and_real_chairs_keep_their_place(
    anna, direction, at_the_start
):
    """The first seat's chair is at the top; to the left, the seats run clockwise."""
    game = table(anna, "always_last", names=SIX)
    Game.objects.update(direction=direction)
    sat = [SIX[seat] for seat in at_the_start]
    for order in (ORDER, [5, 4, 0, 1, 3, 2], [5, 0, 4, 1, 3, 2]):
        write(game, Round(out=order).to_data())
        game.refresh_from_db()
        drawn = reseating(table_of(game))
        first = drawn.chairs[0]
        assert (first.name, first.way, first.sat) == (SIX[order[0]], "", first.name)
        now = clockwise(drawn)
        assert now.index(first.name) == sat.index(first.name)
        for chair in drawn.chairs:
            assert (sat[chair.number], now[chair.number]) == (chair.sat, chair.name)
            assert bool(chair.way) == (chair.sat != chair.name)
        sat = now


@pytest.mark.parametrize(("variant", "most"), [("grand_seigneur", 12), ("always_last", 10)])
def test_every_chair_and_its_words_fit_into_the_drawing(anna, variant, most):
    for players in range(5, most + 1):
        drawn = after(anna, variant, list(range(players)), names=PEOPLE[:players])
        assert [chair.place for chair in drawn.chairs] == list(range(1, players + 1))
        for chair in drawn.chairs:
            assert 15 <= float(chair.x) <= WIDTH - 15
            assert 15 <= float(chair.y) < float(chair.number_y) <= HEIGHT - 10
            assert 0 < float(chair.label_y) <= HEIGHT + 26
            assert abs(float(chair.label_y) - float(chair.y)) > 20  # beside the chair, not in it
        spots = [(float(chair.x), float(chair.y)) for chair in drawn.chairs]
        gaps = [
            ((x - other_x) ** 2 + (y - other_y) ** 2) ** 0.5
            for number, (x, y) in enumerate(spots)
            for other_x, other_y in spots[:number]
        ]
        assert min(gaps) > 30  # two circles of 15 do not touch


def test_after_the_first_round_everybody_is_told_where_to_sit(anna):
    drawn = after(anna, "grand_seigneur", ORDER)
    assert drawn.moves == [
        "Elif takes the best chair.",
        "Carla sits at Elif's left.",
        "Anna sits at Carla's left.",
        "Beat sits at Anna's left.",
        "Dino sits at Beat's left.",
        "Fritz sits at Dino's left.",
    ]
    assert {chair.came_from for chair in drawn.chairs} == {None}


def test_later_only_those_move_whose_rank_has_changed(anna):
    drawn = after(anna, "grand_seigneur", [0, 1, 2, 3, 4], [0, 3, 2, 1, 4], names=FIVE)
    assert drawn.moves == [
        "Dino moves from chair 4 to Anna's left.",
        "Beat moves from chair 2 to Carla's left.",
    ]
    assert [chair.came_from for chair in drawn.chairs] == [None, 4, None, 2, None]
    drawn = after(anna, "always_last", [0, 1, 2, 3, 4], [0, 3, 2, 1, 4])
    assert drawn.moves == [
        "Anna stays.",
        "Dino moves to Anna's right.",
        "Beat moves to Carla's right.",
    ]


def test_who_becomes_first_takes_the_best_chair_or_stays_and_the_others_move_round(anna):
    orders = ([0, 1, 2, 3, 4], [4, 1, 2, 3, 0])
    assert after(anna, "grand_seigneur", *orders, names=FIVE).moves == [
        "Elif takes the best chair, from chair 5.",
        "Anna moves from chair 1 to Dino's left.",
    ]
    assert after(anna, "always_last", *orders).moves == [
        "Elif stays.",
        "Beat moves to Elif's right.",
        "Carla moves to Beat's right.",
        "Dino moves to Carla's right.",
        "Anna moves to Dino's right.",
    ]


def test_where_no_rank_changed_nobody_moves(anna):
    for variant in ("always_last", "grand_seigneur"):
        assert after(anna, variant, [0, 1, 2, 3, 4], [0, 1, 2, 3, 4], names=FIVE).moves == []


def test_where_chairs_stay_with_people_other_ranks_may_move_nobody(anna):
    """The last became the first and stays, and everybody else sits where their new rank belongs."""
    game = table(anna, "always_last")
    write(game, *[Round(out=order).to_data() for order in ([0, 1, 2, 3, 4], [4, 0, 1, 2, 3])])
    page = anna.get("score", game).content.decode()
    assert "Nobody." in page
    assert "the ranks are the same" not in page


@pytest.mark.parametrize("variant", ["always_last", "grand_seigneur"])
def test_after_a_game_was_finished_early_nobody_is_sent_to_another_chair(anna, variant):
    game = table(anna, variant)
    write(game, Round(out=[0, 1, 2, 3, 4]).to_data())
    assert "Before round 2" in anna.get("score", game).content.decode()
    anna.post("finish_early", game, {"reason": "last tram"})
    assert "Before round 2" not in anna.get("score", game).content.decode()


def test_the_last_gives_the_best_cards_up_and_gets_others_back(anna):
    """Six push three, two and one; five one card less at each level."""
    assert after(anna, "grand_seigneur", ORDER).pushes == [
        "Fritz gives Elif the 3 best cards",
        "Elif gives Fritz any 3 cards",
        "Dino gives Carla the 2 best cards",
        "Carla gives Dino any 2 cards",
        "Beat gives Anna the best card",
        "Anna gives Beat any one card",
    ]
    assert after(anna, "always_last", [0, 1, 2, 3, 4]).pushes == [
        "Elif gives Anna the 2 best cards",
        "Anna gives Elif the 2 worst cards",
        "Dino gives Beat the best card",
        "Beat gives Dino the worst card",
    ]


def test_the_ranks_have_their_names(anna):
    ranks = [chair.rank for chair in after(anna, "grand_seigneur", ORDER).chairs]
    assert ranks == ["Great Lord", "Lord", "Squire", "Burgher", "Pauper", "Wretch"]


@pytest.mark.parametrize(
    ("variant", "players", "deal"),
    [
        ("grand_seigneur", 5, "One pack, 55 cards. Everybody gets 11."),
        ("grand_seigneur", 6, "One pack, 55 cards. 10 for Anna; 9 for the others."),
        ("grand_seigneur", 12, "Two packs, 109 cards. 10 for Anna; 9 for the others."),
        ("always_last", 9, "Two packs, 108 cards. Everybody gets 12."),
        ("always_last", 5, "Two packs, 108 cards. Everybody gets 12. 48 cards are left face up."),
    ],
)
def test_what_is_dealt_is_told_in_a_line(anna, variant, players, deal):
    assert after(anna, variant, list(range(players)), names=PEOPLE[:players]).deal == deal


def test_ten_at_always_last_get_eleven_cards_and_two_of_them_ten(anna):
    deal = after(anna, "always_last", list(range(10)), names=PEOPLE[:10]).deal
    assert deal.startswith("Two packs, 108 cards. 11 each for Anna, Beat, ")
    assert deal.endswith("; 10 for the others.")
    assert deal.count(", ") == 1 + 7


def test_before_the_first_round_nobody_pushes():
    assert "no pushing" in first_round_hint()


def test_the_page_shows_the_table_and_says_the_same_in_words(anna):
    game = table(anna, "grand_seigneur")
    page = anna.get("score", game).content.decode()
    assert "no pushing" in page
    assert 'class="ring' not in page
    write(game, Round(out=ORDER).to_data())
    page = anna.get("score", game).content.decode()
    assert 'role="img"' in page
    assert "Carla sits at Elif&#x27;s left." in page
    assert "Fritz gives Elif the 3 best cards" in page
    assert "style=" not in page


def test_names_of_forty_emoji_fit_beside_a_chair(anna):
    names = ["👑" * 40, "أ" * 40, "W" * 40, "Jan", "Kim"]
    drawn = after(anna, "always_last", [0, 1, 2, 3, 4], names=names)
    assert all(len(chair.short) <= 9 for chair in drawn.chairs)
    assert drawn.chairs[0].name == names[0]
