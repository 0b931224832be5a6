"""Players arrive: a camera reads a phone, a scanner types without a connection, and a phone checks itself in."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect
from zxingcpp import BarcodeFormat, create_barcode

from core.models import JournalEvent
from tests import build
from tests.browser.conftest import LAPTOP, PATIENCE, PHONE, QUIET, chromium, session, watch
from tournaments.engine.check_in import check_in_pass_text
from tournaments.models import Entry, Tournament
from tournaments.services import personal_links
from tournaments.services.self_check_in import change_self_check_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTH, HEIGHT, MODULE = 640, 480, 10


@pytest.fixture
def event() -> Tournament:
    return build.division(4, checked_in=False, published=True).tournament


def pass_of(entry: Entry) -> str:
    return check_in_pass_text(entry.pk, personal_links.ensure_link(entry).token)


def film_code(path: Path, text: str) -> None:
    """Write a film of a QR code held in front of a camera, for Chromium's fake camera (YUV4MPEG2, 4:2:0)."""
    code = np.asarray(create_barcode(text, BarcodeFormat.QRCode).to_image(scale=MODULE))
    luma = np.full((HEIGHT, WIDTH), 200, dtype=np.uint8)
    top, left = (HEIGHT - code.shape[0]) // 2, (WIDTH - code.shape[1]) // 2
    luma[top : top + code.shape[0], left : left + code.shape[1]] = np.where(code > 0, 220, 30)
    frame = b"FRAME\n" + luma.tobytes() + bytes([128]) * (WIDTH * HEIGHT // 2)
    path.write_bytes(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F10:1 Ip A1:1 C420jpeg\n".encode() + frame * 10)


@pytest.fixture
def camera(playwright: Playwright, event: Tournament, tmp_path: Path) -> Iterator[BrowserContext]:
    """Open a browser whose camera films the pass of the first player."""
    film = tmp_path / "pass.y4m"
    film_code(film, pass_of(event.entries.first()))
    fake = [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
    ]
    browser = playwright.chromium.launch(executable_path=chromium(whole=True), args=[*QUIET, *fake])
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce", permissions=["camera"])
    context.set_default_timeout(PATIENCE)
    yield context
    browser.close()


@pytest.fixture
def desk(browser: Browser, live_server, event: Tournament) -> Iterator[Page]:
    """Open a laptop at the door. Lost connections are part of the story, so only scripts must not fail."""
    staff = build.staff(event, "scorekeeper")
    with closing(browser.new_context(viewport=LAPTOP, reduced_motion="reduce")) as context:
        context.add_cookies([session(staff, live_server.url)])
        context.set_default_timeout(PATIENCE)
        opened, wrong = context.new_page(), []
        opened.on("pageerror", lambda error: wrong.append(str(error)))
        yield opened
        assert wrong == []


def scan_page(live_server, event: Tournament) -> str:
    return live_server.url + reverse("pairings:scan", args=[event.slug])


def checked_in(event: Tournament) -> int:
    return event.entries.exclude(checked_in_at=None).count()


def test_a_camera_reads_the_code_on_a_phone(camera: BrowserContext, live_server, event: Tournament) -> None:
    camera.add_cookies([session(build.staff(event, "scorekeeper"), live_server.url)])
    page, wrong = camera.new_page(), []
    watch(page, live_server.url, wrong)
    page.goto(scan_page(live_server, event))
    page.get_by_role("button", name="Start the camera").click()
    result = page.locator(".scan-result")
    expect(result).to_have_attribute("data-state", "done")
    expect(result).to_contain_text(str(event.entries.first()))
    expect(page.locator("[data-count]")).to_have_text("1")
    page.get_by_role("button", name="Stop the camera").click()
    expect(page.locator("video")).to_be_hidden()
    assert checked_in(event) == JournalEvent.objects.filter(kind="EntryCheckedIn").count() == 1
    assert wrong == []


def test_a_scanner_without_a_connection_loses_nothing(desk: Page, live_server, event: Tournament) -> None:
    first, second, *_others = event.entries.all()
    desk.goto(scan_page(live_server, event))
    field = desk.get_by_label("Code", exact=True)
    expect(field).to_be_focused()
    desk.context.set_offline(True)
    for text in (
        pass_of(first),
        pass_of(first),
        f"{live_server.url}/my/{personal_links.ensure_link(second).token}",
        "no code",
    ):
        desk.keyboard.type(text)
        desk.keyboard.press("Enter")
        expect(desk.locator(".scan-result")).to_contain_text("Saved, not sent yet")
        expect(field).to_have_value("")
    expect(desk.locator("#unsent")).to_contain_text("4 entries are waiting here")
    assert checked_in(event) == 0
    desk.context.set_offline(False)
    expect(desk.locator("#not-taken")).to_contain_text("This is not a Stadium code.")
    assert checked_in(event) == JournalEvent.objects.filter(kind="EntryCheckedIn").count() == 2
    desk.keyboard.type(pass_of(first))
    desk.keyboard.press("Enter")
    expect(desk.locator(".scan-result")).to_contain_text("Already checked in at")


def test_an_answer_that_never_came_is_one_arrival(desk: Page, live_server, event: Tournament) -> None:
    player = event.entries.first()
    desk.goto(scan_page(live_server, event))
    lost: list[str] = []

    def lose_first_answer(route) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.request.url)
            route.fetch()
            route.abort()
        else:
            route.fallback()

    desk.route("**/door/scan", lose_first_answer)
    desk.keyboard.type(pass_of(player))
    desk.keyboard.press("Enter")
    expect(desk.locator(".scan-result")).to_contain_text("Saved, not sent yet")
    expect(desk.locator("#unsent")).to_be_hidden()
    assert JournalEvent.objects.filter(kind="EntryCheckedIn").count() == 1


def test_a_phone_checks_itself_in_from_the_code_of_the_hall(
    browser: Browser, live_server, event: Tournament
) -> None:
    row = change_self_check_in(event, by=None, is_on=True, opens_at=None, closes_at=None)
    player = event.entries.first()
    with closing(browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)) as context:
        context.set_default_timeout(PATIENCE)
        phone, wrong = context.new_page(), []
        watch(phone, live_server.url, wrong)
        phone.goto(live_server.url + reverse("floor:my", args=[personal_links.ensure_link(player).token]))
        phone.get_by_role("link", name="Check in").last.click()
        expect(phone.get_by_text("Your code for the door")).to_be_visible()
        phone.goto(f"{live_server.url}{reverse('pairings:arrive_here', args=[event.slug])}?code={row.code}")
        expect(phone.get_by_label("Hall code")).to_have_value(row.code)
        phone.get_by_role("button", name="Check in").click()
        expect(phone.locator("main .message[data-state=good]")).to_contain_text("You are checked in.")
        assert wrong == []
    assert checked_in(event) == 1


def test_missing_players_are_dropped_and_put_back_with_one_press_each(
    desk: Page, live_server, event: Tournament
) -> None:
    desk.goto(live_server.url + reverse("tournaments:door", args=[event.slug]))
    desk.get_by_role("link", name="Drop missing players").click()
    desk.get_by_role("checkbox").first.uncheck()
    desk.get_by_role("button", name="Drop the selected players").click()
    expect(desk.locator(".toast")).to_contain_text("3 players dropped")
    assert event.entries.exclude(dropped_in=None).count() == 3
    desk.locator(".toast").get_by_role("button").first.click()
    expect(desk.locator(".toast")).to_contain_text("Undone")
    assert event.entries.exclude(dropped_in=None).count() == 0
