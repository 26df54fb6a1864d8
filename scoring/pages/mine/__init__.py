"""My game: all that somebody played, in whichever lists they are."""
