"""The files of the local authority: damaged, foreign, exchanged, half written."""

import contextlib
import datetime
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID

from tests.site.certificates import DAY, HALL, accepted, loaded
from tichu_site.server.tls import local_authority
from tichu_site.server.tls.local_authority import CertificateError, authority_in, certificates


@pytest.mark.parametrize("call", ["fsync", "replace", "link"])
@pytest.mark.parametrize("at", [1, 2, 3])
def test_a_crash_leaves_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, at: int
) -> None:
    calls, real = [], getattr(os, call)

    def crash(*arguments: object, **options: object) -> object:
        calls.append(arguments)
        if len(calls) == at:
            raise KeyboardInterrupt
        return real(*arguments, **options)

    with monkeypatch.context() as patched, contextlib.suppress(KeyboardInterrupt):
        patched.setattr(os, call, crash)
        certificates(tmp_path, HALL)
    assert calls
    assert {file.suffix for file in tmp_path.iterdir()} <= {".crt", ".pem"}
    assert accepted(certificates(tmp_path, HALL), "192.168.1.20")


@pytest.mark.parametrize("file", ["authority.pem", "server.pem"])
@pytest.mark.parametrize("damage", ["empty", "cut", "noise"])
def test_a_damaged_file_gets_one_sentence(tmp_path: Path, file: str, damage: str) -> None:
    certificates(tmp_path, HALL)
    path = tmp_path / file
    whole = path.read_bytes()
    path.write_bytes(
        {"empty": b"", "cut": whole[: len(whole) // 2], "noise": b"\x00\xff" * 600}[damage]
    )
    with pytest.raises(CertificateError) as refused:
        certificates(tmp_path, HALL)
    assert (
        str(refused.value)
        == f"{path} is damaged: delete it and start again, a new one is made then."
    )
    path.unlink()
    assert accepted(certificates(tmp_path, HALL), "localhost")


def test_a_damaged_copy_for_phones_is_simply_written_again(tmp_path: Path) -> None:
    made = certificates(tmp_path, HALL)
    whole = made.authority.read_bytes()
    made.authority.write_bytes(b"")
    certificates(tmp_path, HALL)
    assert made.authority.read_bytes() == whole


@pytest.mark.parametrize(
    "kind", ["of somebody else", "with another key", "with a key of another kind"]
)
@pytest.mark.parametrize("file", ["authority.pem", "server.pem"])
def test_a_file_of_somebody_else_is_refused_and_kept(tmp_path: Path, file: str, kind: str) -> None:
    certificates(tmp_path / "other", HALL)
    path = tmp_path / file
    key = ec.generate_private_key(ec.SECP256R1())
    other = rsa.generate_private_key(65537, 2048) if kind == "with a key of another kind" else key
    if kind == "of somebody else":
        subject = x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, "A club")])
        end = datetime.datetime.now(datetime.UTC) + 300 * DAY
        certificate = local_authority._begun(subject, subject, key, end).sign(key, hashes.SHA256())
    else:
        certificate = loaded(tmp_path / "other" / file)
    path.write_bytes(pem_of(other) + certificate.public_bytes(serialization.Encoding.PEM))
    before = path.read_bytes()
    with pytest.raises(CertificateError) as refused:
        certificates(tmp_path, HALL)
    assert (
        str(refused.value) == f"{path} was not made by this program: take it away and start again."
    )
    assert path.read_bytes() == before


def pem_of(key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


@pytest.mark.parametrize(("source", "target"), [("server", "authority"), ("authority", "server")])
def test_files_that_were_exchanged_get_one_sentence(
    tmp_path: Path, source: str, target: str
) -> None:
    certificates(tmp_path, HALL)
    (tmp_path / f"{target}.pem").write_bytes((tmp_path / f"{source}.pem").read_bytes())
    with pytest.raises(
        CertificateError, match=r"^Files in .* were exchanged: delete the folder and start again\.$"
    ):
        certificates(tmp_path, HALL)


def test_a_folder_that_cannot_be_gets_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "tls").touch()
    with pytest.raises(
        CertificateError, match=r"^The certificates in .*tls cannot be kept \(.+\)\.$"
    ):
        certificates(tmp_path / "tls", HALL)


@pytest.mark.parametrize("names", [(), ("*",)])
def test_without_a_name_there_is_nothing_to_vouch_for(tmp_path: Path, names: Sequence[str]) -> None:
    with pytest.raises(
        CertificateError, match="There is no name or address to make a certificate for"
    ):
        certificates(tmp_path, names)


def test_an_authority_that_vouches_for_none_of_the_names_says_so(tmp_path: Path) -> None:
    certificates(tmp_path, HALL)
    with pytest.raises(
        CertificateError, match=r"vouches for none of 203\.0\.113\.5: delete the folder"
    ):
        certificates(tmp_path, ["203.0.113.5"])


def test_there_is_no_authority_before_the_first_start(tmp_path: Path) -> None:
    with pytest.raises(
        CertificateError, match=r"authority\.crt is not there or damaged: start with TLS=1"
    ):
        authority_in(tmp_path)
