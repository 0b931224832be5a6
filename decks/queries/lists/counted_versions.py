"""Determine the effective version of a list and, in Limited, the pools that apply to it (R-095, S6)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from cards.engine.rule_settings import choice_of_setting
from decks.engine.counting import BegunDraft, draft_built_from, earliest_counting_time
from decks.engine.pools import AvailablePool
from decks.models import DeckList, Draft, ListRules
from decks.queries.drafts import round_of_draft
from decks.queries.lists import submission_window
from decks.queries.lists.builds import DivisionBuilds
from decks.queries.pools.available_pools import DraftedPools, pools_by_entry
from tournaments.models import Division, Tournament


@dataclass(frozen=True, slots=True)
class VersionCounting:
    """Data that determines the effective versions of lists.

    - `settings`: the event's choices.
    - `builds`: builds by division key.
    - `pools`: pools by entry.
    - `alone`: whether only the new draft counts after a redraft.
    """

    settings: Mapping[str, str]
    builds: Mapping[int, DivisionBuilds] = field(default_factory=dict)
    pools: Mapping[int, DraftedPools] = field(default_factory=dict)

    @property
    def alone(self) -> bool:
        return choice_of_setting(self.settings, "S6") == "new_draft"

    def since(self, deck_list: DeckList) -> datetime | None:
        """Return the earliest valid submission time for this player, or None if all times are valid. No query."""
        builds = self.builds.get(deck_list.entry.division_id)
        if builds is None:
            return None
        return earliest_counting_time(
            self._begun_drafts(deck_list),
            next_round=builds.next_round,
            announced=builds.announced,
            settings=self.settings,
        )

    def pool_at(self, deck_list: DeckList, at: datetime) -> AvailablePool | None:
        """Return the pools against which a list submitted at `at` is judged.

        These are all pools of the player or, if only the new draft counts, those registered for the draft from which
        the list was built. A list from before the first draft is judged against the first pool. Return None if that
        pool is unregistered or has unnamed cards. No query.
        """
        drafted = self.pools.get(deck_list.entry_id)
        if drafted is None:
            return None
        if not self.alone:
            return drafted.pool_as_of()
        return drafted.pool_as_of(draft_built_from(self._begun_drafts(deck_list), at) or min(drafted.cards))

    def is_open(self, deck_list: DeckList) -> bool:
        """Return whether the effective version may still change. No query.

        It may change before round 1, and while the player builds for a later round.
        """
        builds = self.builds.get(deck_list.entry.division_id)
        return deck_list.entry.division.started_at is None or (
            builds is not None and not submission_window.is_list_fixed(builds, deck_list.entry_id)
        )

    def _begun_drafts(self, deck_list: DeckList) -> list[BegunDraft]:
        """Return the player's drafts, each with the time when they first had its pool or began to build from it."""
        builds, drafted = self.builds.get(deck_list.entry.division_id), self.pools.get(deck_list.entry_id)
        begun_drafts = [
            *(builds.begun(deck_list.entry_id) if builds else ()),
            *(drafted.begun if drafted else ()),
        ]
        earliest_by_number: dict[int, BegunDraft] = {}
        for draft in sorted(begun_drafts, key=lambda draft: draft.at):
            earliest_by_number.setdefault(draft.number, draft)
        return list(earliest_by_number.values())


def counting_of_event(event: Tournament, rules: ListRules, entries: Collection[int]) -> VersionCounting:
    """Return the builds and pools that determine the effective lists of these players.

    Two queries; if only the new draft counts after a redraft, also the queries of `limited_builds_by_division`.
    """
    counting = VersionCounting(rules.settings, pools=pools_by_entry(entries))
    redrafts = Draft.objects.filter(division__tournament=event, number__gt=1).exclude(seats=[])
    if not counting.alone or not redrafts.exists():
        return counting
    return VersionCounting(
        rules.settings, submission_window.limited_builds_by_division(event), counting.pools
    )


def counting_of_list(deck_list: DeckList, rules: ListRules) -> VersionCounting:
    """Like `counting_of_event`, for one list."""
    return counting_of_event(deck_list.entry.tournament, rules, [deck_list.entry_id])


def redraft_before_round(division: Division, number: int) -> Draft | None:
    """Return the redraft with drawn seats whose decks are first played in this round.

    Return None if there is no redraft, or if decks may also use earlier drafts after one (S6).
    """
    rules = ListRules.objects.filter(tournament=division.tournament_id).first()
    if rules is None or choice_of_setting(rules.settings, "S6") != "new_draft":
        return None
    redrafts = Draft.objects.filter(division=division, number__gt=1).exclude(seats=[]).order_by("-number")
    return next((redraft for redraft in redrafts if round_of_draft(redraft) == number), None)
