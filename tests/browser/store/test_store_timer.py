"""The timer on the store's screen is audible once its sound is on, at the start and when time is called."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from pairings.models import ClockMark
from pairings.services.reports import clocks
from pairings.services.rounds import rounds
from tests import build
from tournaments.models import Division

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LISTEN = """() => {
  window.heard = []
  const names = new WeakMap(), decode = AudioContext.prototype.decodeAudioData, fetched = window.fetch
  let last = ''
  window.fetch = async (...asked) => {
    const found = /sounds\\/(\\w+)\\b.*\\.wav/.exec(asked[0])
    if (found) last = found[1]
    return fetched(...asked)
  }
  AudioContext.prototype.decodeAudioData = async function (...data) {
    const name = last, buffer = await decode.apply(this, data)
    names.set(buffer, name)
    return buffer
  }
  const start = AudioBufferSourceNode.prototype.start
  AudioBufferSourceNode.prototype.start = function (...when) {
    const sounds = this.context.state === 'running' && this.buffer.getChannelData(0).some(level => level !== 0)
    if (sounds) window.heard.push(names.get(this.buffer))
    return start.apply(this, when)
  }
}"""
"""Records what the page plays: buffers with a tone in them, started while the speaker runs."""

MINUTES = 50


@pytest.fixture
def playing() -> Division:
    home = build.division(4, round_minutes=MINUTES, clock_delay=None, published=True)
    earlier = timezone.now() - timedelta(hours=1)
    rounds.post(rounds.pair_next_round(home, by=None, seed=1, now=earlier), by=None, now=earlier)
    return home


def start(home: Division, *, seconds_left: float = MINUTES * 60) -> None:
    at = timezone.now() - timedelta(minutes=MINUTES, seconds=-seconds_left)
    clocks.press_clock(home.rounds.get(), ClockMark.Kind.STARTED, by=None, now=at)


def opens_the_timer(page: Page, home: str, event: str) -> None:
    page.add_init_script(f"({LISTEN})()")
    page.goto(f"{home}/e/{event}/screen?show=clock")


def heard(page: Page, name: str) -> None:
    page.wait_for_function("name => window.heard.includes(name)", arg=name)


def switches_sound(page: Page, on: bool) -> None:
    page.get_by_role("button", name="Sound on" if on else "Sound is on").click()
    expect(page.locator("[data-sound-button]")).to_have_attribute("aria-pressed", "true" if on else "false")


def test_time_is_called_with_a_sound(page: Page, live_server, playing):
    start(playing, seconds_left=12)
    opens_the_timer(page, live_server.url, playing.tournament.slug)
    assert page.evaluate("window.heard") == []
    switches_sound(page, on=True)
    heard(page, "ten")  # so that its volume is known
    heard(page, "time")
    expect(page.locator("#wall")).to_contain_text("Finish your turn, then 3 more.")
    assert page.evaluate("window.heard") == ["ten", "time"]


def test_the_start_of_a_round_is_heard(page: Page, live_server, playing):
    opens_the_timer(page, live_server.url, playing.tournament.slug)
    switches_sound(page, on=True)
    start(playing)
    page.evaluate("dispatchEvent(new Event('online'))")  # what it does every 15 seconds
    heard(page, "start")


def test_the_sound_is_tried_before_the_round(page: Page, live_server, playing):
    opens_the_timer(page, live_server.url, playing.tournament.slug)
    expect(page.get_by_role("button", name="Try the sound")).to_be_hidden()
    switches_sound(page, on=True)
    page.get_by_role("button", name="Try the sound").click()
    heard(page, "time")


@pytest.mark.slow
def test_a_timer_switched_off_is_silent(page: Page, live_server, playing):
    start(playing, seconds_left=10)
    opens_the_timer(page, live_server.url, playing.tournament.slug)
    switches_sound(page, on=True)
    switches_sound(page, on=False)
    expect(page.locator("#wall")).to_contain_text("Finish your turn, then 3 more.")
    assert "time" not in page.evaluate("window.heard")
