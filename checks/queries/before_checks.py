"""Checks before the event: the queue of decks, and how many of each division have passed."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from checks.engine.before_checks import Legality, Legibility, Seen, Stand, legality, stand
from checks.engine.check_sheet import MARKS
from checks.models import CheckTap, DeckCheck
from core.engine.alphabet import sort_key
from decks.engine.legality import Problem
from decks.engine.verdicts import is_legal, problem_of, subject
from decks.models import ListRules, Ruling
from decks.queries.lists.verdicts import wants_lists
from tournaments.models import Division, Entry, Tournament
from tournaments.queries.people import matching

Settled = Collection[tuple[str, str]]
DONE, RUNNING = DeckCheck.State.DONE, DeckCheck.State.RUNNING
READABLE: dict[str, Legibility] = {"": "", "fine": "readable", "wrong": "rewrite"}


@dataclass(frozen=True, slots=True)
class QueueRow:
    """One deck of the queue.

    `check`: its latest check before the event; `who`: the judge running or having ended it. `open`: unresolved problems
    of its list; `reason`: the instruction to the player; `here`: when they checked in.
    """

    entry: int
    name: str
    sort_name: str
    player_id: str
    division: str
    here: datetime | None
    started: bool
    stand: Stand
    number: int
    legibility: Legibility
    legality: Legality
    open: tuple[Problem, ...]
    check: int | None
    who: str
    at: datetime | None
    outcome: str
    reason: str

    @property
    def order(self) -> tuple[object, ...]:
        """Sort key: changed lists, then players here by arrival, then the rest by name."""
        here = self.here.timestamp() if self.here else 0.0
        return (self.stand != "changed", self.here is None, here, sort_key(self.sort_name), self.entry)


@dataclass(frozen=True, slots=True)
class Progress:
    """How many decks of a division were checked against their cards and passed, and how many there are."""

    division: Division
    decks: int
    passed: int
    checks: int


def queue(event: Tournament) -> list[QueueRow]:
    """Every player of the event who has not left, next in the queue first. Five queries, whatever their number."""
    heavy = ("text", "unused", "read", "cards")
    playing = event.entries.filter(dropped_in=None, disqualified=False)
    entries = playing.select_related("player", "division", "deck_list__counts").defer(
        *(f"deck_list__counts__{name}" for name in heavy),
        "deck_list__working_copy",
        "deck_list__working_copy_unused",
    )
    collected = wants_lists(event, ListRules.objects.filter(tournament=event).first())
    checks = DeckCheck.objects.filter(entry__tournament=event, kind=DeckCheck.Kind.BEFORE)
    checks = checks.filter(state__in=(RUNNING, DONE)).select_related("began_by", "ended_by")
    newest = {check.entry_id: check for check in checks.order_by("pk")}
    # The latest mark of each check for the legibility of the list
    taps = CheckTap.objects.filter(check_of__entry__tournament=event, kind="step", subject="legible")
    taps = taps.filter(check_of__kind=DeckCheck.Kind.BEFORE).order_by("pk")
    read = {check: MARKS[number] for check, number in taps.values_list("check_of", "number")}
    ruled = _ruled(event)
    rows = [_row(entry, newest.get(entry.pk), ruled.get(entry.pk, ()), read, collected) for entry in entries]
    return sorted(rows, key=lambda row: row.order)


def progress(event: Tournament, *, division: Division | None = None) -> list[Progress]:
    """Each division with players. Two queries."""
    playing = Count("entries", Q(entries__dropped_in=None, entries__disqualified=False))
    homes = event.divisions.annotate(decks=playing).filter(decks__gt=0).select_related("tournament")
    checks = DeckCheck.objects.filter(entry__tournament=event, kind=DeckCheck.Kind.BEFORE)
    checks = checks.filter(entry__dropped_in=None, entry__disqualified=False)
    if division is not None:
        homes, checks = homes.filter(pk=division.pk), checks.filter(entry__division=division)
    fields = ("entry", "entry__division", "state", "outcome", "version", "entry__deck_list__counts")
    newest = {
        row[0]: row[1:]
        for row in checks.exclude(state=DeckCheck.State.REMOVED).order_by("pk").values_list(*fields)
    }
    passed, checked = Counter[int](), Counter[int]()
    for home, state, outcome, version, counts in newest.values():
        seen = Seen(state == RUNNING, outcome == DeckCheck.Outcome.PASSED, version)
        checked[home] += 1
        passed[home] += stand(seen, counts=counts, collected=True) == "passed"
    return [
        Progress(home, home.decks, passed[home.pk], checked[home.pk])
        for home in homes.order_by("position", "pk")
    ]


def running(entry: Entry) -> DeckCheck | None:
    """The running check of an entry before the event."""
    rows = DeckCheck.objects.filter(entry=entry, kind=DeckCheck.Kind.BEFORE, state=RUNNING)
    return rows.select_related("began_by").first()


def named(event: Tournament, text: str) -> set[int]:
    """Entries whose name or Player ID begins with the text. One query."""
    wanted = matching(text)
    return set(event.entries.filter(wanted).values_list("pk", flat=True)) if wanted is not None else set()


def _ruled(event: Tournament) -> dict[int, set[tuple[str, str]]]:
    """Entry -> code and subject of rulings on its list."""
    rows = Ruling.objects.filter(deck_list__entry__tournament=event, withdrawn_at=None)
    ruled: dict[int, set[tuple[str, str]]] = {}
    for entry, code, card in rows.values_list("deck_list__entry", "code", "card"):
        ruled.setdefault(entry, set()).add((code, card))
    return ruled


def _row(
    entry: Entry, check: DeckCheck | None, ruled: Settled, read: Mapping[int, str], collected: bool
) -> QueueRow:
    deck_list = getattr(entry, "deck_list", None)
    version = deck_list.counts if deck_list else None
    errors, settled = _judged(version.problems if version else (), ruled)
    seen = check and Seen(check.state == RUNNING, check.outcome == DeckCheck.Outcome.PASSED, check.version_id)
    judge = (check.began_by if check.state == RUNNING else check.ended_by) if check else None
    return QueueRow(
        entry=entry.pk,
        name=str(entry),
        sort_name=entry.sort_name,
        player_id=entry.player_number or "",
        division=str(entry.division),
        here=entry.checked_in_at,
        started=entry.division.started_at is not None,
        stand=stand(seen or None, counts=version.pk if version else None, collected=collected),
        number=version.number if version else 0,
        legibility=_legibility(check, read),
        legality=legality(
            listed=version is not None,
            errors=len(errors),
            settled=settled,
            unknown=version.unknown_cards if version else 0,
        ),
        open=errors,
        check=check.pk if check else None,
        who=str(judge or ""),
        at=(check.began_at if check.state == RUNNING else check.ended_at) if check else None,
        outcome=check.outcome if check else "",
        reason=str(check.facts.get("reason", "")) if check else "",
    )


def _legibility(check: DeckCheck | None, read: Mapping[int, str]) -> Legibility:
    if check is None:
        return ""
    if check.rewrite:
        return "rewrite"
    if check.outcome == DeckCheck.Outcome.PASSED:
        return "readable"
    return READABLE[read.get(check.pk, "")]


def _judged(problems: Iterable[Mapping[str, object]], ruled: Settled) -> tuple[tuple[Problem, ...], int]:
    """Problems that make a list illegal, and the number ruled on."""
    stored = [problem_of(values) for values in problems]
    errors = tuple(problem for problem in stored if not is_legal([problem], ruled))
    settled = sum(
        problem.severity == "error" and (problem.code, subject(problem)) in ruled for problem in stored
    )
    return errors, settled


def open_problems(check: DeckCheck) -> tuple[tuple[Problem, ...], int]:
    """Unresolved problems of the list a check compares with, and the number ruled on. One query."""
    if check.version is None:
        return (), 0
    ruled = Ruling.objects.filter(deck_list__entry=check.entry_id, withdrawn_at=None)
    return _judged(check.version.problems, set(ruled.values_list("code", "card")))
