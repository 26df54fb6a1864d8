"""What the public pages of a tournament show, put together from its rows: a module a page."""
