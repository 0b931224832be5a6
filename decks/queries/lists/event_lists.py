"""The lists of an event: one row per player, and the lists that are missing or illegal."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Self, TypedDict

from django.db.models import (
    BooleanField,
    DateTimeField,
    OuterRef,
    PositiveSmallIntegerField,
    QuerySet,
    Subquery,
)

from core.engine.alphabet import name_sort_key
from core.engine.person_names import add_namesake_number
from decks.engine.verdicts import is_legal, problem_from_values
from decks.models import DeckList, ListRules, Version
from decks.queries.lists import submission_window
from decks.queries.lists.builds import Builds
from tournaments.models import Entry, Tournament

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

SHOWS = ("all", "missing", "illegal", "unknown", "late", "changed", "locked", "legal")
"""Filters of the page of lists."""

DAYS_UNTIL_OVER = 2
NEWS_DURATION = timedelta(days=2)
RECHECKED = ("ListsRechecked", "ListsSetAside")
"""Journal kinds that report changed verdicts."""

NO_VERDICT = 0
"""Catalogue version that marks a verdict as outdated; no catalogue has this version."""


class VersionFacts(TypedDict):
    """Annotations of an entry from the first and latest versions of its list.

    `versions` is the number of the latest.
    """

    versions: int | None
    newest_at: datetime | None
    newest_late: bool | None
    newest_by_player: bool | None
    first_late: bool | None


@dataclass(frozen=True, slots=True)
class ListRow:
    """A player and the effective version of their list, or the state "missing".

    - `state`: missing, illegal, unknown (`unknown` cards are not in the catalogue) or legal.
    - `number`: the number of the effective version, and `versions` that of the latest; 0 if there is none.
    - `errors`: the number of problems that make the list illegal, before any rulings.
    - `late`: whether the first version was submitted after lists were closed.
    - `changed`: whether a later version was submitted after lists were closed, or was entered by staff.
    - `lock`: the lock in force for this list: "", "locked" or "open".
    - `locked`: whether the player cannot submit.
    - `stale`: whether the verdict is from another version of the catalogue.
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

    @classmethod
    def of_entry(
        cls,
        entry: "WithAnnotations[Entry, VersionFacts]",
        *,
        is_shut: bool,
        lock: str,
        is_fixed: bool,
        catalogue: int,
    ) -> Self:
        """Build the row of an entry.

        - `is_shut`, `is_fixed`: see `submission_window.is_list_shut` and `submission_window.is_fixed`.
        - `lock`: the lock in force for this list.
        - `catalogue`: the current version of the catalogue.
        """
        deck_list = getattr(entry, "deck_list", None)
        version = deck_list.counts if deck_list else None
        state, errors = "missing", 0
        if version:
            state = "unknown" if version.unknown_cards else "legal" if version.legal else "illegal"
            if not version.legal:
                errors = sum(not is_legal([problem_from_values(values)]) for values in version.problems)
        newest_number = entry.versions or 0
        was_changed = newest_number > 1 and (entry.newest_late or not entry.newest_by_player)
        return cls(
            entry=entry.pk,
            name=str(entry),
            sort_name=entry.sort_name,
            division=entry.division.age_division,
            state=state,
            unknown=version.unknown_cards if version else 0,
            number=version.number if version else 0,
            versions=newest_number,
            total=version.total if version else 0,
            errors=errors,
            at=version.at if version else None,
            late=bool(version and entry.first_late),
            changed=bool(version and was_changed),
            locked=is_fixed or is_shut,
            lock=lock,
            sent_back=bool(deck_list and deck_list.sent_back),
            active=entry.active,
            stale=version is not None and version.catalogue_version != catalogue,
        )

    @property
    def is_before_redraft(self) -> bool:
        """Whether the submitted list was built before a redraft and is no longer valid (R-095, S6)."""
        return self.state == "missing" and self.versions > 0

    @property
    def shows(self) -> set[str]:
        """The filters that the row matches; only "all" for a player who left."""
        marks = {"late": self.late, "changed": self.changed, "locked": self.locked}
        filters = {name for name, applies in marks.items() if applies}
        return {"all", *filters, self.state} if self.active else {"all"}


@dataclass(frozen=True, slots=True)
class NotReady:
    """Names of players whose list is missing or illegal, or has unknown cards. Unknown cards do not delay a round."""

    missing: tuple[str, ...]
    illegal: tuple[str, ...]
    unknown: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.missing or self.illegal)


