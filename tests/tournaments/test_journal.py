"""The journal is append-only: no service, model or SQL statement can change a line."""

import pytest
from django.db import DatabaseError, connection, transaction

from core.models import JournalEvent
from core.sentences import KIND_WORDS, REFUSALS, journal_text, refusal_code_text
from core.services import journal
from tests import build
from tournaments import queries
from tournaments.engine.journal_kinds import EventChanged
from tournaments.services import divisions, entries, events

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return build.event(divisions=("junior_senior", "masters"))


@pytest.mark.parametrize("column", ["facts", "by_name", "undoes_id"])
def test_database_refuses_an_update(event, column):
    line = event.journal.get()
    value = str(line.pk) if column == "undoes_id" else "'{}'"
    statement = f"UPDATE tournaments_journalevent SET {column} = {value} WHERE id = %s"
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement, [line.pk])
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        JournalEvent.objects.update(kind="Nothing")


def test_models_refuse(event):
    line = event.journal.get()
    with pytest.raises(TypeError):
        line.save()
    with pytest.raises(TypeError):
        line.delete()


@pytest.mark.django_db(transaction=True)
def test_needs_the_transaction_of_its_change():
    event = build.event()
    with pytest.raises(RuntimeError):
        journal.write_journal_line(event, EventChanged(changed={}), by=None)


def test_outlives_the_division_and_its_author(event):
    judge = build.staff(event, "organizer", "Ida")
    young = event.divisions.get(age_division="junior_senior")
    divisions.change_division(young, by=judge, rounds_planned=3)
    divisions.remove_division(young, by=judge)
    judge.delete()
    lines = [(row.kind, row.by, row.division) for row in queries.journal_rows(event)]
    assert lines[:2] == [("DivisionRemoved", "Ida", ""), ("DivisionChanged", "Ida", "")]


def test_a_line_is_undone_once(event):
    line = event.journal.get()
    journal.write_journal_line(event, EventChanged(changed={}), by=None, undoes=line)
    assert [row.undone for row in queries.journal_rows(event)] == [False, True]
    with pytest.raises(DatabaseError), transaction.atomic():
        journal.write_journal_line(event, EventChanged(changed={}), by=None, undoes=line)


def test_sentences_say_labels_rather_than_codes(event):
    marta = build.user()
    entry = entries.add_entry(event, by=marta, first_name="Zoë", last_name="Müller", birth_year=1990)
    entries.change_entry(entry, by=marta, late=True, awarded_byes=1)
    events.change_event_settings(event, by=marta, card_format="expanded", venue="Library")
    divisions.remove_division(event.divisions.get(age_division="junior_senior"), by=marta)
    sentences = [journal_text(row.kind, row.facts) for row in queries.journal_rows(event)]
    assert sentences == [
        "Juniors and Seniors removed",
        "Settings changed: format Standard → Expanded, venue – → Library",
        "Zoë Müller changed: byes awarded in advance 0 → 1, tagged late no → yes",
        "Zoë Müller added to Masters",
        "Event created",
    ]


def test_every_refusal_can_be_said():
    """This also holds without its facts: a missing one is shown as a dash."""
    sentences = {code: refusal_code_text(code, {}) for code in REFUSALS}
    assert sentences
    assert {code: words for code, words in sentences.items() if "%(" in words or words == code} == {}


def test_every_line_can_be_told():
    sentences = {kind: journal_text(kind, {}) for kind in KIND_WORDS}
    assert sentences
    assert {kind: words for kind, words in sentences.items() if "%(" in words} == {}


def test_an_act_has_the_lines_that_it_and_what_it_calls_wrote(event):
    first = journal.write_journal_line(event, EventChanged(changed={}), by=None)
    with journal.collect_journal_lines() as lines:
        second = journal.write_journal_line(event, EventChanged(changed={}), by=None)
        with journal.collect_journal_lines() as inner:
            third = journal.write_journal_line(event, EventChanged(changed={}), by=None)
    journal.write_journal_line(event, EventChanged(changed={}), by=None)
    assert (lines, inner) == ([second, third], [third])
    assert first not in lines
