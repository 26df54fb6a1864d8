"""Who really sat where at a table: put right by the phone that writes, or by the desk."""

import re

import pytest

from scoring.models import Seat
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, errors, kept_out, said, text_of
from tests.tournaments.pages.table.phones import do, looking, page, published, written
from tournaments.models import Match

pytestmark = pytest.mark.django_db


def order_of(match: Match) -> list[int]:
    game = match.games.get(number=1).game
    return list(Seat.objects.filter(game=game).order_by("number").values_list("player", flat=True))


def chosen(order: list[int]) -> dict[str, int]:
    return {f"seat_{number}": player for number, player in enumerate(order)}


def test_the_writing_phone_puts_the_seats_right() -> None:
    match = published()
    writer = written(match)
    assert "Wrong seats?" in page(writer, match)
    assert "Wrong seats?" not in page(looking(match), match)
    order = order_of(match)
    answer = do(writer, match, "seats", **chosen([*order[1:], order[0]]))
    assert (answer.status_code, order_of(match)) == (303, [*order[1:], order[0]])
    refused = do(writer, match, "seats", **chosen([order[0]] * 4))
    assert refused.status_code == 422
    assert errors(refused) == ["Choose a different person of this table for each seat."]


def test_the_desk_says_who_really_were_partners_after_a_look_at_what_it_changes() -> None:
    match = published(preset="german_championship")
    written(match)
    tournament = match.session_round.stage.tournament
    client, address = desks.signed_in(desks.a_user()), at("desk_seats", tournament, match.pk)
    assert "Seat 4" in text_of(client.get(address))
    order = order_of(match)
    fields = chosen([order[0], order[2], order[1], order[3]]) | {"reason": "they misread the list"}
    look = client.post(address, fields)
    assert (look.status_code, order_of(match)) == (200, order)
    answer = client.post(address, fields | {"sure": "1"})
    assert answer.status_code == 302
    assert said(client, answer) == [
        "The seats have been corrected: all hands now count for the right people."
    ]
    assert order_of(match) == [order[0], order[2], order[1], order[3]]
    wrong = client.post(address, chosen([order[0]] * 4) | {"reason": "why"})
    assert errors(wrong) == ["Choose a different person of this table for each seat."]
    kept_out(address, tournament, post=False)


def test_in_duplicate_seats_are_called_by_their_directions() -> None:
    match = published(preset="duplicate_evening", awards={}, rules={})
    desks.play_match(match)
    client = desks.signed_in(desks.a_user())
    address = at("desk_seats", match.session_round.stage.tournament, match.pk)

    def directions() -> dict[str, int]:
        answer = client.get(address)
        labels = re.findall(
            r'<label for="seat_\d">(.*?)</label>', answer.content.decode(), re.DOTALL
        )
        names = [re.sub(r"<[^>]+>|\s", "", label) for label in labels]
        chosen = [player for _seat, player, _direction in answer.context["seats"]]
        return dict(zip(names, chosen, strict=True))

    def north_south() -> set[int]:
        return set(match.places.filter(side=0).values_list("entrant__members__player", flat=True))

    before = directions()
    assert list(before) == ["North", "East", "South", "West"]
    assert {before["North"], before["South"]} == north_south()
    client.post(address, {"turn": "1", "reason": "they misread it", "sure": "1"})
    after = directions()
    assert {after["North"], after["South"]} == north_south() == {before["East"], before["West"]}


def test_before_anything_is_written_the_desk_has_no_seats_to_change() -> None:
    match = published()
    tournament = match.session_round.stage.tournament
    client = desks.signed_in(desks.a_user())
    address = at("desk_seats", tournament, match.pk)
    assert "Nothing entered at this table yet." in text_of(client.get(address))
    assert client.get(at("desk_seats", tournament, 10**6)).status_code == 404
