"""French as in Canada: the h of the hour is a letter between the figures, where Django's form takes
it for a figure.
"""

TIME_FORMAT = "H\N{NO-BREAK SPACE}\\h\N{NO-BREAK SPACE}i"
DATETIME_FORMAT = "j F Y, H\N{NO-BREAK SPACE}\\h\N{NO-BREAK SPACE}i"
SHORT_DATETIME_FORMAT = "Y-m-d, H\N{NO-BREAK SPACE}\\h\N{NO-BREAK SPACE}i"
