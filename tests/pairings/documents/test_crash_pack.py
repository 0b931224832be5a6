"""The crash pack: anyone with only this paper can continue by hand."""

import re

import pytest
from django.core.files.storage import default_storage

from pairings.documents import prints as documents
from pairings.engine.print_choice import PrintChoice
from pairings.models import Match
from pairings.services import prints
from pairings.services.bracket import cuts
from pairings.services.rounds import attendance, rounds
from tests.pairings import build
from tests.papers import pages
from tournaments.models import Division, Entry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(settings, tmp_path) -> Tournament:
    """Create nine players in round 2, of whom one has dropped, with one result entered."""
    settings.MEDIA_ROOT = tmp_path
    division = build.division(9)
    build.play(division)
    attendance.drop_player(division.entries.earliest("pk"), by=None)
    round_ = rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)
    Match.objects.filter(pk=build.open_matches(round_)[0].pk).update(outcome="left")
    return division.tournament


def printed(event: Tournament, language: str = "en") -> list[str]:
    row, _new = prints.order_print(
        event, PrintChoice((), language=language), key=language, by=None, site="", kind="crash"
    )
    documents.render_print(row.pk)
    row.refresh_from_db()
    assert row.state == "done"
    return pages(default_storage.open(row.file.name).read())


def test_how_it_stands_and_how_to_go_on(event):
    first = printed(event)[0]
    dropped = Entry.objects.get(dropped_in__isnull=False)
    for part in (
        "Round 2",
        "tables without a result",
        "Latest journal seal",
        str(dropped),
        "Shuffle the players with the same points",
    ):
        assert part in " ".join(first.split())


def test_how_long_a_round_is_and_how_many_are_planned(event):
    event.structure, event.cut_best_of, event.cut_round_minutes = "swiss_cut", 3, 0
    event.save()
    first = " ".join(printed(event)[0].split())
    assert "Swiss rounds: single game, 30 minutes" in first
    assert "Top cut rounds: best of three, no time limit" in first
    assert "Planned:" not in first, "the round that is on says of how many"
    later = build.division(9, name="Later Cup")
    later.rounds_planned = 5
    later.save()
    assert "Planned: 5 Swiss rounds" in " ".join(printed(later.tournament)[0].split())


def test_each_page_for_the_next_round_has_lines_for_the_round_and_the_bye(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    found = [page for page in printed(build.division(60).tournament) if "Bye: __" in page]
    assert len(found) == 2
    assert all("Next round by hand" in page and "Round: __" in page for page in found)


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("محمد", r"\S{3,}"),
        ("太郎", "太郎"),
        ("ᠮᠣᠩᠭᠣᠯ", r"\[monggol\]"),
        ("A<b>&amp;", "A<b>&amp;"),
    ],
)
def test_who_dropped_is_named_in_any_script(event, name, read):
    """Letters that join are extracted from the PDF as glyphs of their face, so only their presence is checked."""
    Entry.objects.filter(dropped_in__isnull=False).update(first_name="", last_name=name)
    assert re.search(rf" {read} ?: after round 1", " ".join(printed(event)[0].split()))


def test_everybody_s_record_says_whom_they_met_and_what_came_of_it(event):
    text = next(page for page in printed(event) if "Player records" in page and "Record (W-L-T)" in page)
    assert all(entry.last_name in text for entry in Entry.objects.all())
    assert "bye" in text
    assert "12+ is a win against number 12" in text
    heads = re.findall(r"\bR(\d)\b(?!:)", text)
    assert heads == ["1", "2", "3", "4"], "two rounds, and the two that are to come"


def test_open_tables_names_and_empty_paper_without_player_ids(event):
    texts = printed(event)
    whole = "\n".join(texts)
    for part in ("Pairings by table", "Players by name", "Next round by hand"):
        assert part in whole
    assert not any(entry.player_number and entry.player_number in whole for entry in Entry.objects.all())
    assert sum("I won" in text for text in texts) == 2, (
        "empty slips only: those of the round are on the tables"
    )


def test_slips_of_a_round_that_is_not_posted_are_not_on_the_tables_yet(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    division = build.division(8)
    rounds.pair_next_round(division, by=None, seed=3)
    assert sum("I won" in text for text in printed(division.tournament)) == 3


def test_empty_slips_have_lines_for_the_round_the_names_and_nothing_in_the_box_of_the_table(event):
    empty = [text for text in printed(event) if "Round: ______" in text and "I won" in text]
    assert len(empty) == 2
    for text in empty:
        assert len(re.findall(r"^Player [12]$", text, re.MULTILINE)) == 8
        assert "–" not in text


def test_the_round_by_hand_is_written_above_its_pairs(event):
    (text,) = (text for text in printed(event) if "Next round by hand" in text and "Result" in text)
    assert "Round: ______" in text


def test_before_round_1_it_says_how_to_pair_that_one(settings, tmp_path):
    """No one has a slip, points or an opponent yet."""
    settings.MEDIA_ROOT = tmp_path
    first = " ".join(printed(build.division(6).tournament)[0].split())
    assert "How to pair round 1 1. Write each player on a piece of paper" in first
    assert first.index("How to pair round 1") < first.index(
        "How to pair the next round 1. If a round is in play"
    )
    assert "Pair each division separately" not in first, "there is one"


@pytest.fixture
def cup(settings, tmp_path) -> Division:
    """Create nine players in a cup with a top 4, with two of its three Swiss rounds closed."""
    settings.MEDIA_ROOT = tmp_path
    division = build.division(9, structure="swiss_cut", kind="league_cup")
    division.cut_size, division.rounds_planned = 4, 3
    division.save()
    build.play(division)
    build.play(division)
    return division


def test_before_the_top_cut_it_says_who_advances_and_how_to_seed(cup):
    """M-027, M-028."""
    first = " ".join(printed(cup.tournament)[0].split())
    for words in ("Top 4 after round 3", "How to pair the next round", "How to start the top cut"):
        assert words in first
    assert "How to play the top cut" not in first


def test_in_the_top_cut_it_has_the_bracket_and_how_to_play_it(cup):
    build.play(cup)
    cuts.start_cut(cup, by=None)
    round_ = rounds.post(rounds.pair_next_round(cup, by=None, seed=3), by=None)
    texts = printed(cup.tournament)
    whole = "\n".join(texts)
    (bracket,) = (text for text in texts if "Semifinals" in text)
    assert all(str(match.left) in " ".join(bracket.split()) for match in build.open_matches(round_))
    assert "How to play the top cut" in texts[0]
    for words in ("How to pair the next round", "How to start the top cut", "Next round by hand"):
        assert words not in whole


def test_without_swiss_rounds_it_says_how_to_start_the_bracket(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    first = printed(build.division(6, structure="elimination").tournament)[0]
    assert "How to start the bracket" in first
    assert "How to pair the next round" not in first


def test_in_another_language(event):
    assert "Siguiente ronda a mano" in "\n".join(printed(event, "es"))


def test_before_anybody_is_entered_there_is_nothing_to_print(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    made = build.division(0).tournament
    row, _new = prints.order_print(made, PrintChoice(()), key="a", by=None, site="", kind="crash")
    documents.render_print(row.pk)
    row.refresh_from_db()
    assert (row.state, row.problem) == ("failed", "NOTHING_TO_PRINT")