def list_by_token(token: str) -> QuerySet[DeckList]:
    """Return the query for the list that a personal link opens, with its player, division and event."""
    related = ("entry__player", "entry__division", "entry__tournament", "entry__link", "counts")
    return DeckList.objects.select_related(*related).filter(entry__link__token=token)


def list_of_entry(event: Tournament, entry: int) -> QuerySet[DeckList]:
    """Return the query for the list of a player at an event, with the related rows for its page."""
    related = ("entry__player", "entry__division", "entry__tournament", "entry__link", "counts")
    return DeckList.objects.select_related(*related).filter(entry=entry, entry__tournament=event)


def list_rows(event: Tournament, rules: ListRules, *, now: datetime, catalogue: int) -> list[ListRow]:
    """List every player with their list, by last name; players who left come last.

    `catalogue` is the current version of the catalogue. One query and, in Limited, those of `builds_in` and
    `lock_times`.
    """
    builds_by_division = submission_window.builds_in(event)
    lock_times = submission_window.lock_times(event) if builds_by_division else {}
    versions = Version.objects.filter(deck_list__entry=OuterRef("pk"))
    newest, first = versions.order_by("-number"), versions.order_by("number")
    entries = (
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
    rows = []
    for entry in entries.order_by():
        builds = builds_by_division.get(entry.division_id) or Builds(entry.division)
        build = builds.of(entry.pk)
        deck_list = getattr(entry, "deck_list", None)
        lock = (
            submission_window.lock_in_force(build, deck_list.lock, lock_times.get(entry.pk))
            if deck_list
            else ""
        )
        is_shut = submission_window.is_list_shut(lock, rules, build, entry.newest_at, now)
        is_fixed = submission_window.is_fixed(builds, entry.pk)
        rows.append(
            ListRow.of_entry(entry, is_shut=is_shut, lock=lock, is_fixed=is_fixed, catalogue=catalogue)
        )
    return sorted(rows, key=lambda row: (not row.active, name_sort_key(row.sort_name)))


def count_by_filter(rows: Collection[ListRow]) -> dict[str, int]:
    """Count the rows that match each of SHOWS."""
    return {name: sum(name in row.shows for row in rows) for name in SHOWS}


def players_with_unready_lists(event: Tournament, entries: Iterable[int]) -> NotReady:
    """Return the names of players who have no list, an illegal list, or a list with unknown cards. One query."""
    rows = Entry.objects.filter(tournament=event, pk__in=list(entries)).order_by("pk")
    count_fields = ("deck_list__counts", "deck_list__counts__legal", "deck_list__counts__unknown_cards")
    players = [
        (add_namesake_number(f"{first} {last}".strip(), namesake), counts, legal, unknown)
        for first, last, namesake, counts, legal, unknown in rows.values_list(
            "first_name", "last_name", "namesake", *count_fields
        )
    ]
    return NotReady(
        tuple(name for name, counts, _legal, _unknown in players if counts is None),
        tuple(name for name, counts, legal, _unknown in players if counts is not None and not legal),
        tuple(name for name, counts, legal, unknown in players if counts is not None and legal and unknown),
    )


def missing_or_illegal_lists(event: Tournament) -> QuerySet[DeckList]:
    """Return the missing and illegal lists of players still in the event, with their accounts."""
    rows = DeckList.objects.filter(entry__tournament=event, entry__dropped_in=None, entry__disqualified=False)
    return rows.exclude(counts__legal=True).select_related(
        "entry__tournament", "entry__player__user", "entry__link"
    )


def entries_without_list(event: Tournament) -> list[int] | None:
    """Return the keys of active players who have not submitted a list, or None if the event does not collect lists."""
    if not ListRules.objects.filter(tournament=event).exists():
        return None
    players = event.entries.filter(dropped_in=None, disqualified=False)
    return list(players.filter(deck_list__versions=None).values_list("pk", flat=True))


def effective_lists(event: Tournament, entries: Collection[int] | None) -> list[DeckList]:
    """Return the effective lists of these players, or of all players if None. One query.

    The lists are sorted by last name.
    """
    rows = DeckList.objects.filter(entry__tournament=event, counts__isnull=False)
    rows = rows.select_related("entry__player", "entry__division", "counts")
    if entries is not None:
        rows = rows.filter(entry__in=entries)
    return sorted(rows, key=lambda row: name_sort_key(row.entry.sort_name))
