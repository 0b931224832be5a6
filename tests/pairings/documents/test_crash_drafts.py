"""The crash pack of a Limited event: anyone with only this paper can continue with the draft and the decks."""

import re

import pytest
from django.utils.formats import date_format
from django.utils.timezone import localtime

from decks.services import lists
from drafts.documents.draft_sheets import MOVES_ON_PAGE
from drafts.queries.draft_log import has_looked_at_cards
from drafts.services import building_clocks, draft_runs, pods
from drafts.services import draft_log as log_services
from drafts.services import drafts as services
from pairings.services.rounds import options
from tests import build as play
from tests.drafts import drafts, tracked
from tests.pairings import build
from tests.pairings.crash_packs import first_sheet, limited, printed, sheets, steps
from tournaments.models import Division, Entry

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path


def test_a_draft_on_paper_has_its_seats_its_run_sheet_and_where_it_stands():
    """R-091, R-092: full names, and when each notice was announced."""
    row = drafts.draft(limited())
    services.announce_notice(row, "SECRET", text="Keep picks secret.", kind="other", by=None)
    steps(row, 3)
    texts = printed(row.division.tournament)
    first = " ".join(sheets(texts, "Continue by hand"))
    for words in (
        "Booster Draft • 1 pod of 8 · 2 packs of 3 cards per player · Evolutions (EVO)",
        "Unopened packs: 8",
        "Everyone: pack 1 of 2, pick 2 of 3",
        "How to continue the Booster Draft",
        "How to build a deck 1. 30 minutes to build a deck of exactly 40 cards.",
        "the deck, the supplied Energy, and every unused card",
        "How to pair round 1",
    ):
        assert words in first
    for words in (
        "How to redraft",
        "Time to build:",
        "draft on paper only",
        "meet inside",
        "Print them beforehand",
    ):
        assert words not in first
    (wall, pod), (run, names) = sheets(texts, "Draft pods"), sheets(texts, "Run sheet")
    everyone = [str(entry) for entry in row.division.entries.all()]
    assert all(name in text for name in everyone for text in (wall, pod, names))
    assert "Passes left" in pod
    at = localtime(row.division.tournament.announcements.get().at)
    assert date_format(at, "j M, H:i") in run
    assert not sheets(texts, "Draft log")
    assert len(sheets(texts, "Pool registration")) == 1
    assert len(sheets(texts, "Deck list")) == 2, "the deck, and unused cards on the back"


def test_children_have_their_full_names_as_on_every_sheet_of_the_pack():
    row = drafts.draft(limited())
    Entry.objects.filter(pk=row.seats[0][0]).update(
        first_name="Emil", last_name="Johansson", age_division="junior"
    )
    texts = printed(row.division.tournament)
    for title in ("Draft pods", "Run sheet"):
        assert "Emil Johansson" in " ".join(sheets(texts, title))


def test_a_pause_and_the_packs_of_each_pod_that_goes_alone():
    """R-093: in Rochester, two packs are opened at a time."""
    row = drafts.draft(limited(16), "rochester")
    steps(row, 2, 2)
    draft_runs.tap_step(row, 2, "paused", by=None, step=2)
    first = first_sheet(row.division.tournament)
    name = Entry.objects.get(pk=row.seats[1][0])
    assert "Pod 1: not started" in first
    assert f"Pod 2: opening 1 of 8, pick 1 of 6; {name} picks; paused" in first
    assert "Unopened packs: 30" in first
    assert "How to continue the Rochester Draft" in first


@pytest.mark.parametrize("after_look", [True, False])
def test_a_tracked_draft_has_its_log_without_a_secret_card_for_every_reader(after_look):
    """R-092: the page shows names to a head judge after a journaled look, but this paper shows them to no one."""
    row = tracked.draft(players=4, packs_each=1)
    judge = play.organizer(row.division) if after_look else None
    tracked.open_packs(row)
    for seat in (1, 2):
        tracked.take(row, seat, f"Secret{seat} Raichu")
    if judge:
        log_services.allow_look_at_cards(row, 1, by=judge)
        assert has_looked_at_cards(row, 1, judge)
    texts = printed(row.division.tournament, by=judge)
    (log,) = sheets(texts, "Draft log")
    assert log.count("picks a card") == 2
    assert not any("Secret" in text or "Raichu" in text for text in texts)
    assert "Pod 1: pack 1 of 1, pick 1 of 3; 2 of 4 have picked" in texts[0]
    assert "Unopened packs: 0" in texts[0]
    assert "Now draft on paper only" in texts[0]


