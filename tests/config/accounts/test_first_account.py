"""A new installation asks for its first account, on this machine or with the code, and only once."""

import pytest
from django.test import Client, override_settings

from config.accounts.first_account import LETTERS, generate_first_account_code
from core.network import lan_addresses
from core.services import accounts
from tests import build
from tests.build import refusal
from tests.html import markup
from tournaments.models import User

pytestmark = pytest.mark.django_db

CODE = "ABCDE23456"
PAGE = "/set-up"
STRANGER = "192.0.2.77"
ANA = {"username": "ana", "password1": "cinder-owl-47", "password2": "cinder-owl-47"}


@pytest.fixture(autouse=True)
def served_by_the_command():
    with override_settings(FIRST_ACCOUNT_CODE=CODE):
        yield


def make(client: Client, address: str = "127.0.0.1", **more: str):
    return client.post(PAGE, ANA | more, REMOTE_ADDR=address)


@pytest.mark.parametrize("page", ["/", "/events", "/new", "/account/login/", "/account/signup/", "/admin/"])
def test_every_page_leads_to_the_first_account(client, page):
    assert client.get(page).headers["Location"] == PAGE


@pytest.mark.parametrize("file", ["/manifest.webmanifest", "/service-worker.js"])
def test_what_a_browser_fetches_for_the_page_leads_nowhere_else(client, file):
    assert client.get(file).status_code == 200


def test_the_language_can_be_chosen_before(client):
    client.post("/language", {"language": "fr", "next": PAGE})
    assert "Configurer Stadium" in markup(client.get(PAGE))


def test_it_administers_and_stands_before_a_new_event(client):
    assert make(client).headers["Location"] == "/new"
    ana = User.objects.get()
    assert (ana.username, ana.is_superuser, ana.is_staff) == ("ana", True, True)
    assert ana.check_password("cinder-owl-47")
    assert client.get("/new").status_code == 200
    assert client.get("/admin/").status_code == 200


def test_once_it_is_made_the_page_makes_nothing(client):
    build.user("marta")
    assert client.get(PAGE).headers["Location"] == "/"
    assert make(client).headers["Location"] == "/"
    assert User.objects.count() == 1
    assert client.get("/events").status_code == 200


def test_two_who_send_it_at_once_make_one():
    accounts.create_first_account(username="ana", password="cinder-owl-47")
    assert (
        refusal(accounts.create_first_account, username="eve", password="cinder-owl-47").code
        == "FIRST_ACCOUNT_TAKEN"
    )
    assert [user.username for user in User.objects.all()] == ["ana"]


@pytest.mark.parametrize("more", [{}, {"code": ""}, {"code": "ZZZZZ99999"}])
def test_a_stranger_in_the_network_needs_the_code(client, more):
    assert 'name="code"' in markup(client.get(PAGE, REMOTE_ADDR=STRANGER))
    answer = make(client, STRANGER, **more)
    assert answer.status_code == 200
    assert answer.context["form"].errors.keys() == {"code"}
    assert not User.objects.exists()


@pytest.mark.parametrize("typed", [CODE, f" {CODE.lower()} "])
def test_with_the_code_it_is_made_from_a_phone(client, typed):
    assert make(client, STRANGER, code=typed).headers["Location"] == "/new"


def test_guesses_at_the_code_are_counted(client):
    for _n in range(10):
        make(client, "192.0.2.78", code="ZZZZZ99999")
    answer = make(client, "192.0.2.78", code=CODE)
    assert "Too many attempts" in markup(answer)
    assert not User.objects.exists()


@pytest.mark.parametrize("header", ["HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_VIA"])
def test_a_proxy_on_this_machine_makes_nobody_local(client, header):
    """All requests that come through the proxy have the address of this machine."""
    answer = client.get(PAGE, REMOTE_ADDR="127.0.0.1", **{header: STRANGER})
    assert 'name="code"' in markup(answer)


def test_this_machine_is_known_by_its_address_in_the_network_too(client):
    for address in lan_addresses():
        assert 'name="code"' not in markup(client.get(PAGE, REMOTE_ADDR=address))


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"username": ""}, "username"),
        ({"username": "\u200b"}, "username"),
        ({"username": "ana\x00"}, "username"),
        ({"username": "a" * 151}, "username"),
        ({"password1": "12345678", "password2": "12345678"}, "password1"),
        ({"password2": "other"}, "password2"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(client, typed, field):
    answer = make(client, **typed)
    assert answer.context["form"].errors.keys() == {field}
    assert not User.objects.exists()


@override_settings(FIRST_ACCOUNT_CODE="")
def test_a_server_of_its_own_asks_nobody(client):
    """Behind gunicorn, an administrator creates the first account on the command line."""
    assert client.get("/").status_code == 200
    assert client.get(PAGE).status_code == 404


def test_codes_are_long_and_easy_to_read():
    codes = {generate_first_account_code() for _n in range(100)}
    assert len(codes) == 100
    assert {len(code) for code in codes} == {10}
    assert not set(LETTERS) & set("IO01")
