"""Merging two records of one person, and separating them again."""

from datetime import date

import pytest
from django.db import transaction

from core.models import JournalEvent
from core.services import undo
from tests import build
from tests.build import refusal
from tournaments.models import Entry, EventOrigin, Player
from tournaments.queries.people import newest_entries_visible_to, person_by_number_and_birth
from tournaments.services import entries, merges, players

pytestmark = pytest.mark.django_db

MAY = date(1990, 5, 6)


@pytest.fixture
def by():
    return build.user()


def enter(by, first="Zoë", last="Müller", number=None, year=None, *, event=None, player=None):
    who = {"player": player} if player else {"first_name": first, "last_name": last}
    event = event or build.event(by=by)
    return entries.add_entry(event, by=by, **who, player_id=number, birth_year=year, age_division="masters")


def everything():
    return [list(model.objects.order_by("pk").values()) for model in (Player, Entry)]


def lines(event):
    return list(event.journal.filter(kind="PlayersMerged"))


def test_entries_move_and_gaps_are_filled_in(by):
    keep, other = enter(by, "Zoe", "Muller"), enter(by, number="12", year=1990)
    merges.merge_people(keep.player_id, other.player_id, by=by)
    rows = Entry.objects.order_by("pk").values_list("player", "first_name", "player_number", "birth_year")
    assert list(rows) == [(keep.player_id, "Zoe", "12", 1990), (keep.player_id, "Zoë", "12", 1990)]
    assert all(len(lines(entry.tournament)) == 1 for entry in (keep, other))


def test_undo_gives_back_exactly_what_was_in_every_event(by):
    keep, other = enter(by, "Zoe", "Muller"), enter(by, number="12", year=1990)
    enter(by, player=other.player)
    before = everything()
    merges.merge_people(keep.player_id, other.player_id, by=by)
    (line,) = lines(keep.tournament)
    undo.undo_steps_together(merges.lines_of_merge(line, by=by), by=by)
    assert everything() == before
    assert JournalEvent.objects.filter(kind="Undone", undoes__kind="PlayersMerged").count() == 3
    assert refusal(undo.undo_step, line, by=by).code == "UNDO_ALREADY_DONE"


@pytest.fixture
def copied(by):
    """Create a person, and the same person in a practice copy of the event."""
    entry = enter(by, number="12", year=1990)
    double = enter(by, player=entry.player)
    facts = {"number": 1, "event": entry.tournament_id, "taken_at": build.NOON, "restored_at": build.NOON}
    EventOrigin.objects.create(tournament=double.tournament, rehearsal=True, **facts)
    return entry, double


def test_a_copy_to_try_things_on_merges_nobody(by, copied):
    entry, double = copied
    other = enter(by, "Zoe", "Muller")
    before = everything()
    pair = (other.player_id, entry.player_id)
    assert refusal(merges.merge_people, *pair, by=by, event=double.tournament).code == "MERGE_IN_COPY"
    assert everything() == before


def test_a_merge_and_its_undo_leave_copies_alone(by, copied):
    entry, double = copied
    other, before = enter(by, "Zoe", "Muller"), everything()
    merges.merge_people(other.player_id, entry.player_id, by=by, event=entry.tournament)
    entry.refresh_from_db()
    assert entry.player_id == other.player_id
    assert Entry.objects.get(pk=double.pk).player_id == double.player_id
    (line,) = lines(entry.tournament)
    facts = line.facts | {"moved": [double.pk]}
    JournalEvent.objects.create(tournament=double.tournament, kind=line.kind, at=line.at, facts=facts)
    found = merges.lines_of_merge(line, by=by)
    assert {one.tournament for one in found} == {entry.tournament, other.tournament}
    undo.undo_steps_together(found, by=by)
    assert everything() == before
    assert merges.lines_of_merge(lines(double.tournament)[0], by=by) == lines(double.tournament)


def test_what_a_copy_says_of_somebody_stays_there(by, copied):
    entry, double = copied
    facts = {"first_name": "Nobody", "last_name": "Actual", "player_id": "13"}
    players.correct_person(double, by=by, **facts)
    record = Player.objects.get(pk=entry.player_id)
    assert (str(record), record.player_id) == ("Zoë Müller", "12")
    assert newest_entries_visible_to(by, record.organizer_id).get(player=record) == entry
    players.correct_person(
        entry, by=by, first_name="Zoe", last_name="Müller", player_id="12", birth_year=1990
    )
    assert str(Player.objects.get(pk=record.pk)) == "Zoe Müller"


