"""Settings from the environment: right ones are taken over, wrong ones stop the start with one
clear line.
"""

from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path
from threading import Barrier
from zoneinfo import available_timezones

import pytest
from django.core.management import call_command

from tests.site.starting import as_started, read_settings, start
from tichu_site import database_urls, environment
from tichu_site.environment import SettingError

KEY = "PNW2hCkE4ZVgmgkzJtVFq0RUgAQ1xw6BSn-x_kq9"
RANDOM = "at least 32 random, secret characters. Leave it out to generate one in DATA_DIR."
NAMES = "names such as tichu.example, with commas between them and without http://, port, path or *"
WRONG = {
    ("HTTPS", "perhaps"): "HTTPS must be true or false, not 'perhaps'.",
    ("LOG_LEVEL", "LOUD"): "LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, not 'LOUD'.",
    (
        "TIME_ZONE",
        "Europe/Nowhere",
    ): "TIME_ZONE must be a time zone such as Europe/Zurich, not 'Europe/Nowhere'.",
    (
        "DATABASE_URL",
        "postgres//club:very-secret@db/club",
    ): "DATABASE_URL must look like postgres://user:password@host/name or sqlite:////folder/file.",
    ("SECRET_KEY", "short and known"): f"SECRET_KEY must be {RANDOM}",
    (
        "ALLOWED_HOSTS",
        "tichu.example,https://tichu.example:8000",
    ): f"ALLOWED_HOSTS must be {NAMES}, not 'https://tichu.example:8000'.",
    (
        "MAIL_FROM",
        "the desk",
    ): "MAIL_FROM must be an e-mail address such as desk@tichu.example, not 'the desk'.",
    ("UNSAFE_DATABASE", "yes"): "UNSAFE_DATABASE must be one of REFUSE, ACCEPT, not 'YES'.",
    (
        "DATA_DIR",
        "/dev/null/here",
    ): "DATA_DIR must be a folder: /dev/null/here cannot be created (Not a directory).",
}
RIGHT: list[tuple[str, dict[str, str], object]] = [
    ("HTTPS", {}, False),
    ("HTTPS", {"HTTPS": "Yes"}, True),
    ("SESSION_COOKIE_SECURE", {"HTTPS": "true"}, True),
    ("SESSION_COOKIE_SECURE", {"HTTPS": "0"}, False),
    ("DEBUG", {"DEBUG": "true"}, False),
    ("SECRET_KEY", {"SECRET_KEY": KEY}, KEY),
    (
        "ALLOWED_HOSTS",
        {"ALLOWED_HOSTS": "tichu.example, www.tichu.example,"},
        ["tichu.example", "www.tichu.example"],
    ),
    (
        "ALLOWED_HOSTS",
        {"ALLOWED_HOSTS": ".club.example,10.0.0.7,[::1]"},
        [".club.example", "10.0.0.7", "[::1]"],
    ),
    ("DEFAULT_FROM_EMAIL", {"ALLOWED_HOSTS": ".club.example"}, "desk@club.example"),
    ("DEFAULT_FROM_EMAIL", {"MAIL_FROM": "Club <desk@club.example>"}, "Club <desk@club.example>"),
    ("UNSAFE_DATABASE", {}, False),
    ("UNSAFE_DATABASE", {"UNSAFE_DATABASE": "accept"}, True),
    ("TIME_ZONE", {"TIME_ZONE": "America/Lima"}, "America/Lima"),
    ("TIME_ZONE", {"TIME_ZONE": " ", "TZ": "Asia/Tokyo"}, "Asia/Tokyo"),
    ("TIME_ZONE", {"TZ": ":Asia/Tokyo"}, "Asia/Tokyo"),
    ("TIME_ZONE", {"TIME_ZONE": "America/Lima", "TZ": "Asia/Tokyo"}, "America/Lima"),
    ("TIME_ZONE", {"TZ": "EST5EDT4,M3.2.0,M11.1.0"}, "UTC"),
    ("TIME_ZONE", {"TZ": "Europe/Nowhere"}, "UTC"),
    ("LOG_LEVEL", {"LOG_LEVEL": "info"}, "INFO"),
]


def test_a_wrong_value_stops_the_start_with_one_line(tmp_path: Path) -> None:
    answer = start(tmp_path, "manage.py", "check", HTTPS="perhaps")
    assert (answer.returncode, answer.stderr, answer.stdout) == (
        1,
        f"{WRONG['HTTPS', 'perhaps']}\n",
        "",
    )
    for (variable, value), line in WRONG.items():
        with pytest.raises(SettingError) as refused:
            read_settings(tmp_path, **{variable: value})
        # Such an exit is what a process prints as a line, and ends with 1.
        assert (str(refused.value), refused.value.code) == (line, line), variable


def test_a_right_value_is_taken_over(tmp_path: Path) -> None:
    answer = start(
        tmp_path,
        "-c",
        "from tichu_site import settings; print(settings.LOG_LEVEL)",
        LOG_LEVEL="info",
    )
    assert (answer.stdout, answer.stderr) == ("INFO\n", "")
    for name, variables, value in RIGHT:
        assert getattr(read_settings(tmp_path, **variables), name) == value, (name, variables)


@pytest.mark.parametrize(
    ("link", "zone"), [("zoneinfo/Asia/Tokyo", "Asia/Tokyo"), ("clocks/Asia/Tokyo", "UTC")]
)
def test_a_zone_that_is_a_file_has_the_name_of_where_it_leads(
    tmp_path: Path, link: str, zone: str
) -> None:
    data = tmp_path / link
    data.parent.mkdir(parents=True)
    data.write_bytes((resources.files("tzdata") / "zoneinfo" / "Asia" / "Tokyo").read_bytes())
    (tmp_path / "localtime").symlink_to(data)
    assert zone == read_settings(tmp_path / "data", TZ=f":{tmp_path / 'localtime'}").TIME_ZONE


