"""Lists of events, with each event's state."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments import hooks
from tournaments.engine.team_entries import KINDS, TEAMS_ONLY
from tournaments.models import Division, Entry, Tournament, User

PAGES = (
    "account",
    "admin",
    "all",
    "api",
    "e",
    "events",
    "help",
    "import",
    "me",
    "new",
    "organizers",
    "past",
    "players",
    "restore",
)
"""The first parts of page URLs, which are not allowed as slugs."""
RESERVED_SLUGS = {*PAGES, "screen", "static", "style", "teams"}
"""Slugs that other pages use or may use later."""

FORGOTTEN = timedelta(days=3)
"""A started event counts as over, even with rounds left to play, if for this long no round was posted, and it was
neither created nor started.
"""


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event in a list. `starts_at` is in the event's time zone.

    `role` is the role of the user in `events_staffed_by`, None in other lists. `over` means that all rounds are played,
    or that nothing has happened for `FORGOTTEN`. `teams_play`: whether every entry is a team.
    """

    pk: int
    slug: str
    name: str
    kind: str
    card_format: str
    play_style: str
    starts_at: datetime
    venue: str
    city: str
    country: str
    players: int
    checked_in: int
    started: bool
    published: bool
    event_class: str
    reported_at: datetime | None
    role: str | None = None
    over: bool = False
    teams_play: bool = False

    @property
    def official(self) -> bool:
        """Whether results are reported to Play! Pokémon (R-099, R-104)."""
        return self.event_class != Tournament.EventClass.UNOFFICIAL

    @property
    def is_ready(self) -> bool:
        """Whether rounds can be played, because the event has started or every player is checked in."""
        return self.started or 0 < self.players == self.checked_in

    @property
    def drafts_first(self) -> bool:
        """Whether players have yet to receive packs: the event is Limited and has not started."""
        return "limited" in self.play_style and not self.started

    def phase(self, now: datetime) -> str:
        """Return "past", "running" or "coming". Before the event starts, this depends on its local day."""
        if self.over or self.reported_at is not None:
            return "past"
        day, today = self.starts_at.date(), now.astimezone(self.starts_at.tzinfo).date()
        return "running" if self.started or day == today else "coming" if day > today else "past"


def events_staffed_by(user: User) -> list[EventRow]:
    """List the events whose staff include `user`, newest first. Makes one query, or up to five if any has started."""
    rows = Tournament.objects.filter(staff__user=user).annotate(role=F("staff__role"))
    return _event_rows(rows)


def are_all_rounds_played(event: Tournament) -> bool:
    """Return whether all rounds of a started event are played."""
    return any(event.pk in find_over([event.pk]) for find_over in hooks.events_over)


def public_events() -> list[EventRow]:
    """List all published events, newest first. Queries as in `events_staffed_by`."""
    return _event_rows(Tournament.objects.filter(published=True))


def public_events_of_team(team: int) -> list[EventRow]:
    """List the published events of a team, newest first. Queries as in `events_staffed_by`."""
    return _event_rows(Tournament.objects.filter(published=True, organizer=team))


def event_rows(keys: Collection[int]) -> dict[int, EventRow]:
    """Return these events by key. Makes the same queries as `events_staffed_by`, or none without keys."""
    rows = _event_rows(Tournament.objects.filter(pk__in=keys)) if keys else []
    return {row.pk: row for row in rows}


ROW_COLUMNS = (
    *("pk", "slug", "name", "kind", "card_format", "play_style", "venue", "city", "country", "published"),
    *(
        "event_class",
        "reported_at",
        "starts_at",
        "created_at",
        "timezone",
        "players",
        "checked_in",
        "begun_at",
    ),
)
"""The columns that lists of events read."""


def _event_rows(events: QuerySet[Tournament]) -> list[EventRow]:
    """Return these events as rows, newest first. Makes one query, or up to five if any event has started."""
    entries = Entry.objects.filter(tournament=OuterRef("pk"), dropped_in=None, disqualified=False)
    active_entries = entries.order_by().values("tournament")
    player_count = active_entries.annotate(n=Count("pk")).values("n")
    checked_in = active_entries.annotate(n=Count("pk", filter=Q(checked_in_at__isnull=False))).values("n")
    started = Division.objects.filter(tournament=OuterRef("pk"), started_at__isnull=False)
    annotated = events.annotate(
        players=Coalesce(Subquery(player_count), 0),
        checked_in=Coalesce(Subquery(checked_in), 0),
        begun_at=Subquery(started.order_by("-started_at").values("started_at")[:1]),
        has_singles=Exists(Entry.objects.filter(tournament=OuterRef("pk"), teammates=None)),
    )
    role = ("role",) if "role" in annotated.query.annotations else ()
    values = list(annotated.order_by("-starts_at", "-pk").values(*ROW_COLUMNS, "has_singles", *role))
    latest_start = {
        event["pk"]: max(event["starts_at"], event["created_at"], event["begun_at"])
        for event in values
        if event["begun_at"]
    }
    # A started event is over if all rounds are played, or if nothing was posted for FORGOTTEN.
    quiet_since = timezone.now() - FORGOTTEN
    any_quiet = any(moment < quiet_since for moment in latest_start.values())
    recently_posted = (
        {pk for find_posted in hooks.posted_since for pk in find_posted(quiet_since)} if any_quiet else set()
    )
    active_events = [
        pk for pk, moment in latest_start.items() if pk in recently_posted or moment >= quiet_since
    ]
    finished = (
        {pk for find_over in hooks.events_over for pk in find_over(active_events)} if active_events else set()
    )
    over = latest_start.keys() - active_events | finished

    rows = []
    for event in values:
        facts = {
            name: event[name] for name in ROW_COLUMNS if name not in ("timezone", "created_at", "begun_at")
        }
        facts["starts_at"] = event["starts_at"].astimezone(ZoneInfo(event["timezone"]))
        facts |= {
            "started": event["pk"] in latest_start,
            "role": event.get("role"),
            "over": event["pk"] in over,
            "teams_play": event["kind"] in TEAMS_ONLY
            or (event["kind"] in KINDS and not event["has_singles"]),
        }
        rows.append(EventRow(**facts))
    return rows


def is_free_slug(slug: str) -> bool:
    """Return whether a slug is neither reserved for a page nor used by an event."""
    return slug not in RESERVED_SLUGS and not Tournament.objects.filter(slug=slug).exists()
