"""My page: everything that a person played, in all lists."""
