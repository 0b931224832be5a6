"""Deck checks before the event: the queue of decks, and the number of passed decks in each division."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from checks.engine.before_checks import DeckState, LatestCheck, Legality, Legibility, deck_state, legality
from checks.engine.check_sheet import MARKS
from checks.models import CheckTap, DeckCheck
from core.engine.alphabet import name_sort_key
from decks.engine.legality import Problem
from decks.engine.stored_values import problem_from_values
from decks.engine.verdicts import is_legal, ruling_subject
from decks.models import ListRules, Ruling
from decks.queries.lists.judging import requires_lists
from tournaments.models import Division, Entry, Tournament
from tournaments.queries.people import entry_search_condition

Settled = Collection[tuple[str, str]]
DONE, RUNNING = DeckCheck.State.DONE, DeckCheck.State.RUNNING
READABLE: dict[str, Legibility] = {"": "", "fine": "readable", "wrong": "rewrite"}


@dataclass(frozen=True, slots=True)
class QueuedDeck:
    """A deck in the queue.

    - `number`: number of the list's current version, or 0 without a list.
    - `open`: the unresolved problems of the list.
    - `check`: the latest check before the event, or None. `judge` runs or ended it; `at` is its start or end.
    - `reason`: what the player has to do next.
    """

    entry: int
    name: str
    sort_name: str
    player_id: str
    division: str
    checked_in_at: datetime | None
    started: bool
    deck_state: DeckState
    number: int
    legibility: Legibility
    legality: Legality
    open: tuple[Problem, ...]
    check: int | None
    judge: str
    at: datetime | None
    outcome: str
    reason: str

    @property
    def order(self) -> tuple[object, ...]:
        """Sort key: first changed lists, then players by time of check-in, then all others by name."""
        arrival = self.checked_in_at.timestamp() if self.checked_in_at else 0.0
        return (
            self.deck_state != "changed",
            self.checked_in_at is None,
            arrival,
            name_sort_key(self.sort_name),
            self.entry,
        )


@dataclass(frozen=True, slots=True)
class BeforeCheckProgress:
    """Numbers for a division's checks before the event.

    - `decks`: decks of active players.
    - `checks`: how many of these decks are being checked or were checked.
    - `passed`: how many of these decks passed with their current list.
    """

    division: Division
    decks: int
    passed: int
    checks: int


def before_check_queue(event: Tournament) -> list[QueuedDeck]:
    """List the decks of all active players in the order of the queue. Five queries in total."""
    large_fields = ("text", "unused", "read", "cards")
    playing = event.entries.filter(dropped_in=None, disqualified=False)
    entries = playing.select_related("player", "division", "deck_list__counts").defer(
        *(f"deck_list__counts__{name}" for name in large_fields),
        "deck_list__working_copy",
        "deck_list__working_copy_unused",
    )
    collected = requires_lists(event, ListRules.objects.filter(tournament=event).first())
    checks = DeckCheck.objects.filter(entry__tournament=event, kind=DeckCheck.Kind.BEFORE)
    checks = checks.filter(state__in=(RUNNING, DONE)).select_related("began_by", "ended_by")
    newest_checks = {check.entry_id: check for check in checks.order_by("pk")}
    # Taps are in order, so the latest one on legibility counts for each check.
    taps = CheckTap.objects.filter(check_of__entry__tournament=event, kind="step", subject="legible")
    taps = taps.filter(check_of__kind=DeckCheck.Kind.BEFORE).order_by("pk")
    marks_by_check = {check: MARKS[number] for check, number in taps.values_list("check_of", "number")}
    rulings = Ruling.objects.filter(deck_list__entry__tournament=event, withdrawn_at=None)
    rulings_by_entry: dict[int, set[tuple[str, str]]] = {}
    for entry_pk, code, card in rulings.values_list("deck_list__entry", "code", "card"):
        rulings_by_entry.setdefault(entry_pk, set()).add((code, card))
    rows = [
        _queue_row(
            entry, newest_checks.get(entry.pk), rulings_by_entry.get(entry.pk, ()), marks_by_check, collected
        )
        for entry in entries
    ]
    return sorted(rows, key=lambda row: row.order)


def before_check_progress(
    event: Tournament, *, division: Division | None = None, only_checked: bool = False
) -> list[BeforeCheckProgress]:
    """Return the progress of each division with active players, or only of `division`. Two queries.

    With `only_checked`, return nothing if no deck was checked, after one query.
    """
    playing = Count("entries", Q(entries__dropped_in=None, entries__disqualified=False))
    divisions = event.divisions.annotate(decks=playing).filter(decks__gt=0).select_related("tournament")
    checks = DeckCheck.objects.filter(entry__tournament=event, kind=DeckCheck.Kind.BEFORE)
    checks = checks.filter(entry__dropped_in=None, entry__disqualified=False)
    if division is not None:
        divisions, checks = divisions.filter(pk=division.pk), checks.filter(entry__division=division)
    fields = ("entry", "entry__division", "state", "outcome", "version", "entry__deck_list__counts")
    newest = {
        row[0]: row[1:]
        for row in checks.exclude(state=DeckCheck.State.REMOVED).order_by("pk").values_list(*fields)
    }
    if only_checked and not newest:
        return []
    passed, checked = Counter[int](), Counter[int]()
    for division_key, state, outcome, version, counts in newest.values():
        latest = LatestCheck(state == RUNNING, outcome == DeckCheck.Outcome.PASSED, version)
        checked[division_key] += 1
        passed[division_key] += deck_state(latest, counts=counts, collected=True) == "passed"
    return [
        BeforeCheckProgress(row, row.decks, passed[row.pk], checked[row.pk])
        for row in divisions.order_by("position", "pk")
    ]


def running_check(entry: Entry) -> DeckCheck | None:
    """Return the running check of an entry before the event, or None."""
    rows = DeckCheck.objects.filter(entry=entry, kind=DeckCheck.Kind.BEFORE, state=RUNNING)
    return rows.select_related("began_by").first()


def find_entries_of_check_queue(event: Tournament, text: str) -> set[int]:
    """Return the keys of the entries whose name or Player ID begins with the text. One query."""
    condition = entry_search_condition(text)
    return (
        set(event.entries.filter(condition).values_list("pk", flat=True)) if condition is not None else set()
    )


def _queue_row(
    entry: Entry,
    check: DeckCheck | None,
    rulings: Settled,
    marks_by_check: Mapping[int, str],
    collected: bool,
) -> QueuedDeck:
    """Combine an entry, its latest check and the rulings on its list into a row of the queue.

    `marks_by_check`: check key -> the latest mark for legibility. `collected`: whether the event requires lists.
    """
    deck_list = getattr(entry, "deck_list", None)
    version = deck_list.counts if deck_list else None
    open_errors, ruled_count = _unresolved_and_ruled(version.problems if version else (), rulings)
    legibility = READABLE[marks_by_check.get(check.pk, "")] if check else ""
    # The outcome of an ended check overrides the taps.
    if check and (check.rewrite or check.outcome == DeckCheck.Outcome.PASSED):
        legibility = "rewrite" if check.rewrite else "readable"
    latest = check and LatestCheck(
        check.state == RUNNING, check.outcome == DeckCheck.Outcome.PASSED, check.version_id
    )
    judge = (check.began_by if check.state == RUNNING else check.ended_by) if check else None
    return QueuedDeck(
        entry=entry.pk,
        name=str(entry),
        sort_name=entry.sort_name,
        player_id=entry.player_number or "",
        division=str(entry.division),
        checked_in_at=entry.checked_in_at,
        started=entry.division.started_at is not None,
        deck_state=deck_state(latest or None, counts=version.pk if version else None, collected=collected),
        number=version.number if version else 0,
        legibility=legibility,
        legality=legality(
            listed=version is not None,
            errors=len(open_errors),
            settled=ruled_count,
            unknown=version.unknown_cards if version else 0,
        ),
        open=open_errors,
        check=check.pk if check else None,
        judge=str(judge or ""),
        at=(check.began_at if check.state == RUNNING else check.ended_at) if check else None,
        outcome=check.outcome if check else "",
        reason=str(check.facts.get("reason", "")) if check else "",
    )


def _unresolved_and_ruled(
    problems: Iterable[Mapping[str, object]], rulings: Settled
) -> tuple[tuple[Problem, ...], int]:
    """Return the unresolved errors of a list, and the number of errors settled by a judge."""
    list_problems = [problem_from_values(values) for values in problems]
    errors = tuple(problem for problem in list_problems if not is_legal([problem], rulings))
    ruled_count = sum(
        problem.severity == "error" and (problem.code, ruling_subject(problem)) in rulings
        for problem in list_problems
    )
    return errors, ruled_count


def open_problems_of_checked_list(check: DeckCheck) -> tuple[tuple[Problem, ...], int]:
    """Return the unresolved errors of a check's list, and the number of errors settled by a judge. One query."""
    if check.version is None:
        return (), 0
    rulings = Ruling.objects.filter(deck_list__entry=check.entry_id, withdrawn_at=None)
    return _unresolved_and_ruled(check.version.problems, set(rulings.values_list("code", "card")))


@dataclass(frozen=True, slots=True, kw_only=True)
class PassedDecks:
    """The numbers of decks and of passed decks before the event."""

    passed: int
    decks: int


def passed_decks(event: Tournament, division: Division) -> PassedDecks | None:
    """Return the numbers of passed decks for the round desk. At most two queries.

    Return None without active players, or if round 1 is posted and no deck was checked.
    """
    has_started = division.started_at is not None
    progress = before_check_progress(event, division=division, only_checked=has_started)
    if not progress:
        return None
    return PassedDecks(passed=progress[0].passed, decks=progress[0].decks)
