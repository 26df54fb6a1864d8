"""The desk during play: the board, the double-check list, how the evening is run."""