def test_what_lies_open_to_all_is_named_in_the_log():
    """R-093: picks of a Rochester Draft stay face up."""
    row = tracked.draft("rochester", 4, packs_each=2, pack_size=2)
    tracked.open_packs(row)
    tracked.take(row, 1, "Open Raichu")
    (log,) = sheets(printed(row.division.tournament), "Draft log")
    assert "Open Raichu" in log


def test_the_log_has_the_newest_moves_on_one_page():
    row = tracked.draft(players=4, packs_each=1, pack_size=8)
    tracked.open_packs(row)
    for turn in range(7):
        for seat in (1, 2, 3, 4):
            tracked.take(row, seat, f"Card {turn} {seat}")
    (log,) = sheets(printed(row.division.tournament), "Draft log")
    assert log.count("picks a card") == MOVES_ON_PAGE


def test_a_pod_that_is_drafted_has_no_log():
    row = tracked.draft(players=4, packs_each=1, pack_size=1)
    tracked.open_packs(row)
    tracked.everybody_takes(row, "Secret")
    texts = printed(row.division.tournament)
    assert not sheets(texts, "Draft log")
    assert "Pod 1: the draft is over" in texts[0]
    assert "How to continue" not in texts[0]


def test_while_decks_are_built_it_says_how_long_and_what_is_missing():
    """R-055, R-058."""
    home = limited(4)
    lists.collect_lists(home.tournament, by=None, settings={"S4": "deck"})
    lists.make_lists_and_links(home.tournament)
    row = drafts.draft(home, "solomon")
    building_clocks.start_building(row, 0, by=None)
    first = first_sheet(home.tournament)
    assert re.search(r"Time to build: (30:00|29:5\d) left on the clock, until \d\d:\d\d:\d\d", first)
    assert "Pools: 0 of 4 registered and checked. Missing: " in first
    everyone = [str(entry) for entry in home.entries.all()]
    missing = re.search(r"Deck lists: 4 missing \((.*?)\)", first)
    assert missing is not None
    assert sorted(missing[1].split(", ")) == sorted(everyone)
    assert "Deck lists: not in the crash pack" in first
    assert "How to continue" not in first
    building_clocks.set_building_paused(row, 0, paused=True, by=None)
    assert "Time to build: the clock is stopped with" in first_sheet(home.tournament)
    building_clocks.end_building(row, 0, by=None, sure=True)
    assert "Time to build: time is over" in first_sheet(home.tournament)


def test_two_pairs_that_build_apart_have_a_line_each():
    row = drafts.draft(limited(4), "solomon")
    building_clocks.start_building(row, 2, by=None)
    first = first_sheet(row.division.tournament)
    assert "Time to build, pair 2: " in first
    assert "Time to build, pair 1" not in first
    assert "Pair 1: not started" in first
    assert "Pair 2: deck building has started" in first
    assert "Unopened packs: 4" in first, "those of pair 1"
    assert "How to continue the Solomon Draft" in first, "pair 1 drafts"


def test_once_the_round_is_posted_the_names_of_the_pods_are_left():
    """R-057: decks no longer change, but rounds inside pods still need the pods."""
    home = limited(16)
    options.change_pairing_options(home, by=None, pod_rounds=2)
    drafts.draft(home)
    build.play(home)
    texts = printed(home.tournament)
    assert "The draft is over" in texts[0]
    assert "Up to round 2 players meet inside their draft pod or pair" in texts[0]
    for words in ("How to continue", "How to build", "How to redraft"):
        assert words not in texts[0]
    (wall,) = sheets(texts, "Draft pods")
    assert all(str(entry) in wall for entry in home.entries.all())
    assert not [title for title in ("Run sheet", "Pool registration", "Deck list") if sheets(texts, title)]
    build.play(home)
    assert "meet inside" not in first_sheet(home.tournament)


