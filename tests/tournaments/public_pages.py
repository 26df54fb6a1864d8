"""Asking the public pages of a tournament."""

import csv
import io
from typing import Any

from django.test import Client
from django.urls import reverse


def csv_rows(response: Any) -> list[list[str]]:
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response.content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"), newline="")))


def get(address: str, *args: object, client: Client | None = None) -> Any:
    return (client or Client()).get(reverse(address, args=args))
