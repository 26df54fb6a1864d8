"""What every test stands on: a database and a data folder of its own, and compiled catalogues."""

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
import time_machine
from hypothesis import HealthCheck
from hypothesis import settings as of_hypothesis

from tests.browser.servers import NO_BROWSER
from tests.databases import (
    database_under_test,
    drop_template,
    empty_by_deleting,
    start_postgres,
    template,
)
from tests.dates import AHEAD, ZONE
from tests.markup import flat
from tests.on_postgres import chosen
from tests.prepared import DATABASE, FOLDER, prepared_folder
from tests.processes import SETTINGS_VARIABLES
from tichu_site.server.threads import with_room

DATABASE_FIXTURES = {
    "db",
    "transactional_db",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
    "live_server",
}

# The zone of the machine, as far as tests can tell, and of the browsers that they start
HOME = "Europe/Zurich"

# How long an example takes says how busy the machine is, and nothing of the code.
of_hypothesis.register_profile(
    "any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
of_hypothesis.load_profile("any machine")


IN_ROOM: list[pytest.Config] = []  # what runs in it already


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> Any:
    """Everything that follows, collecting and all tests, is called from a frame with room:
    `tichu_site.server.threads`.
    """
    if config in IN_ROOM:
        return None
    IN_ROOM.append(config)
    return with_room(config.hook.pytest_cmdline_main, config=config)


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # until all is collected
    # pytest-django reads the settings after this hook, because no DJANGO_SETTINGS_MODULE is set
    # before it.
    from django.conf import settings

    if settings.configured:
        raise pytest.UsageError(
            "The settings were read before the tests could say where data goes: unset "
            "DJANGO_SETTINGS_MODULE."
        )
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if not worker:
        prepare_run(config)
    data = Path(os.environ[FOLDER]) / (worker or "main")
    data.mkdir(exist_ok=True)
    for variable in SETTINGS_VARIABLES:
        os.environ.pop(variable, None)
    os.environ["DATA_DIR"] = str(data)
    os.environ["TZ"] = os.environ.get(ZONE, HOME)
    if database_under_test() == "postgres" and not config.option.collectonly:
        os.environ["DATABASE_URL"] = os.environ["TEST_DATABASE_URL"]
    os.environ["DJANGO_SETTINGS_MODULE"] = "tichu_site.settings"
    # Templates name files without their hash: no test has to collect them first.
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    # Passwords are hashed for tests, not for thieves: the real way is slow on purpose. Servers that
    # tests start use it.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    # They are read now. Workers start from this environment and must come here before they read
    # theirs.
    del os.environ["DJANGO_SETTINGS_MODULE"]
    if not worker:
        from tichu_site.management.commands import compile_translations

        compile_translations.Command().handle(verbosity=0)


def prepare_run(config: pytest.Config) -> None:
    """Once for the run, before the workers start: the folder for everything, and the PostgreSQL
    server.
    """
    try:
        kind = database_under_test()
    except ValueError as error:
        raise pytest.UsageError(str(error)) from error
    folder = Path(tempfile.mkdtemp(prefix="tichu-tests-"))
    os.environ[FOLDER] = str(folder)
    config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
    if (
        kind == "postgres"
        and not os.environ.get("TEST_DATABASE_URL")
        and not config.option.collectonly
    ):
        # The workers find it in the environment that they inherit.
        os.environ["TEST_DATABASE_URL"], stop = start_postgres(folder / "postgres")
        config.add_cleanup(stop)
    if kind == "postgres" and not config.option.collectonly:
        config.add_cleanup(lambda: drop_template(os.environ["TEST_DATABASE_URL"], folder))


def pytest_report_header() -> str:
    return f"database under test: {database_under_test()}"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only what is chosen for PostgreSQL runs, other files are not read at all."""
    if "postgres" not in config.option.markexpr or not collection_path.name.startswith("test_"):
        return None
    return None if chosen(collection_path.relative_to(Path(__file__).parent).as_posix()) else True


def pytest_itemcollected(item: pytest.Item) -> None:
    """Whatever touches the database is marked so, and what can differ on PostgreSQL."""
    from django.test import TransactionTestCase

    of_django = (
        isinstance(item, pytest.Function) and item.cls and issubclass(item.cls, TransactionTestCase)
    )
    fixtures = DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ()))
    if fixtures or of_django or item.get_closest_marker("django_db"):
        item.add_marker(pytest.mark.database)
    if chosen(item.path.relative_to(Path(__file__).parent).as_posix()):
        item.add_marker(pytest.mark.postgres)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Evenings in the browser wait more than they work, most other tests never wait: workers do
    both side by side.

    They come early, so that no worker is left with a long one at the end; last come the files that
    touch no database, which are short. Alone a process does the browser first.
    """
    in_browser = [item for item in items if item.get_closest_marker("browser")]
    others = [item for item in items if not item.get_closest_marker("browser")]
    with_database = {item.path for item in others if item.get_closest_marker("database")}
    others.sort(key=lambda item: item.path not in with_database)
    files = [list(found) for _path, found in groupby(in_browser, key=lambda item: item.path)]
    apart = (
        len(others) * 3 // 4 // len(files) if files and "PYTEST_XDIST_WORKER" in os.environ else 0
    )
    items[:] = [
        item
        for number, file in enumerate(files)
        for item in (*file, *others[number * apart : (number + 1) * apart])
    ]
    items += others[len(files) * apart :]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = terminalreporter.stats.get("skipped", ())
    count = sum(NO_BROWSER in str(report.longrepr) for report in skipped)
    if count:
        terminalreporter.write_sep("=", f"{count} BROWSER TESTS DID NOT RUN", red=True, bold=True)
        terminalreporter.write_line(NO_BROWSER, red=True, bold=True)


@cache
def read_flat(kind: type[Any]) -> type[Any]:
    """This kind of answer, made flat when somebody reads it:
    most tests ask for its status alone.
    """

    def content(answer: Any) -> bytes:
        whole: bytes = kind.content.fget(answer)
        if getattr(answer, "_read", None) != whole:
            answer._read, answer._flat = whole, flat(whole.decode()).encode()
        found: bytes = answer._flat
        return found

    return type(kind.__name__, (kind,), {"content": property(content, kind.content.fset)})


@pytest.fixture(scope="session", autouse=True)
def pages_as_read() -> Iterator[None]:
    """Pages that Django's client asks for come flat: a test speaks of what is shown, not of lines
    in a template.
    """
    from django.test import Client

    ask = Client.request

    def asked(client: Client, **request: Any) -> Any:
        answer = ask(client, **request)
        if not answer.streaming and answer.headers.get("Content-Type", "").startswith("text/html"):
            answer.__class__ = read_flat(answer.__class__)
        return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "request", asked)
        yield


