"""Each fact of a person works completely: entered or imported, stored, shown to authorized users, and erased."""

import csv
from datetime import date, timedelta
from io import StringIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from api.schemas.lists import StaffPlayerOut
from floor.queries import personal_data
from floor.services import forget, retention
from registration.engine.roster.headers import TITLES
from registration.services import roster
from tests import build
from tests.api.hall import Hall
from tournaments import queries
from tournaments.engine.person_fields import (
    BIRTH,
    FIELDS,
    KEYS,
    ON_PAGES,
    PUBLIC,
    UNKNOWN,
    person_facts_by_key,
)
from tournaments.forms.entries import PersonForm
from tournaments.models import Entry, Player, Tournament, User
from tournaments.queries.people import person_from_entry, person_on_record
from tournaments.services import entries, merges, snapshots
from tournaments.words.person_words import fact_label

pytestmark = pytest.mark.django_db

BY_KIND = {"mail": "zyx@example.org", "digits": "5550123", "year": 1990, "day": date(1990, 5, 6)}
KNOWN: dict[str, Any] = {
    field.key: BY_KIND.get(field.kind) or f"Zyx{field.key.replace('_', '')}" for field in FIELDS
}
LATER = timedelta(days=90)


@pytest.fixture
def by() -> User:
    return build.user("marta")


@pytest.fixture
def event(by: User) -> Tournament:
    return build.event(by=by, published=True)


@pytest.fixture
def entry(event: Tournament, by: User) -> Entry:
    return entries.add_entry(event, by=by, age_division="masters", **KNOWN)


def stored(entry: Entry) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the facts of the entry and of the record."""
    entry = Entry.objects.select_related("player").get(pk=entry.pk)
    return person_facts_by_key(person_from_entry(entry)), person_facts_by_key(person_on_record(entry.player))


def test_what_is_entered_is_in_the_entry_and_in_the_record(entry):
    assert stored(entry) == (KNOWN, KNOWN)


def test_a_roster_has_a_column_for_each(event, by):
    titles = {title.field: words for words, title in TITLES.items()}
    lines = ([titles[key] for key in KEYS], [str(KNOWN[key]) for key in KEYS])
    assert roster.load_roster(event, "\n".join(map(",".join, lines)).encode(), "players.csv", by=by) == 1
    assert stored(event.entries.get()) == (KNOWN, KNOWN)


def test_the_form_corrects_each(client: Client, event, entry, by):
    assert tuple(PersonForm(entry=entry).fields) == KEYS
    client.force_login(by)
    new = {
        "text": "Vwxyz",
        "mail": "vwx@example.org",
        "digits": "5559876",
        "year": "1991",
        "day": "1991-07-08",
    }
    typed = {field.key: new[field.kind] for field in FIELDS}
    client.post(reverse("tournaments:player_save", args=[event.slug, entry.pk]), typed)
    after, record = stored(entry)
    assert {key: str(value) for key, value in after.items()} == typed
    assert record == after


def test_a_player_is_added_with_each_of_that_form(client: Client, event, by):
    client.force_login(by)
    typed = {field.key: str(KNOWN[field.key]) for field in FIELDS if field.in_add_form}
    client.post(reverse("pairings:enter", args=[event.slug]), typed | {"age_division": "masters"})
    after, _record = stored(event.entries.get())
    assert {key: str(after[key]) for key in typed} == typed


def test_pages_show_staff_what_they_may_see_and_others_names(client: Client, event, entry):
    (row,) = queries.player_rows(event, public=True)
    assert person_facts_by_key(row.facts) == person_facts_by_key(UNKNOWN) | {
        field.key: KNOWN[field.key] for field in PUBLIC
    }
    client.force_login(build.staff(event, "judge"))
    facts = dict(client.get(reverse("tournaments:player", args=[event.slug, entry.pk])).context["facts"])
    assert list(facts.values()) == [KNOWN[field.key] for field in ON_PAGES if field not in PUBLIC]


@pytest.mark.parametrize(("role", "powers"), [("judge", ("", "view")), ("organizer", ("", "view", "run"))])
def test_the_spreadsheet_and_the_api_have_what_the_role_may_see(client: Client, event, entry, role, powers):
    client.force_login(build.staff(event, role))
    data = client.get(f"/e/{event.slug}/players/list.csv").content.decode("utf-8-sig")
    (line,) = csv.DictReader(StringIO(data))
    seen = {field for field in FIELDS if field.exported and field.power in powers}
    assert {field for field in FIELDS if str(fact_label(field.key)) in line} == seen
    assert {field.key: line[str(fact_label(field.key))] for field in seen} == {
        field.key: str(KNOWN[field.key]) for field in seen
    }
    hall = Hall(event, event.divisions.get())
    (item,) = hall.get("/players", hall.token(role, "players", "births")).json()["items"]
    assert set(KEYS) <= set(StaffPlayerOut.model_fields)
    assert {field.key: item[field.key] for field in FIELDS} == {
        field.key: field.written(KNOWN[field.key] if field.power in powers else field.unknown)
        for field in FIELDS
    }


def test_a_merge_fills_gaps_and_its_undo_empties_them(event, entry, by):
    other = build.event(by=by)
    names = {field.key: KNOWN[field.key] for field in FIELDS if not field.filled}
    bare = entries.add_entry(other, by=by, age_division="masters", **names)
    merges.merge_people(entry.player_id, bare.player_id, by=by)
    assert stored(bare)[0] == KNOWN
    merges.undo_people_merge(other.journal.get(kind="PlayersMerged"))
    assert stored(bare)[0] == person_facts_by_key(UNKNOWN) | names


def test_a_snapshot_brings_each_back(event, entry):
    back = snapshots.restore_event(snapshots.make_snapshot(event).data, by=build.user("otto"))
    assert stored(back.entries.get()) == (KNOWN, KNOWN)


def test_the_file_of_personal_data_has_each(entry):
    data = personal_data.personal_data_of(entry.player)
    assert {key: data["person"][0][key] for key in KEYS} == KNOWN
    assert {field.key: data["events"][0][field.of_entry] for field in FIELDS} == KNOWN


def test_the_journal_has_no_value_that_only_changed(event, entry, by):
    hidden = [field for field in FIELDS if not field.journalled]
    other = build.event(by=by)
    bare = entries.add_entry(other, by=by, last_name="Lima", age_division="masters")
    merges.merge_people(entry.player_id, bare.player_id, by=by)
    lines = str(list(event.journal.values("facts")) + list(other.journal.values("facts")))
    assert hidden
    assert [field.key for field in hidden if str(KNOWN[field.key]) in lines] == []


def test_forgetting_and_retention_erase_each_but_names(event, entry, by):
    erased = {field.key: field.unknown for field in FIELDS if field.erased}
    assert set(BIRTH) <= set(erased)
    later = timezone.now() + LATER
    forget.forget_person(entry.player, by=by, typed_name=str(entry.player), now=later)
    for facts in stored(entry):
        assert facts.items() >= erased.items()

    other = entries.add_entry(event, by=by, age_division="masters", **KNOWN)
    seen = retention.preview_removal(days=30, now=later)
    assert (seen.events[0].players, seen.people) == (1, 1)
    retention.remove_expired_data(days=30, now=later)
    for facts in stored(other):
        assert facts == KNOWN | erased
    assert Player.objects.filter(pk=other.player_id, forgotten_at=None).exists()
