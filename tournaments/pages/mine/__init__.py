"""My page: all that somebody played, in whichever lists they are."""
