"""Size limits of requests. Values only, so that the settings can import them;
`tichu_site.server.request_size` enforces them.

Tests require a largest valid input for every address listed.
"""

from tournaments import exchange
from tournaments.clubs import imports

DOCUMENT = exchange.LARGEST  # bytes of a tournament as a document
ENTRY = 16_000  # bytes of a body: a full round takes less than a thousand
# Our largest form, a sheet of paper with all its hands, takes a quarter of this
FORM = 64_000
# Bytes of the request line and all headers; our cookies take less than 1 kB together
HEAD = 16_000

# By URL name, if a body may be larger or must be smaller.
OF_ADDRESS: dict[str, int] = {
    "api_entries": ENTRY,
    "api_games": ENTRY,
    "record_round": ENTRY,
    "correct_round": ENTRY,
    "api_handover": FORM,  # twenty entries
    "api_score": 256_000,
    "desk_new": 640_000,
    "desk_list": 640_000,  # two thousand lines, URL-encoded: up to six characters per letter
    "club_imports": imports.LARGEST * 4 // 3 + 20_000,  # for the second step: compressed, as text
    "desk_import": DOCUMENT + 20_000,  # plus the form around it
    # The same: a compressed club as a file, or as text in a form
    "desk_club_import": DOCUMENT + 20_000,
}
LARGEST = max(OF_ADDRESS.values())
# bodies up to this are allowed everywhere, without a look-up
SMALL = min(FORM, *OF_ADDRESS.values())
# to receive a body: enough for a phone on a bad line, not for a slow-loris attack
BODY_SECONDS = 60
# Requests larger than a form handled at a time: each may hold 3 MB
LARGE_AT_ONCE = 4
