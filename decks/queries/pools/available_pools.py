"""The pools from which a player may build, and against which lists are judged (R-051, R-058)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import F, Max, Min

from decks.engine import pools as engine
from decks.engine.counting import BegunDraft
from decks.engine.pools import AvailablePool, Cards
from decks.models import Draft, Pool
from decks.queries.drafts import round_of_draft
from decks.queries.pools.pools import version_cards


@dataclass(frozen=True, slots=True)
class DraftedPools:
    """A player's pools by draft number, with the time of each first version and the round of each draft.

    `newest`: the number of the latest draft of the division.
    """

    newest: int
    cards: Mapping[int, Cards] = field(default_factory=dict)
    since: Mapping[int, datetime] = field(default_factory=dict)
    rounds: Mapping[int, int] = field(default_factory=dict)

    @property
    def begun(self) -> list[BegunDraft]:
        """The drafts in which the player has a pool, each with the time of its first version."""
        return [BegunDraft(number, at, self.rounds[number]) for number, at in self.since.items()]

    def pool_as_of(self, draft_number: int | None = None) -> AvailablePool | None:
        """Return the pools that a player may use as of a draft, by default the latest.

        Return None if the pool of that draft is unregistered or has unnamed cards.
        """
        if draft_number is None:
            draft_number = self.newest
        if draft_number not in self.cards or engine.count_unnamed(self.cards[draft_number]):
            return None
        earlier_cards = (
            card
            for earlier_number in sorted(self.cards)
            if earlier_number < draft_number
            for card in self.cards[earlier_number]
        )
        return AvailablePool(self.cards[draft_number], tuple(earlier_cards))


def pools_by_entry(entries: Collection[int]) -> dict[int, DraftedPools]:
    """Map each entry to its registered pools. Entries without a pool are omitted. Two queries."""
    newest_by_division = dict(
        Draft.objects.filter(division__entries__in=list(entries))
        .exclude(seats=[])
        .values_list("division_id")
        .annotate(number=Max("number"))
    )
    if not newest_by_division:
        return {}
    rows = Pool.objects.filter(
        entry__in=list(entries), counts__isnull=False, draft__division__in=newest_by_division
    )
    rows = rows.filter(draft__division=F("entry__division")).annotate(since=Min("versions__at"))
    by_entry: dict[int, DraftedPools] = {}
    for pool in rows.select_related("draft", "counts"):
        drafted = by_entry.get(pool.entry_id, DraftedPools(newest_by_division[pool.draft.division_id]))
        number = pool.draft.number
        by_entry[pool.entry_id] = DraftedPools(
            drafted.newest,
            {**drafted.cards, number: version_cards(pool.counts)},
            {**drafted.since, number: pool.since},
            {**drafted.rounds, number: round_of_draft(pool.draft)},
        )
    return by_entry


def earlier_pools(draft: Draft, entry: int) -> list[Pool]:
    """List the player's pools from earlier drafts, latest first, each with its draft and version. One query.

    After a redraft the deck may also use their cards, unless only the new draft counts (S6, R-095).
    """
    rows = Pool.objects.filter(entry=entry, draft__division=draft.division_id, draft__number__lt=draft.number)
    rows = rows.filter(counts__isnull=False).select_related("draft", "counts")
    return list(rows.order_by("-draft__number"))


def available_pool(entry: int) -> AvailablePool | None:
    """Return the pools against which a player's list is judged. Two queries.

    Return None if the latest pool is unregistered or has unnamed cards.
    """
    drafted = pools_by_entry([entry]).get(entry)
    return drafted.pool_as_of() if drafted else None
