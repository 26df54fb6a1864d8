"""The country of a reader, as far as dates, times and numbers are written otherwise in it.

Words come in a language, which the reader may choose; how a country writes its dates follows from
what the browser says (`Accept-Language: de-CH`). Django and `tichu_site.formats` have the forms: a
point in Swiss decimals, the month first in the United States. Where the browser names no country,
or one without forms of its own, the language's count.
"""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

# The countries with forms of their own, and what all others of a language write like. A fixed list:
# each country that is met keeps a catalogue in memory, and a browser may say anything.
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


def written_as(language: str, accepted: str) -> str:
    """The language with the country whose forms count ("de-ch"), from a browser's Accept-Language;
    else as it is.
    """
    for tag, _weight in parse_accept_lang_header(accepted.lower()):
        base, _dash, rest = tag.partition("-")
        country = rest.rpartition("-")[2]
        if base == language and len(country) == len("ch"):
            return LIKE.get(f"{base}-{country}") or OTHERS.get(base) or language
    return language


class Country:
    """Lets a page write dates and numbers as the reader's country does, in the language that was
    chosen.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        language = translation.get_language()
        if language:
            written = written_as(language, request.headers.get("Accept-Language", ""))
            if written != language:
                translation.activate(written)
        return self.get_response(request)
