"""What a round is called after a verb."""

import pytest
from django.utils.translation import override

from pairings.services.bracket import cuts
from pairings.services.rounds import rounds
from pairings.words.round_names import round_as_object
from tests.pairings import build as play
from tournaments.services import divisions

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.mark.parametrize(
    ("language", "swiss", "cut"),
    [("en", "round 2", "the semifinals"), ("fr", "la ronde 2", "les demi-finales")],
)
def test_a_round_has_its_article_where_a_language_asks_for_one(language: str, swiss: str, cut: str) -> None:
    of = play.division(8, structure="swiss_cut")
    divisions.change_division(of, by=None, rounds_planned=2, cut_size=4)
    play.play(of, 2)
    with override(language):
        assert round_as_object(of.rounds.select_related("stage").get(number=2)) == swiss
    cuts.start_cut(of, by=None)
    with override(language):
        assert round_as_object(rounds.pair_next_round(of, by=None)) == cut
