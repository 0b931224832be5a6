"""The panels of a player's table page in Limited: the time to build a deck (R-055), and the pool to register."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from cards.engine.formats import DECK_RULES
from core.stamps.memory import cached_until_change
from decks.queries.lists.builds import DivisionBuilds, builds_of_division
from decks.queries.pools import pools as queries
from decks.views.lists import building_time
from decks.words import pool_words as words
from floor.queries.my_table import MyTable
from tournaments.scopes import event_scope


def builds_of_player_division(player_table: MyTable) -> DivisionBuilds:
    """Load the builds of the player's division, cached until the event changes. The result is empty outside Limited."""
    division = player_table.entry.division
    if not DECK_RULES[player_table.event.play_style].supplied_only:
        return DivisionBuilds(division)
    scopes = [event_scope(division.tournament_id)]
    return cached_until_change(f"builds.{division.pk}", scopes, lambda: builds_of_division(division))


def building_time_panel(player_table: MyTable, builds: DivisionBuilds) -> building_time.BuildPanel | None:
    """Return the panel that shows the building time, or None if it does not apply.

    It does not apply outside Limited, before the building time, or once the round is posted.
    """
    build = builds.of(player_table.entry.pk)
    if build is None or build.round in (builds.posted or {}):
        return None
    return building_time.building_panel(build, timezone.now())


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolPanel:
    """The panel of the pool on a player's page in Limited.

    `chip` is the state of the pool, as style and word. `waits` are texts about neighbors whose pools the player
    has to count. `urgent` is true if the player has something to do now.
    """

    url: str
    chip: tuple[str, str]
    waits: list[str]
    urgent: bool
    registered: bool


def pool_panel(player_table: MyTable, builds: DivisionBuilds) -> PoolPanel | None:
    """Return the panel of the pool in the newest draft of `builds`, or None if it does not apply.

    It does not apply outside Limited, without a seat or a registered pool in the newest draft, or while picks of a
    tracked draft are still added to the pool.
    """
    if not DECK_RULES[player_table.event.play_style].supplied_only:
        return None
    entry = player_table.entry
    draft = builds.clocks[0][0] if builds.clocks else None
    if draft is None:
        return None
    opened_pool, pools_to_verify = queries.own_and_pools_to_verify(draft, entry.pk)
    # Staff enter the pool of a player without a seat.
    if opened_pool is None and (draft.way == draft.Way.TRACKED or not queries.pod_entries(draft, entry.pk)):
        return None
    version = opened_pool.counts if opened_pool else None
    state = queries.pool_registration_state(draft, version)
    neighbors = [str(version.opened_by) for version in pools_to_verify]
    urgent = bool(neighbors) or (
        state in ("missing", "discrepancy", "unnamed")
        and queries.pool_registration_refusal(draft, entry) is None
    )
    return PoolPanel(
        url=reverse("decks:my_pool", args=[player_table.link.token]),
        chip=words.pool_state_text(state, verified=bool(version and version.verified_at)),
        waits=[_("Count %(name)s’s cards") % {"name": name} for name in neighbors],
        urgent=urgent,
        registered=not neighbors and state in ("done", "waiting"),
    )
