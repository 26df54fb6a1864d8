"""What the pages of a season answer."""
