"""The lists of an event: one row per player, and what is missing."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import (
    BooleanField,
    DateTimeField,
    OuterRef,
    PositiveSmallIntegerField,
    Q,
    QuerySet,
    Subquery,
)

from cards.queries.catalogue import version_now
from core.engine.alphabet import sort_key
from core.engine.people import numbered
from core.models import JournalEvent
from decks.engine.verdicts import is_legal, problem_of
from decks.models import DeckList, ListRules, Version
from decks.queries.lists import submission_window
from decks.queries.lists.builds import Builds
from tournaments.models import Entry, Tournament

SHOWS = ("all", "missing", "illegal", "unknown", "late", "changed", "locked", "legal")
"""Filters of the page of lists."""

DAYS_UNTIL_OVER = 2
NEWS = timedelta(days=2)
RECHECKED = ("ListsRechecked", "ListsSetAside")
"""Journal kinds that report changed verdicts."""

NO_VERDICT = 0
"""Catalogue version of a verdict that is out of date; no catalogue has it."""


@dataclass(frozen=True, slots=True)
class ListRow:
    """One player and the list that counts.

    `state`: missing, illegal, unknown (`unknown` cards are not in the catalogue) or legal. `late`: the first version
    came after lists were closed; `changed`: a later one came then, or from staff. `lock`: the list's own lock while it
    applies: "", "locked" or "open"; `locked`: whether its player cannot submit.
    """

    entry: int
    name: str
    sort_name: str
    division: str
    state: str
    number: int
    versions: int
    total: int
    errors: int
    unknown: int
    at: datetime | None
    late: bool
    changed: bool
    locked: bool
    lock: str
    sent_back: bool
    active: bool
    stale: bool

    @property
    def aside(self) -> bool:
        """Whether the submitted list was built before a redraft and no longer counts (R-095, S6)."""
        return self.state == "missing" and self.versions > 0

    @property
    def shows(self) -> set[str]:
        """Filters the row matches; a player who left matches "all" only."""
        marks = {"late": self.late, "changed": self.changed, "locked": self.locked}
        marked = {name for name, is_so in marks.items() if is_so}
        return {"all", *marked, self.state} if self.active else {"all"}


@dataclass(frozen=True, slots=True)
class NotReady:
    """Names of players whose list is missing, illegal, or cannot be judged; `unknown` delays no round."""

    missing: tuple[str, ...]
    illegal: tuple[str, ...]
    unknown: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.missing or self.illegal)


def list_by_token(token: str) -> QuerySet[DeckList]:
    """The list of a personal link, with its player, division and event."""
    related = ("entry__player", "entry__division", "entry__tournament", "entry__link", "counts")
    return DeckList.objects.select_related(*related).filter(entry__link__token=token)


def list_of_entry(event: Tournament, entry: int) -> QuerySet[DeckList]:
    """The list of one player of an event, with related rows for its page."""
    related = ("entry__player", "entry__division", "entry__tournament", "entry__link", "counts")
    return DeckList.objects.select_related(*related).filter(entry=entry, entry__tournament=event)


def list_rows(event: Tournament, rules: ListRules, *, now: datetime, catalogue: int) -> list[ListRow]:
    """Every player by last name.

    One query, in Limited also those of builds for each division. `catalogue`: its current version.
    """
    builds = submission_window.builds_in(event)
    relocked = submission_window.lock_times(event) if builds else {}
    rows = []
    for entry in _entries(event).order_by():
        builds_here = builds.get(entry.division_id) or Builds(entry.division)
        build = builds_here.of(entry.pk)
        deck_list = getattr(entry, "deck_list", None)
        lock = submission_window.lock_in(build, deck_list.lock, relocked.get(entry.pk)) if deck_list else ""
        newest = entry.newest_at  # type: ignore[attr-defined]
        shut = submission_window.is_shut(lock, rules, build, newest, now)
        fixed = submission_window.fixed(builds_here, entry.pk)
        rows.append(_row(entry, shut=shut, lock=lock, fixed=fixed, catalogue=catalogue))
    return sorted(rows, key=lambda row: (not row.active, sort_key(row.sort_name)))


def counts(rows: Collection[ListRow]) -> dict[str, int]:
    """The number of rows for each of SHOWS."""
    return {show: sum(show in row.shows for row in rows) for show in SHOWS}


def not_ready(event: Tournament, entries: Iterable[int]) -> NotReady:
    """Which of these players have no list, none that is legal, or one with cards unknown here. One query."""
    rows = Entry.objects.filter(tournament=event, pk__in=list(entries)).order_by("pk")
    counted = ("deck_list__counts", "deck_list__counts__legal", "deck_list__counts__unknown_cards")
    people = [
        (numbered(f"{first} {last}".strip(), namesake), counts, legal, unknown)
        for first, last, namesake, counts, legal, unknown in rows.values_list(
            "first_name", "last_name", "namesake", *counted
        )
    ]
    return NotReady(
        tuple(name for name, counts, _legal, _unknown in people if counts is None),
        tuple(name for name, counts, legal, _unknown in people if counts is not None and not legal),
        tuple(name for name, counts, legal, unknown in people if counts is not None and legal and unknown),
    )


def without_list(event: Tournament) -> QuerySet[DeckList]:
    """Missing or illegal lists of players still in the event, with the player's account."""
    rows = DeckList.objects.filter(entry__tournament=event, entry__dropped_in=None, entry__disqualified=False)
    return rows.exclude(counts__legal=True).select_related(
        "entry__tournament", "entry__player__user", "entry__link"
    )


