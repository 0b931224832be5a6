"""A person of an organizer over all its events: results, places, penalties."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from core.engine.alphabet import sort_key
from core.models import JournalEvent, Team
from core.queries.teams import sees_everybody
from floor.models import Penalty
from floor.queries.penalties import of_players
from pairings.models import Stage, Standing
from pairings.queries.standings import places
from tournaments.models import Entry, Player, StaffMember, User
from tournaments.queries.people import matching

MERGED = "PlayersMerged"


@dataclass(frozen=True, slots=True)
class Played:
    """One event of a person. `place`, points and record from the newest standings of the age division; None before
    any. `after`: the round of these standings, None for those after the cut. `penalties`: those not withdrawn,
    None if the reader is not on the staff.
    """

    entry: Entry
    place: int | None
    after: int | None
    points: int
    wins: int
    losses: int
    ties: int
    penalties: list[Penalty] | None

    @property
    def record(self) -> str:
        return f"{self.wins}-{self.losses}-{self.ties}"


def people_of(team: Team, text: str = "") -> QuerySet[Player]:
    """People of a team who have entries, by name, filtered by the search `text`."""
    rows = team.people.filter(entries__isnull=False).annotate(events=Count("entries"))
    wanted = matching(text, number="player_id")
    return rows.filter(wanted) if wanted is not None else rows


@dataclass(frozen=True, slots=True)
class PersonRow:
    """One person of a team, and the number of their events."""

    pk: int
    last_name: str
    first_name: str
    player_id: str | None
    birth_year: int | None
    events: int

    @property
    def sort_name(self) -> str:
        return ", ".join(part for part in (self.last_name, self.first_name) if part)

    @property
    def alphabetical(self) -> tuple[tuple[str, str], int]:
        """Sort key of printed name lists."""
        return sort_key(self.sort_name), self.pk


def person_rows(team: Team, text: str = "") -> list[PersonRow]:
    """`people_of` as rows, in the order of printed name lists. One query."""
    fields = ("pk", "last_name", "first_name", "player_id", "birth_year", "events")
    rows = [PersonRow(*row) for row in people_of(team, text).values_list(*fields)]
    return sorted(rows, key=lambda row: row.alphabetical)


def history(player: Player, *, by: User) -> list[Played]:
    """Events of a person, newest first. Five queries, and those of `places.by_cut` for each event with a cut."""
    entries = list(
        player.entries.select_related("tournament", "division__tournament", "player").order_by(
            "-tournament__starts_at", "-pk"
        )
    )
    ranks, decided = _latest(entries), _decided(entries)
    readable = {entry.tournament_id for entry in entries}
    if not sees_everybody(by):
        staff = StaffMember.objects.filter(user=by, tournament__in=readable)
        readable = set(staff.values_list("tournament", flat=True))
    penalties = of_players(entry for entry in entries if entry.tournament_id in readable)
    events = []
    for entry in entries:
        rank, of_entry = ranks.get(entry.pk), penalties.get(entry.pk)
        if rank is None:
            events.append(Played(entry, None, None, 0, 0, 0, 0, of_entry))
            continue
        by_cut = decided.get(entry.pk)
        place = by_cut or rank.place - rank.banned  # type: ignore[attr-defined]
        after = None if by_cut else rank.round.number
        events.append(Played(entry, place, after, rank.points, rank.wins, rank.losses, rank.ties, of_entry))
    return events


def _decided(entries: Collection[Entry]) -> dict[int, int]:
    """Places by a cut, as far as it is played. One query without a cut."""
    homes = {entry.division_id: entry.division for entry in entries}
    cuts = Stage.objects.filter(division__in=homes, kind=Stage.Kind.ELIMINATION, brackets__isnull=False)
    decided: dict[int, int] = {}
    for pk in set(cuts.values_list("division", flat=True)):
        for listing in places.by_cut(homes[pk]):
            decided |= listing.places
    return decided


def _latest(entries: Collection[Entry]) -> dict[int, Standing]:
    """The newest stored standing of each entry, with `banned`, the number of disqualified players placed above it."""
    ahead = Standing.objects.filter(
        round=OuterRef("round"),
        age_division=OuterRef("age_division"),
        place__lt=OuterRef("place"),
        entry__disqualified=True,
    )
    banned = ahead.order_by().values("round").annotate(n=Count("pk")).values("n")
    rows = Standing.objects.filter(entry__in=[entry.pk for entry in entries])
    rows = rows.annotate(banned=Coalesce(Subquery(banned), 0))
    rows = rows.select_related("round").defer("round__draw")
    return {row.entry_id: row for row in rows.order_by("round__number", "round_id")}


@dataclass(frozen=True, slots=True)
class Merged:
    """A merge into a person that can be undone: its line in one of the events, and the other person's name."""

    line: int
    at: datetime
    other: str


def merges_of(player: Player) -> list[Merged]:
    """Merges into this person not undone, newest first, one for all its events. One query."""
    lines = JournalEvent.objects.filter(
        Q(facts__player=player.pk) | Q(facts__player=player.copied_from or player.pk),
        tournament__organizer=player.organizer_id,
        kind=MERGED,
        undone_by=None,
    )
    merges = {line.at: Merged(line.pk, line.at, str(line.facts["other"])) for line in lines.order_by("-pk")}
    return sorted(merges.values(), key=lambda merge: merge.at, reverse=True)
