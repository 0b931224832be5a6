"""A person's results, places and penalties at all events of an organizer."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from core.engine.alphabet import name_sort_key
from core.models import JournalEvent, Team
from core.queries.teams import sees_all_teams
from floor.models import Penalty
from floor.queries.penalties import penalties_of_players
from pairings.models import Stage, Standing
from pairings.queries.standings import cut_places
from tournaments.models import Entry, Player, StaffMember, User
from tournaments.queries.people import entry_search_condition

MERGED = "PlayersMerged"


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """An event that a person played in.

    `place`, points and record come from the newest standings of the age division, but a place decided by the cut
    has priority. Without standings, `place` is None and the numbers are 0. `after` is the round of the standings,
    or None without standings or if the cut decided the place. `penalties` are the penalties that were not
    withdrawn, or None if the reader is not on the staff.
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


def people_of_team(team: Team, text: str = "") -> QuerySet[Player]:
    """Return the people of a team who have entries, by name, with the number of their `events`.

    `text` is a search for a name or player ID; "" finds all of them.
    """
    people = team.people.filter(entries__isnull=False).annotate(events=Count("entries"))
    condition = entry_search_condition(text, number="player_id")
    return people.filter(condition) if condition is not None else people


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person of a team, with the number of their events."""

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
        """Sort key for printed lists of names."""
        return name_sort_key(self.sort_name), self.pk


def person_rows(team: Team, text: str = "") -> list[PersonRow]:
    """List the people returned by `people_of_team` as rows, in the order of printed name lists. One query."""
    fields = ("pk", "last_name", "first_name", "player_id", "birth_year", "events")
    rows = [PersonRow(*values) for values in people_of_team(team, text).values_list(*fields)]
    return sorted(rows, key=lambda row: row.alphabetical)


def played_events_of(player: Player, *, by: User) -> list[PlayedEvent]:
    """List events of a person, newest first.

    Penalties are included for events that `by`, the reader, is on the staff of, or for all events if `by` sees
    all teams. Five queries, and the queries of `cut_places.places_by_cut` for each event with a cut.
    """
    entries = list(
        player.entries.select_related("tournament", "division__tournament", "player").order_by(
            "-tournament__starts_at", "-pk"
        )
    )
    # Disqualified players placed above an entry do not count for its place.
    disqualified_above = Standing.objects.filter(
        round=OuterRef("round"),
        age_division=OuterRef("age_division"),
        place__lt=OuterRef("place"),
        entry__disqualified=True,
    )
    disqualified_count = disqualified_above.order_by().values("round").annotate(n=Count("pk")).values("n")
    standings = Standing.objects.filter(entry__in=[entry.pk for entry in entries])
    standings = standings.annotate(banned=Coalesce(Subquery(disqualified_count), 0))
    standings = standings.select_related("round").defer("round__draw").order_by("round__number", "round_id")
    newest_standings = {standing.entry_id: standing for standing in standings}

    # Places that the cut has already decided replace the places of the standings.
    divisions = {entry.division_id: entry.division for entry in entries}
    cuts = Stage.objects.filter(division__in=divisions, kind=Stage.Kind.ELIMINATION, brackets__isnull=False)
    place_in_cut: dict[int, int] = {}
    for pk in set(cuts.values_list("division", flat=True)):
        for listing in cut_places.places_by_cut(divisions[pk]):
            place_in_cut |= listing.places

    readable_events = {entry.tournament_id for entry in entries}
    if not sees_all_teams(by):
        staff = StaffMember.objects.filter(user=by, tournament__in=readable_events)
        readable_events = set(staff.values_list("tournament", flat=True))
    penalties = penalties_of_players(entry for entry in entries if entry.tournament_id in readable_events)
    played_events = []
    for entry in entries:
        standing, own_penalties = newest_standings.get(entry.pk), penalties.get(entry.pk)
        if standing is None:
            played_events.append(PlayedEvent(entry, None, None, 0, 0, 0, 0, own_penalties))
            continue
        by_cut = place_in_cut.get(entry.pk)
        place = by_cut or standing.place - standing.banned
        after = None if by_cut else standing.round.number
        played_events.append(
            PlayedEvent(
                entry,
                place,
                after,
                standing.points,
                standing.wins,
                standing.losses,
                standing.ties,
                own_penalties,
            )
        )
    return played_events


@dataclass(frozen=True, slots=True)
class Merged:
    """A merge into a person that can be undone. `line` is its journal line in one of the events."""

    line: int
    at: datetime
    other: str


def merges_of(player: Player) -> list[Merged]:
    """List merges into this person that were not undone, newest first, each merge once. One query."""
    lines = JournalEvent.objects.filter(
        Q(facts__player=player.pk) | Q(facts__player=player.copied_from or player.pk),
        tournament__organizer=player.organizer_id,
        kind=MERGED,
        undone_by=None,
    )
    merges = {line.at: Merged(line.pk, line.at, str(line.facts["other"])) for line in lines.order_by("-pk")}
    return sorted(merges.values(), key=lambda merge: merge.at, reverse=True)
