"""The machine's own names and addresses, which change while the server runs."""

import re
import socket
import ssl
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from tests.site.certificates import served, shake_hands
from tests.tournaments import desks
from tests.tournaments.desk_pages import at, text_of
from tichu_site import allowed_hosts, environment
from tichu_site.allowed_hosts import KNOWN_FOR, AddressWatch, OwnHosts
from tichu_site.management.commands.serve import cover_addresses
from tichu_site.server.server import Listening
from tichu_site.server.tls.local_authority import certificates


class Machine:
    """Interfaces that change, and a clock that is set."""

    def __init__(self, *addresses: str) -> None:
        self.addresses, self.now, self.looks = list(addresses), 0.0, 0

    def look(self) -> list[str]:
        self.looks += 1
        return list(self.addresses)


def asked_for(host: str) -> int:
    return Client().get("/privacy/", headers={"host": host}).status_code


def test_an_address_that_the_machine_gets_later_is_taken_and_one_that_it_lost_is_not(
    settings: Settings,
) -> None:
    machine = Machine("192.168.1.20")
    settings.ALLOWED_HOSTS = OwnHosts(["localhost"], machine.look, lambda: machine.now)
    assert [asked_for(host) for host in ("localhost", "192.168.1.20:8000", "10.0.0.7")] == [
        200,
        200,
        400,
    ]
    machine.addresses = ["10.0.0.7", "[2001:db8::7]"]
    machine.now += KNOWN_FOR
    assert [asked_for(host) for host in ("10.0.0.7:8000", "[2001:db8::7]", "192.168.1.20")] == [
        200,
        200,
        400,
    ]


@pytest.mark.parametrize(
    "host", ["evil.example", "10.0.0.7.evil.example", "10.0.0.8", "192.168.1.20@evil.example"]
)
def test_no_other_name_is_taken_whatever_the_header_says(settings: Settings, host: str) -> None:
    settings.ALLOWED_HOSTS = OwnHosts(["localhost"], Machine("10.0.0.7").look)
    assert asked_for(host) == 400


def test_the_interfaces_are_looked_at_once_in_a_few_seconds(settings: Settings) -> None:
    machine = Machine("10.0.0.7")
    settings.ALLOWED_HOSTS = OwnHosts([], machine.look, lambda: machine.now)
    for _ in range(20):
        asked_for("10.0.0.7")
        asked_for("evil.example")
    assert machine.looks == 1


def test_what_the_settings_read_of_it_is_what_it_is_now() -> None:
    machine = Machine("10.0.0.7")
    hosts = OwnHosts(["localhost"], machine.look)
    assert ([*hosts], "10.0.0.7" in hosts, hosts[0]) == (
        ["localhost", "10.0.0.7"],
        True,
        "localhost",
    )


@pytest.mark.parametrize(
    ("host", "taken"), [("127.0.0.2", "127.0.0.2"), ("2001:db8::7", "[2001:db8::7]")]
)
def test_the_address_that_it_was_told_to_listen_on_is_taken(host: str, taken: str) -> None:
    assert taken in allowed_hosts.hosts(host)


def test_the_interfaces_are_those_of_this_machine() -> None:
    assert "127.0.0.1" in environment.interface_hosts()


