"""The lists of an event: one row per player, and the lists that are missing or illegal."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import (
    BooleanField,
    DateTimeField,
    OuterRef,
    PositiveSmallIntegerField,
    Q,
    QuerySet,
    Subquery,
)

from core.engine.alphabet import name_sort_key
from core.engine.person_names import add_namesake_number
from decks.engine.stored_values import problem_from_values
from decks.engine.verdicts import is_legal
from decks.models import DeckList, ListRules, Version
from decks.queries.lists import submission_window
from decks.queries.lists.builds import DivisionBuilds
from tournaments.models import Entry, Tournament
from tournaments.queries.people import entry_search_condition

SHOWS = ("all", "missing", "illegal", "unknown", "late", "changed", "locked", "legal")
"""Filters of the page of lists."""

DAYS_UNTIL_OVER = 2
NEWS_DURATION = timedelta(days=2)
RECHECKED = ("ListsRechecked", "ListsSetAside")
"""Journal kinds that report changed verdicts."""

NO_VERDICT = 0
"""Catalogue version that marks a verdict as outdated; no catalogue has this version."""


@dataclass(frozen=True, slots=True)
class ListRow:
    """A player and the effective version of their list, or the state "missing".

    - `state`: missing, illegal, unknown (`unknown` cards are not in the catalogue) or legal.
    - `number`: the number of the effective version, and `versions` that of the latest; 0 if there is none.
    - `errors`: the number of problems that make the list illegal, before any rulings, once they are counted.
    - `late`: whether the first version was submitted after lists were closed.
    - `changed`: whether a later version was submitted after lists were closed, or was entered by staff.
    - `lock`: the lock in force for this list: "", "locked" or "open".
    - `locked`: whether the player cannot submit.
    - `stale`: whether the verdict is from another version of the catalogue.
    - `version`: the key of the effective version, or 0.
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
    version: int

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


def query_list_by_token(token: str) -> QuerySet[DeckList]:
    """Return the query for the list that a personal link opens, with its player, division and event."""
    related = ("entry__player", "entry__division", "entry__tournament", "entry__link", "counts")
    return DeckList.objects.select_related(*related).filter(entry__link__token=token)


def query_list_of_entry(event: Tournament, entry: int) -> QuerySet[DeckList]:
    """Return the query for the list of a player at an event, with the related rows for its page."""
    related = ("entry__player", "entry__division", "entry__tournament", "entry__link", "counts")
    return DeckList.objects.select_related(*related).filter(entry=entry, entry__tournament=event)


class _EntryValues(NamedTuple):
    """The columns from which the row of an entry is built.

    Those from `lock` to the end describe the list, its effective version, its latest version (`newest_…`) and its
    first version. They are None without a list or a version.
    """

    pk: int
    first_name: str
    last_name: str
    namesake: int
    division: int
    dropped_in: int | None
    disqualified: bool
    lock: str | None
    sent_back: str | None
    version: int | None
    number: int | None
    legal: bool | None
    unknown: int | None
    total: int | None
    at: datetime | None
    catalogue: int | None
    versions: int | None
    newest_at: datetime | None
    newest_late: bool | None
    newest_by_player: bool | None
    first_late: bool | None


_COLUMNS = (
    *("pk", "first_name", "last_name", "namesake", "division", "dropped_in", "disqualified"),
    *("deck_list__lock", "deck_list__sent_back", "deck_list__counts", "deck_list__counts__number"),
    *("deck_list__counts__legal", "deck_list__counts__unknown_cards", "deck_list__counts__total"),
    *("deck_list__counts__at", "deck_list__counts__catalogue_version"),
    *("versions", "newest_at", "newest_late", "newest_by_player", "first_late"),
)


