"""Whole events with tracked drafts, from the plan to the final standings, played by the director and eight phones."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from core.models import JournalEvent
from decks.models import Draft, Pool
from drafts.models import DraftMove
from drafts.queries import tracking
from pairings.services.rounds import attendance
from tests.browser.conftest import NO_SERVER, PATIENCE, PHONE, session, watch
from tests.browser.days.tracked_event import (
    PLAYERS,
    SWISS_ROUNDS,
    Opens,
    announces,
    assigns_seats,
    director_of,
    ends_building,
    event_of,
    hands_in,
    picture,
    plays_a_round,
    pod_of,
    reads_standings,
    sets_up,
    taps,
    toast,
    waits_for,
)
from tests.browser.draft.test_draft_story import NAMES, many_at_once
from tests.drafts.tracked import token
from tournaments.models import Entry

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

__all__ = ["many_at_once"]


@pytest.fixture
def opens(browser: Browser, live_server) -> Iterator[Opens]:  # type: ignore[no-untyped-def]
    """Open a device of one person; it may load nothing from outside, and no script may fail."""
    wrong: list[str] = []
    contexts = []

    def device(path: str, user: object = None, size: dict[str, int] = PHONE) -> Page:
        context = browser.new_context(viewport=size, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        if user is not None:
            context.add_cookies([session(user, live_server.url)])
        contexts.append(context)
        page = context.new_page()
        watch(page, live_server.url, wrong)
        page.goto(live_server.url + path)
        return page

    yield device
    for context in contexts:
        context.close()
    # A request that a newer one replaces is no fault.
    assert [error for error in wrong if not NO_SERVER.search(error)] == []


def opens_packs(page: Page, *, first: bool = False) -> None:
    if first:
        page.get_by_role("link", name="Open the packs").click()
        page.get_by_role("button", name="Start the draft").click()
    else:
        page.get_by_role("button", name="Open the packs").click()
    expect(page.get_by_role("heading", name=re.compile(r"0 of \d have picked"))).to_be_visible()


def decides_for_the_late_player(draft: Draft, director: Page, phones: dict[int, Page]) -> None:
    """Seat 8 is late: every page has the same clock, at zero, and the director's page names the player."""
    late = str(Entry.objects.get(pk=draft.seats[0][7]))
    over = director.locator(".when-over", has_text="Time is over. Not picked yet:")
    expect(over).to_be_visible()
    expect(over).to_contain_text(late)
    for page in (director, phones[1], phones[8]):
        expect(page.locator("#state .clock span, #now ~ .clock span, .clock.big span").first).to_have_text(
            "00:00"
        )
    expect(phones[1].locator(".seats-left")).to_contain_text(late)
    picture(director, "late")
    picture(phones[8], "late-phone")
    over.get_by_role("button", name=re.compile("15 more seconds")).click()
    toast(director, "15 more seconds")
    expect(over).to_be_hidden()
    expect(over).to_be_visible()
    over.get_by_role("button", name=re.compile(f"Pick at random.*{late}")).click()
    toast(director, "Random pick for")
    picture(director, "assigned")
    waits_for(lambda: pod_of(draft).game.state.turn == 1, "packs are passed after the random pick")


def holds_the_pod(draft: Draft, director: Page, phones: dict[int, Page]) -> None:
    """Every phone says so, and a pick that is tapped meanwhile does not start the clock."""
    director.get_by_role("button", name="Pause", exact=True).click()
    for page in phones.values():
        expect(page.get_by_text("Paused by staff")).to_be_visible()
    picture(phones[2], "held-phone")
    picture(director, "held")
    taps(draft, phones[1], 1, NAMES[0])
    assert pod_of(draft).held


def continues_without(draft: Draft, director: Page, phone: Page, seat: int) -> None:
    """The player leaves in the middle of the pack; the draft continues without the seat."""
    director.get_by_role("link", name="Log and judge’s tools").click()
    form = director.locator("form", has=director.locator("button[value=leave]"))
    if not form.locator("[name=way]").is_visible():
        director.locator("details", has=form).locator("summary").first.click()
    form.locator("[name=seat]").select_option(str(seat))
    form.locator("[name=way]").select_option("skip")
    form.locator("[name=reason]").fill("Went home ill")
    form.locator("button[value=leave]").click()
    toast(director, "The draft continues without")
    expect(phone.get_by_role("heading", name="The draft continues without you")).to_be_visible()


