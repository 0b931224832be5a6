"""Two entries of one person in an event: one remains, with results, list, link and penalties; the undo restores
both.
"""

import pytest
from django.apps import apps
from django.utils import timezone

from core.models import JournalEvent
from core.queries import seals
from core.sentences import refusal_text
from core.services import undo
from decks.models import DeckList
from decks.services import lists
from floor.services import penalties
from pairings.engine.outcomes import Outcome
from pairings.models import EntryWish, KeptApart, Match, Seat, Standing
from pairings.queries.standings.swiss_standings import standings_after
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, late_entries, rounds
from tests import build
from tests.build import refusal
from tests.decks.lists import BEFORE, LEGAL
from tournaments.models import Division, EndedLink, Entry, PersonalLink
from tournaments.services import entries, personal_links
from tournaments.services.merges import double_entries

pytestmark = pytest.mark.django_db

ROWS = (
    "floor.Penalty",
    "decks.DeckList",
    "decks.Version",
    "pairings.Match",
    "pairings.Seat",
    "pairings.Standing",
)


@pytest.fixture
def home() -> Division:
    return build.division(7)


@pytest.fixture
def listed(home: Division) -> Entry:
    """Create a player on the roster with a deck list and a link, who is not checked in."""
    entry = entries.add_entry(
        home.tournament, by=None, first_name="José", last_name="García", player_id="77", birth_year=1990,
        division=home, awarded_byes=0, notes="",
    )  # fmt: skip
    lists.collect_lists(home.tournament, by=None)
    lists.submit_list(DeckList.objects.get(entry=entry), text=LEGAL, now=BEFORE)
    return entry


def double(home: Division) -> Entry:
    """Add the same person by hand."""
    return attendance.enter_player(
        home.tournament, by=None, division=home, first_name="Jose", last_name="Garcia", checked_in=True,
        namesake=True,
    )  # fmt: skip


def play_round(home: Division) -> None:
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None, lists_reason="no lists")
    for match in round_.matches.filter(outcome="pending"):
        results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    rounds.close_round(round_, by=None)


def everything() -> dict[str, list[dict[str, object]]]:
    labels = ("tournaments.Entry", "tournaments.Player", "tournaments.PersonalLink", *ROWS)
    return {label: list(apps.get_model(label).objects.order_by("pk").values()) for label in labels}


def newest_line() -> JournalEvent:
    return JournalEvent.objects.filter(kind=double_entries.MERGED).latest("pk")


def test_the_entry_with_results_is_left_and_takes_list_link_and_penalties(
    home: Division, listed: Entry
) -> None:
    played = double(home)
    play_round(home)
    penalties.give_penalty(listed, infraction="gameplay_major", level="caution", by=None)
    token = personal_links.ensure_link(listed).token
    left = double_entries.merge_entries(listed, played, by=None)
    assert left.pk == played.pk
    assert not Entry.objects.filter(pk=listed.pk).exists()
    assert Seat.objects.filter(entry=left).count() == 1
    assert DeckList.objects.get(entry=left).versions.count() == 1
    assert PersonalLink.objects.get(entry=left).token == token
    assert left.penalties.count() == 1
    assert (left.player_id, left.player_number, left.birth_year) == (listed.player_id, "77", 1990)


def test_one_undo_gives_back_both(home: Division, listed: Entry) -> None:
    played = double(home)
    play_round(home)
    penalties.give_penalty(listed, infraction="gameplay_major", level="caution", by=None)
    before = everything()
    double_entries.merge_entries(listed, played, by=None)
    undo.undo_step(newest_line(), by=None)
    after = everything()
    # The empty list that was replaced has a new row.
    for rows in (before, after):
        rows["decks.DeckList"] = [row for row in rows["decks.DeckList"] if row["entry_id"] != played.pk]
    assert without_keys(after) == without_keys(before)
    assert DeckList.objects.filter(entry=played).count() == 1


def without_keys(rows: dict[str, list[dict[str, object]]]) -> dict[str, list[dict[str, object]]]:
    """Return rows without their keys, which differ for restored rows."""
    return {
        label: sorted(
            ({name: value for name, value in row.items() if name not in ("id", "match_id")} for row in found),
            key=repr,
        )
        for label, found in rows.items()
    }


