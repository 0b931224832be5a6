"""The sealed journal: changes that bypass the triggers are detected, and a person can still be forgotten."""

import json
from contextlib import contextmanager
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from core.engine.refused import Refused
from core.engine.seals import Mismatch, line_digest
from core.models import JournalEvent, JournalRedaction, JournalSeal, SealRecord
from core.queries import seals as stored
from core.services import seals
from tests import build
from tournaments.models import DeletedEvent
from tournaments.services import entries, events

pytestmark = pytest.mark.django_db
TABLES = (
    "tournaments_journalevent",
    "tournaments_journalseal",
    "tournaments_deletedevent",
    "tournaments_journalredaction",
)


@pytest.fixture
def event():
    """Create an event with two seals and one newer line."""
    event = build.event()
    entry = entries.add_entry(event, by=None, first_name="Zoë", last_name="Müller", birth_year=1990)
    seals.seal_now(event, by=None)
    entries.check_in_entry(entry, by=None)
    events.change_event_settings(event, by=None, venue="Library", city="Oslo")
    seals.seal_now(event, by=None)
    events.change_event_settings(event, by=None, venue="Hall")
    return event


@contextmanager
def unguarded():
    """Disable the triggers, as the owner of the database can."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            for table in TABLES:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for (name,) in cursor.fetchall():
                cursor.execute(f"DROP TRIGGER {name}")
        yield cursor


def found(event):
    return list(stored.verify_journal(event, now=timezone.now()).faults)


def line(event, kind):
    return event.journal.filter(kind=kind).earliest("pk")


def test_an_honest_journal_verifies(event):
    verified = stored.verify_journal(event, now=timezone.now())
    assert (verified.seals, verified.open, verified.faults) == (2, 1, [])
    assert verified.checked == event.journal.count() - 1
    first, second = event.seals.all()
    assert second.previous == first.digest
    assert (first.total, second.total) == (2, verified.checked)
    seals.seal_now(event, by=None)
    with pytest.raises(Refused):
        seals.seal_now(event, by=None)


@pytest.mark.parametrize(
    "change",
    [
        "kind = 'EntryCheckedOut'",
        "by_id = 99",
        "at = '2026-11-21 11:00:00+00:00'",
        'facts = \'{"name": "Zoë Müller", "entry": 99}\'',
    ],
)
def test_a_changed_line_is_named(event, change):
    key = line(event, "EntryCheckedIn").pk
    with unguarded() as cursor:
        cursor.execute(f"UPDATE tournaments_journalevent SET {change} WHERE id = %s", [key])
    assert found(event) == [Mismatch("changed", key)]


def test_a_removed_line_is_named(event):
    key = line(event, "EntryAdded").pk
    with unguarded() as cursor:
        cursor.execute("DELETE FROM tournaments_journalevent WHERE id = %s", [key])
    assert found(event) == [Mismatch("removed", key)]


def test_an_added_line_is_named_and_no_later_seal_hides_it(event):
    key = line(event, "EntryAdded").pk
    with unguarded() as cursor:
        cursor.execute("UPDATE tournaments_journalevent SET id = %s WHERE id = %s", [key - 5000, key])
    assert found(event) == [Mismatch("added", key - 5000), Mismatch("removed", key)]
    seals.seal_now(event, by=None)
    assert found(event) == [Mismatch("added", key - 5000), Mismatch("removed", key)]


def test_a_seal_that_was_made_to_fit_is_named(event):
    """A change to a line and its digest in the seal leaves the seal's digest and that of the next seal unchanged."""
    seal, checked = event.seals.get(number=1), line(event, "EntryAdded")
    with unguarded() as cursor:
        cursor.execute(
            "UPDATE tournaments_journalevent SET facts = %s WHERE id = %s",
            [json.dumps(checked.facts | {"entry": 99}), checked.pk],
        )
        fits = dict(one.split(" ") for one in seal.lines.splitlines())
        fits[str(checked.pk)] = line_digest(
            next(one for one in stored.journal_lines(event) if one.id == checked.pk)
        )
        lines = stored.stored_seal_lines(list(fits.items()))
        cursor.execute("UPDATE tournaments_journalseal SET lines = %s WHERE id = %s", [lines, seal.pk])
        assert found(event) == [Mismatch("seal_changed", 1)]
        cursor.execute("DELETE FROM tournaments_journalseal WHERE id = %s", [seal.pk])
    assert Mismatch("seal_removed", 1) in found(event)


@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("with_lines", [True, False])
def test_newest_seals_that_are_missing_are_named(event, left, with_lines):
    """This includes the case that their lines are deleted too, so that the chain appears to end there."""
    after = event.seals.get(number=left).upto if left else 0
    with unguarded() as cursor:
        cursor.execute(
            "DELETE FROM tournaments_journalseal WHERE tournament_id = %s AND number > %s", [event.pk, left]
        )
        if with_lines:
            cursor.execute(
                "DELETE FROM tournaments_journalevent WHERE tournament_id = %s AND id > %s", [event.pk, after]
            )
    assert found(event) == [Mismatch("seal_removed", number) for number in range(left + 1, 3)]
    with pytest.raises(CommandError, match="Seal 2 is missing"):
        call_command("verify_journal", event.slug)


def test_an_event_without_a_record_of_its_seals_verifies_as_before(event):
    """This is the case in a database from before seal records."""
    SealRecord.objects.all().delete()
    assert found(event) == []
    seals.seal_now(event, by=None)
    assert SealRecord.objects.get().number == 3
    assert found(event) == []