def test_booster_with_a_late_player_a_hold_and_a_leaver(opens: Opens, live_server) -> None:  # type: ignore[no-untyped-def]
    event = event_of("booster")
    director = director_of(opens, event)
    sets_up(director, "booster", packs_each="2", pack_size="3", pick_seconds="5", look_seconds="5")
    assigns_seats(director)
    draft = Draft.objects.get()
    assert [len(pod) for pod in draft.seats] == [PLAYERS]
    phones = {seat: opens(f"/l/{token(draft, seat)}/draft") for seat in range(1, PLAYERS + 1)}
    director.get_by_role("link", name="Run the draft").first.click()
    opens_packs(director, first=True)

    for seat in range(1, PLAYERS):
        taps(draft, phones[seat], seat, NAMES[seat])
    decides_for_the_late_player(draft, director, phones)
    holds_the_pod(draft, director, phones)
    continues_without(draft, director, phones[5], 5)
    director.goto(f"{live_server.url}/e/{event.slug}/drafts/{draft.pk}?pod=1")
    director.get_by_role("button", name="Resume", exact=True).click()
    expect(phones[2].get_by_text("Paused by staff")).to_be_hidden()

    playing = [seat for seat in phones if seat != 5]
    for seat in playing[1:]:
        taps(draft, phones[seat], seat, NAMES[seat])
    while not pod_of(draft).game.over:
        game = pod_of(draft).game
        if game.state.idle:
            opens_packs(director)
        for seat in pod_of(draft).game.to_act:
            taps(draft, phones[seat], seat, NAMES[(seat + len(game.pools[seat])) % len(NAMES)])
    for seat in playing:
        expect(phones[seat].get_by_role("heading", name="The draft is over")).to_be_visible()
    picture(phones[8], "over-phone")
    assert all(len(pod_of(draft).game.pools[seat]) == 6 for seat in (1, 2, 3))

    # The player with the random card names it, and everyone hands in a list.
    unnamed = [card for card in pod_of(draft).game.pools[8] if not card.name]
    assert len(unnamed) == 1
    phones[8].goto(f"{live_server.url}/l/{token(draft, 8)}/draft?change={unnamed[0].number}")
    phones[8].locator("#checklist").get_by_role("button", name=re.compile("Ivysaur")).click()
    waits_for(lambda: all(card.name for card in pod_of(draft).game.pools[8]), "the card is named")
    assert Pool.objects.filter(draft=draft).count() in (PLAYERS - 1, PLAYERS)
    attendance.drop_player(Entry.objects.get(pk=draft.seats[0][4]), by=None)
    for seat in playing:
        hands_in(draft, seat)
    ends_building(director, event, draft)
    kinds = JournalEvent.objects.values_list("kind", flat=True)
    assert {"DraftPickAssigned", "DraftPickTimeAdded", "DraftJudged"} <= set(kinds)
    assert "DraftLooked" not in kinds
    assert DraftMove.objects.filter(way="random", kind="pick").count() == 1

    for number in range(1, SWISS_ROUNDS + 1):
        plays_a_round(director, event, number, tables=4)
    reads_standings(director, event)
    picture(director, "booster-standings")


def opens_two_packs(draft: Draft, phones: dict[int, Page], opening: int) -> None:
    """The opener lays six cards face up and names them by their numbers; every phone shows them."""
    (opener,) = pod_of(draft).game.to_act
    page = phones[opener]
    page.get_by_role("button", name="The two packs are open").click()
    numbers = [(opening * 4 + card) % len(NAMES) + 1 for card in range(6)]
    page.get_by_label("Numbers or names").fill(" ".join(map(str, numbers)))
    page.get_by_role("button", name="Name it").click()
    waits_for(lambda: all(card.name for card in pod_of(draft).game.state.table), "the cards are named")
    for other in phones.values():
        expect(other.get_by_role("heading", name="Face up: 6 cards left")).to_be_visible()


def takes_face_up(draft: Draft, phones: dict[int, Page], pod: int = 1) -> None:
    """The player whose turn it is takes the first card on the table."""
    game = pod_of(draft, pod).game
    (seat,) = game.to_act
    buttons = phones[seat].locator(".faceup button")
    left = len(game.state.table)
    expect(buttons).to_have_count(left)
    buttons.first.click()
    waits_for(lambda: len(pod_of(draft, pod).game.pools[seat]) > len(game.pools[seat]), f"seat {seat} picks")
    expect(buttons).not_to_have_count(left)


def undoes_a_random_pick(draft: Draft, director: Page) -> None:
    """Time is over: the director's page names the player and the card of the seed; a wrong tap is undone."""
    (seat,) = pod_of(draft).game.to_act
    name, card = str(Entry.objects.get(pk=draft.seats[0][seat - 1])), tracking.drawn_card(pod_of(draft), seat)
    over = director.locator(".when-over", has_text="Time is over. Not picked yet:")
    expect(over).to_be_visible()
    expect(over).to_contain_text(name)
    expect(over).to_contain_text(card.name)
    picture(director, "rochester-late")
    over.get_by_role("button", name=re.compile("Pick at random")).click()
    toast(director, f"Random pick for {name}")
    assert pod_of(draft).game.pools[seat][-1].name == card.name
    director.locator(".toast").last.get_by_role("button", name="Undo").click()
    waits_for(lambda: pod_of(draft).game.to_act == (seat,), "the random pick is undone")
    expect(director.locator(".when-over", has_text=name)).to_be_visible()


