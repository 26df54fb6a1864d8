"""By which methods an address may be asked: told before anything else, also of a game that nobody
has.
"""

from typing import Any

from rest_framework.exceptions import MethodNotAllowed
from rest_framework.request import Request


class AskedRightly:
    """Stands before APIView: 405 by what the address takes, whatever is there and whoever asks.

    Otherwise the look-up would come first, and a method that exists nowhere would find out that
    something is not there.
    """

    http_method_names = ("get", "head", "post")
    allowed_methods: list[str]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method not in self.allowed_methods:
            raise MethodNotAllowed(str(request.method))
        super().initial(request, *args, **kwargs)  # type: ignore[misc]
