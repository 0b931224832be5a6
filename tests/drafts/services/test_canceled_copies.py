"""A snapshot of an event with a canceled draft comes back, and its next draft can be run."""

import json

import pytest
from django.utils import timezone

from core.models import JournalEvent
from core.queries import seals
from core.sentences import journal_text
from decks.models import Draft
from drafts.models import DraftMove
from drafts.services import beginnings, drafts
from tests import build
from tests.drafts import tracked
from tournaments.services import snapshots

pytestmark = pytest.mark.django_db


def test_an_event_with_a_canceled_draft_comes_back_with_its_journal_and_goes_on() -> None:
    row = tracked.draft()
    tracked.open_packs(row)
    tracked.everybody_takes(row, "Secretcard")
    event = row.division.tournament
    new = beginnings.cancel_draft(row, reason="Fire alarm.", by=build.user("marta"))
    file = snapshots.make_snapshot(event).data
    back = snapshots.restore_event(file, by=None, trusted=True)
    copy = Draft.objects.get(division__tournament=back)
    line = JournalEvent.objects.get(tournament=back, kind="DraftCanceled")
    assert (copy.number, copy.setup, copy.seats) == (new.number, new.setup, [])
    assert line.facts["replacement"] == copy.pk
    assert "4 packs opened (pod 1: 4), EVO" in journal_text(line.kind, line.facts)
    assert seals.verify_journal(back, now=timezone.now()).faults == []
    copy = drafts.assign_seats(copy, by=None)
    tracked.open_packs(copy)
    assert DraftMove.objects.filter(draft=copy).count() == 1


def test_the_secret_picks_of_a_canceled_draft_are_in_no_file_and_no_journal_line() -> None:
    row = tracked.draft()
    tracked.open_packs(row)
    tracked.everybody_takes(row, "Secretcard")
    event = row.division.tournament
    beginnings.cancel_draft(row, reason="Fire alarm.", by=None)
    lines = JournalEvent.objects.filter(tournament=event).values_list("facts", flat=True)
    assert "Secretcard" not in json.dumps(list(lines))
    back = snapshots.restore_event(snapshots.make_snapshot(event).data, by=None, trusted=True)
    assert not DraftMove.objects.exists()
    assert not JournalEvent.objects.filter(tournament=back, kind="SecretDraftCopied").exists()
