"""One request over a real connection: only to checked addresses, within a time limit, and without redirects."""

import socket
from pathlib import Path
from time import monotonic

import pytest

from core.models import WebhookDelivery
from core.services import http_client
from core.services.http_client import post_to_url
from tests.push_service import certificate, serving
from tests.webhook_receiver import Receiver, receiving

Trouble = WebhookDelivery.Trouble


def sent(address: str, *, own_network: bool = True, seconds: float = 10.0) -> http_client.HttpAnswer:
    headers = {"Content-Type": "application/json"}
    return post_to_url(address, b"{}", headers, own_network=own_network, seconds=seconds)


def test_a_kilobyte_of_the_answer_stays(receiver: Receiver):
    receiver.answer(503, {"Retry-After": "90"}, "Größe\0".encode() * 500)
    answer = sent(receiver.url)
    assert (answer.trouble, answer.status, answer.after) == (Trouble.ANSWER, 503, 90)
    assert answer.text.startswith("Größe\N{REPLACEMENT CHARACTER}Größe")
    assert len(answer.text) <= 1024
    assert receiver.received[0].path == "/hook?of=stadium"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(receiver: Receiver, status: int):
    with receiving() as other:
        receiver.answer(status, {"Location": other.url})
        answer = sent(receiver.url)
        assert (answer.trouble, answer.status, other.received) == (Trouble.ANSWER, status, [])


def test_what_drips_in_is_cut_off(receiver: Receiver):
    receiver.drips = 5
    begun = monotonic()
    assert sent(receiver.url, seconds=0.5).trouble == Trouble.TIMEOUT
    assert monotonic() - begun < 3


def test_who_never_answers(receiver: Receiver):
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        answer = sent(f"http://127.0.0.1:{deaf.getsockname()[1]}/", seconds=0.5)
    assert (answer.trouble, answer.status) == (Trouble.TIMEOUT, None)


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1:1/", "http://nowhere.invalid/", "http://[::1]:1/", f"http://{'a' * 70}.org/"],
)
def test_where_nobody_is(address: str):
    assert sent(address).trouble == Trouble.UNREACHABLE


def test_an_ipv6_address_without_a_port_is_not_cut_at_its_last_colon():
    assert sent("http://[fe80::abcd]/").trouble == Trouble.PRIVATE
    assert sent("https://[fe80::1:443]/").trouble == Trouble.PRIVATE


def test_nothing_is_connected_to_that_was_not_allowed(receiver: Receiver):
    for address in (receiver.url, receiver.url.replace("127.0.0.1", "localhost")):
        assert sent(address, own_network=False).trouble == Trouble.PRIVATE
    assert receiver.received == []


def test_the_internet_is_not_told_anything_in_the_clear():
    """The error also does not call the Internet a private network if the local network is allowed."""
    assert sent("http://1.1.1.1:1/").trouble == sent("http://[2606:4700::1]:1/").trouble == Trouble.PLAIN
    assert sent("http://1.1.1.1:1/", own_network=False).trouble == Trouble.PLAIN
    assert sent("https://10.0.0.1:1/", own_network=False).trouble == Trouble.PRIVATE


def test_a_name_that_leads_elsewhere_the_second_time(receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
    """The name is looked up only once, and the connection goes to exactly the address that was checked."""
    names: list[str] = []
    look_up = socket.getaddrinfo

    def changes(host: str, *more: object, **named: object) -> object:
        names.append(host)
        numbers = {"rebound.example": "127.0.0.1" if names.count("rebound.example") == 1 else "10.9.8.7"}
        return look_up(numbers.get(host, host), *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", changes)
    assert sent(f"http://rebound.example:{receiver.port}/").arrived
    assert (names.count("rebound.example"), len(receiver.received)) == (1, 1)


def test_of_several_addresses_only_those_that_may(receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
    port = receiver.port
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in ("169.254.0.1", "127.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_where, **_how: found)
    made: list[object] = []
    create = socket.create_connection

    def noted(where: tuple[str, int], *more: object) -> socket.socket:
        made.append(where)
        monkeypatch.undo()
        return create(where, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "create_connection", noted)
    assert sent(f"http://both.example:{port}/").arrived
    assert made == [("127.0.0.1", port)]


def test_a_certificate_is_asked_for_and_must_be_valid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    made = certificate(tmp_path)
    with serving(made) as service:
        assert sent(f"{service.url}/hook").trouble == Trouble.CERTIFICATE
        assert service.received == []
        monkeypatch.setenv("SSL_CERT_FILE", str(made.file))
        assert sent(f"{service.url}/hook").arrived
        assert sent(f"{service.url.replace('localhost', '127.0.0.1')}/hook").arrived
        assert (
            sent(f"{service.url.replace('localhost', 'localhost.localdomain')}/hook").trouble != Trouble.NONE
        )
        assert sent(f"{service.url}/hook", own_network=False).trouble == Trouble.PRIVATE


def test_proxies_of_the_environment_are_not_asked(receiver: Receiver, monkeypatch: pytest.MonkeyPatch):
    with receiving() as proxy:
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{proxy.port}")
        monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{proxy.port}")
        assert sent(receiver.url).arrived
        assert (len(receiver.received), proxy.received) == (1, [])
