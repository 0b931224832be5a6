"""R-094: the log of a pair hides face-down cards, and a judge decides about the stack of the player who stays."""

import pytest
from django.urls import reverse

from core.models import JournalEvent
from decks.models import Pool
from drafts.engine import Move, build_pick_move
from drafts.queries.tracking import tracked_pod
from tests.drafts.services.test_draft_log import picked, small
from tests.drafts.services.test_tracking import tap
from tests.drafts.views.test_draft_log import judged, signed, text, url

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("leaving", "sentence"), [("half", "up to half of all cards"), ("rest", "takes all remaining cards")]
)
def test_a_judge_gives_the_rest_of_a_stack_to_the_player_who_stays(leaving: str, sentence: str) -> None:
    row = small("solomon")
    picked(row, 2)
    client = signed(row, "head_judge")
    assert f'value="{leaving}"' in text(client, url(row))
    assert sentence in judged(client, row, "leave", seat=2, way=leaving)
    assert tracked_pod(row, 1).game.over
    assert Pool.objects.get(opened_by=row.seats[0][0]).counts.source == "tracked"
    undo = JournalEvent.objects.get(kind="DraftJudged")
    client.post(reverse("pairings:undo", args=[row.division.tournament.slug, undo.pk]))
    assert not tracked_pod(row, 1).game.over


def test_only_solomon_has_a_stack_to_give_away() -> None:
    row = small("booster")
    head = signed(row, "head_judge")
    assert 'value="half"' not in text(head, url(row))
    assert "Choose how the draft continues." in judged(head, row, "leave", seat=2, way="half")


def test_the_replay_of_a_pair_names_no_card_that_lies_face_down_by_now() -> None:
    """R-094: a difference between two tables of an opening would reveal which card was picked."""
    row = small("solomon")
    game = tracked_pod(row, 1).game
    tap(row, Move("open", game.to_act[0], names=("Abra", "Onix", "Mew", "Muk")), "open", staff=True)
    seat, card = tracked_pod(row, 1).game.to_act[0], tracked_pod(row, 1).game.state.table[0]
    tap(row, build_pick_move(seat, card), "pick", staff=True)
    client = signed(row, "judge")
    last = text(client, url(row, "draft_replay", "?at=2"))
    assert "Onix" in last
    assert card.name not in last
    before = text(client, url(row, "draft_replay", "?at=1"))
    assert "4 cards are face up." in before
    assert "Abra" not in before
