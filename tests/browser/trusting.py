"""A Chromium that trusts a certificate authority, as a phone does after somebody has installed it
by hand.

Chromium on Linux asks the NSS database in the user's home whom else to trust. The program that
usually fills it is on few machines; the library is on every one with a Chromium.
"""

import ctypes
from pathlib import Path

SERVERS = 0x10 | 0x08  # CERTDB_TRUSTED_CA | CERTDB_VALID_CA: for the certificates of servers
NOTHING = 0


class Trust(ctypes.Structure):
    """CERTCertTrust: for what a certificate is trusted."""

    _fields_ = [("servers", ctypes.c_uint), ("mail", ctypes.c_uint), ("programs", ctypes.c_uint)]


def trust(home: Path, authority: Path) -> None:
    """Let every Chromium whose home this is trust the authority whose certificate is in a PEM file.

    Raises RuntimeError where the library refuses, OSError where it is not there.
    """
    database = home / ".pki" / "nssdb"
    database.mkdir(parents=True)
    nss, smime = ctypes.CDLL("libnss3.so"), ctypes.CDLL("libsmime3.so")
    for function in (
        nss.PK11_GetInternalKeySlot,
        nss.CERT_GetDefaultCertDB,
        smime.CERT_DecodeCertFromPackage,
    ):
        function.restype = ctypes.c_void_p
    done(nss.NSS_InitReadWrite(f"sql:{database}".encode()), "the database cannot be made")
    try:
        slot = ctypes.c_void_p(nss.PK11_GetInternalKeySlot())
        done(nss.PK11_InitPin(slot, b"", b""), "the database cannot be opened")
        content = authority.read_bytes()
        certificate = ctypes.c_void_p(smime.CERT_DecodeCertFromPackage(content, len(content)))
        done(0 if certificate else 1, "the certificate cannot be read")
        done(
            nss.PK11_ImportCert(slot, certificate, ctypes.c_ulong(0), b"hall", 0),
            "it cannot be stored",
        )
        wish = Trust(SERVERS, NOTHING, NOTHING)
        store = ctypes.c_void_p(nss.CERT_GetDefaultCertDB())
        done(
            nss.CERT_ChangeCertTrust(store, certificate, ctypes.byref(wish)), "it cannot be trusted"
        )
        nss.CERT_DestroyCertificate(certificate)
        nss.PK11_FreeSlot(slot)
    finally:
        nss.NSS_Shutdown()


def done(status: int, complaint: str) -> None:
    if status:
        raise RuntimeError(f"NSS: {complaint}.")
