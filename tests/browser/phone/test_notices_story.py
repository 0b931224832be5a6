"""Notices from the first tap to the page they open, in a real Chromium over HTTPS.

Chromium subscribes at servers of Google, which no test reaches. Here an init script answers `subscribe` with the
address and the keys of a push service of the test. Everything else is real: Stadium sends there, the test reads the
message with the keys of the browser, and passes the texts to the service worker as the browser would.
"""

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, expect
from pytest_django import Settings

from core.models import PushSubscription
from floor.services import calls
from pairings.services.rounds import rounds
from tests import build
from tests.browser.conftest import PATIENCE, PHONE, QUIET, chromium, session, watch
from tests.browser.secure_server import serving_securely
from tests.push_service import Certificate, PushService, Received, Subscribed, certificate, serving
from tournaments.models import Division
from tournaments.services import personal_links

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SUBSCRIBE = """browser => {
  const stored = () => localStorage.getItem("subscribed")
  const found = () => ({ ...browser, options: {}, toJSON: () => browser,
    unsubscribe: async () => (localStorage.removeItem("subscribed"), true) })
  PushManager.prototype.getSubscription = async () => (stored() ? found() : null)
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new TypeError("no subscription")
    localStorage.setItem("subscribed", "yes")
    return found()
  }
}"""

ON_ITS_WAY = re.compile("A test notification is on its way|accepted a notification")
"""The second notice, about the outcome of the first, replaces it four seconds later."""

DISPLAYED = """async () => {
  const registration = await navigator.serviceWorker.ready
  const found = await registration.getNotifications()
  return found.map(({ title, tag, data }) => ({ title, tag, url: data.url }))
}"""

STATE = "async () => (await navigator.serviceWorker.ready).active.state"

TAP = """async tag => {
  const [notification] = await registration.getNotifications({ tag })
  return new Promise(opened => {
    Clients.prototype.openWindow = async url => opened(url)
    dispatchEvent(new NotificationEvent("notificationclick", { notification }))
  })
}"""


@pytest.fixture
def made(tmp_path: Path) -> Certificate:
    return certificate(tmp_path)


@pytest.fixture
def push_service(
    made: Certificate, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PushService]:
    settings.PUSH_OWN_NETWORK, settings.ALLOWED_HOSTS = True, ["localhost"]
    monkeypatch.setenv("SSL_CERT_FILE", str(made.file))
    with serving(made) as service:
        yield service


@pytest.fixture
def home(made: Certificate, settings: Settings) -> Iterator[str]:
    with serving_securely(made) as address:
        yield address


class Phone:
    """A Chromium with a separate profile folder, where notices are allowed."""

    def __init__(self, context: BrowserContext, home: str, subscribed: Subscribed) -> None:
        self.home, self.subscribed, self.wrong = home, subscribed, []
        browser = subscribed.browser
        keys = {"endpoint": browser.endpoint, "keys": {"p256dh": browser.p256dh, "auth": browser.auth}}
        context.add_init_script(f"({SUBSCRIBE})({json.dumps(keys)})")
        context.grant_permissions(["notifications"])
        self.page: Page = context.new_page()
        watch(self.page, home, self.wrong)
        self._tools = context.new_cdp_session(self.page)
        self._registrations: list[str] = []
        self._tools.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda event: self._registrations.extend(one["registrationId"] for one in event["registrations"]),
        )
        self._tools.send("ServiceWorker.enable")

    def arrive(self, message: Received) -> dict[str, str]:
        """Wake the service worker, as the browser does after it has read a message; return the notice that is shown.

        The tool that acts for the browser loses one in ten messages while a worker starts, so it may be called
        again.
        """
        data = json.dumps(self.subscribed.read(message))
        wanted = {name: value for name, value in json.loads(data).items() if name in ("title", "tag", "url")}
        until = time.monotonic() + PATIENCE / 1000
        wait(lambda: self.page.evaluate(STATE) == "activated", self.page)
        while wanted not in (found := self.displayed()):
            assert time.monotonic() < until, found
            facts = {"origin": self.home, "registrationId": self._registrations[-1], "data": data}
            self._tools.send("ServiceWorker.deliverPushMessage", facts)
            self.page.wait_for_timeout(500)
        return wanted

    def tap(self, notice: dict[str, str]) -> str:
        """Notify the worker, as the browser does when a notice is tapped; return the page that it then opens, which
        a browser only allows after a real tap.
        """
        worker = self.page.context.service_workers[0]
        return str(worker.evaluate(TAP, notice["tag"]))

    def displayed(self) -> list[dict[str, str]]:
        found: list[dict[str, str]] = self.page.evaluate(DISPLAYED)
        return found


