"""Seeds by the rating: looked at as a list, set with one press before the first draw, taken back in
the log.
"""

import pytest

from scoring.models import Player, Rating, RatingList
from scoring.people.rated.lists import up_to_date
from scoring.people.ratings import MODEL
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, kept_out, number, owner_of, queries, said, text_of
from tournaments.actions import entering
from tournaments.actions.new_entrants import NewEntrant
from tournaments.models import LogLine, Participation, Tournament

pytestmark = pytest.mark.django_db


def rate(cup: Tournament, *games: int) -> None:
    """Rate the club's people, the later entered the stronger: those of one entrant after so many
    games each.
    """
    row: RatingList = up_to_date(cup.club, "teams")
    for at_, one in enumerate(Player.objects.filter(club=cup.club).order_by("pk")):
        if games[at_ // 2]:
            Rating.objects.create(
                in_list=row, player=one, mu=MODEL.start.mu + at_, sigma=1, games=games[at_ // 2]
            )


def seeds_of(cup: Tournament) -> dict[int, int | None]:
    return dict(cup.entrants.values_list("number", "seed"))


def test_the_strongest_come_first_and_who_is_not_rated_last_in_their_order() -> None:
    cup = desks.a_tournament("pairs_swiss", 5)
    rate(cup, 50, 50, 1, 50, 0)  # the third have hardly played, the fifth not at all
    cup.entrants.filter(number=5).update(seed=1)
    owner, address = owner_of(cup), at("desk_seeds", cup)
    assert address in owner.get(at("desk_entrants", cup)).content.decode()
    page = owner.get(address)
    lines = page.context["lines"]
    assert [line.entrant.number for line in lines] == [4, 2, 1, 5, 3]
    assert [line.rating is None for line in lines] == [False, False, False, True, True]
    assert f"1 Player 7 & Player 8 {lines[0].rating} 2 Player 3 & Player 4" in text_of(page)
    old = seeds_of(cup)
    assert owner.post(address, {"seen": "what another list showed"}).status_code == 409
    # While somebody looks at the list
    entering.enter(cup, None, [NewEntrant(("Zoe", "Yann"))])
    refused = owner.post(address, {"seen": page.context["seen"]})
    assert (refused.status_code, "check it again" in text_of(refused)) == (409, True)
    assert seeds_of(cup) == old | {6: None}
    answer = owner.post(address, {"seen": refused.context["seen"]})
    assert said(owner, answer) == ["Saved."]
    assert seeds_of(cup) == {4: 1, 2: 2, 1: 3, 5: 4, 3: 5, 6: 6}
    line = LogLine.objects.get(tournament=cup, action="seeded")
    assert "Set the seeds: Player 7 & Player 8 , Player 3 & Player 4" in text_of(
        owner.get(at("desk_log", cup))
    )
    assert (
        owner.post(at("desk_undo", cup, line.pk), {"reason": "a slip", "sure": "1"}).status_code
        == 302
    )
    assert seeds_of(cup) == old | {6: None}
    owner.post(address, {"seen": owner.get(address).context["seen"]})
    desks.draw(cup)
    assert list(
        Participation.objects.order_by("seed").values_list("entrant__number", flat=True)
    ) == [4, 2, 1, 5, 3, 6]
    assert address not in owner.get(at("desk_entrants", cup)).content.decode()
    late = owner.post(address, {"seen": owner.get(address).context["seen"]})
    assert (late.status_code, "only before its first draw" in text_of(late)) == (409, True)


def test_seeds_are_for_directors_and_take_as_many_queries_for_twelve_as_for_four() -> None:
    few, many = desks.a_tournament("pairs_swiss", 4), desks.a_tournament("pairs_swiss", 12)
    kept_out(at("desk_seeds", few), few, {"seen": "x"}, page=True)
    counted = [queries(owner_of(cup), at("desk_seeds", cup)) for cup in (few, many)]
    assert counted[0] == counted[1]
    assert number(few, 1).seed is None