def test_rochester_on_eight_phones(opens: Opens) -> None:
    event = event_of("rochester")
    director = director_of(opens, event)
    sets_up(director, "rochester", packs_each="2", pack_size="3", pick_seconds="5", look_seconds="5")
    announces(director)
    assigns_seats(director)
    draft = Draft.objects.get()
    phones = {seat: opens(f"/l/{token(draft, seat)}/draft") for seat in range(1, PLAYERS + 1)}
    director.get_by_role("link", name="Run the draft").first.click()
    for opening in range(PLAYERS):
        opens_two_packs(draft, phones, opening)
        takes_face_up(draft, phones)
        if opening == 1:
            undoes_a_random_pick(draft, director)
            picture(next(iter(phones.values())), "rochester-phone")
        while pod_of(draft).game.state.table:
            takes_face_up(draft, phones)
    for page in phones.values():
        expect(page.get_by_role("heading", name="The draft is over")).to_be_visible()
    assert [len(pile) for pile in pod_of(draft).game.pools.values()] == [6] * PLAYERS
    assert Pool.objects.filter(draft=draft).count() == PLAYERS
    for seat in phones:
        hands_in(draft, seat)
    ends_building(director, event, draft)
    for number in range(1, SWISS_ROUNDS + 1):
        plays_a_round(director, event, number, tables=4)
    reads_standings(director, event)


def drafts_all_pairs(draft: Draft, opens: Opens, director: Page) -> None:
    """Every pair flips its coin, names its four cards and takes them; one tap holds all pairs meanwhile."""
    phones = {
        pod: {seat: opens(f"/l/{token(draft, seat, pod)}/draft") for seat in (1, 2)}
        for pod in range(1, len(draft.seats) + 1)
    }
    for pod, pair in phones.items():
        pair[1].get_by_role("button", name="I won the flip").click()
        pair[2].get_by_role("button", name="I agree").click()
        pair[1].get_by_role("button", name="Four cards are turned over").click()
        pair[1].get_by_label("Numbers or names").fill(" ".join(str(pod + card) for card in range(4)))
        pair[1].get_by_role("button", name="Name it").click()
        expect(pair[2].locator(".faceup li")).to_have_count(4)
    director.goto(director.url)
    director.get_by_role("button", name="Pause all pairs").click()
    for pair in phones.values():
        expect(pair[2].get_by_text("Paused by staff")).to_be_visible()
    picture(director, f"solomon-{draft.number}-held")
    director.get_by_role("button", name="Resume all pairs").click()
    for pod, pair in phones.items():
        expect(pair[2].get_by_text("Paused by staff")).to_be_hidden()
        while not pod_of(draft, pod).game.over:
            takes_face_up(draft, pair, pod)
        for page in pair.values():
            expect(page.get_by_role("heading", name="The draft is over")).to_be_visible()
            page.context.close()
    assert Pool.objects.filter(draft=draft).count() == PLAYERS


def test_solomon_and_its_redraft_before_round_two(opens: Opens) -> None:
    """R-095: announced before the tournament; other pairs; the list after it is from all cards drafted (S6)."""
    event = event_of("solomon")
    director = director_of(opens, event)
    packs = {"packs_each": "1", "pack_size": "2"}
    sets_up(director, "solomon", **packs, redraft_round="2")
    announces(director)
    assigns_seats(director)
    first = Draft.objects.get()
    drafts_page = director.url
    director.get_by_role("link", name="Run the draft").first.click()
    drafts_all_pairs(first, opens, director)
    for pod in range(1, 5):
        for seat in (1, 2):
            hands_in(first, seat, pod)
    ends_building(director, event, first)
    plays_a_round(director, event, 1, tables=4)

    director.goto(drafts_page)
    expect(director.locator("main")).to_contain_text("Redraft")
    picture(director, "redraft-due")
    sets_up(director, "solomon", **packs)
    announces(director)
    assigns_seats(director)
    redraft = Draft.objects.get(number=2)
    assert not {frozenset(pair) for pair in first.seats} & {frozenset(pair) for pair in redraft.seats}
    director.get_by_role("link", name="Run the draft").first.click()
    drafts_all_pairs(redraft, opens, director)
    for pod in range(1, 5):
        for seat in (1, 2):
            hands_in(redraft, seat, pod)
    ends_building(director, event, redraft)
    for number in (2, 3):
        plays_a_round(director, event, number, tables=4)
    reads_standings(director, event)
    picture(director, "redraft-standings")
