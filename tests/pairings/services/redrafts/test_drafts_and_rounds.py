"""Drafts of an event after rounds have been played: what may still be set up, when a redraft is due (R-095)."""

import pytest

from core.models import JournalEvent
from core.services import undo
from decks.models import Draft
from drafts.queries import drafts as queries
from drafts.services import beginnings, draft_runs, drafts, pods
from tests import build
from tests.drafts.drafts import draft, setup
from tests.drafts.redrafts import redraft, solomon
from tests.pairings import build as play
from tests.pairings.redrafts import play_on

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("style", ["constructed", "thirty"])
def test_nothing_is_drafted_in_a_constructed_event(style: str):
    """The solution is Limited in the settings or, once a round is posted, a separate event."""
    home = build.division(6, play_style=style, event_class="unofficial")
    assert (
        build.refusal(drafts.set_up_draft, home, setup("booster", 6), by=None).code == "DRAFT_NEEDS_LIMITED"
    )
    assert build.refusal(pods.draw_pods, home, (6,), by=None).code == "DRAFT_NEEDS_LIMITED"
    play.play(home)
    assert (
        build.refusal(drafts.set_up_draft, home, setup("booster", 6), by=None).code == "DRAFT_NEEDS_OWN_EVENT"
    )
    assert not Draft.objects.exists()


def test_a_redraft_comes_too_late_once_its_round_is_posted():
    row = solomon(round_=2)
    again = redraft(row.division)
    drafts.remove_draft(again, by=None)
    play_on(row.division, 2)
    assert build.refusal(redraft, row.division).code == "REDRAFT_TOO_LATE"


def test_when_a_redraft_is_due():
    row = solomon(round_=3, announced=False)
    states = [queries.redraft_of(row.division).state]
    drafts.announce_notice(row, "REDRAFT", text="Another draft.", kind="redraft", by=None)
    states.append(queries.redraft_of(row.division).state)
    for _ in range(2):
        play_on(row.division)
        states.append(queries.redraft_of(row.division).state)
    drafts.assign_seats(
        drafts.set_up_draft(row.division, queries.setup_of_draft(row), by=None), by=None, seed=6
    )
    states.append(queries.redraft_of(row.division).state)
    play_on(row.division)
    states.append(queries.redraft_of(row.division).state)
    assert states == ["unannounced", "to_come", "to_come", "due", "drawn", "past"]


def test_a_redraft_nobody_announced_in_time_never_comes():
    row = solomon(announced=False)
    play_on(row.division)
    assert queries.redraft_of(row.division).state == "never"
    assert build.refusal(redraft, row.division).code == "REDRAFT_NOT_ANNOUNCED"


def test_a_draft_whose_round_is_posted_is_neither_canceled_nor_taken_to_before_its_beginning() -> None:
    row = draft(build.division(8, play_style="limited"))
    draft_runs.tap_step(row, 0, "next", step=0, by=None)
    play.play(row.division)
    refused = build.refusal(beginnings.cancel_draft, row, reason="Fire alarm.", by=None)
    assert (refused.code, refused.facts["round"]) == ("DRAFT_ROUND_POSTED", 1)
    line = JournalEvent.objects.get(kind="DraftBegun")
    assert build.refusal(undo.undo_step, line, by=None).code == "DRAFT_PICKED"
