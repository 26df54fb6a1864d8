"""What visitors can reach of a tournament: every page, and what the API says of it."""

import re
from collections import deque
from collections.abc import Iterator
from html import unescape
from urllib.parse import urljoin

from django.test import Client
from django.urls import resolve, reverse

from tournaments.models import Screen, Tournament
from tournaments.permissions import ADDRESSES, EVERYONE
from tournaments.tokens import token_of

# Tichu points of a size that no hand gives: wherever a number like that stands, alone or in a sum,
# something is told.
REASON = "telltale reason"
TELLTALE = re.compile(rf"(?<![\w-])7[1-5]\d{{3}}(?![\w-])|{REASON}")

LINK = re.compile(r'(?:href|src|hx-get|action)="(/[^"#]*)')


def every_page(cup: Tournament, client: Client, start: str | None = None) -> dict[str, str]:
    """All that can be reached from a tournament's public page, and what the API says of it, by
    address.
    """
    own = [start or reverse("tournament", args=[cup.pk])]
    for name, args in (
        ("api_tournament", [cup.pk]),
        ("api_rounds", [cup.pk]),
        *[
            (name, [cup.pk, 1, number])
            for name in ("api_round", "api_results")
            for number in (1, 2, 3)
        ],
        ("api_standings", [cup.pk, 1]),
    ):
        own.append(reverse(name, args=args))
    own += [
        f"{reverse('api_standings', args=[cup.pk, 1])}?explain={number}" for number in range(1, 6)
    ]
    waiting, found = own, dict[str, str]()
    while waiting:
        address = waiting.pop()
        if address in found:
            continue
        for headers in ({"HX-Request": "true"}, {}):
            answer = client.get(address, headers=headers, follow=True)
            assert answer.status_code == 200, address
            found[address] = found.get(address, "") + answer.content.decode()
        if answer["Content-Type"].startswith("text/html"):
            base = address.partition("?")[0]
            # A part stands on another page, from whose address its links lead on: the whole page
            # has them too.
            for link in re.findall(r'href="([^"#]+)"', answer.content.decode()):
                there = urljoin(base, link)
                if there.startswith(f"/tournaments/{cup.pk}/") and "register" not in there:
                    waiting.append(there)
    return found


def telling(pages: dict[str, str]) -> list[str]:
    return sorted(address for address, page in pages.items() if TELLTALE.search(page))


def starts(cup: Tournament, rounds: int = 2) -> Iterator[str]:
    """The addresses that nothing leads to."""
    yield from (reverse("tournaments"), reverse("tournament_picture", args=[cup.pk]))
    yield from (
        reverse(name, args=[cup.pk])
        for name in ("api_tournament", "api_rounds", "register", "tournament_rounds")
    )
    yield from (
        reverse(name, args=[cup.pk, 1])
        for name in ("api_standings", "api_boards", "standings_csv", "bracket")
    )
    for number in range(1, rounds + 1):
        yield from (
            reverse(name, args=[cup.pk, 1, number]) for name in ("api_round", "api_results")
        )
    screen = token_of(Screen.objects.get(tournament=cup))
    yield from (f"{reverse('screen', args=[screen])}?item={item}" for item in range(5))
    for name in ("Abegglen", "Dino", "Beat"):
        yield f"{reverse('tournament', args=[cup.pk])}?q={name}"


def crawl(cup: Tournament, *, wholes_alone: bool = False, rounds: int = 2) -> dict[str, str]:
    """What an anonymous visitor gets at every public address of a tournament, whole, as a part, and
    embedded.
    """
    return dict(crawled(cup, wholes_alone=wholes_alone, rounds=rounds))


def crawled(
    cup: Tournament, *, wholes_alone: bool = False, rounds: int = 2
) -> Iterator[tuple[str, str]]:
    """The same, page by page."""
    client, waiting, seen = Client(), deque(starts(cup, rounds)), set[str]()
    while waiting:
        path = unescape(waiting.popleft())
        if path in seen or path.startswith(("/static/", "/live/")):
            continue
        seen.add(path)
        try:
            name = resolve(path.partition("?")[0]).url_name or ""
        except LookupError:
            continue
        if name not in ADDRESSES or ADDRESSES[name] not in {"see", "show", EVERYONE}:
            continue
        answer = client.get(path)
        page = answer.content.decode()
        yield path, page
        waiting.extend(LINK.findall(page))
        if "text/html" in answer["Content-Type"] and not wholes_alone:
            yield f"{path} part", client.get(path, headers={"HX-Request": "true"}).content.decode()
            waiting.append(f"{path.partition('?')[0]}?embed")
