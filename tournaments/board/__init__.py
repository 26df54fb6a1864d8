"""What the pages of session rounds, matches and penalties show, and what is typed into them."""
