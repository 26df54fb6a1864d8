"""German in Switzerland: decimal point, apostrophe between thousands (CLDR, de-CH)."""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = "\N{RIGHT SINGLE QUOTATION MARK}"