def test_undo_stays_in_the_team_of_the_event(by):
    """A merge from before teams existed has lines in events that now belong to another team."""
    keep, other = enter(by), enter(by, "Zoe", "Muller")
    merges.merge_people(keep.player_id, other.player_id, by=by)
    (line,) = lines(other.tournament)
    theirs = enter(build.user("somebody"))
    facts = line.facts | {"moved": [theirs.pk]}
    JournalEvent.objects.create(tournament=theirs.tournament, kind=line.kind, at=line.at, facts=facts)
    for who in (by, None):
        found = merges.lines_of_merge(line, by=who)
        assert {one.tournament for one in found} == {keep.tournament, other.tournament}
    Entry.objects.filter(pk=theirs.pk).update(player=keep.player_id)
    Player.objects.filter(pk=keep.player_id).update(first_name="Zoe")
    record = {"first_name": ["Zoë", "Zoe"]}
    line.facts["record"] = record
    for each in merges.lines_of_merge(line, by=by):
        each.facts["record"] = record
        with transaction.atomic():
            merges.undo_people_merge(each)
    assert Player.objects.get(pk=keep.player_id).first_name == "Zoë"


def test_undo_keeps_what_was_corrected_since(by):
    keep, other = enter(by, "Zoe", "Muller"), enter(by, number="12", year=1990)
    merges.merge_people(keep.player_id, other.player_id, by=by)
    keep.refresh_from_db()
    players.correct_person(keep, by=by, first_name="Zoe", last_name="Muller", player_id="12", birth_year=1991)
    undo.undo_step(lines(keep.tournament)[0], by=by)
    keep.refresh_from_db()
    assert (keep.player_number, keep.birth_year) == (None, 1991)


def test_undo_is_too_late_once_they_were_merged_on(by):
    first, second, third = (enter(by, last=name) for name in ("Müller", "Muller", "Mueller"))
    merges.merge_people(first.player_id, second.player_id, by=by)
    merges.merge_people(third.player_id, first.player_id, by=by)
    (line, _later) = sorted(lines(second.tournament), key=lambda one: one.pk)
    assert refusal(undo.undo_step, line, by=by).code == "UNDO_OVERTAKEN"


def test_undo_is_too_late_once_the_other_one_is_entered_again(by):
    keep, other = enter(by), enter(by, "Zoe", "Muller")
    merges.merge_people(keep.player_id, other.player_id, by=by)
    elsewhere = other.player
    Entry.objects.create(
        tournament=other.tournament,
        division=other.division,
        player=elsewhere,
        **elsewhere.facts,
        age_division="masters",
        tie_break_number=1,
    )
    assert refusal(undo.undo_step, lines(other.tournament)[0], by=by).code == "UNDO_OVERTAKEN"


def test_refuses(by):
    keep, other = enter(by), enter(by, "Ana", "Silva")
    twin = enter(by, "Anna", "Silva", event=other.tournament)
    assert refusal(merges.merge_people, keep.player_id, keep.player_id, by=by).code == "MERGE_SAME"
    assert refusal(merges.merge_people, twin.player_id, other.player_id, by=by).code == "MERGE_BOTH_ENTERED"
    theirs = enter(build.user("somebody"), number="99")
    assert refusal(merges.merge_people, keep.player_id, theirs.player_id, by=by).code == "CHANGED_MEANWHILE"
    assert refusal(merges.merge_people, theirs.player_id, keep.player_id, by=by).code == "CHANGED_MEANWHILE"
    assert not JournalEvent.objects.filter(kind="PlayersMerged").exists()


def test_events_that_one_does_not_run_keep_their_entries_and_records(by):
    """A scorekeeper of two events merges only there; the entry in the organizer's third event is unchanged."""
    theirs = enter(by, number="12", year=1990)
    mine = enter(by, player=theirs.player)
    double = enter(by, "Zoe", "Muller")
    clerk = build.user("clerk")
    for entry in (mine, double):
        entry.tournament.staff.create(user=clerk, role="scorekeeper")
    before = [list(Player.objects.order_by("pk").values()), Entry.objects.values().get(pk=theirs.pk)]
    merges.merge_people(double.player_id, mine.player_id, by=clerk)
    after = [
        list(Player.objects.filter(pk=mine.player_id).values()),
        Entry.objects.values().get(pk=theirs.pk),
    ]
    assert after == [[row for row in before[0] if row["id"] == mine.player_id], before[1]]
    assert not theirs.tournament.journal.filter(kind="PlayersMerged").exists()
    mine.refresh_from_db()
    assert mine.player == double.player


