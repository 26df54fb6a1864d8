"""What the rows of the record say of people over many games. Read, never kept: it follows the rows
by itself.
"""