def wait(happens: Callable[[], bool], page: Page) -> None:
    until = time.monotonic() + PATIENCE / 1000
    while not happens():
        assert time.monotonic() < until
        page.wait_for_timeout(50)


@pytest.fixture
def phone(
    playwright: Playwright, home: str, push_service: PushService, made: Certificate, tmp_path: Path
) -> Iterator[Phone]:
    context = playwright.chromium.launch_persistent_context(
        tmp_path / "chromium",
        executable_path=chromium(whole=True),
        args=[*QUIET, f"--ignore-certificate-errors-spki-list={made.spki}"],
        viewport=PHONE,
    )
    context.set_default_timeout(PATIENCE)
    found = Phone(context, home, push_service.browser())
    yield found
    context.close()
    assert found.wrong == []


def running() -> Division:
    division = build.division(4)
    division.tournament.published = True
    division.tournament.save()
    return division


def test_a_player_turns_notices_on_and_a_tap_on_one_opens_my_table(phone: Phone, push_service: PushService):
    division = running()
    entry = division.entries.earliest("pk")
    page, url = phone.page, f"/my/{personal_links.ensure_link(entry).token}"
    page.goto(phone.home + url)
    page.get_by_text("Notifications on this phone").click()
    page.get_by_role("button", name="Turn on notifications").click()
    expect(page.get_by_text("Notifications are on for this phone.")).to_be_visible()
    row = PushSubscription.objects.get()
    assert (row.entry, row.origin, row.language) == (entry, phone.home, "en")
    page.get_by_role("button", name="Send a test notification").click()
    expect(page.get_by_text(ON_ITS_WAY).first).to_be_visible()
    assert phone.arrive(push_service.wait(1)[0])["title"] == "Notifications work"
    PushSubscription.objects.update(silent_from=None, silent_to=None)
    round_ = rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    match = round_.matches.get(seats__entry=entry)
    page.goto(f"{phone.home}/e/{division.tournament.slug}/")
    seat = phone.arrive(push_service.wait(2)[1])
    assert (seat["title"], seat["url"]) == (f"Round 1: table {match.table}", url)
    page.goto(phone.tap(seat))
    expect(page.get_by_role("region", name=f"Round 1, table {match.table}")).to_be_visible()
    assert [one["title"] for one in phone.displayed()] == ["Notifications work"]


def test_a_judge_hears_of_a_call_and_turns_notices_off(phone: Phone, push_service: PushService):
    division = running()
    match = rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None).matches.earliest("table")
    judge = build.staff(division.tournament, "judge")
    page = phone.page
    page.context.add_cookies([session(judge, phone.home)])
    page.goto(f"{phone.home}/e/{division.tournament.slug}/floor")
    page.get_by_text("Notifications on this phone").click()
    page.get_by_label("Silent from").fill("")
    page.get_by_label("Silent until").fill("")
    page.get_by_role("button", name="Turn on notifications").click()
    expect(page.get_by_text("Notifications are on for this phone.")).to_be_visible()
    call = calls.raise_hand(match, entry=match.left, reason="question")
    assert (
        phone.arrive(push_service.wait(1)[0])["title"] == f"Table {match.table}: A question about the rules"
    )
    calls.claim_call(call, by=build.staff(division.tournament, "judge", "hana"))
    assert phone.arrive(push_service.wait(2)[1])["title"] == f"Table {match.table}: hana is on the way"
    assert len(phone.displayed()) == 1
    page.get_by_role("button", name="Turn off notifications").click()
    expect(page.get_by_text("Notifications are off for this phone.")).to_be_visible()
    assert not PushSubscription.objects.exists()


def test_the_page_says_why_notices_cannot_work(page: Page, live_server):
    """The server of a laptop has no certificate, and browsers allow no notices at its address in the Wi-Fi."""
    link = personal_links.ensure_link(running().entries.earliest("pk"))
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.goto(f"{live_server.url}/my/{link.token}")
    page.get_by_text("Notifications on this phone").click()
    expect(page.get_by_text("This address is not secure (https)")).to_be_visible()
    expect(page.get_by_role("button", name="Turn on notifications")).to_have_count(0)