def test_without_a_zone_in_the_environment_the_machine_s_own_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TZ")
    assert read_settings(tmp_path).TIME_ZONE in available_timezones()


@pytest.mark.parametrize("value", ["0", "65536", "-1", "80.5", "eighty", "²", "9" * 5000])
def test_a_number_out_of_bounds_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("PORT", value)
    with pytest.raises(SettingError, match=r"^PORT must be a number from 1 to 65535, not "):
        environment.whole_number("PORT", 8000, 1, 65535)


@pytest.mark.parametrize(
    "url",
    [
        "mysql://club@db/club",
        "postgres://db",
        "postgres://db:port/club",
        "club",
        "postgres://[::1/club",
    ],
)
def test_a_database_that_cannot_be_is_refused(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(SettingError, match=r"^DATABASE_URL must look like "):
        database_urls.database("DATABASE_URL", "")


@pytest.mark.parametrize(
    "value",
    [
        "*",
        "a.example *",
        "a.example b.example",
        "a.example:80",
        "http://a.example",
        "a.example/",
        "a..example",
        "a.example,*.b.example",
        "[::1",
        "::1",
        "a.example\nb",
        ".",
    ],
)
def test_a_name_that_no_browser_could_ask_for_is_refused(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", value)
    with pytest.raises(SettingError, match=r"^ALLOWED_HOSTS must be names such as "):
        environment.host_names("ALLOWED_HOSTS")


@pytest.mark.parametrize(
    "value",
    [
        "change-me-" * 10,
        "django-insecure-" + KEY,
        "x" * 100,
        "abcdef" * 20,
        KEY[:31],
        "your-secret-key-here" * 3,
    ],
)
def test_a_key_that_could_be_guessed_is_refused_and_not_told(
    monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("SECRET_KEY", value)
    with pytest.raises(SettingError, match=r"^SECRET_KEY must be at least ") as refused:
        environment.secret("SECRET_KEY")
    assert value not in str(refused.value)


@pytest.mark.parametrize(
    "value", ["desk", "desk@", "@club.example", "Club <desk>", "a@b@c", "a@b\nBcc: c@d", "a b@c"]
)
def test_what_is_no_mail_address_is_refused(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("MAIL_FROM", value)
    with pytest.raises(SettingError, match=r"^MAIL_FROM must be an e-mail address such as "):
        environment.mail_address("MAIL_FROM", "desk@club.example")


def test_a_folder_in_its_place_is_made_and_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "new" / "folder"))
    assert environment.folder("DATA_DIR", tmp_path) == tmp_path / "new" / "folder"
    assert (tmp_path / "new" / "folder").is_dir()


@pytest.mark.parametrize("subdomains", ["", "true", "false"])
def test_production_settings_raise_no_warning(tmp_path: Path, subdomains: str) -> None:
    """Of the checks of safety. All that there are look at the example of `deploy/`:
    tests/site/test_deploy.py.
    """
    with as_started(
        tmp_path, HTTPS="true", HSTS_SUBDOMAINS=subdomains, ALLOWED_HOSTS="tichu.example"
    ):
        call_command("check", deploy=True, tags=["security"], fail_level="WARNING")


# The secret key


def test_the_secret_key_is_made_once_and_for_the_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "data" / "secret_key"
    key = environment.kept_secret(path)
    assert len(key) >= 50
    assert environment.kept_secret(path) == key
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["secret_key"]


def test_starts_at_the_same_moment_agree_on_the_secret_key(tmp_path: Path) -> None:
    starts = 16
    together = Barrier(starts)

    def start(_: int) -> str:
        together.wait()
        return environment.kept_secret(tmp_path / "secret_key")

    with ThreadPoolExecutor(starts) as pool:
        keys = set(pool.map(start, range(starts)))
    assert keys == {(tmp_path / "secret_key").read_text(encoding="ascii")}
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


def test_an_empty_key_file_is_not_taken_for_a_key(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()
    with pytest.raises(SettingError, match="is empty: delete it"):
        environment.kept_secret(tmp_path / "secret_key")


# Own addresses


def test_own_hosts_are_the_names_and_addresses_of_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Laptop.club.example")
    monkeypatch.setattr(environment, "own_addresses", lambda: ["192.168.1.20", "10.0.0.7"])
    assert environment.own_hosts() == [
        "localhost",
        "127.0.0.1",
        "[::1]",
        "laptop.club.example",
        "laptop",
        "laptop.local",
        "192.168.1.20",
        "10.0.0.7",
    ]


class Adapter:
    def __init__(self, *addresses: str) -> None:
        self.ips = [Address(address) for address in addresses]


class Address:
    def __init__(self, address: str) -> None:
        self.ip = address
        self.is_IPv4 = "." in address


def test_own_addresses_are_those_that_phones_can_reach_the_likeliest_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    adapters = [
        Adapter("127.0.0.1", "::1"),
        Adapter("172.17.0.1"),
        Adapter("10.0.0.7", "fe80::1"),
        Adapter("169.254.3.4"),
        Adapter("192.168.1.20", "192.168.1.20"),
    ]
    monkeypatch.setattr("ifaddr.get_adapters", lambda: adapters)
    assert environment.own_addresses() == ["192.168.1.20", "10.0.0.7", "172.17.0.1"]
