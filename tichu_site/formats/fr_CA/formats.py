"""French in Canada: the h between hour and minutes is a letter; Django's format uses it as a format
character.
"""

TIME_FORMAT = "H\N{NO-BREAK SPACE}\\h\N{NO-BREAK SPACE}i"
DATETIME_FORMAT = "j F Y, H\N{NO-BREAK SPACE}\\h\N{NO-BREAK SPACE}i"
SHORT_DATETIME_FORMAT = "Y-m-d, H\N{NO-BREAK SPACE}\\h\N{NO-BREAK SPACE}i"
