"""People: one record each, whatever is typed."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from core.models import JournalEvent
from core.sentences import journal_text
from tests import build
from tests.build import refusal
from tournaments.models import Entry, Player, StaffMember
from tournaments.services import arrivals, entries, players

pytestmark = pytest.mark.django_db


def save(first="Zoë", last="Müller", player_id=None, year=None, player=None):
    return players.save_person(
        player, by=None, first_name=first, last_name=last, player_id=player_id, birth_year=year
    )


def test_save():
    zoe = save(" Zoë ", "Müller", "12 34", 1990)
    assert (zoe.first_name, zoe.player_id, zoe.search_key) == ("Zoë", "1234", "zoe muller")
    assert save("Zoë", "Łoś", "", 1990, zoe).search_key == "zoe los"
    assert Player.objects.get().player_id is None


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"last": " "}, "NAME_MISSING"),
        *(({"last": unseen}, "NAME_MISSING") for unseen in build.UNSEEN),
        ({"player_id": "a1"}, "PLAYER_ID_NOT_DIGITS"),
        ({"player_id": "1" * 21}, "PLAYER_ID_NOT_DIGITS"),
        ({"year": 1899}, "BIRTH_YEAR_IMPOSSIBLE"),
        ({"player_id": "77"}, "PLAYER_ID_TAKEN"),
    ],
)
def test_save_refuses(given, code):
    build.players(1, first_id=77)
    assert refusal(save, **given).code == code
    assert Player.objects.count() == 1


def test_a_record_changes_in_the_journal_of_the_installation():
    """R-034: the date of birth itself is not journaled."""
    admin = build.user("admin")
    zoe = players.save_person(by=admin, first_name="Zoë", last_name="Müller", birth_year=1990)
    entries.add_entry(event := build.event(team=zoe.organizer), by=None, player=zoe)
    players.save_person(zoe, by=admin, first_name="Zoë", last_name="Smith", birth_date=MAY)
    players.save_person(zoe, by=admin, first_name="Zoë", last_name="Smith", birth_year=1990)
    lines = JournalEvent.objects.filter(tournament=None).order_by("pk")
    assert [(line.kind, line.by) for line in lines] == [("PersonAdded", admin), ("PersonChanged", admin)]
    assert lines[1].facts["changed"] == {"last_name": ["Müller", "Smith"], "birth_date": []}
    assert journal_text(lines[1].kind, lines[1].facts).startswith("Zoë Smith’s record changed: date of birth")
    assert str(event.entries.get()) == "Zoë Müller"
    assert not event.journal.filter(kind__startswith="Person").exists()


def test_delete_a_record():
    zoe = save()
    entry = entries.add_entry(build.event(team=zoe.organizer), by=None, player=zoe, age_division="masters")
    assert refusal(players.delete_person, zoe, by=None).code == "PERSON_IN_EVENTS"
    entry.delete()
    players.delete_person(zoe, by=None)
    assert JournalEvent.objects.filter(tournament=None).latest("pk").kind == "PersonDeleted"
    assert not Player.objects.exists()


class TestCorrect:
    """What an event records about a person belongs to that event alone."""

    @pytest.fixture
    def entry(self):
        return build.add_players(build.event(), 1)[0]

    @pytest.fixture
    def organizer(self, entry):
        return entry.tournament.staff.get().user

    def test_the_event_has_its_own_facts_and_its_journal_says_so(self, entry, organizer):
        new = {"first_name": "Zoé", "last_name": "Smith", "player_id": "42", "birth_year": None}
        here = players.correct_person(entry, by=organizer, **new)
        facts = (str(here), here.player_number, here.birth_year, here.search_key)
        assert facts == (
            "Zoé Smith",
            "42",
            None,
            "zoe smith",
        )
        line = entry.tournament.journal.latest("id")
        assert (line.kind, line.facts["entry"], line.by) == ("PlayerChanged", entry.pk, organizer)
        players.correct_person(here, by=organizer, **new)
        assert entry.tournament.journal.filter(kind="PlayerChanged").count() == 1

    def test_a_fact_that_is_left_out_stays(self, entry, organizer):
        here = players.correct_person(entry, by=organizer, last_name="Smith")
        assert (here.first_name, here.player_number, here.birth_year) == (
            entry.first_name,
            entry.player_number,
            1990,
        )
        assert here.last_name == "Smith"

    def test_the_record_follows_where_one_runs_every_event(self, entry, organizer):
        entries.add_entry(build.event(by=organizer), by=organizer, player=entry.player)
        players.correct_person(entry, by=organizer, first_name="Zoé", last_name="Smith", player_id="42")
        entry.player.refresh_from_db()
        assert (str(entry.player), entry.player.player_id) == ("Zoé Smith", "42")

    @pytest.mark.parametrize("role", [None, "judge"])
    def test_nothing_changes_in_events_of_others(self, entry, organizer, role):
        """This also holds where the user is a judge, who may not change names. Team members run all events of the
        team.
        """
        other = entries.add_entry(build.event(team=entry.tournament.organizer), by=None, player=entry.player)
        clerk = build.staff(entry.tournament, "scorekeeper")
        if role:
            StaffMember.objects.create(tournament=other.tournament, user=clerk, role=role)
        before = Player.objects.values().get(), Entry.objects.values().get(pk=other.pk)
        players.correct_person(entry, by=clerk, first_name="Rude", last_name="Word", player_id="42")
        assert (Player.objects.values().get(), Entry.objects.values().get(pk=other.pk)) == before
        assert not other.tournament.journal.filter(kind="PlayerChanged").exists()

    def test_a_player_id_of_somebody_one_knows_is_taken(self, entry, organizer):
        here = build.add_players(entry.tournament, 1)[0]
        known = build.known("Mei", "Silva", "77", by=organizer)
        for number, owner in ((here.player_number, here.player), ("77", known)):
            refused = refusal(
                players.correct_person, entry, by=organizer, first_name="Zoé", last_name="S", player_id=number
            )
            assert (refused.code, refused.facts["player"]) == ("PLAYER_ID_TAKEN", owner.pk)

    def test_a_player_id_of_events_of_others_is_not(self, entry, organizer):
        """A refusal would reveal that the ID exists, and its first user could block others."""
        build.known("Mei", "Silva", "77", 2015)
        here = players.correct_person(
            entry, by=organizer, first_name="Zoé", last_name="Smith", player_id="77"
        )
        assert here.player_number == "77"


MAY, NEXT_MAY = date(1990, 5, 6), date(1991, 5, 6)


def born(player, year, day="as it was"):
    given = {} if day == "as it was" else {"birth_date": day}
    saved = players.save_person(
        player, by=None, first_name="Zoë", last_name="Müller", birth_year=year, **given
    )
    return saved.birth_year, saved.birth_date


@pytest.mark.parametrize(
    ("before", "year", "day", "after"),
    [
        (None, None, MAY, (1990, MAY)),
        (None, 1980, MAY, (1990, MAY)),
        (MAY, 1990, "as it was", (1990, MAY)),
        (MAY, 1990, MAY, (1990, MAY)),
        (MAY, 1990, None, (1990, None)),
        (MAY, 1991, MAY, (1991, None)),
        (MAY, 1991, "as it was", (1991, None)),
        (MAY, None, MAY, (None, None)),
        (MAY, 1990, NEXT_MAY, (1991, NEXT_MAY)),
    ],
)
def test_the_date_of_birth_and_the_year_keep_step(before, year, day, after):
    """R-034: a new date also sets the year, and a new year clears a date in another year."""
    zoe = build.players(1)[0]
    born(zoe, before and before.year, before)
    assert born(zoe, year, day) == after


def test_the_database_takes_no_date_of_another_year():
    (zoe,) = build.players(1)
    for year in (1991, None):
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.filter(pk=zoe.pk).update(birth_date=MAY, birth_year=year)
    Player.objects.filter(pk=zoe.pk).update(birth_date=MAY, birth_year=1990)


def test_nobody_is_born_tomorrow():
    tomorrow = timezone.localdate() + timedelta(days=1)
    code = "BIRTH_DATE_AHEAD" if tomorrow.year == timezone.localdate().year else "BIRTH_YEAR_IMPOSSIBLE"
    assert refusal(born, None, None, tomorrow).code == code


def test_giving_a_date_of_birth():
    (zoe,) = build.add_players(build.event(), 1)
    assert refusal(players.set_birth_date, zoe, by=None, birth_date=NEXT_MAY).facts == {"year": 1990}
    assert players.set_birth_date(zoe, by=None, birth_date=MAY).birth_date == MAY
    assert players.set_birth_date(zoe, by=None, birth_date=None).birth_date is None
    assert Entry.objects.get().birth_year == 1990


def test_the_journal_tells_that_the_date_changed_and_not_the_date():
    event = build.event()
    (entry,) = build.add_players(event, 1)
    players.set_birth_date(entry, by=None, birth_date=MAY)
    line = event.journal.latest("id")
    assert line.facts["changed"] == {"birth_date": []}
    assert journal_text(line.kind, line.facts) == f"{entry} changed: date of birth"


@pytest.mark.parametrize(
    ("year", "day", "after"),
    [
        (None, None, MAY),
        (1991, None, None),
        (1991, NEXT_MAY, NEXT_MAY),
        (1990, date(1990, 7, 8), date(1990, 7, 8)),
    ],
)
def test_what_is_said_on_arrival_corrects_the_date(year, day, after):
    (zoe,) = build.add_players(build.event(), 1)
    players.set_birth_date(zoe, by=None, birth_date=MAY)
    arrival = arrivals.Arrival(player=zoe.player_id, birth_year=year, birth_date=day)
    (entry,) = arrivals.enter_all_arrivals(build.event(team=zoe.tournament.organizer), [arrival], by=None)
    assert entry.birth_date == after == Player.objects.get().birth_date


@pytest.mark.parametrize("last", ["김", "O’Neil", "Ng", "7", "👑", "e\u0301"])
def test_a_name_of_one_sign_is_a_name(last):
    assert save(last=last).last_name == last


def test_a_name_is_stored_without_signs_that_nobody_sees():
    assert save(last="\u200eعلي").last_name == "علي"
