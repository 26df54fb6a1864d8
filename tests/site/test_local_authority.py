"""The authority that a laptop in a hall makes for itself, and the certificate that it serves https
with.
"""

import datetime
import ipaddress
import ssl
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID

from tests.site.certificates import (
    DAY,
    HALL,
    accepted,
    issued_by_theft,
    loaded,
    served,
    shake_hands,
)
from tichu_site.server.tls import local_authority
from tichu_site.server.tls.local_authority import Certificates, authority_in, certificates


def later(monkeypatch: pytest.MonkeyPatch, days: float) -> None:
    moment = datetime.datetime.now(datetime.UTC) + days * DAY
    monkeypatch.setattr(local_authority, "_now", lambda: moment)


# What is made
# -------------------------------------------------------------------------------------------------


def test_the_first_start_makes_an_authority_and_a_certificate_for_every_name(
    tmp_path: Path,
) -> None:
    made = certificates(tmp_path / "tls", HALL)
    for name in ("localhost", "127.0.0.1", "::1", "laptop", "laptop.local", "192.168.1.20"):
        assert accepted(made, name), name
    assert not accepted(made, "192.168.1.21")
    assert not accepted(made, "tichu.local")
    assert made.left_out == ()


def test_addresses_and_host_names_stand_in_the_certificate_each_as_its_kind(tmp_path: Path) -> None:
    names = [
        "192.168.1.20",
        "[fe80::1]",
        "Laptop.local.",
        "müller.local",
        ".club.local",
        "*",
        "not a name",
        "x" * 64,
    ]
    server = loaded(certificates(tmp_path, names).certificate)
    alternative = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert list(alternative) == [
        x509.IPAddress(ipaddress.ip_address("192.168.1.20")),
        x509.IPAddress(ipaddress.ip_address("fe80::1")),
        x509.DNSName("laptop.local"),
        x509.DNSName("xn--mller-kva.local"),
        x509.DNSName("club.local"),
        x509.DNSName("*.club.local"),
    ]


def test_the_certificate_is_one_that_an_iphone_takes(tmp_path: Path) -> None:
    made = certificates(tmp_path, HALL)
    server = loaded(made.certificate)
    assert server.not_valid_after_utc - server.not_valid_before_utc <= 397 * DAY
    usage = server.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]
    assert isinstance(server.signature_hash_algorithm, hashes.SHA256)
    assert server.not_valid_before_utc < datetime.datetime.now(datetime.UTC) - 0.9 * DAY


def test_the_authority_lasts_ten_years_and_makes_no_further_authorities(tmp_path: Path) -> None:
    authority = loaded(certificates(tmp_path, HALL).authority)
    constraints = authority.extensions.get_extension_for_class(x509.BasicConstraints)
    assert constraints.critical
    assert constraints.value == x509.BasicConstraints(ca=True, path_length=0)
    assert authority.not_valid_after_utc - datetime.datetime.now(datetime.UTC) > 3650 * DAY
    key = authority.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert key.curve.name == "secp256r1"


@pytest.mark.parametrize(
    "elsewhere", ["bank.example", "localhost.example", "notlocal", "203.0.113.5", "2001:db8::1"]
)
def test_the_authority_vouches_for_nothing_outside_of_the_hall(
    tmp_path: Path, elsewhere: str
) -> None:
    made = certificates(tmp_path, HALL)
    inside = issued_by_theft(tmp_path, "10.1.2.3", "other.local").certificate
    assert accepted(made, "10.1.2.3", inside)
    assert accepted(made, "other.local", inside)
    assert not accepted(made, elsewhere, issued_by_theft(tmp_path, elsewhere).certificate)


def test_the_limits_of_the_authority_may_not_be_overlooked(tmp_path: Path) -> None:
    authority = loaded(certificates(tmp_path, HALL).authority)
    assert authority.extensions.get_extension_for_class(x509.NameConstraints).critical


def test_names_of_the_first_start_are_vouched_for_whatever_they_are(tmp_path: Path) -> None:
    made = certificates(tmp_path, ["tichu.example", "203.0.113.5"])
    assert accepted(made, "tichu.example")
    assert accepted(made, "203.0.113.5")
    assert not accepted(made, "203.0.113.6", issued_by_theft(tmp_path, "203.0.113.6").certificate)


