"""The administrator's page for phones: codes, a test from a phone, and warnings before something is printed."""

import pytest
from django.test import Client, override_settings

from core.models import PublicAddress
from core.network import lan_addresses
from core.services import public_address
from tests import build
from tests.qr_codes import codes_on
from tournaments.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana():
    return build.user("ana", is_superuser=True)


@pytest.fixture
def desk(client, ana):
    client.force_login(ana)
    return client


def test_only_an_administrator_sets_it(client):
    assert client.get("/phones").headers["Location"].startswith("/account/login/")
    client.force_login(build.user("jo"))
    for method, page in (
        ("get", "/phones"),
        ("post", "/phones"),
        ("get", "/phones/state"),
        ("post", "/phones/remove"),
    ):
        assert getattr(client, method)(page).status_code == 403


def test_a_phone_reports_back(desk):
    typed = {"address": "192.168.1.20:8000", "network": "Store; north", "network_password": "pikachu 25"}
    page = desk.post("/phones", typed, follow=True).content.decode()
    assert "Not opened on a phone yet" in page
    assert "Join the Wi-Fi Store; north" in page
    token = PublicAddress.objects.get().check_token
    assert f"http://192.168.1.20:8000/p/{token}" in page
    assert "This is the computer itself" in Client().get(f"/p/{token}").content.decode()
    assert "Not opened on a phone yet" in desk.get("/phones/state").content.decode()
    phone = Client(REMOTE_ADDR="192.168.1.33")
    assert "This phone reaches Stadium" in phone.get(f"/p/{token}").content.decode()
    assert "Opened on a phone 0" in desk.get("/phones/state").content.decode()


def test_the_codes_are_read_as_the_wi_fi_and_the_test(desk):
    """First code: the camera joins the Wi-Fi. Second: the phone opens the test, which the page then shows."""
    typed = {"address": "192.168.1.20:8000", "network": "Store; north", "network_password": "pikachu 25"}
    wifi, check = codes_on(desk.post("/phones", typed, follow=True).content.decode())
    assert wifi == "WIFI:T:WPA;S:Store\\; north;P:pikachu 25;;"
    path = check.removeprefix("http://192.168.1.20:8000")
    assert "This phone reaches Stadium" in Client(REMOTE_ADDR="192.168.1.33").get(path).content.decode()


@pytest.mark.parametrize("saved", [True, False])
def test_it_advises_on_firewalls_and_wi_fi_that_keeps_devices_apart(desk, saved):
    """It shows what to do if the phone finds nothing, once there is a code to scan."""
    if saved:
        desk.post("/phones", {"address": "192.168.1.20:8000", "network": "Store"})
    page = " ".join(desk.get("/phones").content.decode().split())
    advice = page.partition("If the phone does not find it")[2].partition("</section>")[0]
    for words in (
        "on the same Wi-Fi as this machine, with mobile data switched off?",
        "Firewall: allow Stadium on private networks. Windows asks at the first start; later: Windows Security, "
        "Firewall, Allow an app. macOS: System Settings, Network, Firewall.",
        "Guest networks often keep devices apart (client isolation).",
        "switch the isolation off in the router, or open a hotspot on this machine or on a phone.",
        "The address of this machine changes with the network.",
    ):
        assert words in advice


@pytest.mark.parametrize(
    ("language", "firewall", "isolation"),
    [("es", "Cortafuegos", "aisl"), ("fr", "Pare-feu", "isol"), ("pt-br", "Firewall", "isol")],
)
def test_the_advice_is_in_the_language_of_the_organizer(desk, language, firewall, isolation):
    page = desk.get("/phones", headers={"accept-language": language}).content.decode()
    assert firewall.casefold() in page.casefold()
    assert isolation in page.casefold()


def test_an_old_code_says_so(client):
    answer = client.get("/p/old", REMOTE_ADDR="192.168.1.33")
    assert answer.status_code == 404
    assert "This code is out of date" in answer.content.decode()


@pytest.mark.parametrize("typed", ["localhost:8000", "nonsense at all", ""])
def test_what_is_no_address_stays_in_the_form(desk, typed):
    answer = desk.post("/phones", {"address": typed, "network": "Store"})
    assert answer.context["form"].errors.keys() == {"address"}
    assert 'value="Store"' in answer.content.decode()
    assert not PublicAddress.objects.exists()


