"""The part of a draft page about the odd player of a Solomon draft (R-094, S13)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from core.requests import HomeRequest
from decks.engine.building import Clock
from decks.models import Draft
from drafts.queries import odd_player as queries
from drafts.queries.draft_runs import Track
from drafts.words import odd_words as words


@dataclass(frozen=True, slots=True, kw_only=True)
class OddStepRow:
    """One step. `pool`: the URL where the pool is entered, "" except at that step."""

    text: str
    state: str
    pool: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OddPart:
    """The steps of the odd player."""

    title: str
    steps: Sequence[OddStepRow]


def odd_part(
    request: HomeRequest,
    draft: Draft,
    now: datetime,
    *,
    tracks: Iterable[Track] | None = None,
    clocks: Iterable[Clock] | None = None,
) -> OddPart | None:
    """Build the part for staff, or return None for others and if every player has a pair."""
    player = None
    if request.can["view"]:
        player = queries.odd_player(draft, now, public=False, tracks=tracks, clocks=clocks)
    if player is None:
        return None
    pool_url = reverse("decks:pool", args=[draft.division.tournament.slug, draft.pk, player.entry])
    return OddPart(
        title=words.odd_title(player),
        steps=[
            OddStepRow(
                text=words.odd_step_text(player, step),
                state=step.state,
                pool=pool_url if step.code == "POOL" else "",
            )
            for step in player.steps
        ],
    )
