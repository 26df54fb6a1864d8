"""How countries write dates and times where Django does not say it, or not as people of the field
do.
"""
