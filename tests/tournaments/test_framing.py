"""Sites that may show a tournament: what is taken for one,
and what a person reads of what is none.
"""

import pytest

from scoring.rules import RuleError
from tests.rule_errors import codes_of
from tests.tournaments import desks
from tournaments.actions.framing import allow_sites
from tournaments.framing import MOST, is_site, sites_of
from tournaments.models import LogLine, Tournament


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("", []),
        (" \n ", []),
        ("https://www.club.example", ["https://www.club.example"]),
        ("https://www.club.example/", ["https://www.club.example"]),
        ("HTTPS://Club.Example:443", ["https://club.example"]),
        ("https://club.example:8443", ["https://club.example:8443"]),
        (
            "https://a.example\nhttps://b.example, https://a.example",
            ["https://a.example", "https://b.example"],
        ),
        ("https://tichu-zürich.example", ["https://xn--tichu-zrich-zhb.example"]),
        ("http://localhost:8000 http://127.0.0.1", ["http://localhost:8000", "http://127.0.0.1"]),
    ],
)
def test_a_site_is_kept_as_browsers_compare_it(typed: str, kept: list[str]) -> None:
    assert sites_of(typed) == kept
    assert all(map(is_site, kept))


@pytest.mark.parametrize(
    ("typed", "code", "right"),
    [
        ("http://club.example", "not_https", "https://club.example"),
        ("club.example", "not_https", "https://club.example"),
        ("ftp://club.example", "not_https", "https://club.example"),
        ("http://localhost.club.example", "not_https", "https://localhost.club.example"),
        ("https://club.example/tichu/standings.html", "not_the_site", "https://club.example"),
        ("https://club.example?page=2", "not_the_site", "https://club.example"),
        ("https://*.club.example", "wildcard", "without *"),
        ("*", "wildcard", "without *"),
        ("https://", "no_site", "https://www.club.example"),
        ("https://club", "no_site", "https://www.club.example"),
        ("https://club.example:0", "no_site", "https://www.club.example"),
        ("https://club.example:65536", "no_site", "https://www.club.example"),
        ("https://me:secret@club.example", "no_site", "https://www.club.example"),
        ("https://-club.example", "no_site", "https://www.club.example"),
        ("https://club..example", "no_site", "https://www.club.example"),
        # IDNA of 2003, which is what is at hand, would make another name of it.
        ("https://straße.example", "no_site", "https://www.club.example"),
        ("'none'", "no_site", "https://www.club.example"),
        ("https://[::1]", "no_site", "https://www.club.example"),
        (f"https://{'a.' * 140}example", "no_site", "https://www.club.example"),
    ],
)
def test_what_is_no_site_is_told_with_what_would_be_right(
    typed: str, code: str, right: str
) -> None:
    with pytest.raises(RuleError) as refused:
        sites_of(f"https://good.example\n{typed}")
    (mistake,) = refused.value.mistakes
    assert (mistake.code, mistake.field) == (code, "sites")
    assert right in mistake.message
    assert typed[:60] in mistake.message


def test_no_more_sites_than_a_header_shall_hold() -> None:
    some = [f"https://club-{number}.example" for number in range(MOST + 1)]
    assert len(sites_of("\n".join(some[:MOST]))) == MOST
    for many in (some, some * 500, ["x" * 200] * (MOST + 1)):
        assert codes_of(sites_of, "\n".join(many)) == ["too_many_sites"]


@pytest.mark.parametrize(
    "text", ["https://a.example; script-src *", "https://a.example\n", "*", "'self'", "", None, 7]
)
def test_nothing_that_could_say_more_in_a_header_passes_for_a_site(text: object) -> None:
    assert not is_site(text)


@pytest.mark.django_db
def test_the_log_says_which_sites_were_allowed_and_is_quiet_about_what_stays() -> None:
    cup = desks.a_tournament("pairs_swiss", 4)
    Tournament.objects.filter(pk=cup.pk).update(state=Tournament.State.FINISHED)
    for _ in range(2):
        allow_sites(cup, None, ["https://a.example", "https://b.example"])
    allow_sites(cup, None, [])
    lines = LogLine.objects.filter(tournament=cup, action="sites_allowed").order_by("pk")
    assert [line.params for line in lines] == [
        {"sites": "https://a.example, https://b.example"},
        {"sites": ""},
    ]
    cup.refresh_from_db()
    assert cup.shown_on == []
