"""Where nothing is sent: whatever is not open to the whole internet, however it is written."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import RuleError
from tournaments.webhooks.addresses import INSIDE, METADATA, is_refused, target_of

# As the registries list them (RFC 6890 and later), written down beside the code and not taken from
# it.
SPECIAL = [
    *(
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
    ),
    *(
        "192.0.2.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
    ),
    *(
        "224.0.0.0/4",
        "240.0.0.0/4",
        "::/128",
        "::1/128",
        "::ffff:10.0.0.0/104",
        "64:ff9b::/96",
        "64:ff9b:1::/48",
    ),
    *(
        "100::/64",
        "2001::/32",
        "2001:2::/48",
        "2001:db8::/32",
        "2002::/16",
        "3fff::/20",
        "fc00::/7",
        "fe80::/10",
    ),
    *("fec0::/10", "ff00::/8", "5f00::/16"),
]
PUBLIC = [
    "8.8.8.8",
    "1.1.1.1",
    "193.5.216.100",
    "2a01:4f8::1",
    "2606:4700:4700::1111",
    "::ffff:8.8.8.8",
]
addresses = st.one_of(
    st.sampled_from(SPECIAL).flatmap(lambda one: st.ip_addresses(network=one)),
    st.ip_addresses(),
    st.sampled_from([*METADATA]),
)


@pytest.mark.parametrize("text", PUBLIC)
def test_what_is_open_to_everybody_is_taken(text: str) -> None:
    assert not is_refused(ip_address(text), inside=False)


@given(addresses)
def test_what_is_special_is_refused(address: IPv4Address | IPv6Address) -> None:
    special = any(
        address in ip_network(one) for one in SPECIAL if ip_network(one).version == address.version
    )
    mapped = getattr(address, "ipv4_mapped", None)
    if special or address in METADATA:
        assert is_refused(address, inside=False)
    if not is_refused(address, inside=False):
        assert (mapped or address).is_global
        assert not (mapped or address).is_multicast
        # Nor where the same is written as an IPv6 address.
        if isinstance(address, IPv4Address):
            assert not is_refused(IPv6Address(f"::ffff:{address}"), inside=False)
    elif isinstance(address, IPv4Address):
        assert is_refused(IPv6Address(f"::ffff:{address}"), inside=False)


@given(addresses)
def test_by_the_setting_private_networks_are_taken_and_nothing_else_besides(
    address: IPv4Address | IPv6Address,
) -> None:
    plain = getattr(address, "ipv4_mapped", None) or address
    within = any(plain in network for network in INSIDE) and plain not in METADATA
    assert is_refused(address, inside=True) is (is_refused(address, inside=False) and not within)


NEVER = (
    *(
        "169.254.169.254",
        "fe80::1",
        "fe80::1%2",
        "fd00:ec2::254",
        "168.63.129.16",
        "100.100.100.200",
        "192.0.0.192",
    ),
    *("0.0.0.0", "224.0.0.1", "255.255.255.255"),
)


@pytest.mark.parametrize("text", NEVER)
def test_what_clouds_keep_and_neighbours_are_refused_whatever_is_set(text: str) -> None:
    for inside in (False, True):
        assert is_refused(ip_address(text), inside=inside)
        assert is_refused(ip_address(text), inside=inside, own={ip_address(text)})


def test_a_machine_does_not_send_to_itself_by_its_public_address() -> None:
    own = {ip_address("193.5.216.100")}
    assert is_refused(ip_address("193.5.216.100"), inside=False, own=own)
    assert is_refused(ip_address("::ffff:193.5.216.100"), inside=False, own=own)
    assert not is_refused(ip_address("193.5.216.100"), inside=True, own=own)
    assert not is_refused(ip_address("193.5.216.101"), inside=False, own=own)


# As it is typed
# --------------------------------------------------------------------------------------------------


def code(typed: str, *, inside: bool = False) -> str:
    try:
        target_of(typed, inside=inside)
    except RuleError as error:
        return error.mistakes[0].code
    return ""


def test_an_address_is_taken_apart() -> None:
    target = target_of("https://club.example/hooks/tichu?key=a%20b#part", inside=False)
    assert (target.host, target.port, target.path, target.name) == (
        *("club.example", 443, "/hooks/tichu?key=a%20b", "club.example"),
    )
    assert target_of("https://club.example:8443", inside=False).name == "club.example:8443"
    assert target_of("https://[2a01:4f8::1]:8443/x", inside=False).name == "[2a01:4f8::1]:8443"
    assert target_of("HTTPS://Club.Example/", inside=False).host == "club.example"
    assert target_of("http://192.168.1.20:8000/", inside=True).name == "192.168.1.20:8000"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", "bad_address"),
        ("club.example", "bad_address"),
        ("//club.example/", "bad_address"),
        ("ftp://club.example/", "bad_address"),
        ("file:///etc/passwd", "bad_address"),
        ("javascript:alert(1)", "bad_address"),
        ("https://", "bad_address"),
        ("https:///path", "bad_address"),
        ("https://club.example:x/", "bad_address"),
        ("https://club.example:99999/", "bad_address"),
        ("https://[::1", "bad_address"),
        ("https://[v1.x]/", "bad_address"),
        ("https://[fe80::1%25eth0]/", "bad_address"),
        ("https://clüb.example/", "bad_address"),
        ("https://①②⑦.0.0.1/", "bad_address"),
        ("https://club.example/ä", "bad_address"),
        ("https://club.example/a b", "bad_address"),
        ("https://club.example\r\nHost: x/", "bad_address"),
        ("https://club.example/\r\nX-Evil: 1", "bad_address"),
        ("https://club.example\\@10.0.0.1/", "bad_address"),
        ("https://club.example/" + "x" * 500, "bad_address"),
        ("http://club.example/", "not_encrypted"),
        ("https://olga:secret@club.example/", "holds_password"),
        ("https://@club.example/", "holds_password"),
        ("https://club.example:25/", "bad_port"),
        ("https://club.example:80/", "bad_port"),
        ("https://club.example:0/", "bad_port"),
        ("https://127.0.0.1/", "not_outside"),
        ("https://[::1]/", "not_outside"),
        ("https://[::ffff:169.254.169.254]/", "not_outside"),
        ("https://10.1.2.3:8443/", "not_outside"),
    ],
)
def test_what_is_no_address_or_none_of_the_internet_is_refused_with_its_reason(
    typed: str, expected: str
) -> None:
    assert code(typed) == expected


@given(st.text(max_size=60), st.booleans())
def test_whatever_is_typed_is_taken_apart_or_refused(typed: str, inside: bool) -> None:
    for text in (typed, f"https://{typed}", f"https://club.example/{typed}"):
        try:
            target = target_of(text, inside=inside)
        except RuleError:
            continue
        assert target.scheme in ({"https", "http"} if inside else {"https"})
        assert target.path.startswith("/")
        head = f"{target.path} {target.name}"
        assert head.isascii()
        assert head.isprintable()
        assert target.path.count(" ") == 0


@pytest.mark.parametrize(
    "typed", ["http://club.example/", "https://127.0.0.1/", "https://10.1.2.3:8443/"]
)
def test_what_a_setting_allows_is_refused_with_its_name(typed: str) -> None:
    with pytest.raises(RuleError) as refused:
        target_of(typed, inside=False)
    assert "WEBHOOK_PRIVATE=true" in refused.value.mistakes[0].text
    assert target_of(typed, inside=True).host