@pytest.mark.parametrize(
    ("variables", "found"),
    [
        ({}, "192.168.1.20"),
        ({"HOST": "127.0.0.1"}, ""),
        ({"ALLOWED_HOSTS": "tichu.example"}, ""),
        ({"HOST": "::"}, "192.168.1.20"),
    ],
)
def test_pages_know_where_phones_reach_the_machine(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], found: str
) -> None:
    monkeypatch.setattr(environment, "own_addresses", lambda: ["192.168.1.20", "10.0.0.7"])
    for name in ("HOST", "ALLOWED_HOSTS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert allowed_hosts.network_host() == found


# Noticing it


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of the machine, to change."""
    addresses = ["192.168.1.20"]
    monkeypatch.setattr(environment, "own_addresses", lambda: addresses)
    monkeypatch.setattr(AddressWatch, "address_change", None)
    for name in ("HOST", "ALLOWED_HOSTS"):
        monkeypatch.delenv(name, raising=False)
    return addresses


def test_the_terminal_says_once_that_the_address_changed_and_what_of_printed_cards(
    network: list[str],
) -> None:
    lines: list[str] = []
    watch = AddressWatch(lines.append, 8000)
    watch.run_once()
    assert lines == []
    network[:] = ["10.0.0.7"]
    watch.run_once()
    watch.run_once()
    assert len(lines) == 1
    assert (
        "phones reach this machine at http://10.0.0.7:8000/, no longer at http://192.168.1.20:8000/"
        in lines[0]
    )
    assert "Printed cards and codes lead to the old address" in lines[0]
    network[:] = ["192.168.1.20"]
    watch.run_once()
    assert "is http://192.168.1.20:8000/ again" in lines[1]
    assert AddressWatch.address_change is None


def test_a_further_network_changes_nothing_and_none_at_all_is_said(network: list[str]) -> None:
    lines: list[str] = []
    watch = AddressWatch(lines.append, 8000)
    network[:] = ["172.17.0.1", "192.168.1.20"]
    watch.run_once()
    assert lines == []
    network[:] = []
    watch.run_once()
    assert lines == [
        (
            "  No network: phones cannot reach http://192.168.1.20:8000/. What they write waits on "
            "them."
        )
    ]


@pytest.mark.usefixtures("real_clock")
def test_https_follows_the_address_without_a_restart(
    network: list[str], settings: Settings, tmp_path: Path
) -> None:
    settings.TLS_DIR = tmp_path
    settings.ALLOWED_HOSTS = ["localhost", "laptop.local", *network]
    made = certificates(tmp_path, settings.ALLOWED_HOSTS)
    lines: list[str] = []
    watch = AddressWatch(lines.append, 8000, cover=cover_addresses)
    listening = Listening(socket.socket(), made.certificate, made.key)
    config = listening.config()
    config.load()
    listening.socket.close()
    assert config.ssl
    with served(made, config.ssl) as port:
        shake_hands(port, made.authority, "192.168.1.20")
        with pytest.raises(ssl.SSLCertVerificationError):
            shake_hands(port, made.authority, "10.0.0.7")
        network[:] = ["10.0.0.7"]
        watch.run_once()
        for name in ("10.0.0.7", "laptop.local", "localhost"):
            assert shake_hands(port, made.authority, name) == "TLSv1.3"
        watch.run_once()
        made.certificate.write_bytes(b"half a file")  # what cannot be read leaves the one before
        assert shake_hands(port, made.authority, "10.0.0.7") == "TLSv1.3"
    assert [line for line in lines if "https" in line] == [
        ("  https works at the new address too: phones that trust this computer need no change.\n")
    ]


def test_an_address_for_which_nobody_vouches_is_named(
    network: list[str], settings: Settings, tmp_path: Path
) -> None:
    settings.TLS_DIR = tmp_path
    settings.ALLOWED_HOSTS = ["localhost", *network]
    certificates(tmp_path, settings.ALLOWED_HOSTS)
    lines: list[str] = []
    watch = AddressWatch(lines.append, 8000, cover=cover_addresses)
    network[:] = ["10.0.0.7", "203.0.113.5"]
    watch.run_once()
    assert "No https at 203.0.113.5." in lines[-1]
    network[:] = ["10.0.0.8"]
    (tmp_path / "authority.pem").write_text("half a file")
    watch.run_once()
    assert re.search(r"No https at the new address: \S+authority\.pem is damaged", lines[-1])


def test_a_machine_that_gets_its_first_network_later_has_printed_nothing_before(
    network: list[str],
) -> None:
    network[:] = []
    lines: list[str] = []
    watch = AddressWatch(lines.append, 8000)
    network[:] = ["10.0.0.7"]
    watch.run_once()
    assert (lines, AddressWatch.address_change) == ([], None)


@pytest.mark.django_db
def test_the_board_says_that_the_address_changed_and_what_it_means(network: list[str]) -> None:
    watch = AddressWatch(str, 8000)
    desk = desks.a_desk()
    tournament = desks.draw(desks.a_tournament(entrants=4, desk=desk)).stage.tournament
    board = at("desk_board", tournament)
    assert 'id="address-moved"' not in desk.client.get(board).content.decode()
    network[:] = ["10.0.0.7"]
    watch.run_once()
    words = text_of(desk.client.get(board))
    assert re.search(
        r"The address of this computer is now 10\.0\.0\.7\. It was 192\.168\.1\.20 until "
        r"\d\d:\d\d\.",
        words,
    )
    assert "Print the cards again" in words
    network[:] = []
    watch.run_once()
    assert "This computer has no network" in text_of(desk.client.get(board))
