"""Players who arrived after a round was posted play in it once it is unposted, however that is done."""

import pytest

from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.queries.rounds.round_review import load_unposted_round
from pairings.services.rounds import attendance, late_entries, re_pairing, rounds
from tests.build import refusal
from tests.pairings.services.rounds.test_manual_pairing import bye, drawn, late, posted, seats
from tournaments.models import Entry
from tournaments.services import entries

pytestmark = pytest.mark.django_db


def undo_newest(round_: Round, kind: str) -> None:
    line = round_.division.journal.filter(kind=kind, undoes=None, undone_by=None).latest("pk")
    undo.undo_step(line, by=None)
    round_.refresh_from_db()


def is_paired(round_: Round, entry: Entry) -> bool:
    drawn = round_.seats.filter(entry=entry).exclude(match__outcome=Outcome.LATE_LOSS.value)
    return drawn.exists()


@pytest.mark.parametrize("after", [0, 2])
def test_a_forgotten_player_is_paired_once_the_round_is_unposted_and_re_paired(after: int) -> None:
    round_ = posted(7, after=after)
    forgotten = late(round_.division)
    re_pairing.re_pair_posted(round_, by=None)
    assert is_paired(round_, forgotten)
    rounds.post(round_, by=None)
    assert not round_.matches.filter(outcome=Outcome.LATE_LOSS.value, round=round_).exists()


def test_the_undo_of_unpost_and_re_pair_gives_back_the_missed_round() -> None:
    round_ = posted(7, after=1)
    forgotten = late(round_.division)
    before = seats(round_)
    re_pairing.re_pair_posted(round_, by=None)
    undo_newest(round_, "PostedRoundDrawnAgain")
    forgotten.refresh_from_db()
    assert (seats(round_), forgotten.joined_round) == (before, 3)


def test_the_review_of_an_unposted_round_names_who_came_after_its_posting() -> None:
    round_ = posted(7)
    forgotten = late(round_.division)
    undo_newest(round_, "RoundPosted")
    assert load_unposted_round(round_).came == [str(forgotten)]
    rounds.pair_unposted_round_again(round_, by=None)
    assert is_paired(round_, forgotten)


def test_who_chose_a_later_round_keeps_it_and_the_review_names_them() -> None:
    home = posted(8).division
    undo_newest(home.rounds.get(), "RoundPosted")
    chooser = entries.add_entry(
        home.tournament, by=None, division=home, last_name="Later", joined_round=2, checked_in=True
    )
    round_ = home.rounds.get()
    assert (load_unposted_round(round_).came, load_unposted_round(round_).joins_later) == ([], [str(chooser)])
    rounds.post(round_, by=None)
    re_pairing.re_pair_posted(round_, by=None)
    chooser.refresh_from_db()
    assert (chooser.joined_round, is_paired(round_, chooser)) == (2, False)


def test_each_round_unposted_lets_a_late_player_in_one_round_earlier() -> None:
    round_ = posted(7, after=1)
    home, forgotten = round_.division, late(round_.division)
    undo_newest(round_, "RoundPosted")
    line = home.journal.filter(kind="RoundPaired").latest("pk")
    undo.undo_step(line, by=None)
    forgotten.refresh_from_db()
    assert forgotten.joined_round == 2
    first = home.rounds.get()
    undo_newest(first, "RoundClosed")
    for line in home.journal.filter(kind="ResultEntered").order_by("-pk"):
        undo.undo_step(line, by=None)
    undo_newest(first, "RoundPosted")
    assert load_unposted_round(first).came == [str(forgotten)]


def test_who_came_late_and_was_reinstated_is_paired_after_the_unposting() -> None:
    round_ = posted(7)
    forgotten = late(round_.division)
    attendance.drop_player(forgotten, by=None)
    attendance.reinstate_player(forgotten, by=None)
    re_pairing.re_pair_posted(round_, by=None)
    assert is_paired(round_, forgotten)


def test_who_left_before_the_unposting_plays_when_reinstated_before_the_posting() -> None:
    round_ = posted(7)
    forgotten = late(round_.division)
    attendance.drop_player(forgotten, by=None)
    undo_newest(round_, "RoundPosted")
    attendance.reinstate_player(forgotten, by=None)
    rounds.pair_unposted_round_again(round_, by=None)
    assert is_paired(round_, forgotten)


def test_a_late_seat_undone_in_an_unposted_round_leaves_no_loss() -> None:
    round_ = posted(7)
    before = bye(round_).left_id
    forgotten = late(round_.division)
    late_entries.seat_late_entry(forgotten, round_, by=None)
    undo_newest(round_, "RoundPosted")
    undo_newest(round_, "LateEntrySeated")
    assert bye(round_).left_id == before
    assert not round_.seats.filter(entry=forgotten).exists()
    assert load_unposted_round(round_).came == [str(forgotten)]


@pytest.mark.parametrize("is_posted", [False, True])
def test_the_undo_of_a_draw_is_refused_once_one_of_its_players_is_removed(is_posted: bool) -> None:
    round_ = posted(8) if is_posted else drawn(8)
    removed = round_.division.entries.first()
    attendance.drop_player(removed, by=None)
    (re_pairing.re_pair_posted if is_posted else rounds.pair_unposted_round_again)(round_, by=None)
    entries.delete_unpaired_entry(removed, by=None)
    kind = "PostedRoundDrawnAgain" if is_posted else "RoundPairedAgain"
    line = round_.division.journal.get(kind=kind)
    assert refusal(undo.undo_step, line, by=None).code == "UNDO_OVERTAKEN"
    step = undo.last_undoable_step(round_.division)
    assert step is not None
    assert step.kind == "RoundPaired"
    undo.undo_step(step, by=None)
    assert not round_.division.rounds.exists()
