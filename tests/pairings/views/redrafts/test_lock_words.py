"""The pages of staff and player say the same about a list: “Locked” or “Open”."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from decks.models import DeckList, ListRules
from decks.services import lists
from drafts.services import building_clocks
from tests.decks.lists import LEGAL, event, of
from tests.drafts.redrafts import first_list, redraft
from tests.html import markup
from tests.pairings.redrafts import first_draft, play_on

pytestmark = pytest.mark.django_db

CHIP = re.compile(r">(Locked|Open)</span>")
STEP = re.compile(r'aria-current="step"><span>([^<]*)')


def collected(**rules: object) -> DeckList:
    """Create a submitted list, in an event of two players that collects lists for two more days."""
    usual = {"deadline": timezone.now() + timedelta(days=2)}
    made = event(players=2, rules=usual | rules, published=True)
    lists.make_lists_and_links(made)
    (row, _other) = of(made)
    lists.submit_list(row, text=LEGAL)
    return row


def nothing_yet() -> DeckList:
    return collected()


def locked() -> DeckList:
    row = collected()
    lists.lock_list_for_player(row, by=None)
    return row


def locked_and_opened() -> DeckList:
    row = locked()
    lists.unlock_list_for_player(row, by=None)
    return row


def all_locked() -> DeckList:
    row = collected()
    lists.lock_all_lists(row.entry.tournament, by=None)
    return row


def opened_of_all_locked() -> DeckList:
    row = all_locked()
    lists.unlock_list_for_player(row, by=None)
    return row


def all_opened_again() -> DeckList:
    row = all_locked()
    lists.unlock_all_lists(row.entry.tournament, by=None)
    return row


def sent_back() -> DeckList:
    row = all_locked()
    lists.send_list_back(row, by=None, reason="Write the numbers.")
    return row


def past_the_deadline(**rules: object) -> DeckList:
    row = collected(**rules)
    ListRules.objects.update(deadline=timezone.now() - timedelta(hours=1))
    return row


def free_past_the_deadline() -> DeckList:
    """S5: in this event, players may change their lists until round 1."""
    return past_the_deadline(settings={"S5": "free"})


def _played(row: DeckList) -> DeckList:
    play_on(row.entry.division)
    return row


def after_round_1() -> DeckList:
    return _played(collected())


def opened_after_round_1() -> DeckList:
    return _played(opened_of_all_locked())


def locked_before_the_redraft() -> DeckList:
    row = first_draft()
    mine = first_list(row)
    lists.lock_list_for_player(mine, by=None)
    building_clocks.start_building(redraft(row.division), 0, by=None)
    return mine


def locked_again_in_the_redraft() -> DeckList:
    mine = locked_before_the_redraft()
    lists.lock_list_for_player(first_list(mine.entry.division.drafts.earliest("pk")), by=None)
    return mine


STATES: dict[Callable[[], DeckList], tuple[str, str]] = {
    nothing_yet: ("", ""),
    locked: ("Locked", "Locked"),
    locked_and_opened: ("Open", ""),
    all_locked: ("", "Locked"),
    opened_of_all_locked: ("Open", ""),
    all_opened_again: ("", ""),
    sent_back: ("Open", ""),
    past_the_deadline: ("", "Locked"),
    free_past_the_deadline: ("", ""),
    after_round_1: ("", "Locked"),
    opened_after_round_1: ("", "Locked"),
    locked_before_the_redraft: ("", ""),
    locked_again_in_the_redraft: ("Locked", "Locked"),
}
"""For each way in which a list is locked or opened: the mark on the staff's row, and the word for the player."""


@pytest.mark.parametrize("made", STATES, ids=lambda made: made.__name__)
def test_both_say_the_same_word(made: Callable[[], DeckList]) -> None:
    chip, word = STATES[made]
    row = made()
    assert chips(row) == ([chip] if chip else [])
    assert (under_locked(row), is_at_locked(row), takes_a_list(row)) == (
        (True, True, False) if word else (False, False, True)
    )


@pytest.mark.parametrize("made", [nothing_yet, locked, all_locked, locked_before_the_redraft])
def test_the_staff_may_turn_what_the_player_reads(made: Callable[[], DeckList]) -> None:
    """The page of a list offers to open a locked list and to lock an open one; then the player reads the new state."""
    row = made()
    shut = is_at_locked(row)
    assert ("Open for the player" in staff_page(row)) is shut
    desk(row).post(reverse("decks:list_lock", args=place(row)), {"open": "1"} if shut else {})
    assert (is_at_locked(row), under_locked(row)) == (not shut, not shut)
    assert chips(row) == ["Open" if shut else "Locked"]


def place(row: DeckList) -> list[object]:
    return [row.entry.tournament.slug, row.entry_id]


def desk(row: DeckList) -> Client:
    client = Client()
    client.force_login(row.entry.tournament.staff.get(role="organizer").user)
    return client


def staff_rows(row: DeckList, show: str) -> str:
    """Return the row of this player on the staff's page, "" if it is not shown there."""
    page = markup(desk(row).get(reverse("decks:lists", args=place(row)[:1]), {"show": show}))
    found = re.search(rf'<tr[^>]*data-name="{re.escape(str(row.entry))}".*?</tr>', page)
    return found[0] if found else ""


def chips(row: DeckList) -> list[str]:
    return CHIP.findall(staff_rows(row, "all"))


def under_locked(row: DeckList) -> bool:
    return bool(staff_rows(row, "locked"))


def staff_page(row: DeckList) -> str:
    return markup(desk(row).get(reverse("decks:list", args=place(row))))


def phone(row: DeckList) -> str:
    return markup(Client().get(reverse("decks:mine", args=[row.token])))


def is_at_locked(row: DeckList) -> bool:
    """Return whether the player is listed under “Locked”."""
    return STEP.findall(phone(row)) == ["Locked"]


def takes_a_list(row: DeckList) -> bool:
    return 'id="work"' in phone(row)