def test_it_proposes_the_addresses_of_this_machine(desk):
    page = desk.get("/phones", headers={"host": "127.0.0.1:8000"}).content.decode()
    assert [one for one in lan_addresses() if f"http://{one}:8000" not in page] == []


@override_settings(SERVED_ON="127.0.0.1")
def test_it_says_that_stadium_listens_to_this_machine_alone(desk):
    assert "serve --host 0.0.0.0" in desk.get("/phones").content.decode()


class TestPrinting:
    """Slips with codes that no phone can open are useless; a user who wants them anyway confirms that once."""

    @pytest.fixture
    def links(self, desk, ana):
        event = build.event(by=ana)
        return f"/e/{event.slug}/links"

    @override_settings(SERVED_ON="0.0.0.0")
    def test_codes_for_this_machine_alone(self, desk, links):
        here = {"host": "127.0.0.1:8000"}
        page = desk.get(links, headers=here).content.decode()
        assert "only this machine can open" in page
        printed = desk.post("/phones/anyway", {"next": f"{links}?sort=table"}, headers=here)
        assert printed.headers["Location"] == f"{links}?sort=table"
        assert desk.get(links, headers=here).headers["Content-Type"] == "application/pdf"

    @override_settings(SERVED_ON="0.0.0.0")
    def test_the_answer_is_of_the_person_in_every_browser_and_for_every_sheet(self, desk, links, ana):
        here, book = {"host": "127.0.0.1:8000"}, "/pocket-book-a4.pdf"
        desk.post("/phones/anyway", {"next": links}, headers=here)
        other = (
            Client()
        )  # another laptop, or the same one the next morning: no cookie except that of the new session
        other.force_login(User.objects.get(pk=ana.pk))
        elsewhere = [here, {"host": "localhost:8000"}, {"host": "127.0.0.1:8080"}]
        sheets = [
            (one, address, at) for one in (desk, other) for address in (links, book) for at in elsewhere
        ]
        warned = [
            (address, at)
            for one, address, at in sheets
            if one.get(address, headers=at).headers["Content-Type"] != "application/pdf"
        ]
        assert warned == []

    @override_settings(SERVED_ON="0.0.0.0")
    def test_another_address_and_another_person_are_warned(self, desk, links, ana):
        here = {"host": "127.0.0.1:8000"}
        desk.post("/phones/anyway", {"next": links}, headers=here)
        jo = Client()
        jo.force_login(build.user("jo"))
        assert "only this machine can open" in jo.get("/pocket-book-a4.pdf", headers=here).content.decode()
        public_address.save_public_address(by=ana, address="http://10.255.255.254:8000")
        assert "not an address of this machine" in desk.get(links, headers=here).content.decode()
        desk.post("/phones/anyway", {"next": links}, headers=here)
        public_address.remove_public_address(by=ana)
        assert desk.get(links, headers=here).headers["Content-Type"] == "application/pdf"

    @override_settings(SERVED_ON="0.0.0.0")
    def test_a_browser_without_an_account_is_asked_once(self, client):
        here, book = {"host": "127.0.0.1:8000"}, "/pocket-book-a4.pdf"
        assert "only this machine can open" in client.get(book, headers=here).content.decode()
        assert client.post("/phones/anyway", {"next": book}, headers=here).headers["Location"] == book
        assert client.get(book, headers=here).headers["Content-Type"] == "application/pdf"

    def test_it_leads_to_no_other_site(self, desk):
        answer = desk.post("/phones/anyway", {"next": "https://elsewhere.example/"})
        assert answer.headers["Location"] == "/"

    @override_settings(SERVED_ON="0.0.0.0")
    def test_codes_for_an_address_this_machine_had(self, desk, links, ana):
        public_address.save_public_address(by=ana, address="http://10.255.255.254:8000")
        page = desk.get(links).content.decode()
        assert "http://10.255.255.254:8000, which is not an address of this machine" in page

    @override_settings(SERVED_ON="0.0.0.0")
    def test_an_address_of_this_machine_prints_at_once(self, desk, links, ana):
        if not lan_addresses():
            pytest.skip("this machine is in no network")
        public_address.save_public_address(by=ana, address=f"{lan_addresses()[0]}:8000")
        answer = desk.get(links, headers={"host": "127.0.0.1:8000"})
        assert answer.headers["Content-Type"] == "application/pdf"

    def test_other_servers_know_their_own_address(self, desk, links):
        answer = desk.get(links, headers={"host": "127.0.0.1:8000"})
        assert answer.headers["Content-Type"] == "application/pdf"
