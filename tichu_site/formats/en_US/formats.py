"""English in the United States: month first, 12 hours."""

DATE_FORMAT = "F j, Y"
SHORT_DATE_FORMAT = "m/d/Y"
TIME_FORMAT = "g:i A"
DATETIME_FORMAT = "F j, Y, g:i A"
SHORT_DATETIME_FORMAT = "m/d/Y, g:i A"
MONTH_DAY_FORMAT = "F j"
