"""A local certificate authority, created on the first start, for https in a hall without internet
access.

Phones trust it for the hall only: name constraints limit it to private addresses and this machine's
names, and every browser enforces them. A key is always stored in one file with its certificate, so
a crash cannot leave a pair that does not match.

A laptop's clock may be wrong. For phones, a certificate that is not valid yet is as useless as an
expired one, so it is recreated. An authority is set aside instead of deleted and comes back once
the clock says it is valid: then it was the clock that was behind, and the phones already trust it.
"""

import contextlib
import datetime
import hashlib
import os
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from tichu_site.server.tls.certificate_names import (
    format_name,
    name_constraints,
    permits,
    to_general_names,
)

AUTHORITY_FILE = "authority.crt"  # the certificate only: it contains no secret
AUTHORITY_KEY_FILE = "authority.pem"
SERVER_FILE = "server.pem"
ASIDE = "authority-{}.pem"  # one that was not valid yet, by its first day
ORGANISATION = "Tichu Desk"
AUTHORITY_DAYS = 3652
SERVER_DAYS = 397  # iPhones reject longer validity
RENEWED_DAYS = 30  # renewed with fewer days left
EARLIER = datetime.timedelta(days=1)  # backdated for phones whose clock is behind


class CertificateError(ValueError):
    """https cannot start. The message is a sentence for the person at the laptop."""


@dataclass(frozen=True)
class Certificates:
    """The PEM files: the authority's certificate for phones, and what the server presents.

    `certificate` and `key` are the same file. `left_out`: names that the authority may not vouch
    for. `too_early`: start of a stored certificate's validity, if the clock is before it.
    `other_authority`: phones must therefore trust a new one.
    """

    authority: Path
    certificate: Path
    key: Path
    left_out: tuple[str, ...]
    too_early: datetime.datetime | None = None
    other_authority: bool = False


@dataclass(frozen=True)
class Authority:
    """What phones are asked to trust: its name in the phone's list, and the certificate in the form
    phones install.
    """

    name: str
    der: bytes
    begins: datetime.datetime

    @property
    def too_early(self) -> bool:
        """Return whether it is not valid yet by this machine's clock."""
        return self.begins > _now()

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate as phones show it: 32 bytes, hexadecimal, with colons."""
        return hashlib.sha256(self.der).digest().hex(":").upper()


@dataclass(frozen=True)
class Pair:
    """A certificate and its key, stored in one file."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def too_early(self) -> bool:
        return self.certificate.not_valid_before_utc > _now()

    @property
    def is_good(self) -> bool:
        lasts = self.certificate.not_valid_after_utc - _now() >= datetime.timedelta(
            days=RENEWED_DAYS
        )
        return lasts and not self.too_early

    def in_pem(self) -> bytes:
        private = self.key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        return private + _pem(self.certificate)


