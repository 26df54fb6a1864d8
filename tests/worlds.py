"""Worlds that the tests of a module share: built once, and every test leaves them as they were.

What a test writes is rolled back to a savepoint at its end, as always. Not for modules with tests
that commit.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import pytest
from pytest_django import DjangoDbBlocker

T = TypeVar("T")


def built_once(build: Callable[[], T], *, autouse: bool = False) -> Callable[..., Any]:
    """A fixture of the module: what `build` gives, made once for all of its tests. `autouse`: also
    for those that do not name it.

    Its objects are shared: a test that lets an action change one reads it from the database anew
    before.
    """

    @pytest.fixture(scope="module", autouse=autouse)
    def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[T]:
        from django.db import transaction
        from django.utils import timezone, translation

        # See `nobodys_language`: a test before this one may have left its own
        translation.deactivate()
        timezone.deactivate()
        everything = transaction.atomic()
        with django_db_blocker.unblock():
            everything.__enter__()
            made = build()
        yield made
        with django_db_blocker.unblock():
            transaction.set_rollback(True)
            everything.__exit__(None, None, None)

    return world


@contextmanager
def undone() -> Iterator[None]:
    """What is written within the block is rolled back at its end: for a test that goes through many
    cases.
    """
    from django.db import transaction

    with transaction.atomic():
        yield
        transaction.set_rollback(True)