def deck_list_rows_of_event(
    event: Tournament,
    rules: ListRules,
    *,
    now: datetime,
    catalogue: int,
    text: str = "",
    count_problems: bool = True,
) -> list[ListRow]:
    """List every player with their list, by last name; players who left come last.

    `catalogue` is the current version of the catalogue, and `text` contains words of a name or Player ID. Two
    queries, one more to count problems and, in Limited, the queries of `limited_builds_by_division` and `lock_times`.
    No list is loaded. Without `count_problems`, the caller counts the problems of the rows on its page with
    `with_problem_counts`.
    """
    condition = entry_search_condition(text) if text.strip() else Q()
    if condition is None:
        return []
    builds_by_division = submission_window.limited_builds_by_division(event)
    lock_times = submission_window.lock_times(event) if builds_by_division else {}
    divisions = {division.pk: division for division in event.divisions.all()}
    versions = Version.objects.filter(deck_list__entry=OuterRef("pk"))
    newest, first = versions.order_by("-number"), versions.order_by("number")
    entries = Entry.objects.filter(condition, tournament=event).annotate(
        versions=Subquery(newest.values("number")[:1], output_field=PositiveSmallIntegerField()),
        newest_at=Subquery(newest.values("at")[:1], output_field=DateTimeField()),
        newest_late=Subquery(newest.values("late")[:1], output_field=BooleanField()),
        newest_by_player=Subquery(newest.values("by_player")[:1], output_field=BooleanField()),
        first_late=Subquery(first.values("late")[:1], output_field=BooleanField()),
    )
    rows = []
    for values in map(_EntryValues._make, entries.order_by().values_list(*_COLUMNS)):
        builds = builds_by_division.get(values.division) or DivisionBuilds(divisions[values.division])
        build = builds.of(values.pk)
        lock = submission_window.lock_in_force(build, values.lock or "", lock_times.get(values.pk))
        is_shut = submission_window.is_list_shut(lock, rules, build, values.newest_at, now)
        rows.append(
            _list_row(
                values,
                division=divisions[values.division].age_division,
                locked=is_shut or submission_window.is_list_fixed(builds, values.pk),
                lock=lock,
                catalogue=catalogue,
            )
        )
    rows.sort(key=lambda row: (not row.active, name_sort_key(row.sort_name)))
    return with_problem_counts(rows) if count_problems else rows


def _list_row(values: _EntryValues, *, division: str, locked: bool, lock: str, catalogue: int) -> ListRow:
    """Build the row of an entry, without its problems. `lock` is the lock in force for its list."""
    state = "missing"
    if values.version is not None:
        state = "unknown" if values.unknown else "legal" if values.legal else "illegal"
    newest_number = values.versions or 0
    was_changed = newest_number > 1 and (values.newest_late or not values.newest_by_player)
    full_name = f"{values.first_name} {values.last_name}".strip()
    sort_name = ", ".join(part for part in (values.last_name, values.first_name) if part)
    return ListRow(
        entry=values.pk,
        name=add_namesake_number(full_name, values.namesake),
        sort_name=add_namesake_number(sort_name, values.namesake),
        division=division,
        state=state,
        unknown=values.unknown or 0,
        number=values.number or 0,
        versions=newest_number,
        total=values.total or 0,
        errors=0,
        at=values.at,
        late=bool(values.version and values.first_late),
        changed=bool(values.version and was_changed),
        locked=locked,
        lock=lock,
        sent_back=bool(values.sent_back),
        active=values.dropped_in is None and not values.disqualified,
        stale=values.version is not None and values.catalogue != catalogue,
        version=values.version or 0,
    )


def with_problem_counts(rows: Sequence[ListRow]) -> list[ListRow]:
    """Return the rows with the number of problems of each list that is not legal. One query for any number of rows."""
    keys = [row.version for row in rows if row.state in ("illegal", "unknown")]
    illegal = Version.objects.filter(pk__in=keys, legal=False).values_list("pk", "problems")
    errors = {
        pk: sum(not is_legal([problem_from_values(values)]) for values in problems)
        for pk, problems in illegal
    }
    return [replace(row, errors=errors[row.version]) if row.version in errors else row for row in rows]


def count_lists_by_filter(rows: Collection[ListRow]) -> dict[str, int]:
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


def active_entries_without_list(event: Tournament) -> list[int] | None:
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
