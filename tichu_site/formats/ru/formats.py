"""Russian: a month next to its day takes the genitive, which Django's format of a day without a
year lacks.
"""

DATE_FORMAT = "j E Y"
DATETIME_FORMAT = "j E Y, H:i"
MONTH_DAY_FORMAT = "j E"
TIME_FORMAT = "H:i"
SHORT_DATETIME_FORMAT = "d.m.Y, H:i"
