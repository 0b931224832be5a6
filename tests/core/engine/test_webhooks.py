"""Which addresses webhooks may have, and when a failed delivery is retried."""

from datetime import timedelta
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.addresses import SPECIAL, may_send_webhook_to, webhook_address_fault
from core.engine.webhooks import JITTER, WAITS, wait_before_webhook_retry

ODD, PRIVATE, PLAIN = "WEBHOOK_ADDRESS_ODD", "WEBHOOK_ADDRESS_PRIVATE", "WEBHOOK_NEEDS_HTTPS"


@pytest.mark.parametrize(
    ("address", "fault", "in_own_network"),
    [
        ("https://example.org/hook", None, None),
        ("https://example.org:8443/hook?key=1", None, None),
        ("https://8.8.8.8/", None, None),
        ("https://[2606:4700::1111]/", None, None),
        ("http://example.org/hook", PLAIN, None),
        ("https://127.0.0.1/1", PRIVATE, None),
        ("http://192.168.1.20:8000/hook", PRIVATE, None),
        ("https://[::1]/1", PRIVATE, None),
        ("https://[::ffff:10.0.0.1]/1", PRIVATE, None),
        ("https://[64:ff9b::a00:1]/1", PRIVATE, None),
        ("https://169.254.169.254/latest/meta-data", PRIVATE, PRIVATE),
        ("https://[::ffff:169.254.169.254]/", PRIVATE, PRIVATE),
        ("https://[fd00:ec2::254]/", PRIVATE, PRIVATE),
        ("https://100.100.100.200/", PRIVATE, PRIVATE),
        ("https://100.64.1.2/", PRIVATE, None),
        ("https://0.0.0.0/", PRIVATE, PRIVATE),
        ("https://224.0.0.1/", PRIVATE, PRIVATE),
        ("https://255.255.255.255/", PRIVATE, PRIVATE),
        ("https://localhost/1", PRIVATE, None),
        ("https://redis:6379/", PRIVATE, None),
        ("https://127.1/", PRIVATE, None),
        ("https://0x7f.1/", PRIVATE, None),
        ("https://2130706433/", PRIVATE, None),
        ("https://printer.local/1", PRIVATE, None),
        ("https://user:secret@example.org/1", ODD, ODD),
        ("https://example.org@10.0.0.1/", ODD, ODD),
        ("https://example.org:99999/", ODD, ODD),
        ("https://example.org/\r\nHost: x", ODD, ODD),
        ("https://example.org/a b", ODD, ODD),
        ("https://exämple.org/", ODD, ODD),
        ("https://[::1/", ODD, ODD),
        ("https:///hook", ODD, ODD),
        ("ftp://example.org/", ODD, ODD),
        ("file:///etc/passwd", ODD, ODD),
        ("javascript:alert(1)", ODD, ODD),
        ("https://example.org/" + "x" * 500, ODD, ODD),
        ("", ODD, ODD),
    ],
)
def test_which_addresses_a_webhook_may_have(address: str, fault: str | None, in_own_network: str | None):
    assert webhook_address_fault(address, own_network=False) == fault
    assert webhook_address_fault(address, own_network=True) == in_own_network


PUBLIC = ("8.8.8.8", "2606:4700::1111", "64:ff9b::808:808")
OF_LAN = (
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.20",
    "127.0.0.1",
    "::1",
    "fd12::1",
    "100.64.0.1",
    "::ffff:10.0.0.1",
)
NEVER = (
    "169.254.169.254",
    "fe80::1",
    "fe80::1%eth0",
    "::ffff:169.254.1.1",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::1",
    "64:ff9b:1::a00:1",
    "::7f00:1",
    "::a00:1",
    "fec0::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "224.0.0.1",
    "ff02::1",
    "0.0.0.0",
    "::",
    "255.255.255.255",
    "240.0.0.1",
    "100.100.100.200",
    "fd00:ec2::254",
    "",
    "localhost",
)


@pytest.mark.parametrize("own_network", [False, True])
@pytest.mark.parametrize("secure", [False, True])
def test_what_is_connected_to(secure: bool, own_network: bool):
    """TLS on the Internet, the local network if that is allowed, and nothing else."""
    how = {"secure": secure, "own_network": own_network}
    assert {one: may_send_webhook_to(one, **how) for one in PUBLIC} == dict.fromkeys(PUBLIC, secure)
    assert {one: may_send_webhook_to(one, **how) for one in OF_LAN} == dict.fromkeys(OF_LAN, own_network)
    assert {one: may_send_webhook_to(one, **how) for one in NEVER} == dict.fromkeys(NEVER, False)


@given(st.text())
def test_no_text_breaks_it(text: str):
    assert webhook_address_fault(text, own_network=True) in ("", ODD, PRIVATE, PLAIN)


@given(st.integers(1, 40), st.integers(0))
def test_each_wait_is_longer_than_the_one_before_and_the_same_for_one_seed(tries: int, seed: int):
    found, usual = wait_before_webhook_retry(tries, seed=seed), WAITS[min(tries, len(WAITS)) - 1]
    assert found == wait_before_webhook_retry(tries, seed=seed)
    assert (1 - JITTER) * usual <= found.total_seconds() <= (1 + JITTER) * usual
    if tries < len(WAITS):
        assert found < wait_before_webhook_retry(tries + 1, seed=seed)


def test_a_receiver_may_ask_for_an_hour_and_no_more():
    assert wait_before_webhook_retry(1, seed=1, pause=90) == timedelta(seconds=90)
    assert wait_before_webhook_retry(1, seed=1, pause=86_400) == timedelta(hours=1)


NETWORKS = [*SPECIAL, ip_network("64:ff9b:1::/48"), ip_network("100::/64"), ip_network("100:0:0:1::/64")]
NETWORKS += map(
    ip_network, ("5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8", "::/96", "4000::/2")
)


@pytest.mark.parametrize("network", NETWORKS, ids=str)
def test_no_special_address_of_iana_is_one_of_the_internet(network: IPv4Network | IPv6Network) -> None:
    """Checks the first address, the last, and the neighbor of the first; a 6to4 address counts as its IPv4 address."""
    for at in (0, 1, 8, network.num_addresses // 2, network.num_addresses - 1):
        address = str(network[at])
        if network != ip_network("2002::/16"):
            assert not may_send_webhook_to(address, secure=True, own_network=False), address
    assert may_send_webhook_to("93.184.215.14", secure=True, own_network=False)
    assert may_send_webhook_to("2606:2800:21f:cb07::1", secure=True, own_network=False)


@given(st.ip_addresses())
def test_what_is_connected_to_is_global(address: IPv4Address | IPv6Address) -> None:
    inner = getattr(address, "ipv4_mapped", None) or getattr(address, "sixtofour", None) or address
    if may_send_webhook_to(str(address), secure=True, own_network=False):
        if address in ip_network("64:ff9b::/96"):
            inner = IPv4Address(int(address) & 0xFFFFFFFF)
        assert inner.is_global
        assert not any((inner.is_multicast, inner.is_reserved))


@pytest.mark.parametrize(
    "address", ["192.0.0.8", "192.88.99.1", "198.18.0.1", "203.0.113.5", "3fff::1", "fec0::1"]
)
def test_what_is_neither_of_the_internet_nor_of_a_lan_is_never_connected_to(address: str) -> None:
    for secure in (True, False):
        assert not may_send_webhook_to(address, secure=secure, own_network=True)
