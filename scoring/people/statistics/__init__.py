"""Statistics of people over many games. Read from the record rows and never stored, so they are
always current.
"""
