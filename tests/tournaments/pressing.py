"""Pressing buttons that tell first what they would change."""

from typing import Any

from django.test import Client

from tests.tournaments.hall import Forms


def the_page(client: Client, address: str, **fields: Any) -> Any:
    """Press a button, and see the page that tells what it would change."""
    answer = client.post(address, fields)
    assert (answer.status_code, 'name="sure"' in answer.content.decode()) == (200, True), (
        answer.content.decode()[-3000:]
    )
    return answer


def do_it(client: Client, page: Any, address: str, reason: str = "it has to be") -> Any:
    """Press "Do it" on that page, with everything that it holds."""
    (form,) = [form for form in Forms(page.content.decode()).found if "sure" in form.fields]
    typed = {"reason": reason} if "reason" in form.fields else {}
    return client.post(form.action or address, form.fields | typed)


def told(page: Any) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """What a page tells: each heading with its lines: who or where, as it is, as it would be."""
    return [
        (part.heading, [(one.name, one.before, one.after) for one in part.pairs])
        for part in page.context["consequences"].parts
    ]
