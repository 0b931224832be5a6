"""Which version of a list counts, and what each is judged by: in Limited the draft it was built from (R-095, S6)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from cards.engine.settings import choice
from decks.engine.counting import Begun, counted_since, drafted_by
from decks.engine.pools import Held
from decks.models import DeckList, Draft, ListRules
from decks.queries.drafts import round_of
from decks.queries.lists import submission_window
from decks.queries.lists.builds import Builds
from decks.queries.pools.pools import Drafted
from decks.queries.pools.pools import drafted_by as pools_of
from tournaments.models import Division, Tournament


@dataclass(frozen=True, slots=True)
class Counting:
    """The builds of each division, by its key, and the pools of each player, by entry.

    `settings`: the choices of the event; `alone`: whether only the new draft counts after a redraft.
    """

    settings: Mapping[str, str]
    builds: Mapping[int, Builds] = field(default_factory=dict)
    pools: Mapping[int, Drafted] = field(default_factory=dict)

    @property
    def alone(self) -> bool:
        return choice(self.settings, "S6") == "new_draft"

    def since(self, row: DeckList) -> datetime | None:
        """The earliest submission time that counts for this player; None for any. No query."""
        builds = self.builds.get(row.entry.division_id)
        if builds is None:
            return None
        return counted_since(
            self._begun(row),
            next_round=builds.next_round,
            announced=builds.announced,
            settings=self.settings,
        )

    def held(self, row: DeckList, at: datetime) -> Held | None:
        """The pools a list submitted then is judged by. No query.

        Where only the new draft counts those known when it was built, else all.
        """
        drafted = self.pools.get(row.entry_id)
        if drafted is None:
            return None
        if not self.alone:
            return drafted.held()
        return drafted.held(drafted_by(self._begun(row), at) or min(drafted.cards))

    def open(self, row: DeckList) -> bool:
        """Whether the player builds for a round not posted, so that what counts may still change. No query."""
        builds = self.builds.get(row.entry.division_id)
        return row.entry.division.started_at is None or (
            builds is not None and not submission_window.fixed(builds, row.entry_id)
        )

    def _begun(self, row: DeckList) -> list[Begun]:
        """When the player first had a pool of, or built from, each draft."""
        builds, drafted = self.builds.get(row.entry.division_id), self.pools.get(row.entry_id)
        begun = [*(builds.begun(row.entry_id) if builds else ()), *(drafted.begun if drafted else ())]
        first: dict[int, Begun] = {}
        for begin in sorted(begun, key=lambda begin: begin.at):
            first.setdefault(begin.number, begin)
        return list(first.values())


def of_event(event: Tournament, rules: ListRules, entries: Collection[int]) -> Counting:
    """What counts of the lists of these players.

    Two queries, and those of builds in Limited after a redraft where only the new draft counts.
    """
    counting = Counting(rules.settings, pools=pools_of(entries))
    redrafts = Draft.objects.filter(division__tournament=event, number__gt=1).exclude(seats=[])
    if not counting.alone or not redrafts.exists():
        return counting
    return Counting(rules.settings, submission_window.builds_in(event), counting.pools)


def of_list(row: DeckList, rules: ListRules) -> Counting:
    """As `of_event`, for one list."""
    return of_event(row.entry.tournament, rules, [row.entry_id])


def redraft_before(division: Division, number: int) -> Draft | None:
    """The redraft with drawn seats whose decks are for that round, where only the new draft counts; else None."""
    rules = ListRules.objects.filter(tournament=division.tournament_id).first()
    if rules is None or choice(rules.settings, "S6") != "new_draft":
        return None
    rows = Draft.objects.filter(division=division, number__gt=1).exclude(seats=[]).order_by("-number")
    return next((row for row in rows if round_of(row) == number), None)