def test_people_of_two_organizers_are_never_one(by):
    """This also holds for a user who runs events of both organizers, and for an administrator."""
    mine, theirs = enter(by, number="12", year=1990), enter(build.user("somebody"), number="12", year=1990)
    theirs.tournament.staff.create(user=by, role="organizer")
    for who in (by, build.user("admin", is_superuser=True), None):
        for pair in ((mine.player_id, theirs.player_id), (theirs.player_id, mine.player_id)):
            assert refusal(merges.merge_people, *pair, by=who).code == "CHANGED_MEANWHILE"


def test_the_account_moves_and_comes_back(by):
    keep, other = enter(by), enter(by, "Zoe", "Muller")
    account = build.user("zoe")
    Player.objects.filter(pk=other.player_id).update(user=account)
    merges.merge_people(keep.player_id, other.player_id, by=by)
    assert Player.objects.get(user=account).pk == keep.player_id
    undo.undo_step(lines(keep.tournament)[0], by=by)
    assert Player.objects.get(user=account).pk == other.player_id


@pytest.mark.parametrize(("year", "after"), [(None, MAY), (1990, MAY), (1991, None)])
def test_a_date_of_birth_is_filled_in_where_it_fits(by, year, after):
    keep, other = enter(by, "Zoe", "Muller", year=year), enter(by, year=1990)
    players.set_birth_date(other, by=by, birth_date=MAY)
    merges.merge_people(keep.player_id, other.player_id, by=by)
    keep.refresh_from_db()
    assert keep.birth_date == after
    assert MAY.isoformat() not in str([line.facts for line in lines(keep.tournament)])


def test_a_player_id_that_another_player_of_the_event_has_is_not_filled_in(by):
    keep, other = enter(by, "Zoe", "Muller"), enter(by, number="12")
    third = enter(by, "Ana", "Silva", event=keep.tournament)
    Entry.objects.filter(pk=third.pk).update(player_number="12")
    merges.merge_people(keep.player_id, other.player_id, by=by)
    keep.refresh_from_db()
    assert keep.player_number is None


@pytest.mark.parametrize("number", [None, "76"])
def test_undo_gives_each_record_its_own_name_and_player_id(by, number):
    keep, other = enter(by, "Ana", "Silva", number, 1991), enter(by, "Anna", "Silva", "77", 1990)
    players.set_birth_date(keep, by=by, birth_date=date(1991, 7, 8))
    players.set_birth_date(other, by=by, birth_date=MAY)
    before = everything()
    merges.merge_people(keep.player_id, other.player_id, by=by)
    assert Player.objects.get(pk=keep.player_id).first_name == "Anna"
    undo.undo_steps_together(merges.lines_of_merge(lines(keep.tournament)[0], by=by), by=by)
    assert everything() == before
    assert person_by_number_and_birth("77", 1990, organizer=keep.tournament.organizer_id).first_name == "Anna"


def test_a_record_is_as_before_once_the_last_entry_has_gone_back(by):
    keep, other = enter(by, "Ana", "Silva"), enter(by, "Anna", "Silva", "77")
    again = enter(by, player=other.player)
    players.save_person(
        keep.player, by=None, first_name="Ana María", last_name="Silva", user=build.user("ana")
    )
    before = everything()
    merges.merge_people(keep.player_id, other.player_id, by=by)
    merged = everything()[0]
    for entry in (other, keep):
        undo.undo_step(lines(entry.tournament)[0], by=by)
        assert everything()[0] == merged
    undo.undo_step(lines(again.tournament)[0], by=by)
    assert everything() == before


def test_undo_keeps_what_a_record_was_corrected_to_since(by):
    keep, other = enter(by, "Ana", "Silva"), enter(by, "Anna", "Silva", "77")
    merges.merge_people(keep.player_id, other.player_id, by=by)
    record = Player.objects.get(pk=keep.player_id)
    players.save_person(record, by=None, first_name="Anita", last_name="Silva", player_id="77")
    undo.undo_steps_together(merges.lines_of_merge(lines(keep.tournament)[0], by=by), by=by)
    record.refresh_from_db()
    assert (record.first_name, record.player_id) == ("Anita", None)


def test_an_account_the_other_one_got_since_stays(by):
    keep, other = enter(by), enter(by, "Zoe", "Muller")
    zoe, since = build.user("zoe"), build.user("zoe2")
    Player.objects.filter(pk=other.player_id).update(user=zoe)
    merges.merge_people(keep.player_id, other.player_id, by=by)
    Player.objects.filter(pk=other.player_id).update(user=since)
    undo.undo_step(lines(keep.tournament)[0], by=by)
    assert Player.objects.get(user=since).pk == other.player_id
    assert Player.objects.get(user=zoe).pk == keep.player_id
