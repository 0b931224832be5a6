"""A player who was paired cannot be deleted, and an event is deleted with all its rounds."""

import pytest

from pairings.models import Match, Round
from pairings.services.rounds import rounds
from tests import build
from tests.build import refusal
from tournaments.models import Entry, Tournament
from tournaments.services import divisions, entries, events

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = build.event()
    build.add_players(event, 5)
    posted = rounds.pair_next_round(event.divisions.get(), by=None)
    rounds.post(posted, by=None)
    return event


def test_paired_players_stay(event):
    entry = event.entries.first()
    assert refusal(entries.delete_unpaired_entry, entry, by=None).code == "ENTRY_HAS_PLAYED"
    assert event.entries.count() == 5
    assert not event.journal.filter(kind="EntryRemoved").exists()


def test_started_event_keeps_its_structure(event):
    assert (
        refusal(events.change_event_settings, event, by=None, structure="swiss_cut").code
        == "EVENT_HAS_STARTED"
    )
    assert (
        refusal(divisions.arrange_divisions, event, by=None, divisions=("masters",)).code
        == "EVENT_HAS_STARTED"
    )


def test_event_goes_with_its_rounds(event):
    events.delete_event(event, by=None, typed_name=event.name)
    assert not any(model.objects.exists() for model in (Tournament, Entry, Round, Match))
