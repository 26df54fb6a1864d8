"""Check the method of a request before anything else, even for a game that does not exist."""

from typing import Any

from rest_framework.exceptions import MethodNotAllowed
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
