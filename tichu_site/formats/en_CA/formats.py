"""English in Canada: month first in words, year first in figures."""

DATE_FORMAT = "F j, Y"
SHORT_DATE_FORMAT = "Y-m-d"
TIME_FORMAT = "g:i A"
DATETIME_FORMAT = "F j, Y, g:i A"
SHORT_DATETIME_FORMAT = "Y-m-d, g:i A"
MONTH_DAY_FORMAT = "F j"