def test_pods_that_were_made_without_a_draft():
    home = limited(8)
    pods.draw_pods(home, (4, 4), by=None, seed=1)
    texts = printed(home.tournament)
    assert len(sheets(texts, "Draft pods")) == 3, "names, and a page for each pod"
    assert "How to continue" not in texts[0]


def test_solomon_names_the_pair_that_turns_cards_over():
    """R-094."""
    row = drafts.draft(limited(4), "solomon")
    for step, seat in enumerate((None, None, 2)):
        draft_runs.tap_step(row, 2, "next", by=None, step=step, seat=seat)
    first = first_sheet(row.division.tournament)
    name = Entry.objects.get(pk=row.seats[1][1])
    assert "2 pairs" in first
    assert f"Pair 2: group 1 of 3; {name} turns four cards over" in first
    assert "Unopened packs: 4" in first


def test_sealed_has_boxes_for_packs_until_decks_are_built():
    """R-097."""
    row = drafts.draft(limited(5), "sealed")
    texts = printed(row.division.tournament)
    assert "Unopened packs: 10" in texts[0]
    assert "How to continue Sealed Deck" in texts[0]
    assert sheets(texts, "Packs and pools")
    build.play(row.division)
    texts = printed(row.division.tournament)
    assert not sheets(texts, "Packs and pools")
    assert "Deck building is over" in texts[0]
    assert "draft is over" not in texts[0]


def test_before_seats_are_assigned_the_run_sheet_has_room_for_names():
    row = drafts.draft(limited(8), seats=False)
    texts = printed(row.division.tournament)
    assert "No seats are assigned yet." in texts[0]
    run = " ".join(sheets(texts, "Run sheet"))
    assert "Passes left to" in run
    assert not any(str(entry) in run for entry in row.division.entries.all())


def test_a_constructed_event_has_none_of_it():
    home = build.division(8)
    build.play(home)
    before = printed(home.tournament)
    for words in ("Draft", "draft", "build", "pool"):
        assert not any(words in text for text in before)
    lists.collect_lists(home.tournament, by=None)
    assert "Deck lists: not in the crash pack, because they show Player IDs." in first_sheet(home.tournament)


def two_divisions() -> tuple[Division, Division]:
    """Create four Masters and four Seniors in one event."""
    home = limited(8)
    home.age_division, home.name = "masters", ""
    home.save()
    other = Division.objects.create(tournament=home.tournament, age_division="senior", position=2)
    entries = list(home.entries.order_by("pk")[:4])
    for entry in entries:
        entry.division = other
        entry.save()
    return home, other


def test_several_divisions_name_theirs():
    home, other = two_divisions()
    drafts.draft(home, "rochester")
    drafts.draft(other, "solomon")
    options.change_pairing_options(other, by=None, pod_rounds=1)
    first = first_sheet(home.tournament)
    assert "Rochester Draft · Masters" in first
    assert "Solomon Draft · Seniors" in first
    assert "Seniors, up to round 1: players meet inside" in first
    assert first.count("Pair each division separately, at its own tables.") == 2
    drafts_first = first.index("How to continue the Solomon Draft") < first.index("How to build a deck 1.")
    assert drafts_first, "both draft before either builds"
    assert first.count("How to build a deck 1.") == 1


def test_divisions_that_go_on_in_different_ways_each_have_their_steps():
    """R-057: only the decks of the Masters may be changed again."""
    home, other = two_divisions()
    drafts.draft(home, "solomon", redraft_round=2, redraft_announced=True)
    drafts.draft(other, "solomon")
    first = first_sheet(home.tournament)
    masters = first.index("How to build a deck · Masters 1.")
    seniors = first.index("How to build a deck · Seniors 1.")
    assert masters < first.index("decks can’t change until the redraft before round 2") < seniors
    assert "How to redraft · Masters 1." in first
    assert first.count("How to continue the Solomon Draft 1.") == 1, "both continue alike"


@pytest.mark.parametrize(
    ("language", "words"),
    [("es", "Cómo continuar"), ("fr", "Comment continuer"), ("pt-br", "Como continuar")],
)
def test_in_each_language(language, words):
    row = drafts.draft(limited())
    assert words in " ".join(printed(row.division.tournament, language)[:2])
