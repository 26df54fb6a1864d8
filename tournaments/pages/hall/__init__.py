"""The desk while a hall plays: the board, the double-check list, how the evening is run."""
