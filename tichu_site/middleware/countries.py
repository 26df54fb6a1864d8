"""Format dates, times and numbers as in the reader's country.

The reader chooses the language; the country comes from the browser (`Accept-Language: de-CH`).
Django and `tichu_site.formats` have the formats, such as the decimal point in Switzerland or the
month first in the United States. Without a country, or for one without formats of its own, the
language's formats apply.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

# Countries with formats of their own, and the default for all others of a language. A fixed list:
# each locale in use keeps a catalogue in memory, and a browser may send anything.
LIKE = {
    "de-ch": "de-ch",
    "de-li": "de-ch",
    "en-us": "en-us",
    "en-ph": "en-us",
    "en-ca": "en-ca",
    "fr-be": "fr-be",
    "fr-ca": "fr-ca",
    "fr-ch": "fr-ch",
}
OTHERS = {"en": "en-gb"}


def locale_for(language: str, accepted: str) -> str:
    """Return the locale whose formats apply ("de-ch") by the browser's Accept-Language, else the
    language itself.
    """
    for tag, _weight in parse_accept_lang_header(accepted.lower()):
        base, _dash, rest = tag.partition("-")
        country = rest.rpartition("-")[2]
        if base == language and len(country) == len("ch"):
            return LIKE.get(f"{base}-{country}") or OTHERS.get(base) or language
    return language


class CountryFormatMiddleware:
    """Activate the formats of the reader's country in the chosen language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = translation.get_language()
        if language:
            written = locale_for(language, request.headers.get("Accept-Language", ""))
            if written != language:
                translation.activate(written)
        return self.get_response(request)
