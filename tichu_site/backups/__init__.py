"""Back-ups of everything (games, clubs, accounts, tournaments) and restoring them.

On SQLite a copy is the database as one file. On PostgreSQL it is our own document
(`site_document`), which both databases read, or a pg_dump. `backup_folder` writes and manages
copies, `restoring` restores them.
"""
