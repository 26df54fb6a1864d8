"""An entrant's own page, by a link and without an account."""