def certificates(folder: Path, names: Sequence[str]) -> Certificates:
    """Return the certificates in `folder` for a server with these `names`, creating what is
    missing, expiring or not valid yet.

    Names are host names and IP addresses, as in ALLOWED_HOSTS. The authority stays the same for ten
    years. Raises CertificateError if a file cannot be read, is not ours, or cannot be written.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
        wanted = to_general_names(names)
        if not wanted:
            raise CertificateError(
                "There is no name or address to make a certificate for: see ALLOWED_HOSTS."
            )
        public, server = folder / AUTHORITY_FILE, folder / SERVER_FILE
        early = _too_early(folder / AUTHORITY_KEY_FILE), _too_early(server)
        authority = _authority(folder / AUTHORITY_KEY_FILE, wanted)
        allowed = _permitted(authority, wanted, folder)
        if not public.exists() or public.read_bytes() != _pem(authority.certificate):
            _write(public, _pem(authority.certificate))
        if not _serves(server, authority, allowed):
            _write(server, _server(authority, allowed).in_pem())
    except x509.ExtensionNotFound as error:
        raise CertificateError(
            f"Files in {folder} were exchanged: delete the folder and start again."
        ) from error
    except OSError as error:
        raise CertificateError(
            f"The certificates in {folder} cannot be kept ({error.strerror})."
        ) from error
    left_out = tuple(format_name(name) for name in wanted if name not in allowed)
    return Certificates(
        public, server, server, left_out, early[0] or early[1], early[0] is not None
    )


def _permitted(
    authority: Pair, wanted: Sequence[x509.GeneralName], folder: Path
) -> list[x509.GeneralName]:
    """Return the names that the authority may vouch for. Raises CertificateError if none."""
    allowed = [name for name in wanted if permits(authority.certificate, name)]
    if not allowed:
        raise CertificateError(
            f"The authority in {folder} vouches for none of "
            f"{', '.join(map(format_name, wanted))}: delete the folder and "
            "start again, and let the phones trust the new one."
        )
    return allowed


def authority_in(folder: Path) -> Authority:
    """Return the authority in `folder`.

    Raises CertificateError if there is none.
    """
    path = folder / AUTHORITY_FILE
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError) as error:
        raise CertificateError(
            f"{path} is not there or damaged: start with TLS=1, a new one is made then."
        ) from error
    (name,) = certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    der = certificate.public_bytes(serialization.Encoding.DER)
    return Authority(str(name.value), der, certificate.not_valid_before_utc)


# Certificates
# -------------------------------------------------------------------------------------------------


def _too_early(path: Path) -> datetime.datetime | None:
    """Return the start of validity of the certificate in `path`, if it is in the future."""
    kept = _read(path)
    return kept.certificate.not_valid_before_utc if kept and kept.too_early else None


def _authority(path: Path, names: Sequence[x509.GeneralName]) -> Pair:
    """Return the authority in `path`, created if there is none that is valid for long enough."""
    kept = _read(path)
    if kept and kept.is_good:
        return kept
    # A concurrent start may have moved it already.
    with contextlib.suppress(FileNotFoundError):
        if kept and kept.too_early:
            path.rename(path.with_name(ASIDE.format(kept.certificate.not_valid_before_utc.date())))
        elif kept:
            path.unlink()
    _write(path, (_set_aside(path.parent) or _new_authority(names)).in_pem(), replace=False)
    made = _read(path)
    assert made is not None  # noqa: S101  (written above)
    return made


def _set_aside(folder: Path) -> Pair | None:
    """Return a set-aside authority that is valid now: the clock was behind then, and phones may
    trust it.
    """
    found = map(_read, sorted(folder.glob(ASIDE.format("*"))))
    return next((pair for pair in found if pair and pair.is_good), None)


def _new_authority(names: Sequence[x509.GeneralName]) -> Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    # The four digits distinguish two laptops' authorities in a phone's list.
    subject = _subject(f"{ORGANISATION} {identifier.digest.hex()[:4].upper()}")
    constraints = x509.NameConstraints(
        permitted_subtrees=name_constraints(names), excluded_subtrees=None
    )
    builder = (
        _begun(subject, subject, key, _now() + datetime.timedelta(days=AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs_certificates=True), critical=True)
        .add_extension(constraints, critical=True)
    )
    return Pair(builder.sign(key, hashes.SHA256()), key)


def _server(authority: Pair, names: Sequence[x509.GeneralName]) -> Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    end = min(
        _now() - EARLIER + datetime.timedelta(days=SERVER_DAYS),
        authority.certificate.not_valid_after_utc,
    )
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    builder = (
        _begun(_subject(f"{ORGANISATION} server"), authority.certificate.subject, key, end)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(issuer, critical=False)
    )
    return Pair(builder.sign(authority.key, hashes.SHA256()), key)


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, end: datetime.datetime
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_now() - EARLIER)
        .not_valid_after(end)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _subject(common_name: str) -> x509.Name:
    return x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, ORGANISATION),
            x509.NameAttribute(NameOID.COMMON_NAME, common_name),
        ]
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _serves(path: Path, authority: Pair, names: Iterable[x509.GeneralName]) -> bool:
    """Return whether the certificate in `path` is signed by this authority, covers all names, is
    valid, and for long enough.
    """
    kept = _read(path)
    if kept is None or not kept.is_good:
        return False
    try:
        kept.certificate.verify_directly_issued_by(authority.certificate)
    except (ValueError, InvalidSignature):
        return False
    return set(names) <= set(
        kept.certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    )


# Files
# --------------------------------------------------------------------------------------------------


def _read(path: Path) -> Pair | None:
    """Return the pair in `path`, or None if there is no file.

    Raises CertificateError if it is damaged or was not made here: someone else's file is never
    overwritten.
    """
    if not path.exists():
        return None
    content = path.read_bytes()
    try:
        certificate = x509.load_pem_x509_certificate(content)
        key = serialization.load_pem_private_key(content, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise CertificateError(
            f"{path} is damaged: delete it and start again, a new one is made then."
        ) from error
    ours = certificate.issuer.get_attributes_for_oid(NameOID.ORGANIZATION_NAME)
    if (
        not isinstance(key, ec.EllipticCurvePrivateKey)
        or key.public_key() != certificate.public_key()
        or [name.value for name in ours] != [ORGANISATION]
    ):
        raise CertificateError(
            f"{path} was not made by this program: take it away and start again."
        )
    return Pair(certificate, key)


def _write(path: Path, content: bytes, *, replace: bool = True) -> None:
    """Write atomically, readable by the owner only. Without `replace` an existing file stays."""
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if replace:
            fresh.replace(path)
        else:
            # Of two concurrent starts one wins, and both use its file.
            with contextlib.suppress(FileExistsError):
                path.hardlink_to(fresh)
    finally:
        fresh.unlink(missing_ok=True)


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)
