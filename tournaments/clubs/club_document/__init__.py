"""Export and import a whole club as one document: see docs/club_document.md.

`writing` exports, `reading` imports, on another server and another database engine. `lines` is the
file format; `exchange.kinds` lists the fields of each line. People, phones and rows of a tournament
are identified by their numbers in the document; games, entries, tournaments, evenings and seasons
keep their ids.
"""

FORMAT = "tichu-club"
VERSION = 1
LARGEST = 2_000_000_000  # bytes, uncompressed: for the command
LARGEST_AT_DESK = (
    # The same at the desk: on SQLite nothing else can write during the import, up to half a minute
    5_000_000
)
# Bytes of the file there; the preview page sends it again as text
LARGEST_PACKED = 2_200_000
LONGEST_LINE = 1_000_000  # bytes: none of our lines reaches a tenth of it
