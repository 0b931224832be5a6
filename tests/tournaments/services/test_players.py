"""People: one record each, whatever was typed."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests import build
from tests.build import refusal
from tournaments.models import Player
from tournaments.sentences import tell
from tournaments.services import arrivals, entries, players

pytestmark = pytest.mark.django_db


def save(first="Zoë", last="Müller", player_id=None, year=None, player=None):
    return players.save(
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


def test_changes_are_told_in_every_event_of_the_person():
    one, two = build.event(), build.event()
    zoe = save(year=1990)
    for event in (one, two):
        entries.add(event, by=None, player=zoe)
    save("Zoë", "Smith", year=1990, player=zoe)
    assert [event.journal.latest("id").kind for event in (one, two)] == ["PlayerChanged"] * 2
    save("Zoë", "Smith", year=1990, player=zoe)
    assert one.journal.filter(kind="PlayerChanged").count() == 1


def test_merge():
    """The record kept takes the entries, and the facts it lacks."""
    first, second = build.event(), build.event()
    keep, other = save("Zoe", "Muller"), save(player_id="12", year=1990)
    entries.add(first, by=None, player=keep, category="masters")
    entries.add(second, by=None, player=other)
    merged = players.merge(keep, other, by=None)
    assert (merged.player_id, merged.birth_year, str(merged)) == ("12", 1990, "Zoe Muller")
    assert set(merged.entries.values_list("tournament", flat=True)) == {first.pk, second.pk}
    assert Player.objects.get() == merged
    assert refusal(players.merge, merged, other, by=None).code == "CHANGED_MEANWHILE"
    assert second.journal.latest("id").kind == "PlayersMerged"


def test_merge_refuses():
    event = build.event()
    keep, other = save(year=1990), save("Ana", "Silva", year=1991)
    for player in (keep, other):
        entries.add(event, by=None, player=player)
    assert refusal(players.merge, keep, keep, by=None).code == "MERGE_SAME"
    assert refusal(players.merge, keep, other, by=None).code == "MERGE_BOTH_ENTERED"
    assert Player.objects.count() == 2


MAY, NEXT_MAY = date(1990, 5, 6), date(1991, 5, 6)


def born(player, year, day="as it was"):
    kept = players.save(
        player, by=None, first_name="Zoë", last_name="Müller", birth_year=year, birth_date=day
    )
    return kept.birth_year, kept.birth_date


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
    """R-034: a new date sets the year, a new year clears a date of another one."""
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
    (zoe,) = build.players(1)
    assert refusal(players.give_birth_date, zoe, by=None, birth_date=NEXT_MAY).facts == {"year": 1990}
    assert players.give_birth_date(zoe, by=None, birth_date=MAY).birth_date == MAY
    assert players.give_birth_date(zoe, by=None, birth_date=None).birth_date is None
    assert Player.objects.get().birth_year == 1990


def test_the_journal_tells_that_the_date_changed_and_not_the_date():
    event = build.event()
    (entry,) = build.add_players(event, 1)
    players.give_birth_date(entry.player, by=None, birth_date=MAY)
    line = event.journal.latest("id")
    assert line.facts["changed"] == {"birth_date": []}
    assert tell(line.kind, line.facts) == f"{entry.player} changed: date of birth"


@pytest.mark.parametrize(("year", "after"), [(None, MAY), (1990, MAY), (1991, None)])
def test_merge_takes_a_date_that_fits(year, after):
    keep, other = save("Zoe", "Muller", year=year), save(year=1990)
    born(other, 1990, MAY)
    assert players.merge(keep, other, by=None).birth_date == after


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
    (zoe,) = build.players(1)
    players.give_birth_date(zoe, by=None, birth_date=MAY)
    arrivals.enter(build.event(), [arrivals.Arrival(player=zoe.pk, birth_year=year, birth_date=day)])
    assert Player.objects.get().birth_date == after


@pytest.mark.parametrize("last", ["김", "O’Neil", "Ng", "7", "👑", "e\u0301", "\u200eعلي"])
def test_a_name_of_one_sign_is_a_name(last):
    assert save(last=last).last_name == last
