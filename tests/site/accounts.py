"""Accounts that sign in: e-mail, password, and who a browser is afterwards."""

import re

from django.contrib.auth import get_user
from django.http import HttpRequest
from django.test import Client

from tichu_site.models import User

EMAIL, PASSWORD = "olga@club.example", "five ducks in a row"
NOBODY = "nobody@club.example"
CODE = re.compile(r"(?m)^    (\S+)$")


def signed_in(client: Client) -> User | None:
    """Who is signed in with this client's cookies."""
    request = HttpRequest()
    request.session = client.session
    user = get_user(request)
    return user if isinstance(user, User) else None
