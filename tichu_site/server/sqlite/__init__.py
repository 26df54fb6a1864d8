"""Django's SQLite, whose writers take turns instead of trying again and again until the file lets
them.
"""
