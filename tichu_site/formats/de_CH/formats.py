"""German as in Switzerland: a point in decimals, an apostrophe between thousands (CLDR, de-CH)."""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = "\N{RIGHT SINGLE QUOTATION MARK}"