def pytest_collection_finish() -> None:
    """What was collected stays to the end:
    the collector need not look through it again and again.
    """
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """After each test that commits, Django would fill in tables again that nobody here reads:
    rights, kinds of rows.
    """
    from django.contrib.contenttypes.management import create_contenttypes
    from django.db.models.signals import post_migrate

    assert post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    assert post_migrate.disconnect(create_contenttypes)
    if database_under_test() == "postgres":
        empty_by_deleting()


@pytest.fixture(autouse=True)
def nobodys_language() -> None:
    """
    No test reads in the language that the one before it asked a page in.

    Django's client answers in this thread, and the middleware for languages leaves the thread in
    the reader's language: which test comes next is chance, for the workers share them out.
    """
    from django.utils import timezone, translation

    translation.deactivate()
    timezone.deactivate()


@pytest.fixture(autouse=True)
def no_limit_reached_yet() -> None:
    """A limit that an earlier test reached is stored after some later request: not one of this
    test's, which may count queries or have no database.
    """
    from scoring.games.access import limit_hits

    limit_hits._waiting.clear()


@pytest.fixture
def empty_cache() -> None:
    """Tries and forms of other tests are forgotten. With SQLite they are counted in this process,
    with PostgreSQL in the database.
    """
    from django.core.cache import cache
    from django.db import connection

    if connection.vendor == "sqlite":
        cache.clear()


@pytest.fixture
def in_zurich() -> Iterator[None]:
    """Times are those of Zurich's clocks, wherever the tests run."""
    from django.utils import timezone

    with timezone.override("Europe/Zurich"):
        yield


@pytest.fixture
def real_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The machine's own clock on every day of `tests/dates.py`, here and in processes that are
    started.

    OpenSSL reads no other, so certificates that it looks at have to be made by it.
    """
    if not time_machine.escape_hatch.is_travelling():
        yield
        return
    monkeypatch.setenv(AHEAD, "0")
    with time_machine.travel(time_machine.escape_hatch.time.time(), tick=True):
        yield


@pytest.fixture(scope="session")
def begins_with_copy() -> bool:
    """Whether this process begins with a copy of a prepared database.

    One of several workers does: the first makes it for all. Alone it is quicker to make the tables
    at once.
    """
    return "PYTEST_XDIST_WORKER" in os.environ


@pytest.fixture(scope="session")
def django_db_keepdb(begins_with_copy: bool, django_db_keepdb: bool) -> bool:
    """SQLite's copy is there before the tests' database is made, and goes with the folder of the
    run.
    """
    return django_db_keepdb or (begins_with_copy and database_under_test() == "sqlite")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, begins_with_copy: bool
) -> None:
    """SQLite is tested in a file, as it is used: in memory it locks otherwise and knows no WAL."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    of_tests = database.setdefault("TEST", {})
    if database["ENGINE"] == "tichu_site.server.sqlite":
        of_tests["NAME"] = str(settings.DATA_DIR / "test.sqlite3")
        if begins_with_copy and (folder := prepared_folder()):
            shutil.copyfile(folder / DATABASE, of_tests["NAME"])
    elif begins_with_copy:
        of_tests["TEMPLATE"] = template(os.environ["TEST_DATABASE_URL"])
