"""Every address of a tournament as htmx asks for it: the part of a page, or the way to another, and
never JSON.
"""

import pytest
from django.db import transaction

from tests.lengths import in_short
from tests.requests import Response
from tests.tournaments.roles.ways import WAYS
from tests.tournaments.roles.world import PERSONAL, TABLE, WALL, World, the_world
from tests.worlds import built_once

pytestmark = pytest.mark.django_db
ROLES = {"own": PERSONAL, "match": TABLE, "card": TABLE, "screen": WALL}
# A line of a page, asked while somebody types; nobody enters there any more
CHANGES_NOTHING = {"POST register_row"}
HTMX = {"HX-Request": "true", "HX-Boosted": "true", "Accept": "text/html"}

world = built_once(the_world)


def kind_of(answer: Response) -> str:
    """What a browser gets."""
    page = answer.content.decode(errors="replace")
    if answer.status_code == 204:
        return "the way" if "HX-Redirect" in answer and not page else "nothing"
    if answer.status_code in {301, 302, 303}:
        return "followed"
    if not answer["Content-Type"].startswith("text/html"):
        return answer["Content-Type"]
    parts = (page.count('<main id="main"'), page.count("<title>"), page.count('<header class="top'))
    return "a part" if parts == (1, 1, 0) else f"a page of {parts}"


# In short every third: one middleware answers for all of them.
@pytest.mark.parametrize("each", in_short([3, 1], {3}))
def test_every_page_and_button_answers_htmx_with_a_part_or_the_way_to_another(
    world: World, each: int
) -> None:
    found: dict[str, set[str]] = {}
    for key, way in list(WAYS.items())[::each]:
        if key.startswith("api_"):
            continue
        role = ROLES.get(way.page, "owner")
        address = way.address(key, world, role)
        for method in set(way.methods) - {"HEAD"}:
            headers = HTMX | {"HX-Current-URL": f"http://testserver{address}"}
            with transaction.atomic():
                ask = getattr(world.clients[role], method.lower())
                answer = ask(
                    address, dict(way.form(world)) if method == "POST" else {}, headers=headers
                )
                transaction.set_rollback(True)
            found.setdefault(kind_of(answer), set()).add(f"{method} {key}")
    assert found.pop("nothing", set()) <= CHANGES_NOTHING, found
    assert set(found) <= {"a part", "the way", "followed"}, found
    assert min(len(found["a part"]), len(found["the way"])) > 15 // each, found
