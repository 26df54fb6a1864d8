"""Pages as a browser reads them: how their source is broken into lines means nothing."""

import re

# White space beside their tags is never shown.
BLOCKS = (
    "address|article|aside|body|button|caption|col|colgroup|dd|desc|details|div|dl|dt|fieldset|figure|footer|form|h[1-6]"
    "|head|header|hr|html|legend|li|link|main|meta|nav|noscript|ol|optgroup|option|p|script|section|select|summary|svg"
    "|table|tbody|td|text|tfoot|th|thead|title|tr|ul"
)
KEPT = re.compile(r"(<(?:textarea|pre|script)\b.*?</(?:textarea|pre|script)>)", re.DOTALL)
TAG = re.compile(r"<[a-zA-Z/!](?:\"[^\"]*\"|'[^']*'|[^'\">])*>")
BROKEN = re.compile(r"\s\s|[\n\t]|\s/?>")  # a tag that may have to be mended
QUOTED = re.compile(r"(\"[^\"]*\"|'[^']*')")
BESIDE = re.compile(rf"\s*(</?(?:{BLOCKS})(?=[\s>/])(?:\"[^\"]*\"|'[^']*'|[^'\">])*>)\s*")

FORBIDDEN = {
    "a script in the page": r"<script\b(?![^>]*\bsrc=)(?![^>]*\btype=\"application/json\")",
    "a style in the page": r"<style\b",
    "a style attribute": r"<[^>]*\sstyle\s*=",
    "an event attribute": r"<[^>]*\son[a-z]+\s*=",
    "another host": r"(?<!xmlns=['\"])https?://",
    "an address in a javascript: link": r"javascript:",
    "a text taken for safe": r"\|\s*safe\b|{%\s*autoescape\s+off",
}


def flat(page: str) -> str:
    """The same page with one space for each run of white space, and none beside blocks or before
    the end of a tag.
    """
    parts = KEPT.split(page)
    parts[::2] = [_flat(part) for part in parts[::2]]
    parts[1::2] = [TAG.sub(_tag, part, count=1) for part in parts[1::2]]
    return "".join(parts)


def _flat(part: str) -> str:
    texts = TAG.split(part)
    tags = [_tag(tag) for tag in TAG.finditer(part)]
    flat_texts = [re.sub(r"\s+", " ", text) for text in texts]
    return BESIDE.sub(
        r"\1", "".join(text + tag for text, tag in zip(flat_texts, [*tags, ""], strict=True))
    )


def _tag(match: re.Match[str]) -> str:
    """Values stay as they are; between them one space."""
    if not BROKEN.search(match[0]):
        return match[0]
    parts = QUOTED.split(match[0])
    parts[::2] = [re.sub(r"\s+", " ", part) for part in parts[::2]]
    return re.sub(r"\s*(/?>)$", r"\1", "".join(parts))
