"""Check-in for day 2: each player's state, dropping those who do not come, and the undo of both."""

import pytest

from core.models import JournalEvent
from core.services import undo
from pairings.models import Qualifier, Stage
from pairings.queries.check_in import day_two as queries
from pairings.queries.rounds.round_entries import playing_entries
from pairings.services.check_in import day_two as check_in
from pairings.services.check_in.arriving import check_in_scanned, check_in_self
from pairings.services.rounds import attendance, day_two, rounds
from tests import build
from tests.pairings import build as play
from tournaments.engine.check_in import check_in_pass_text
from tournaments.models import Division, Entry
from tournaments.queries.self_check_in import self_check_in_of
from tournaments.services import divisions, personal_links
from tournaments.services.self_check_in import change_self_check_in

pytestmark = pytest.mark.django_db

HERE, EXPECTED, MISSING = Qualifier.Mark.HERE, Qualifier.Mark.EXPECTED, Qualifier.Mark.MISSING


@pytest.fixture
def of() -> Division:
    division = play.division(8, structure="swiss_cut")
    settings = {"rounds_planned": 2, "day_two_by": "place", "day_two_size": 4, "day_two_rounds": 1}
    divisions.change_division(division, by=None, **settings)
    division = Division.objects.select_related("tournament").get(pk=division.pk)
    play.play(division, 2)
    return division


@pytest.fixture
def stage(of: Division) -> Stage:
    return day_two.open_day_two(of, by=None)


def qualified(stage: Stage, place: int) -> Entry:
    return Entry.objects.get(pk=stage.qualifiers.get(place=place).entry_id)


def last_line(kind: str) -> JournalEvent:
    return JournalEvent.objects.filter(kind=kind).latest("pk")


def test_each_state_is_set_counted_and_undone(stage: Stage) -> None:
    first, second = qualified(stage, 1), qualified(stage, 2)
    check_in.mark_for_day_two(first, HERE, by=None)
    check_in.mark_for_day_two(first, HERE, by=None)
    assert JournalEvent.objects.filter(kind="DayTwoCheckedIn").count() == 1, "pressed twice, written once"
    check_in.mark_for_day_two(second, EXPECTED, by=None)
    check_in.mark_for_day_two(second, HERE, by=None)
    counts = queries.day_two_counts(stage)
    assert (counts.here, counts.expected, counts.missing, counts.playing) == (2, 0, 2, 4)
    undo.undo_step(last_line("DayTwoCheckedIn"), by=None)
    assert stage.qualifiers.get(entry=second).mark == EXPECTED
    undo.undo_step(last_line("DayTwoExpected"), by=None)
    assert stage.qualifiers.get(entry=second).mark == MISSING
    overtaken = JournalEvent.objects.filter(kind="DayTwoExpected").earliest("pk")
    assert check_in.can_no_longer_undo_mark(overtaken)


def test_players_are_paired_until_they_are_dropped(of: Division, stage: Stage) -> None:
    check_in.mark_for_day_two(qualified(stage, 1), HERE, by=None)
    check_in.mark_for_day_two(qualified(stage, 2), EXPECTED, by=None)
    missing = queries.missing_on_day_two(stage)
    assert {entry.pk for entry in missing} == {qualified(stage, 3).pk, qualified(stage, 4).pk}
    assert playing_entries(of, 3).count() == 4
    outside = of.entries.exclude(pk__in=stage.qualifiers.values("entry")).first()
    keys = {missing[0].pk, qualified(stage, 1).pk, outside.pk}
    assert check_in.drop_missing_of_day_two(of, keys, by=None) == [missing[0]], "only the missing ones"
    assert Entry.objects.get(pk=missing[0].pk).dropped_in == 2
    assert queries.day_two_counts(stage).left == 1
    refused = build.refusal(check_in.drop_missing_of_day_two, of, {missing[0].pk}, by=None)
    assert refused.code == "MISSING_CHANGED"
    undo.undo_step(last_line("DayTwoMissingDropped"), by=None)
    assert playing_entries(of, 3).count() == 4
    check_in.drop_missing_of_day_two(of, {entry.pk for entry in missing}, by=None)
    assert {seat.entry_id for seat in rounds.pair_next_round(of, by=None).seats.all()} == {
        qualified(stage, 1).pk,
        qualified(stage, 2).pk,
    }


def test_what_is_in_the_way_is_said(of: Division) -> None:
    player = of.entries.first()
    assert build.refusal(check_in.mark_for_day_two, player, HERE, by=None).code == "DAY_TWO_NOT_OPEN"
    stage = day_two.open_day_two(of, by=None)
    outside = of.entries.exclude(pk__in=stage.qualifiers.values("entry")).first()
    assert build.refusal(check_in.mark_for_day_two, outside, HERE, by=None).code == "NOT_IN_DAY_TWO"
    leaver = qualified(stage, 4)
    attendance.drop_player(leaver, by=None)
    assert build.refusal(check_in.mark_for_day_two, leaver, HERE, by=None).code == "ENTRY_ALREADY_LEFT"
    check_in.mark_for_day_two(qualified(stage, 1), HERE, by=None)
    rounds.post(rounds.pair_next_round(of, by=None), by=None)
    refused = build.refusal(check_in.mark_for_day_two, qualified(stage, 2), HERE, by=None)
    assert (refused.code, refused.facts["round"]) == ("DAY_TWO_PLAYS", 3)
    assert build.refusal(check_in.drop_missing_of_day_two, of, {1}, by=None).code == "DAY_TWO_PLAYS"
    assert check_in.can_no_longer_undo_mark(last_line("DayTwoCheckedIn"))


def test_players_check_themselves_in_with_the_code_of_the_hall_at_any_time(stage: Stage) -> None:
    player, event = qualified(stage, 1), stage.division.tournament
    assert build.refusal(check_in_self, player, "AAAA", by=None).code == "SELF_CHECK_IN_OFF"
    closed = event.starts_at
    change_self_check_in(event, by=None, is_on=True, opens_at=None, closes_at=closed, seed=7)
    assert build.refusal(check_in_self, player, "nonsense", by=None).code == "HALL_CODE_WRONG"
    row = self_check_in_of(event)
    assert row is not None
    check_in_self(player, row.code, by=None, now=closed.replace(year=closed.year + 1))
    assert stage.qualifiers.get(entry=player).mark == HERE


def test_a_scanned_code_checks_in_for_day_two_and_a_second_scan_names_the_time(stage: Stage) -> None:
    player, event = qualified(stage, 1), stage.division.tournament
    code = check_in_pass_text(player.pk, personal_links.ensure_link(player).token)
    first, second = (check_in_scanned(event, code, by=None) for _ in range(2))
    assert (first.day_two, first.before, second.before is not None) == (True, None, True)
    outside = stage.division.entries.exclude(pk__in=stage.qualifiers.values("entry")).first()
    code = check_in_pass_text(outside.pk, personal_links.ensure_link(outside).token)
    assert build.refusal(check_in_scanned, event, code, by=None).code == "NOT_IN_DAY_TWO"