def stale_events(now: datetime) -> list[Tournament]:
    """Events not yet over with lists judged by another version of the catalogue."""
    return list(Tournament.objects.filter(pk__in=_stale(now).values("entry__tournament")).order_by("pk"))


def stale_lists(now: datetime) -> int:
    """How many lists `stale_events` must judge again."""
    return _stale(now).count()


def _stale(now: datetime) -> QuerySet[DeckList]:
    # An event is over once it is reported, or two days after its last day.
    since = now - timedelta(days=DAYS_UNTIL_OVER)
    lasts = Q(entry__tournament__starts_at__gte=since) | Q(
        entry__tournament__list_rules__last_day__gte=since.date()
    )
    rows = DeckList.objects.filter(lasts, entry__tournament__reported_at=None, counts__isnull=False)
    return rows.exclude(counts__catalogue_version=version_now())


def last_rechecked(event: Tournament, now: datetime) -> JournalEvent | None:
    """The latest recheck that changed a verdict, within `NEWS`."""
    lines = JournalEvent.objects.filter(tournament=event, kind="ListsRechecked", at__gte=now - NEWS)
    return lines.order_by("-at", "-pk").first()


def rechecked_since(event: Tournament, line: int) -> QuerySet[JournalEvent]:
    """Journal lines of changed verdicts after a given line."""
    return JournalEvent.objects.filter(tournament=event, kind__in=RECHECKED, pk__gt=line).order_by("pk")


def has_to_judge(event: Tournament) -> bool:
    """Whether a change of this event left lists to a job that is not finished."""
    rows = DeckList.objects.filter(entry__tournament=event, counts__catalogue_version=NO_VERDICT)
    return rows.exclude(counts__catalogue_version=version_now()).exists()


def counting_lists(event: Tournament, entries: Collection[int] | None) -> list[DeckList]:
    """The lists that count, of some players or of all, by last name. One query."""
    rows = DeckList.objects.filter(entry__tournament=event, counts__isnull=False)
    rows = rows.select_related("entry__player", "entry__division", "counts")
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    return sorted(rows, key=lambda row: sort_key(row.entry.sort_name))


def _entries(event: Tournament) -> QuerySet[Entry]:
    versions = Version.objects.filter(deck_list__entry=OuterRef("pk"))
    newest, first = versions.order_by("-number"), versions.order_by("number")
    return (
        Entry.objects.filter(tournament=event)
        .select_related("player", "division", "deck_list__counts")
        .annotate(
            versions=Subquery(newest.values("number")[:1], output_field=PositiveSmallIntegerField()),
            newest_at=Subquery(newest.values("at")[:1], output_field=DateTimeField()),
            newest_late=Subquery(newest.values("late")[:1], output_field=BooleanField()),
            newest_by_player=Subquery(newest.values("by_player")[:1], output_field=BooleanField()),
            first_late=Subquery(first.values("late")[:1], output_field=BooleanField()),
        )
    )


def _row(entry: Entry, *, shut: bool, lock: str, fixed: bool, catalogue: int) -> ListRow:
    deck_list = getattr(entry, "deck_list", None)
    version = deck_list.counts if deck_list else None
    state, errors = "missing", 0
    if version:
        state = "unknown" if version.unknown_cards else "legal" if version.legal else "illegal"
        if not version.legal:
            errors = sum(not is_legal([problem_of(values)]) for values in version.problems)
    number = entry.versions or 0  # type: ignore[attr-defined]
    later = number > 1 and (entry.newest_late or not entry.newest_by_player)  # type: ignore[attr-defined]
    return ListRow(
        entry=entry.pk,
        name=str(entry),
        sort_name=entry.sort_name,
        division=entry.division.age_division,
        state=state,
        unknown=version.unknown_cards if version else 0,
        number=version.number if version else 0,
        versions=number,
        total=version.total if version else 0,
        errors=errors,
        at=version.at if version else None,
        late=bool(version and entry.first_late),  # type: ignore[attr-defined]
        changed=bool(version and later),
        locked=fixed or shut,
        lock=lock,
        sent_back=bool(deck_list and deck_list.sent_back),
        active=entry.active,
        stale=version is not None and version.catalogue_version != catalogue,
    )
