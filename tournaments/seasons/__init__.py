"""How a season ranks people: formula, points, table, who may still come where, and why. Without
Django.
"""
