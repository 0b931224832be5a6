"""Players of an earlier event, entered in this one all at once."""

from datetime import timedelta

import pytest

from core.services import undo
from pairings.queries.rounds import regulars as queries
from pairings.services.rounds import regulars, rounds
from tests import build
from tests.pairings import build as play
from tournaments.models import Entry, Tournament, User
from tournaments.services import entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def by() -> User:
    return build.user("marta")


@pytest.fixture
def last(by: User) -> Tournament:
    """Create last week's event with five regulars."""
    event = build.event(by=by, name="Last week", starts_at=build.NOON - timedelta(days=7))
    build.add_players(event, 5)
    return event


def keys(event: Tournament) -> list[int]:
    return list(event.entries.order_by("pk").values_list("player", flat=True))


def test_the_last_event_comes_first_and_only_those_of_ones_own(by, last):
    older = build.event(by=by, name="Before", starts_at=build.NOON - timedelta(days=30))
    theirs = build.event(name="Theirs", starts_at=build.NOON - timedelta(days=1))
    later = build.event(by=by, name="Later", starts_at=build.NOON + timedelta(days=7))
    for event in (older, theirs, later):
        build.add_players(event, 2)
    build.event(by=by, name="Nobody came", starts_at=build.NOON - timedelta(days=2))
    today = build.event(by=by)
    assert queries.earlier_events(today, by=by) == [last, older]


def test_all_are_added_at_once_and_checked_in(by, last):
    today = build.event(by=by)
    made = regulars.add_regulars(today, last, keys(last)[:3], by=by)
    assert sorted(keys(today)) == keys(last)[:3] == sorted(entry.player_id for entry in made)
    assert all(entry.checked_in_at for entry in today.entries.all())
    old = last.entries.earliest("pk")
    new = today.entries.get(player=old.player)
    assert (str(new), new.player_number, new.birth_year) == (str(old), old.player_number, old.birth_year)
    assert [row.entered for row in queries.list_regulars(today, last)].count(True) == 3


def test_who_is_in_already_is_left_alone(by, last):
    today = build.event(by=by)
    regulars.add_regulars(today, last, keys(last)[:3], by=by, checked_in=False)
    regulars.add_regulars(today, last, keys(last), by=by)
    assert sorted(keys(today)) == keys(last)
    assert today.entries.filter(checked_in_at=None).count() == 3
    before = today.journal.count()
    assert regulars.add_regulars(today, last, keys(last), by=by) == []
    assert today.journal.count() == before


def test_nobody_of_an_event_of_others_is_added(by, last):
    today = build.event()
    refused = build.refusal(
        regulars.add_regulars, today, last, keys(last), by=play.organizer(today.divisions.get())
    )
    assert refused.code == "PERSON_UNKNOWN"
    assert not today.entries.exists()


def test_a_missing_birth_year_names_the_player_and_adds_nobody(by, last):
    Entry.objects.filter(pk=last.entries.latest("pk").pk).update(birth_year=None)
    today = build.event(by=by, divisions=("junior", "senior", "masters"))
    refused = build.refusal(regulars.add_regulars, today, last, keys(last), by=by)
    assert (refused.code, refused.facts["name"]) == ("DIVISION_UNKNOWN", str(last.entries.latest("pk")))
    assert not today.entries.exists()


def test_after_round_1_they_come_in_late_and_lose_the_rounds_missed(by, last):
    home = play.division(4, by=by)
    play.play(home)
    regulars.add_regulars(home.tournament, last, keys(last)[:2], by=by, checked_in=False)
    came = home.entries.filter(player__in=keys(last)).order_by("pk")
    assert [(one.joined_round, one.checked_in_at is not None) for one in came] == [(2, True)] * 2


def test_undo_takes_them_all_out_again(by, last):
    today = build.event(by=by)
    entries.add_entry(today, by=by, first_name="Ana", last_name="Silva", age_division="masters")
    regulars.add_regulars(today, last, keys(last), by=by)
    undo.undo_step(today.journal.get(kind="RegularsAdded"), by=by)
    assert [str(entry) for entry in today.entries.all()] == ["Ana Silva"]


def test_undo_waits_until_nobody_of_them_is_paired(by, last):
    today = build.event(by=by)
    regulars.add_regulars(today, last, keys(last), by=by)
    rounds.pair_next_round(today.divisions.get(), by=by, seed=1)
    line = today.journal.get(kind="RegularsAdded")
    assert build.refusal(undo.undo_step, line, by=by).code == "ENTRY_HAS_PLAYED"
    assert regulars.can_no_longer_undo_added_regulars(line)
    assert today.entries.count() == 5


def test_many_are_added_in_as_many_queries_as_few(by, django_assert_max_num_queries):
    last = build.event(by=by, name="Large", starts_at=build.NOON - timedelta(days=3))
    build.add_players(last, 40)
    today = build.event(by=by)
    with django_assert_max_num_queries(30):
        regulars.add_regulars(today, last, keys(last), by=by)
