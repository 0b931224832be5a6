"""C.4: the explanation of a place distinguishes players who did not reach day 2 from those who dropped."""

import pytest
from django.test import Client

from pairings.queries.standings.standing_explained import explain_place
from pairings.services.rounds import attendance, day_two
from pairings.words import standing_words
from tests.pairings import build
from tournaments.models import Division
from tournaments.services import divisions

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Division:
    """Play three rounds of sixteen players, then one more with four of them."""
    of = build.division(16, structure="swiss_cut")
    divisions.change_division(
        of, by=None, rounds_planned=3, day_two_by="place", day_two_size=4, day_two_rounds=1, cut_size=2
    )
    home = Division.objects.select_related("tournament").get(pk=of.pk)
    build.play(home, 3)
    return home


def test_nobody_is_said_to_have_left_who_only_did_not_go_on(home: Division, client: Client) -> None:
    stage = day_two.open_day_two(home, by=None)
    build.play(home, 1, seed=9)
    inside = set(stage.qualifiers.values_list("entry", flat=True))
    notes, fewer = set(), False
    for entry in home.entries.all():
        found = explain_place(home, entry.pk)
        assert found is not None
        assert found.stayed == (entry.pk not in inside)
        found_notes = {
            note
            for step in found.steps
            for note in standing_words.percentage_note_texts(step, found.figures.as_of)
        }
        assert not any("left" in note for note in found_notes)
        notes |= found_notes
        below = found.below
        if below is not None and below.stayed and not found.stayed and below.points == found.points:
            fewer = True
            assert "did not advance to day 2, and ranks below" in standing_words.place_explanation_text(found)
        assert "came late" not in standing_words.place_explanation_text(found)
    assert "did not advance to day 2; the record of day 1 counts" in notes
    assert fewer


def test_who_left_still_left(home: Division, client: Client) -> None:
    last = home.rounds.get(number=3).standings.order_by("-place")[0].entry
    attendance.drop_player(last, by=None)
    day_two.open_day_two(home, by=None)
    build.play(home, 1, seed=9)
    found = explain_place(home, last.pk)
    assert found is not None
    assert (found.stayed, found.figures.frozen) == (False, True)
