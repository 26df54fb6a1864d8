"""Asking the pages of tournaments: addresses, words, messages, how many queries, and who is kept
out.
"""

import csv
import io
import re
import uuid
from html import unescape
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.markup import BLOCKS
from tests.requests import Response, get, post
from tests.tournaments.desks import Desk, a_desk, a_user, cup_of, desk_of, signed_in, stage_of
from tests.tournaments.hall import Forms
from tournaments.models import Entrant, LogLine, Match, Stage, Tournament
from tournaments.pages.desk.forms.stage import StageForm
from tournaments.stage.words import plan_of
from tournaments.tokens import token_of

ANSWERS = {
    "awards": "on",
    "awards_bye_points": "2",
    "awards_bye_score": "0",
    "awards_absent_points": "0",
    "awards_absent_score": "0",
    "awards_late_entry": "nothing",
}


def at(name: str, tournament: Tournament, *rest: object) -> str:
    """The address of a page of this tournament."""
    return reverse(name, args=[tournament.pk, *rest])


def text_of(response: Response) -> str:
    """What the main part of a page says, without its marks, in one line."""
    page = response.content.decode().split("<main", 1)[-1]
    page = re.sub(r"<(head|script|style)\b.*?</\1>", " ", f"<main{page}", flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def words_of(response: Response) -> str:
    """A whole page's text as people read it: a space where a block ends, none at a mark within."""
    body = re.sub(r"(?s)<(script|style|head)\b.*?</\1>", "", response.content.decode())
    return " ".join(re.sub(r"<[^>]+>", "", re.sub(rf"</?(?:{BLOCKS})\b", r" \g<0>", body)).split())


def said(client: Client, response: Response) -> list[str]:
    """The messages on the page that an answer leads to, those with an undo among them."""
    page = client.get(response["Location"])
    assert page.status_code == 200, page.content
    note = (
        r'<(?:p class="note good" role="status"|div class="note good undoable" '
        r'role="status">\s*<p)>(.*?)</p>'
    )
    notes = re.findall(note, page.content.decode())
    return [unescape(note) for note in notes]


def errors(response: Response) -> list[str]:
    """What a page says is wrong: above it, and beside its fields."""
    page = response.content.decode()
    above = re.findall(r'<div class="errors".*?</div>', page, flags=re.DOTALL)
    lines = re.findall(r"<li>(.*?)</li>", "".join(above))
    return [unescape(line) for line in lines + re.findall(r'<p class="error"[^>]*>(.*?)</p>', page)]


def own_page(entrant: Entrant, **query: object) -> Response:
    """The page behind an entrant's personal link."""
    return get(Client(), "own_page", token_of(entrant), **query)


def own_do(entrant: Entrant, action: str, **fields: object) -> Response:
    """A button on that page."""
    return post(Client(), "own_do", token_of(entrant), action, **fields)


def match_page(desk: Desk, match: Match) -> str:
    """What the desk's page of a match says."""
    return text_of(desk.client.get(at("desk_match", cup_of(match), match.pk)))


def csv_rows(response: Response) -> list[list[str]]:
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response.content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"), newline="")))


def rows_of(client: Client, address: str, **asked: str) -> list[list[str]]:
    """The text of every cell of a page's table, by row."""
    answer = client.get(address, asked)
    assert answer.status_code == 200
    page = answer.content.decode()
    body = re.search(r"<tbody.*?</tbody>", page, re.DOTALL)
    rows = re.findall(r"<tr.*?</tr>", body[0], re.DOTALL) if body else []
    cells = [re.findall(r"<t[dh]\b.*?</t[dh]>", row, re.DOTALL) for row in rows]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]


def preview(client: Client, address: str, **fields: Any) -> Response:
    """Press a button, and see the page that tells what it would change."""
    answer = client.post(address, fields)
    assert (answer.status_code, 'name="sure"' in answer.content.decode()) == (200, True), (
        answer.content.decode()[-3000:]
    )
    return answer


def confirm(client: Client, page: Response, address: str, reason: str = "it has to be") -> Response:
    """Press "Do it" on that page, with everything that it holds."""
    (form,) = [form for form in Forms(page.content.decode()).found if "sure" in form.fields]
    typed = {"reason": reason} if "reason" in form.fields else {}
    return client.post(form.action or address, form.fields | typed)


def owner_of(tournament: Tournament) -> Client:
    """The browser of the club's owner."""
    return desk_of(tournament.club).client


def number(tournament: Tournament, which: int) -> Entrant:
    """The entrant with this number."""
    return Entrant.objects.get(tournament=tournament, number=which)


def queries(client: Client, address: str) -> int:
    """How many queries a page takes. The first visit is not counted: it may fill a cache."""
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def not_a_page(address: str, tournament: Tournament) -> None:
    assert owner_of(tournament).get(address).status_code == 405


def kept_out(
    address: str,
    tournament: Tournament,
    data: dict[str, Any] | None = None,
    *,
    post: bool = True,
    page: bool = False,
) -> None:
    """A stranger, another club's director and who is not signed in get nowhere; neither does a
    wrong id. Nothing of it stands in a log. `page`: the address of a form is that of its page, too.
    """
    before = LogLine.objects.count()
    stranger, other = signed_in(a_user("Stranger")), a_desk("Otto", "Another club").client
    answers = [_ask(client, address, data, post=post) for client in (stranger, other)]
    assert [answer.status_code for answer in answers] == [404, 404]
    anonymous = _ask(Client(), address, data, post=post)
    assert (anonymous.status_code, anonymous["Location"]) == (
        302,
        f"{reverse('account_login')}?next={address}",
    )
    wrong = address.replace(str(tournament.pk), str(uuid.UUID(int=7)))
    assert _ask(stranger, wrong, data, post=post).status_code == 404
    assert not post or stranger.get(address).status_code == (404 if page else 405)
    assert LogLine.objects.count() == before


def _ask(client: Client, address: str, data: dict[str, Any] | None, *, post: bool) -> Response:
    return client.post(address, data or {}) if post else client.get(address)


def as_sent(form: StageForm) -> dict[str, Any]:
    """The form of a stage as a browser would send it unchanged."""
    parts = (form.format_settings, form.rules, form.points_settings, form.ranking)
    sent: dict[str, Any] = {
        "format": form.format,
        "shown_format": form.format,
        "game": form.game,
        "shown_game": form.game,
        "points": form.points,
        "shown_points": form.points,
        "criteria": list(form.criteria),
        **{one.name: one.data for one in form},
        **{
            part.add_prefix(key): text for part in parts for key, text in part.texts.items() if text
        },
        **{one.html_name: one.data for one in form.rules.length},
    }
    if form.awards.asks:
        sent |= {f"awards_{key}": text for key, text in form.awards.texts.items() if text}
        sent |= {f"{kind}_later": "on" for kind, later in form.awards.later.items() if later}
        sent["awards"] = "on"
    return sent | ({"worst_dropped": "on"} if form.worst_dropped else {})


def stage_data(stage: Stage, **changes: Any) -> dict[str, Any]:
    """The form of a stage as a browser sends it after these fields were touched; None takes one
    out.
    """
    data = as_sent(StageForm(stage, plan_of(stage))) | {"action": "save"} | changes
    return {key: value for key, value in data.items() if value is not None}


def save_stage(desk: Desk, tournament: Tournament, number: int = 1, **changes: Any) -> Response:
    data = stage_data(stage_of(tournament, number), **changes)
    return desk.client.post(at("desk_stage", tournament, number), data)
