"""Back-ups of everything, and the way back from them: games, clubs, accounts, tournaments.

On SQLite a copy is the database as one file; on PostgreSQL it is a document of our own
(`site_document`), which both databases read, or what pg_dump writes. `keeping` writes and looks
after them, `restoring` brings them back.
"""
