"""A long page comes packed, smaller than Django packs it, and unpacked it is the same."""

import gzip

import pytest
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.test import RequestFactory

from tichu_site.middleware.compression import LONG, LongPageGZipMiddleware

ROWS = "".join(
    f"<tr><td>{number}<td>{number * number % 977}<td><a href={number}/>won</a>\n"
    for number in range(3000)
)


def packed(
    by: type[GZipMiddleware], page: str, accepts: str = "gzip, br", **headers: str
) -> HttpResponseBase:
    request: HttpRequest = RequestFactory().get("/", headers={"Accept-Encoding": accepts})
    return by(lambda _request: HttpResponse(page, headers=headers))(request)


def test_a_long_page_is_smaller_than_django_makes_it_and_the_same() -> None:
    assert len(ROWS) > LONG
    ours, djangos = (
        packed(LongPageGZipMiddleware, ROWS, ETag='"7"'),
        packed(GZipMiddleware, ROWS, ETag='"7"'),
    )
    assert isinstance(ours, HttpResponse)
    assert isinstance(djangos, HttpResponse)
    assert gzip.decompress(ours.content) == gzip.decompress(djangos.content) == ROWS.encode()
    # More than the names of chance length differ by
    assert len(ours.content) < len(djangos.content) - 200
    same = ("Content-Encoding", "Vary", "ETag")
    assert (
        [ours[key] for key in same]
        == [djangos[key] for key in same]
        == ["gzip", "Accept-Encoding", 'W/"7"']
    )
    assert int(ours["Content-Length"]) == len(ours.content)


def test_its_length_says_nothing_for_sure() -> None:
    lengths = {int(packed(LongPageGZipMiddleware, ROWS)["Content-Length"]) for _ in range(30)}
    assert len(lengths) > 5


@pytest.mark.parametrize("accepts", ["", "identity", "br", "xgzip"])
def test_nobody_gets_it_who_cannot_unpack_it(accepts: str) -> None:
    answer = packed(LongPageGZipMiddleware, ROWS, accepts)
    assert isinstance(answer, HttpResponse)
    assert answer.content == ROWS.encode()


def test_what_is_packed_already_is_left_alone() -> None:
    once = packed(LongPageGZipMiddleware, ROWS)
    assert isinstance(once, HttpResponse)
    again = packed(LongPageGZipMiddleware, ROWS, **{"Content-Encoding": "br"})
    assert isinstance(again, HttpResponse)
    assert again.content == ROWS.encode()
    assert gzip.decompress(once.content) == ROWS.encode()
