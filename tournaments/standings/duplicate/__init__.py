"""Duplicate Tichu: pairs that play the same cards at different tables, compared board by board.

`record` reads and answers the duplicate record; `values` compares the results of a board, `ranking`
adds them up for each pair and ranks the pairs.
"""