def test_the_keys_are_for_the_owner_only(tmp_path: Path) -> None:
    made = certificates(tmp_path / "tls", HALL)
    assert (tmp_path / "tls").stat().st_mode & 0o777 == 0o700
    files = {file.name: file.stat().st_mode & 0o777 for file in (tmp_path / "tls").iterdir()}
    assert files == {"authority.crt": 0o600, "authority.pem": 0o600, "server.pem": 0o600}
    assert b"PRIVATE" not in made.authority.read_bytes()


def test_the_fingerprint_is_written_as_phones_write_it(tmp_path: Path) -> None:
    made = certificates(tmp_path, HALL)
    authority = authority_in(tmp_path)
    assert bytes.fromhex(authority.fingerprint.replace(":", "")) == loaded(
        made.authority
    ).fingerprint(hashes.SHA256())
    assert len(authority.fingerprint.split(":")) == 32
    assert authority.fingerprint == authority.fingerprint.upper()
    assert authority.der == loaded(made.authority).public_bytes(serialization.Encoding.DER)
    assert authority.name.startswith("Tichu Desk ")


# A real handshake
# ---------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("real_clock")
def test_a_browser_that_trusts_the_authority_shakes_hands_under_every_name(tmp_path: Path) -> None:
    made = certificates(tmp_path, HALL)
    with served(made) as port:
        for name in ("localhost", "127.0.0.1", "::1", "laptop.local", "192.168.1.20"):
            assert shake_hands(port, made.authority, name) == "TLSv1.3", name


def test_a_browser_does_not_shake_hands_with_a_stranger(tmp_path: Path) -> None:
    made, others = certificates(tmp_path / "here", HALL), certificates(tmp_path / "there", HALL)
    with served(made) as port:
        for authority, name in (
            (None, "localhost"),
            (others.authority, "localhost"),
            (made.authority, "bank.example"),
        ):
            with pytest.raises(ssl.SSLCertVerificationError):
                shake_hands(port, authority, name)


@pytest.mark.usefixtures("real_clock")
def test_openssl_holds_the_authority_to_its_limits(tmp_path: Path) -> None:
    made = certificates(tmp_path, HALL)
    forged = tmp_path / "forged.pem"
    for name in ("other.local", "10.1.2.3"):
        forged.write_bytes(issued_by_theft(tmp_path, name).in_pem())
        with served(Certificates(made.authority, forged, forged, ())) as port:
            assert shake_hands(port, made.authority, name) == "TLSv1.3"
    for name in ("bank.example", "203.0.113.5"):
        forged.write_bytes(issued_by_theft(tmp_path, name).in_pem())
        with (
            served(Certificates(made.authority, forged, forged, ())) as port,
            pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"),
        ):
            shake_hands(port, made.authority, name)


# Starting again
# -----------------------------------------------------------------------------------------------


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def test_a_second_start_keeps_everything(tmp_path: Path) -> None:
    first = certificates(tmp_path, HALL)
    before = contents(tmp_path)
    assert certificates(tmp_path, HALL[::-1]) == first
    assert contents(tmp_path) == before


def test_another_network_gets_another_certificate_of_the_same_authority(tmp_path: Path) -> None:
    certificates(tmp_path, HALL)
    authority = (tmp_path / "authority.crt").read_bytes()
    made = certificates(tmp_path, [*HALL, "10.0.0.7"])
    assert accepted(made, "10.0.0.7")
    assert (tmp_path / "authority.crt").read_bytes() == authority


def test_a_name_less_is_no_reason_for_another_certificate(tmp_path: Path) -> None:
    certificates(tmp_path, HALL)
    before = contents(tmp_path)
    certificates(tmp_path, HALL[:2])
    assert contents(tmp_path) == before


@pytest.mark.parametrize(("days", "renewed"), [(365, False), (367, True), (500, True)])
def test_the_certificate_is_made_anew_thirty_days_before_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, days: int, renewed: bool
) -> None:
    certificates(tmp_path, HALL)
    before = contents(tmp_path)
    later(monkeypatch, days)
    certificates(tmp_path, HALL)
    after = contents(tmp_path)
    assert (after["server.pem"] != before["server.pem"]) == renewed
    assert after["authority.pem"] == before["authority.pem"]