@pytest.mark.parametrize("with_list", [True, False])
def test_a_personal_link_that_ended_opens_again_after_the_undo(
    home: Division, listed: Entry, with_list: bool
) -> None:
    """In both cases: the link of the remaining entry, or that of the removed one."""
    if not with_list:
        DeckList.objects.get(entry=listed).versions.all().delete()
    played = double(home)
    play_round(home)
    lists.make_lists_and_links(home.tournament)
    tokens = {entry.pk: personal_links.ensure_link(entry).token for entry in (listed, played)}
    left = double_entries.merge_entries(listed, played, by=None)
    assert personal_links.ensure_link(left).token == tokens[listed.pk if with_list else played.pk]
    assert PersonalLink.objects.filter(token__in=tokens.values()).count() == 1
    undo.undo_step(newest_line(), by=None)
    assert dict(PersonalLink.objects.filter(entry__in=tokens).values_list("entry", "token")) == tokens
    assert not EndedLink.objects.exists()


def test_a_double_that_only_lost_by_coming_late_goes_with_its_losses(home: Division) -> None:
    known = home.entries.first()
    play_round(home)
    twin = attendance.enter_player(
        home.tournament, by=None, division=home, first_name="Twin", last_name="Record", namesake=True
    )
    twin.birth_year = None
    assert Match.objects.filter(left=twin, outcome=Outcome.LATE_LOSS.value).exists()
    before = Standing.objects.filter(round__division=home).count()
    left = double_entries.merge_entries(twin, known, by=None)
    assert left.pk == known.pk
    assert Standing.objects.filter(round__division=home).count() == before - 1
    undo.undo_step(newest_line(), by=None)
    assert Match.objects.filter(left=twin.pk, outcome=Outcome.LATE_LOSS.value).count() == 1


def test_a_late_double_can_be_removed(home: Division) -> None:
    play_round(home)
    twin = attendance.enter_player(
        home.tournament, by=None, division=home, first_name="Twin", last_name="Record"
    )
    entries.delete_unpaired_entry(twin, by=None)
    assert not Entry.objects.filter(pk=twin.pk).exists()
    assert not Match.objects.filter(outcome=Outcome.LATE_LOSS.value).exists()


def no_show(home: Division, *, came: Entry | None = None) -> tuple[Entry, Entry, Entry]:
    """Drop a no-show of round 1 who plays round 2 under a second entry; return first entry, opponent, and second
    entry.
    """
    missing = came or home.entries.order_by("pk").first()
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    for match in round_.matches.filter(outcome="pending"):
        alone = missing.pk in (match.left_id, match.right_id)
        won = Outcome.RIGHT if match.left_id == missing.pk else Outcome.LEFT
        results.enter_result(match, MatchResult(won, "no_show" if alone else ""), by=None)
    own = round_.matches.get(seats__entry=missing)
    attendance.drop_player(missing, by=None)
    rounds.close_round(round_, by=None)
    twin = attendance.enter_player(
        home.tournament, by=None, division=home, first_name="Twin", last_name="Record", namesake=True
    )
    play_round(home)
    return missing, own.right if own.left_id == missing.pk else own.left, twin


@pytest.mark.parametrize("keeps_roster", [True, False])
def test_a_no_show_who_played_under_a_second_entry_is_one_player_with_all_matches(
    home: Division, keeps_roster: bool
) -> None:
    missing, opponent, twin = no_show(home)
    assert found_by_check(home) == []
    before, points = everything(), points_of(home)
    pair = (missing, twin) if keeps_roster else (twin, missing)
    left = double_entries.merge_entries(*pair, by=None)
    assert (left.pk, left.active, left.joined_round) == (twin.pk, True, 1)
    assert left.player_id == pair[0].player_id
    assert not Entry.objects.filter(pk=missing.pk).exists()
    assert list(left.seats.order_by("round__number").values_list("round__number", flat=True)) == [1, 2]
    first = Match.objects.get(round__number=1, seats__entry=left)
    assert {first.left_id, first.right_id} == {left.pk, opponent.pk}
    assert first.reason == "no_show"
    assert not Match.objects.filter(left=left, outcome=Outcome.LATE_LOSS.value).exists()
    # Each opponent keeps the points; resistance follows from the standings computed from these matches.
    after = points_of(home)
    assert {pk: after[pk] for pk in after if pk != left.pk} == {
        pk: points[pk] for pk in points if pk not in (missing.pk, twin.pk)
    }
    stored = {
        (row.entry_id, row.owp) for row in Standing.objects.filter(round__division=home, round__number=2)
    }
    division = home.rounds.get(number=2).division
    lines = [line for part in standings_after(division, 2).values() for line in part]
    assert stored == {(line.id, line.tie_breaks["owp"]) for line in lines}
    assert found_by_check(home) == []

    undo.undo_step(newest_line(), by=None)
    assert without_keys(everything()) == without_keys(before)
    assert points_of(home) == points
    assert found_by_check(home) == []


