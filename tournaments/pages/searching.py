"""What is typed into the search of a list, which filters while it is typed: templates/tournaments/_search.html."""

from django.http import HttpRequest

LONGEST_SEARCH = 60


def looked_for(request: HttpRequest) -> str:
    """The text of `?q=`, no longer than any name is searched by."""
    return request.GET.get("q", "").replace("\0", "")[:LONGEST_SEARCH]
