"""Two entries of one person in one event: one is left with results, list, link and penalties; the undo parts them."""

import pytest
from django.apps import apps

from decks.models import DeckList
from decks.services import lists
from floor.services import penalties
from pairings.engine.outcomes import Outcome
from pairings.models import EntryWish, KeptApart, Match, Seat, Standing
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, late_entries, rounds
from tests import build
from tests.build import refusal
from tests.decks.lists import BEFORE, LEGAL
from tournaments.models import Division, Entry, JournalEvent, PersonalLink
from tournaments.services import entries, links, undo
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
    """Somebody on the roster with a deck list and a link, who is not checked in."""
    entry = entries.add(
        home.tournament, by=None, first_name="José", last_name="García", player_id="77", birth_year=1990,
        division=home, awarded_byes=0, notes="",
    )  # fmt: skip
    lists.collect(home.tournament, by=None)
    lists.hand_in(DeckList.objects.get(entry=entry), text=LEGAL, now=BEFORE)
    return entry


def double(home: Division) -> Entry:
    """The same person, added by hand."""
    return attendance.enter(
        home.tournament, by=None, division=home, first_name="Jose", last_name="Garcia", checked_in=True,
        namesake=True,
    )  # fmt: skip


def play_round(home: Division) -> None:
    round_ = rounds.post(rounds.pair_next(home, by=None, seed=1), by=None, lists_reason="no lists")
    for match in round_.matches.filter(outcome="pending"):
        results.enter(match, MatchResult(Outcome.LEFT), by=None)
    rounds.close(round_, by=None)


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
    penalties.give(listed, infraction="gameplay_major", level="caution", by=None)
    token = links.of(listed).token
    left = double_entries.merge(listed, played, by=None)
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
    penalties.give(listed, infraction="gameplay_major", level="caution", by=None)
    before = everything()
    double_entries.merge(listed, played, by=None)
    undo.undo(newest_line(), by=None)
    after = everything()
    # The link that ended and the empty list that was replaced are new ones.
    for rows in (before, after):
        for label in ("decks.DeckList", "tournaments.PersonalLink"):
            rows[label] = [row for row in rows[label] if row["entry_id"] != played.pk]
    assert after == before
    assert DeckList.objects.filter(entry=played).count() == 1
    assert PersonalLink.objects.filter(entry=played).count() == 1


def test_a_double_that_only_lost_by_coming_late_goes_with_its_losses(home: Division) -> None:
    known = home.entries.first()
    play_round(home)
    twin = attendance.enter(
        home.tournament, by=None, division=home, first_name="Twin", last_name="Record", namesake=True
    )
    twin.birth_year = None
    assert Match.objects.filter(left=twin, outcome=Outcome.LATE_LOSS.value).exists()
    before = Standing.objects.filter(round__division=home).count()
    left = double_entries.merge(twin, known, by=None)
    assert left.pk == known.pk
    assert Standing.objects.filter(round__division=home).count() == before - 1
    undo.undo(newest_line(), by=None)
    assert Match.objects.filter(left=twin.pk, outcome=Outcome.LATE_LOSS.value).count() == 1


def test_a_late_double_can_be_removed(home: Division) -> None:
    play_round(home)
    twin = attendance.enter(home.tournament, by=None, division=home, first_name="Twin", last_name="Record")
    entries.remove(twin, by=None)
    assert not Entry.objects.filter(pk=twin.pk).exists()
    assert not Match.objects.filter(outcome=Outcome.LATE_LOSS.value).exists()


def test_two_that_were_both_paired_are_refused(home: Division) -> None:
    one = home.entries.first()
    two = double(home)
    rounds.pair_next(home, by=None)
    assert refusal(double_entries.merge, one, two, by=None).code == "ENTRIES_BOTH_PLAYED"


def test_two_player_ids_or_birth_years_are_two_people(home: Division) -> None:
    one, two = home.entries.all()[:2]
    assert refusal(double_entries.merge, one, two, by=None).code == "ENTRIES_DIFFER"


def test_two_lists_with_cards_are_refused(home: Division, listed: Entry) -> None:
    twin = double(home)
    lists.links(home.tournament)
    lists.hand_in(DeckList.objects.get(entry=twin), text=LEGAL, now=BEFORE)
    refused = refusal(double_entries.merge, listed, twin, by=None)
    assert (refused.code, refused.facts["what"]) == ("ENTRIES_BOTH_HAVE", "deck list")


def test_a_wish_moves_and_who_is_kept_apart_from_both_has_to_be_settled_first(
    home: Division, listed: Entry
) -> None:
    rival, twin = home.entries.order_by("pk").first(), double(home)
    EntryWish.objects.create(entry=listed, table=3)
    for one in (twin, listed):
        KeptApart.objects.create(first=rival, second=one)
    assert refusal(double_entries.merge, listed, twin, by=None).code == "ENTRIES_BOTH_HAVE"
    KeptApart.objects.get(second=twin).delete()
    left = double_entries.merge(listed, twin, by=None)
    assert KeptApart.objects.filter(first=rival, second=left).exists()
    assert left.wish.table == 3


def test_a_late_player_who_was_merged_is_paired_as_before(home: Division, listed: Entry) -> None:
    round_ = rounds.post(rounds.pair_next(home, by=None, seed=1), by=None, lists_reason="no lists")
    twin = double(home)
    late_entries.seat_late(twin, round_, by=None)
    left = double_entries.merge(listed, twin, by=None)
    assert left.pk == twin.pk
    assert round_.seats.filter(entry=left, match__right__isnull=False).exists()
