"""Django's PostgreSQL backend behind a pooler in transaction mode, such as PgBouncer."""
