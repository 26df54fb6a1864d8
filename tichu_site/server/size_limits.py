"""How large a request may be: values alone, so that the settings can name them.
`tichu_site.server.request_size` holds them up.

An address that the tests have no largest input for fails one of them.
"""

from tournaments import exchange
from tournaments.clubs import imports

DOCUMENT = exchange.LARGEST  # bytes of a tournament as a document
ENTRY = 16_000  # bytes of a body: a round with all that belongs to it has less than a thousand
# The largest form of ours, a sheet of paper with all its hands, has a quarter of this
FORM = 64_000
# Bytes of the first line and all headers; cookies of ours are together less than 1 kB
HEAD = 16_000

# By the names of addresses, where more has to fit in or less is enough.
OF_ADDRESS: dict[str, int] = {
    "api_entries": ENTRY,
    "api_games": ENTRY,
    "record_round": ENTRY,
    "correct_round": ENTRY,
    "api_handover": FORM,  # twenty entries
    "api_score": 256_000,
    "desk_new": 640_000,
    "desk_list": 640_000,  # two thousand lines as a form sends them, some letters as six
    "club_imports": imports.LARGEST * 4 // 3 + 20_000,  # packed for the second step, as a text
    "desk_import": DOCUMENT + 20_000,  # and what a form puts round it
    # The same: a packed club as a file, or as text in a form
    "desk_club_import": DOCUMENT + 20_000,
}
LARGEST = max(OF_ADDRESS.values())
SMALL = min(FORM, *OF_ADDRESS.values())  # what is no larger fits everywhere, and needs no look-up
BODY_SECONDS = 60  # for a body to come in: a phone on a bad line, never one that drips
# Requests larger than a form that are read and answered at a time: each may hold 3 MB
LARGE_AT_ONCE = 4
