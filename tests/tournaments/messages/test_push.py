"""Web push by its standards: what is sent can be read by the phone alone and is signed, and only
push services are sent to.
"""

import json

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from django.utils import timezone
from pytest_django import Settings

from scoring.rules import RuleError
from tests.tournaments.messages.phones import SERVICE, Browser, bytes_of
from tournaments.messages import push

SERVICES = ["fcm.googleapis.com", ".notify.windows.com"]


def test_the_reading_by_hand_reads_the_example_of_the_standard() -> None:
    private = int.from_bytes(bytes_of("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    browser = Browser(
        ec.derive_private_key(private, ec.SECP256R1()), bytes_of("BTBZMqHH6r4Tts7J_aSIgg")
    )
    body = bytes_of(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
        "lcy4a-fN"
    )
    assert browser.read(body) == b"When I grow up, I want to be a watermelon"


def test_what_is_sent_is_read_by_the_phone_and_signed_with_the_key_of_the_page() -> None:
    browser, now = Browser(), timezone.now()
    message = {"title": "Runde 3: Tisch 4", "text": "Łucja & Ида"}
    body, headers = push.packed(
        browser.receiver(f"{SERVICE}abc"),
        message,
        subject="mailto:desk@tichu.example",
        topic="table-1",
        seconds=60,
        now=now,
    )
    assert json.loads(browser.read(body)) == message
    assert b"Tisch" not in body
    assert (headers["TTL"], headers["Content-Encoding"]) == ("60", "aes128gcm")
    assert len(headers["Topic"]) == 32
    scheme, _, rest = headers["Authorization"].partition(" t=")
    token, _, key = rest.partition(",k=")
    assert (scheme, key) == ("vapid", push.public_key())
    head, claims, signature = token.split(".")
    assert json.loads(bytes_of(head))["alg"] == "ES256"
    assert json.loads(bytes_of(claims)) == {
        "aud": "https://fcm.googleapis.com",
        "sub": "mailto:desk@tichu.example",
        "exp": int(now.timestamp()) + 3600,
    }
    raw = bytes_of(signature)
    made = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(key))
    point.verify(made, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


def test_a_newer_message_takes_the_place_of_the_one_about_the_same_alone() -> None:
    def topic(about: str) -> str:
        receiver = Browser().receiver(SERVICE)
        packed = push.packed(
            receiver, {}, subject="mailto:a@b.example", topic=about, seconds=1, now=timezone.now()
        )
        return packed[1]["Topic"]

    assert topic("table-1") == topic("table-1") != topic("table-2")


def test_the_key_follows_from_the_site_s_key(settings: Settings) -> None:
    first = push.public_key()
    assert push.public_key() == first
    settings.SECRET_KEY = "another" * 8
    assert push.public_key() != first


@pytest.mark.parametrize(
    "address",
    [
        "https://fcm.googleapis.com/fcm/send/abc",
        "https://FCM.googleapis.com/fcm/send/abc?x=1",
        "https://wns2-par02p.notify.windows.com/w/?token=abc",
    ],
)
def test_push_services_are_known(address: str) -> None:
    assert push.service_of(address, SERVICES).port == 443


@pytest.mark.parametrize(
    "address",
    [
        "http://fcm.googleapis.com/fcm/send/abc",
        "https://fcm.googleapis.com:8443/fcm/send/abc",
        "https://fcm.googleapis.com.example.org/abc",
        "https://evil.example/fcm.googleapis.com",
        "https://fcm.googleapis.com@evil.example/abc",
        "https://notify.windows.com.example/abc",
        "https://evilnotify.windows.com/abc",
        "https://127.0.0.1/abc",
        "https://[::1]/abc",
        "https://169.254.169.254/latest/meta-data/",
        "https://localhost/abc",
        "https://fcm.googleapis.com/\r\nX: y",
        f"https://fcm.googleapis.com/{'a' * 500}",
        "ftp://fcm.googleapis.com/abc",
        "abc",
        "",
    ],
)
def test_any_other_address_is_refused(address: str) -> None:
    with pytest.raises(RuleError) as refused:
        push.service_of(address, SERVICES)
    assert [one.code for one in refused.value.mistakes] == ["bad_push_address"]


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [("", ""), ("A" * 87, "A" * 22), ("ü", "A" * 22), ("A" * 88, "A" * 22), ("A" * 87, "A")],
)
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(RuleError):
        push.check_keys(push.Receiver(SERVICE, p256dh, auth))
    push.check_keys(Browser().receiver(SERVICE))
