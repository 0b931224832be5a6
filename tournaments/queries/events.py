"""Lists of events, and the tasks an event leaves to its staff."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments import hooks
from tournaments.engine import divisions as ages
from tournaments.engine.divisions import PLAYS_IN
from tournaments.models import Announcement, Division, Entry, StaffMember, Tournament, User
from tournaments.queries.ages import counts_by_age

FORGOTTEN = timedelta(days=3)
"""A started event is over if no round was posted and the event neither created nor started for this long, even with
rounds left to play.
"""


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event in a list. `starts_at` is in the event's time zone; `role` is the reader's; `over`: all rounds are
    played, or nothing happened for `FORGOTTEN`.
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

    @property
    def official(self) -> bool:
        """Whether its results are reported to Play! Pokémon (R-099, R-104)."""
        return self.event_class != Tournament.EventClass.UNOFFICIAL

    @property
    def is_ready(self) -> bool:
        """Whether there are rounds to run: it has started, or every player is checked in."""
        return self.started or 0 < self.players == self.checked_in

    @property
    def drafts_first(self) -> bool:
        """Whether players get their cards before round 1."""
        return "limited" in self.play_style and not self.started

    def phase(self, now: datetime) -> str:
        """past, running or coming: by what was played; before round 1 by the event's local day."""
        if self.over or self.reported_at is not None:
            return "past"
        day, today = self.starts_at.date(), now.astimezone(self.starts_at.tzinfo).date()
        return "running" if self.started or day == today else "coming" if day > today else "past"


def events_of(user: User) -> list[EventRow]:
    """The events whose staff include `user`, newest first. One query, and those of `_over` if one has started."""
    rows = Tournament.objects.filter(staff__user=user).annotate(role=F("staff__role"))
    return _rows(rows)


def public_events() -> list[EventRow]:
    """All published events, newest first. Queries as `events_of`."""
    return _rows(Tournament.objects.filter(published=True))


OF_A_ROW = (
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
"""The columns of a list of events; an event has many more."""


def _rows(events: QuerySet[Tournament]) -> list[EventRow]:
    entries = Entry.objects.filter(tournament=OuterRef("pk"), dropped_in=None, disqualified=False)
    active = entries.order_by().values("tournament")
    counted = active.annotate(n=Count("pk")).values("n")
    here = active.annotate(n=Count("pk", filter=Q(checked_in_at__isnull=False))).values("n")
    started = Division.objects.filter(tournament=OuterRef("pk"), started_at__isnull=False)
    rows = events.annotate(
        players=Coalesce(Subquery(counted), 0),
        checked_in=Coalesce(Subquery(here), 0),
        begun_at=Subquery(started.order_by("-started_at").values("started_at")[:1]),
    )
    role = ("role",) if "role" in rows.query.annotations else ()
    listed = list(rows.order_by("-starts_at", "-pk").values(*OF_A_ROW, *role))
    newest = {
        event["pk"]: max(event["starts_at"], event["created_at"], event["begun_at"])
        for event in listed
        if event["begun_at"]
    }
    over = _over(newest, timezone.now() - FORGOTTEN)
    visible = []
    for event in listed:
        facts = {name: event[name] for name in OF_A_ROW if name not in ("timezone", "created_at", "begun_at")}
        facts["starts_at"] = event["starts_at"].astimezone(ZoneInfo(event["timezone"]))
        facts |= {"started": event["pk"] in newest, "role": event.get("role"), "over": event["pk"] in over}
        visible.append(EventRow(**facts))
    return visible


def _over(newest: Mapping[int, datetime], since: datetime) -> set[int]:
    """The keys of started events that are over: all played, or nothing posted since `since`. At most four queries.

    `newest`: by event, when it began, was created or starts, whichever is latest.
    """
    if not newest:
        return set()
    aged = any(at < since for at in newest.values())
    posted = {pk for find in hooks.posted_since for pk in find(since)} if aged else set()
    fresh = [pk for pk, at in newest.items() if pk in posted or at >= since]
    played = {pk for find in hooks.events_over for pk in find(fresh)} if fresh else set()
    return newest.keys() - fresh | played


@dataclass(frozen=True, slots=True)
class StaffRow:
    """One member of the staff; `only_organizer` cannot leave."""

    member: int
    user: int
    name: str
    username: str
    email: str
    role: str
    only_organizer: bool


def staff_rows(event: Tournament) -> list[StaffRow]:
    """The staff, ordered by role. One query."""
    members = list(event.staff.select_related("user"))
    organizers = [member for member in members if member.role == StaffMember.Role.ORGANIZER]
    members.sort(key=lambda member: (StaffMember.Role.values.index(member.role), str(member.user)))
    return [
        StaffRow(
            member.pk,
            member.user_id,
            str(member.user),
            member.user.username,
            member.user.email,
            member.role,
            organizers == [member],
        )
        for member in members
    ]


@dataclass(frozen=True, slots=True)
class AnnouncementRow:
    """One announcement. `kind` is a code of `Announcement.Kind`; `by` is "" for the command line."""

    announcement: int
    kind: str
    text: str
    at: datetime
    by: str
    withdrawn_at: datetime | None


def announcement_rows(event: Tournament) -> list[AnnouncementRow]:
    """All announcements, newest first, including withdrawn ones. One query."""
    rows = Announcement.objects.filter(tournament=event).select_related("by")
    return [
        AnnouncementRow(row.pk, row.kind, row.text, row.at, str(row.by or ""), row.withdrawn_at)
        for row in rows
    ]


@dataclass(frozen=True, slots=True)
class ReportState:
    """Whether results must still be reported to Play! Pokémon (R-099).

    `state`: not_needed (unofficial), not_yet (rounds left to play), due or reported.
    """

    state: str
    sanction_id: str
    reported_at: datetime | None
    reported_by: str


def report_state(event: Tournament, *, finished_at: datetime | None) -> ReportState:
    """The report state; `finished_at` is when the event's last round was closed, None before. Only queries a name."""
    if not event.official:
        return ReportState("not_needed", "", None, "")
    if event.reported_at is not None:
        return ReportState("reported", event.sanction_id, event.reported_at, str(event.reported_by or ""))
    state = "due" if finished_at is not None else "not_yet"
    return ReportState(state, event.sanction_id, None, "")


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The current split into divisions, and TOM's proposal (M-031); all codes."""

    counts: dict[str, int]
    current: tuple[str, ...]
    proposed: tuple[str, ...]
    started: bool

    @property
    def differs(self) -> bool:
        """Whether the proposal would move any player."""
        return bool(self.proposed) and not set(self.proposed) <= set(self.current)

    @property
    def joins(self) -> bool:
        """Whether the proposal joins divisions that are now separate."""
        return self.differs and any(
            sum(set(PLAYS_IN[own]) < set(PLAYS_IN[one]) for own in self.current) > 1 for one in self.proposed
        )


def arrangement(event: Tournament) -> Arrangement:
    """The arrangement of an event. Two queries."""
    divisions, counts = list(event.divisions.all()), counts_by_age(event)
    return Arrangement(
        counts,
        tuple(division.age_division for division in divisions),
        ages.pods(counts),
        any(division.started_at for division in divisions),
    )
