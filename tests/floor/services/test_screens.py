"""Hall screens: what the desk sets, and how a mistaken click is undone."""

import pytest

from core import stamps
from core.engine.refused import Refused
from core.models import JournalEvent
from core.sentences import journal_text
from core.services.undo import undo_step
from floor.engine.hall_screens import ScreenSettings
from floor.engine.screen_codes import CODE, is_genuine_screen_code, new_screen_code
from floor.models import HallScreen
from floor.services import screens
from tests import build
from tournaments import scopes
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return build.event()


def line() -> JournalEvent:
    return JournalEvent.objects.latest("pk")


def row(screen: HallScreen) -> HallScreen:
    return HallScreen.objects.get(pk=screen.pk)


def test_each_step_is_in_the_journal_and_can_be_undone(event):
    door = screens.add_screen(event, name=" Main  door ", by=None)
    assert (door.name, door.settings) == ("Main door", ScreenSettings())
    chosen = ScreenSettings(("names", "clock"), "A", "K", seconds=20)
    screens.set_screen_content(door, chosen, by=None)
    assert row(door).settings == chosen
    written = line()
    assert journal_text(written.kind, written.facts) == (
        "Hall screen “Main door” set: Pairings by name, A–K · Clock"
    )
    undo_step(written, by=None)
    assert row(door).settings == ScreenSettings()
    undo_step(screens.rename_screen(door, name="Stage", by=None), by=None)
    assert row(door).name == "Main door"
    undo_step(screens.remove_screen(door, by=None), by=None)
    assert row(door).removed_at is None
    undo_step(JournalEvent.objects.get(kind="ScreenAdded"), by=None)
    assert row(door).removed_at is not None


def test_what_was_changed_since_is_not_undone(event):
    door = screens.add_screen(event, name="Door", by=None)
    first = screens.set_screen_content(door, ScreenSettings(("clock",)), by=None)
    screens.set_screen_content(door, ScreenSettings(("names",)), by=None)
    with pytest.raises(Refused, match="UNDO_OVERTAKEN"):
        undo_step(first, by=None)
    assert row(door).parts == ["names"]


def test_a_message_on_all_and_on_one_gives_back_what_was_there(event):
    door, stage = (screens.add_screen(event, name=name, by=None) for name in ("Door", "Stage"))
    screens.set_screens_message(event, "Welcome", by=None, screen_keys=[door.pk])
    to_all = screens.set_screens_message(event, "Lunch", by=None, fills=True)
    assert [(one.message, one.message_fills) for one in event.screens.all()] == [("Lunch", True)] * 2
    undo_step(to_all, by=None)
    assert (row(door).message, row(stage).message) == ("Welcome", "")
    screens.set_screens_message(event, "  ", by=None)
    assert row(door).message == ""


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (ScreenSettings(("feature",)), "SCREEN_TABLE_MISSING"),
        (ScreenSettings(("names",), "M", "C"), "SCREEN_LETTERS_REVERSED"),
        (ScreenSettings(seconds=2), "SCREEN_SECONDS"),
        (ScreenSettings(division=999), "SCREEN_DIVISION_UNKNOWN"),
    ],
)
def test_what_no_screen_can_show_is_refused(event, settings, code):
    door = screens.add_screen(event, name="Door", by=None)
    with pytest.raises(Refused, match=code):
        screens.set_screen_content(door, settings, by=None)
    assert row(door).settings == ScreenSettings()


def test_names_are_there_once_and_a_removed_one_is_free(event):
    door = screens.add_screen(event, name="Door", by=None)
    for name, code in (("door", "SCREEN_NAME_TAKEN"), ("  ", "SCREEN_NAME_MISSING")):
        with pytest.raises(Refused, match=code):
            screens.add_screen(event, name=name, by=None)
    removed = screens.remove_screen(door, by=None)
    screens.add_screen(event, name="Door", by=None)
    with pytest.raises(Refused, match="SCREEN_NAME_TAKEN"):
        undo_step(removed, by=None)
    with pytest.raises(Refused, match="SCREEN_REMOVED"):
        screens.set_screen_content(door, ScreenSettings(("clock",)), by=None)


@pytest.mark.django_db(transaction=True)
def test_phones_do_not_follow_what_the_desk_shows_on_screens():
    event = build.event()
    seen = stamps.current_stamp_position()
    screens.add_screen(event, name="Door", by=None)
    assert (
        stamps.position_if_changed([scopes.event_scope(event.pk), scopes.results_scope(event.pk)], seen)
        is None
    )
    assert stamps.position_if_changed([scopes.hall_screens_scope(event.pk)], seen) is not None


def test_a_code_is_told_from_a_guess():
    made = new_screen_code("secret", lambda letters: letters[3])
    assert CODE.fullmatch(made)
    assert is_genuine_screen_code(made, "secret")
    assert not is_genuine_screen_code(made, "other")
    assert not is_genuine_screen_code(made[:-1] + ("a" if made[-1] != "a" else "b"), "secret")
    assert not is_genuine_screen_code("message", "secret")
