"""Export and import a whole tournament as one JSON document: see docs/exchange.md.

`writing` exports, `checking` validates and reports all errors, `reading` imports. The document has
no row ids: entrants, stages, session rounds, tables and games are identified by number, people by
name.
"""

FORMAT = "tichu-tournament"
VERSION = 1
LARGEST = 3_000_000  # bytes of a document pasted at the desk; the command accepts any size
# The log line of the copy about its import, which is not exported
IMPORTED = "imported"
# Key in a log line's params: the name of its author on another site
BY_NAME = "by_name"
