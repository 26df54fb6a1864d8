"""What all views of the API share: the check of the method, and JSON for any client."""

from typing import Any

from rest_framework.exceptions import MethodNotAllowed
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request


class CheckMethodMixin:
    """Mixin before APIView: 405 for a method that the address does not take, whoever asks.

    Otherwise the look-up would come first, and a method that exists nowhere would reveal what
    exists.
    """

    http_method_names = ("get", "head", "post")
    allowed_methods: list[str]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method not in self.allowed_methods:
            raise MethodNotAllowed(str(request.method))
        super().initial(request, *args, **kwargs)  # type: ignore[misc]


class PlainJSON(JSONRenderer):
    """JSON in ASCII: a name in a record may contain half a surrogate pair, which UTF-8 cannot
    encode.
    """

    ensure_ascii = True
