"""The crash pack of an event with a redraft: which pairs are printed, and what remains to be done by hand (R-095)."""

import pytest

from drafts.services import drafts as services
from tests.drafts import drafts
from tests.drafts.redrafts import redraft, solomon
from tests.pairings.crash_packs import first_sheet, limited, printed, sheets
from tests.pairings.redrafts import first_draft, play_on
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path


def test_an_announced_redraft_has_its_steps_and_empty_pairs():
    """R-095: before round 2, with new pairs. For S4 and S6, the choices for the event's lists apply, not those of
    the plan.
    """
    row = first_draft()
    texts = printed(row.division.tournament)
    first = " ".join(sheets(texts, "Continue by hand"))
    for words in (
        "Redraft: due now, before round 2 is paired",
        "How to redraft 1. Redraft only if that was announced before the tournament",
        "The new deck is built from the new draft alone.",
        "Everyone hands in a list of their deck.",
        "everyone has 30 minutes to build once more.",
        "Everyone hands in a new list.",
        "How the Solomon Draft works",
        "How to build a deck",
        "Pools: not in the crash pack",
    ):
        assert words in first
    assert (
        first.index("How to redraft")
        < first.index("How the Solomon Draft works")
        < first.index("How to build")
    )
    for words in ("How to continue", "Finish that pick", "sit face to face"):
        assert words not in first, "nobody drafts, and the pairs on paper are the earlier ones"
    assert len(sheets(texts, "Pairs of the draft")) == 1, "the earlier pairs"
    run = " ".join(sheets(texts, "Run sheet"))
    assert "Player 1 (won the coin flip)" in run
    assert "Solomon Draft, redraft before round 2" in run
    assert "Once round 2 starts, decks can’t change." in run
    for words in ("Part of the day", "Before event day", "Once round 1 starts"):
        assert words not in run
    assert not any(str(entry) in run for entry in row.division.entries.all())
    assert len(sheets(texts, "Pool registration")) == len(sheets(texts, "Deck list")) == 1


def test_while_the_first_draft_goes_on_its_redraft_has_empty_pairs_too():
    """R-095, R-057: the deck may be changed again."""
    row = solomon()
    texts = printed(row.division.tournament)
    first = " ".join(sheets(texts, "Continue by hand"))
    assert "decks can’t change until the redraft before round 2" in first
    assert first.index("How to pair the next round 1.") < first.index("How to redraft 1."), (
        "it comes after round 1"
    )
    assert "Redraft: before round 2 all players draft again" in first
    runs = [text for text in sheets(texts, "Run sheet") if "Assigned at random, face to face." in text]
    everyone = [str(entry) for entry in row.division.entries.all()]
    assert [all(name in run for name in everyone) for run in runs] == [True, False]


@pytest.mark.parametrize("lists_wanted", ["deck_and_unused", "deck", "none"])
def test_a_list_is_spoken_of_only_where_lists_are_handed_in(lists_wanted):
    """R-058 as in S4; this also applies to the deck after a redraft."""
    settings = {"S4": lists_wanted}
    row = drafts.draft(limited(4), "solomon", redraft_round=2, redraft_announced=True, settings=settings)
    texts = printed(row.division.tournament)
    first = " ".join(sheets(texts, "Continue by hand"))
    assert "How to build a deck" in first
    assert "everyone has 30 minutes to build once more." in first
    wanted = lists_wanted != "none"
    assert [words in first for words in ("hands in a list", "hands in a new list")] == [wanted, wanted]
    blank = " ".join(sheets(texts, "Deck list"))
    assert ("Unused cards" in blank, bool(blank)) == (lists_wanted == "deck_and_unused", wanted)


def test_a_redraft_without_pairs_has_one_empty_run_sheet():
    row = first_draft()
    plan = drafts.setup("solomon", 4, redraft_round=2, redraft_announced=True)
    services.set_up_draft(row.division, plan, by=None)
    texts = printed(row.division.tournament)
    assert "No pairs are assigned yet." in " ".join(sheets(texts, "Continue by hand"))
    assert sum("Assigned at random, face to face." in text for text in sheets(texts, "Run sheet")) == 1
    assert sheets(texts, "Pairs of the draft"), "the earlier pairs"


def test_a_redraft_that_has_begun_has_its_own_pairs():
    row = first_draft()
    again = redraft(row.division)
    texts = printed(row.division.tournament)
    assert "Solomon Draft, redraft before round 2" in texts[0]
    assert "Redraft: its pairs are assigned." in texts[0]
    first = " ".join(sheets(texts, "Continue by hand"))
    assert "How to continue the Solomon Draft" in first
    assert "After the redraft 1. Players keep the cards of all their drafts." in first
    for words in ("How to redraft", "Make new pairs"):
        assert words not in first
    run = " ".join(sheets(texts, "Run sheet"))
    assert all(str(entry) in run for entry in row.division.entries.all())
    pair = " ".join(str(Entry.objects.get(pk=entry)) for entry in again.seats[0])
    pairs = " ".join(sheets(texts, "Pairs of the draft"))
    assert f"1 {pair}" in pairs
    assert all("Solomon Draft, redraft before round 2" in text for text in (run, pairs))


def test_a_redraft_that_was_not_announced_is_not_played():
    row = solomon(announced=False)
    play_on(row.division)
    first = first_sheet(row.division.tournament)
    assert "redraft" not in first.casefold()
