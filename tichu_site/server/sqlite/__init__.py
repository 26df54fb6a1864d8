"""Django's SQLite backend with a fair queue of writers, instead of busy retries."""
