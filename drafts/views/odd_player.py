"""The odd player of a Solomon draft: the part of a draft page, and the player's own pages (R-094, S13)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from core.requests import HomeRequest
from decks.engine.building_clocks import Clock
from decks.hooks import DraftLink, DraftStep
from decks.models import Draft
from drafts.queries import odd_player as queries
from drafts.queries.draft_runs import RunTrack
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
    tracks: Iterable[RunTrack] | None = None,
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


def odd_player_link(draft_link: DraftLink, draft: Draft, now: datetime) -> DraftLink | None:
    """Return the link of the player without a pair with their steps, or None once the player has left."""
    player = queries.odd_player(draft, now, public=True)
    if player is None:
        return None
    steps = [DraftStep(words.your_step_text(player, step), step.state) for step in player.steps]
    return replace(draft_link, about=_("You have no pair, so you open packs alone."), steps=steps)


def group_link(draft_link: DraftLink, draft: Draft, entry: int, now: datetime) -> DraftLink:
    """Return `draft_link` with the steps of a group of three on paper, for a player in that group."""
    group = queries.group_of_three(draft, entry, now)
    steps = [DraftStep(words.group_step_text(group, step), step.state) for step in group.steps]
    return replace(draft_link, about=_("You draft as a group of three, with one stack."), steps=steps)
