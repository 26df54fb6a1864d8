"""A whole club as one document, out and in: see docs/club_document.md.

`writing` makes the document, `reading` a club of it, on another server and another kind of
database; `lines` is its form, `kinds` says what each line holds, `values` how. People, phones and
what hangs on a tournament go by their numbers in the document; games, entries, tournaments,
evenings and seasons keep their ids.
"""

FORMAT = "tichu-club"
VERSION = 1
LARGEST = 2_000_000_000  # bytes, unpacked: for the command
LARGEST_AT_DESK = (
    # The same at the desk: on SQLite nobody else writes while it is read in, half a minute then
    5_000_000
)
# Bytes of the file there, which the page for a look sends along once more as text
LARGEST_PACKED = 2_200_000
LONGEST_LINE = 1_000_000  # bytes: no line of ours has a tenth of it