def test_no_certificate_outlasts_its_authority(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificates(tmp_path, HALL)
    later(monkeypatch, 3600)
    made = certificates(tmp_path, HALL)
    assert (
        loaded(made.certificate).not_valid_after_utc == loaded(made.authority).not_valid_after_utc
    )


def test_an_authority_at_its_end_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificates(tmp_path, HALL)
    before = contents(tmp_path)
    later(monkeypatch, 3630)
    made = certificates(tmp_path, HALL)
    assert all(contents(tmp_path)[name] != content for name, content in before.items())
    loaded(made.certificate).verify_directly_issued_by(loaded(made.authority))


def test_what_is_not_valid_yet_is_made_anew_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    later(monkeypatch, 400)  # the clock is ahead on the first start
    ahead = certificates(tmp_path, HALL)
    assert (ahead.too_early, ahead.other_authority) == (None, False)
    began = loaded(ahead.authority).not_valid_before_utc
    first = authority_in(tmp_path).name
    later(monkeypatch, 0)
    made = certificates(tmp_path, HALL)
    assert (made.too_early, made.other_authority) == (began, True)
    assert authority_in(tmp_path).name != first
    assert loaded(made.authority).not_valid_before_utc < datetime.datetime.now(datetime.UTC)
    assert loaded(made.certificate).not_valid_before_utc < datetime.datetime.now(datetime.UTC)
    assert accepted(made, "192.168.1.20")
    before = contents(tmp_path)
    again = certificates(tmp_path, HALL)
    assert (again.too_early, again.other_authority) == (None, False)
    assert contents(tmp_path) == before


def test_a_certificate_alone_that_is_not_valid_yet_leaves_the_authority(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificates(tmp_path, HALL)
    later(monkeypatch, 380)
    certificates(tmp_path, HALL)
    authority = (tmp_path / "authority.crt").read_bytes()
    later(monkeypatch, 0)
    made = certificates(tmp_path, HALL)
    assert made.too_early is not None
    assert not made.other_authority
    assert made.authority.read_bytes() == authority
    assert accepted(made, "localhost")


def test_a_clock_that_was_behind_for_one_start_costs_the_phones_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificates(tmp_path, HALL)
    trusted = (tmp_path / "authority.crt").read_bytes()
    later(monkeypatch, -20_000)  # no battery: it is 1970 or so
    behind = certificates(tmp_path, HALL)
    assert behind.other_authority
    assert behind.authority.read_bytes() != trusted
    later(monkeypatch, 0)
    made = certificates(tmp_path, HALL)
    assert made.authority.read_bytes() == trusted
    assert accepted(made, "192.168.1.20")


def test_a_name_that_the_authority_may_not_vouch_for_is_left_out_and_told(tmp_path: Path) -> None:
    certificates(tmp_path, HALL)
    made = certificates(tmp_path, [*HALL, "203.0.113.5", "tichu.example", "notlocal"])
    assert made.left_out == ("203.0.113.5", "tichu.example", "notlocal")
    assert accepted(made, "192.168.1.20")
    assert not accepted(made, "203.0.113.5")


def test_an_authority_that_came_anew_gets_a_certificate_of_its_own(tmp_path: Path) -> None:
    certificates(tmp_path, HALL)
    (tmp_path / "authority.pem").unlink()
    assert accepted(certificates(tmp_path, HALL), "192.168.1.20")


def test_starts_at_the_same_moment_agree_on_one_authority(tmp_path: Path) -> None:
    starts = 8
    together = Barrier(starts)

    def start(_: int) -> x509.Certificate:
        together.wait()
        return loaded(certificates(tmp_path, HALL).authority)

    with ThreadPoolExecutor(starts) as pool:
        (authority,) = set(pool.map(start, range(starts)))
    loaded(tmp_path / "server.pem").verify_directly_issued_by(authority)
    assert {file.name for file in tmp_path.iterdir()} == {
        "authority.crt",
        "authority.pem",
        "server.pem",
    }