def test_a_journal_that_was_never_sealed_says_so():
    out, new = StringIO(), build.event(name="New")
    call_command("verify_journal", new.slug, stdout=out)
    assert "has no seal yet" in out.getvalue()


def test_a_forgotten_name_keeps_every_seal(event):
    with unguarded() as cursor:
        for one in event.journal.all():
            facts = {**one.facts, "name": ""} if "name" in one.facts else one.facts
            cursor.execute(
                "UPDATE tournaments_journalevent SET facts = %s, by_name = '' WHERE id = %s",
                [json.dumps(facts), one.pk],
            )
    assert "Müller" not in "".join(str(one.facts) for one in event.journal.all())
    assert found(event) == []


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("statement", ["DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_the_database_refuses_to_empty_it(event, table, statement):
    if statement.startswith("TRUNCATE") and connection.vendor != "postgresql":
        pytest.skip("SQLite knows no TRUNCATE")
    deleted = build.event(name="Gone")
    events.delete_event(deleted, by=None, typed_name="Gone")
    JournalRedaction.objects.create(tournament=event, at=timezone.now())
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with pytest.raises(DatabaseError, match="journal is kept"), transaction.atomic():
            cursor.execute(statement.format(table))
    with connection.cursor() as cursor, pytest.raises(DatabaseError), transaction.atomic():
        cursor.execute("UPDATE tournaments_journalseal SET digest = ''")


def test_a_deleted_event_leaves_one_line(event):
    marta, last, lines = build.user(), event.seals.last(), event.journal.count()
    other = build.event(name="Other")
    events.delete_event(event, by=marta, typed_name=event.name)
    left = DeletedEvent.objects.get()
    assert (left.slug, left.lines, left.digest, left.by_name) == (
        event.slug,
        lines,
        last.digest,
        str(marta),
    )
    assert not JournalSeal.objects.exists()
    assert set(JournalEvent.objects.values_list("tournament", flat=True)) == {other.pk}


def test_lines_that_commit_late_are_sealed_by_the_next(event):
    """On PostgreSQL, a line may be committed after a seal of higher keys; after a few minutes it is no longer
    accepted.
    """
    events.change_event_settings(event, by=None, venue="Barn")
    late = event.journal.order_by("-pk")[1]
    row = JournalEvent.objects.filter(pk=late.pk).values().get()
    with unguarded() as cursor:
        cursor.execute("DELETE FROM tournaments_journalevent WHERE id = %s", [late.pk])
    now = timezone.now()
    assert seals.seal_now(event, by=None, at=now).gaps == [late.pk]
    JournalEvent.objects.bulk_create([JournalEvent(**row)])
    assert found(event) == []
    assert stored.verify_journal(event, now=now + timedelta(hours=1)).faults == [Mismatch("added", late.pk)]
    events.change_event_settings(event, by=None, venue="Tent")
    assert str(late.pk) in seals.seal_now(event, by=None, at=now + timedelta(minutes=5)).lines
    assert stored.verify_journal(event, now=now + timedelta(hours=1)).faults == []


def test_a_note_of_a_deletion_that_never_was_is_named(event):
    """Such a note opens the trigger, so that the newest lines and seals could be deleted together."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tournaments_deletedevent (event, name, slug, at, by_name, lines, digest) "
            "VALUES (%s, '', '', '2026-11-21 11:00:00+00:00', '', 0, '')",
            [event.pk],
        )
        cursor.execute("DELETE FROM tournaments_journalseal WHERE tournament_id = %s", [event.pk])
        cursor.execute("DELETE FROM tournaments_journalevent WHERE tournament_id = %s", [event.pk])
    assert found(event)[0] == Mismatch("deletion", DeletedEvent.objects.get().pk)
    assert found(event)[1:] == [Mismatch("seal_removed", 1), Mismatch("seal_removed", 2)]
    with pytest.raises(CommandError, match="says this event was deleted"):
        call_command("verify_journal", event.slug)


def test_the_command_names_the_fault(event):
    out = StringIO()
    call_command("verify_journal", stdout=out)
    assert "agrees" in out.getvalue()
    printed = event.seals.first().short
    call_command("verify_journal", event.slug, digest=printed, stdout=out)
    with pytest.raises(CommandError, match="no seal"):
        call_command("verify_journal", event.slug, digest="0" * 16, stdout=out)
    key = line(event, "EntryCheckedIn").pk
    with unguarded() as cursor:
        cursor.execute("DELETE FROM tournaments_journalevent WHERE id = %s", [key])
    with pytest.raises(CommandError, match=str(key)):
        call_command("verify_journal", event.slug, stdout=out)


def test_an_event_that_cannot_be_read_is_a_fault_of_its_own(event, caplog):
    odd, out = build.event(), StringIO()
    seals.seal_now(odd, by=None)
    with unguarded() as cursor:
        cursor.execute(
            "UPDATE tournaments_journalseal SET gaps = %s WHERE tournament_id = %s", ['[{"a": 1}]', odd.pk]
        )
    newer = build.event()
    with pytest.raises(CommandError, match=f"^{odd.slug}: The journal could not be checked against"):
        call_command("verify_journal", stdout=out)
    assert f"{event.slug}: " in out.getvalue()
    assert f"{newer.slug}: " in out.getvalue()
    assert odd.slug in caplog.text