def points_of(home: Division) -> dict[int, int]:
    rows = Standing.objects.filter(round__division=home, round__number=2)
    return dict(rows.values_list("entry", "points"))


def found_by_check(home: Division) -> list[object]:
    return list(seals.verify_journal(home.tournament, now=timezone.now()).faults)


def test_the_resistance_of_the_opponent_follows_the_whole_record() -> None:
    """Before the merge, the opponent of round 1 had met a player without a win who dropped: 25 %."""
    home = build.division(8)
    missing, opponent, twin = no_show(home)
    Entry.objects.filter(pk=missing.pk).update(birth_year=None)
    won = Match.objects.get(round__number=2, seats__entry=twin)
    if won.outcome != (Outcome.LEFT.value if won.left_id == twin.pk else Outcome.RIGHT.value):
        side = Outcome.LEFT if won.left_id == twin.pk else Outcome.RIGHT
        results.correct_result(won, MatchResult(side), by=None, why="slip")
    later = Standing.objects.filter(round__number=2, entry=opponent)
    before = later.get()
    double_entries.merge_entries(missing, twin, by=None)
    after = later.get()
    assert after.owp > before.owp
    assert (after.points, after.wins, after.losses) == (before.points, before.wins, before.losses)


def test_two_that_sit_in_one_round_are_refused_with_the_rounds(home: Division) -> None:
    one = home.entries.first()
    two = double(home)
    rounds.pair_next_round(home, by=None)
    refused = refusal(double_entries.merge_entries, one, two, by=None)
    assert (refused.code, refused.facts["rounds"]) == ("ENTRIES_BOTH_PLAYED", "1")
    assert "same rounds (1)" in refusal_text(refused)


def test_what_standings_decided_stays_decided(home: Division) -> None:
    missing, _opponent, twin = no_show(home)
    Entry.objects.filter(pk=missing.pk).update(birth_year=None)
    double_entries.merge_entries(missing, twin, by=None)
    line = newest_line()
    undo.undo_step(line, by=None)
    cuts.start_cut(home, by=None, sizes={"all": 4}, anyway=True)
    for one, other in ((missing, twin), (twin, missing)):
        assert refusal(double_entries.merge_entries, one, other, by=None).code == "ENTRIES_MET_LATER_STAGE"


def test_a_merge_is_not_undone_once_standings_with_it_decided_the_cut(home: Division) -> None:
    missing, _opponent, twin = no_show(home)
    Entry.objects.filter(pk=missing.pk).update(birth_year=None)
    double_entries.merge_entries(missing, twin, by=None)
    cuts.start_cut(home, by=None, sizes={"all": 4}, anyway=True)
    assert refusal(undo.undo_step, newest_line(), by=None).code == "UNDO_CUT_FIRST"


def test_two_player_ids_or_birth_years_are_two_people(home: Division) -> None:
    one, two = home.entries.all()[:2]
    assert refusal(double_entries.merge_entries, one, two, by=None).code == "ENTRIES_DIFFER"


def test_two_lists_with_cards_are_refused(home: Division, listed: Entry) -> None:
    twin = double(home)
    lists.make_lists_and_links(home.tournament)
    lists.submit_list(DeckList.objects.get(entry=twin), text=LEGAL, now=BEFORE)
    refused = refusal(double_entries.merge_entries, listed, twin, by=None)
    assert (refused.code, refused.facts["what"]) == ("ENTRIES_BOTH_HAVE", "deck list")


def test_a_wish_moves_and_who_is_kept_apart_from_both_has_to_be_settled_first(
    home: Division, listed: Entry
) -> None:
    rival, twin = home.entries.order_by("pk").first(), double(home)
    EntryWish.objects.create(entry=listed, table=3)
    for one in (twin, listed):
        KeptApart.objects.create(first=rival, second=one)
    assert refusal(double_entries.merge_entries, listed, twin, by=None).code == "ENTRIES_BOTH_HAVE"
    KeptApart.objects.get(second=twin).delete()
    left = double_entries.merge_entries(listed, twin, by=None)
    assert KeptApart.objects.filter(first=rival, second=left).exists()
    assert left.wish.table == 3


def test_a_late_player_who_was_merged_is_paired_as_before(home: Division, listed: Entry) -> None:
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None, lists_reason="no lists")
    twin = double(home)
    late_entries.seat_late_entry(twin, round_, by=None)
    left = double_entries.merge_entries(listed, twin, by=None)
    assert left.pk == twin.pk
    assert round_.seats.filter(entry=left, match__right__isnull=False).exists()
