"""Deck checks: picked at random or on purpose, and removed (R-035, R-038)."""

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import groupby

from django.db import transaction
from django.utils import timezone

from checks.engine import checks
from checks.engine.checks import Candidate, Pick
from checks.engine.journal_kinds import DeckCheckTakenOff, DecksPicked, OfCheck
from checks.engine.refusals import CheckRefusal
from checks.models import DeckCheck
from checks.models.checks import LONGEST_WHY
from checks.queries import deck_checks as queries
from checks.services import locks
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from decks.engine.refusals import DeckRefusal
from decks.models import DeckList
from decks.services.check_rules import MOST_PERCENT, MOST_SHUFFLING
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round
from tournaments.models import Division, Entry, Tournament, User

SEED_BITS = 31
LARGEST_SEED = 2**31 - 1


@transaction.atomic
def pick_at_random(
    event: Tournament,
    *,
    by: User | None,
    divisions: Sequence[Division],
    number: int | None = None,
    percent: int | None = None,
    round_number: int | None = None,
    seed: int | None = None,
    whole_tables: bool = False,
    during: bool = False,
    once: bool = False,
    now: datetime | None = None,
) -> list[DeckCheck]:
    """Draw decks not checked during the event: `number` of each division, or as many as `percent` still lacks.

    From the open tables of round `round_number`, or of the current round; between rounds, and once no table is open,
    from everyone here. `during` excludes checks before the event from the count. `once`: return what `seed` has picked
    already. Nothing is picked if the target is reached.

    Refused: ROUND_NOT_FOUND, ROUND_NOT_POSTED, ROUND_IS_CLOSED if no division is in that round, CHECK_SEED_ODD,
    CHECK_RULES_ODD (most, minutes), NOBODY_TO_CHECK if decks are wanted and none is left.
    """
    if seed is not None and not 0 <= seed <= LARGEST_SEED:
        raise Refused(CheckRefusal.CHECK_SEED_ODD, most=LARGEST_SEED)
    if percent is not None and not 0 <= percent <= MOST_PERCENT:
        raise Refused(DeckRefusal.CHECK_RULES_ODD, most=MOST_PERCENT, minutes=MOST_SHUFFLING)
    homes = locks.event_and_divisions(event, divisions)
    there = queries.checks_of(event).filter(kind=DeckCheck.Kind.RANDOM, seed=seed, entry__division__in=homes)
    if once and (twice := list(there.exclude(state=DeckCheck.State.REMOVED))):
        return twice
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    rounds = _rounds(homes, round_number)
    candidates: list[Candidate] = []
    for home in homes:
        if home.pk in rounds:
            round_ = rounds[home.pk]
            candidates += (queries.at_tables(round_) if round_ else []) or queries.between_rounds(home)
    rows = queries.coverage(event, queries.rules_of(event), percent=percent)
    lacking = {row.division.pk: row.missing_during if during else row.missing for row in rows}
    wanted = {home.pk: lacking.get(home.pk, 0) if number is None else number for home in homes}
    picks = checks.at_random(candidates, wanted, seed=seed, whole_tables=whole_tables)
    if not picks and any(wanted.values()):
        raise Refused(CheckRefusal.NOBODY_TO_CHECK)
    return _save(event, picks, DeckCheck.Kind.RANDOM, rounds, by=by, seed=seed, now=now)


@transaction.atomic
def pick_top(
    event: Tournament,
    *,
    by: User | None,
    divisions: Sequence[Division],
    tables: int,
    again: bool = False,
    now: datetime | None = None,
) -> list[DeckCheck]:
    """Pick the decks of the first tables of each division. Refused: NO_TABLES_TO_CHECK, NOBODY_TO_CHECK."""
    homes = locks.event_and_divisions(event, divisions)
    rounds = {home.pk: queries.round_on(home) for home in homes}
    candidates = [seat for round_ in rounds.values() if round_ for seat in queries.at_tables(round_)]
    if not candidates:
        raise Refused(CheckRefusal.NO_TABLES_TO_CHECK)
    picks = checks.top_tables(candidates, tables, again=again)
    return _some(_save(event, picks, DeckCheck.Kind.TOP, rounds, by=by, now=now))


@transaction.atomic
def pick_cut(
    event: Tournament,
    *,
    by: User | None,
    divisions: Sequence[Division],
    again: bool = True,
    now: datetime | None = None,
) -> list[DeckCheck]:
    """Pick the decks of everyone in the cut. Refused: NO_CUT_TO_CHECK, NOBODY_TO_CHECK."""
    homes = locks.event_and_divisions(event, divisions)
    rounds = {home.pk: queries.round_on(home) for home in homes}
    candidates = [player for home in homes for player in queries.in_cut(home, rounds[home.pk])]
    if not candidates:
        raise Refused(CheckRefusal.NO_CUT_TO_CHECK)
    picks = checks.whole_cut(candidates, again=again)
    return _some(_save(event, picks, DeckCheck.Kind.CUT, rounds, by=by, now=now))


@transaction.atomic
def pick_one(entry: Entry, *, why: str, by: User | None, now: datetime | None = None) -> DeckCheck:
    """Pick the deck a judge requests. Refused: CHECK_IS_OPEN (name), CHECK_NEEDS_WHY."""
    (home,) = locks.event_and_divisions(entry.tournament, [entry.division])
    why = why.strip()[:LONGEST_WHY]
    if not why:
        raise Refused(CheckRefusal.CHECK_NEEDS_WHY)
    candidate = queries.one_candidate(entry)
    if candidate.open:
        raise Refused(CheckRefusal.CHECK_IS_OPEN, name=str(entry))
    rounds = {home.pk: queries.round_on(home)}
    picks = (checks.suspected(candidate),)
    kind = DeckCheck.Kind.SUSPICION
    return _save(entry.tournament, picks, kind, rounds, by=by, why=why, now=now)[0]


@transaction.atomic
def take_off(check: DeckCheck, *, by: User | None) -> DeckCheck:
    """Remove a picked check. Refused: CHECK_NOT_FOUND, CHECK_HAS_BEGUN (name)."""
    check = locks.check(check)
    if check.state != DeckCheck.State.PICKED:
        raise Refused(CheckRefusal.CHECK_HAS_BEGUN, name=str(check.entry))
    check.state = DeckCheck.State.REMOVED
    check.save(update_fields=["state"])
    journal_check(check, DeckCheckTakenOff, by=by)
    return check


def journal_check(
    check: DeckCheck,
    kind: Callable[..., OfCheck],
    *,
    by: User | None,
    at: datetime | None = None,
    **facts: object,
) -> JournalEvent:
    """Write one journal line about one check."""
    entry = check.entry
    line = kind(check=check.pk, name=str(entry), entry=entry.pk, **facts)
    return journal.write(entry.tournament, line, by=by, division=entry.division, at=at)


def _rounds(homes: Sequence[Division], number: int | None) -> dict[int, Round | None]:
    """Division -> the round to pick from; with a number only divisions in that round.

    Refused: ROUND_NOT_FOUND, ROUND_NOT_POSTED, ROUND_IS_CLOSED.
    """
    if number is None:
        return {home.pk: queries.round_on(home) for home in homes}
    rounds = {home.pk: home.rounds.filter(number=number).first() for home in homes}
    posted = {home: row for home, row in rounds.items() if row and row.state == Round.State.POSTED}
    if posted:
        return dict(posted)
    states = {row.state for row in rounds.values() if row}
    if not states:
        raise Refused(PairingRefusal.ROUND_NOT_FOUND, round=number)
    raise Refused(
        PairingRefusal.ROUND_IS_CLOSED if Round.State.CLOSED in states else PairingRefusal.ROUND_NOT_POSTED,
        round=number,
    )


def _some(rows: list[DeckCheck]) -> list[DeckCheck]:
    if not rows:
        raise Refused(CheckRefusal.NOBODY_TO_CHECK)
    return rows


def _save(
    event: Tournament,
    picks: Sequence[Pick],
    kind: DeckCheck.Kind,
    rounds: dict[int, Round | None],
    *,
    by: User | None,
    seed: int | None = None,
    why: str = "",
    now: datetime | None = None,
) -> list[DeckCheck]:
    """Store picks, with one journal line per division."""
    now = now or timezone.now()
    lists = DeckList.objects.filter(entry__in=[pick.entry for pick in picks])
    versions = dict(lists.values_list("entry", "counts"))
    created = DeckCheck.objects.bulk_create(
        [
            DeckCheck(
                entry_id=pick.entry,
                version_id=versions.get(pick.entry),
                round_number=getattr(rounds.get(pick.division), "number", None),
                table=pick.table,
                kind=kind,
                why=why,
                seed=seed,
                facts={"why": pick.why, "place": pick.place, "among": pick.among},
                picked_at=now,
                picked_by=by,
            )
            for pick in picks
        ]
    )
    rows = {row.pk: row for row in queries.checks_of(event).filter(pk__in=[check.pk for check in created])}
    saved = [rows[check.pk] for check in created]
    for home, some in groupby(
        sorted(saved, key=lambda row: row.entry.division_id), lambda row: row.entry.division
    ):
        _journal_picks(list(some), home, by=by, now=now)
    return saved


def _journal_picks(rows: list[DeckCheck], home: Division, *, by: User | None, now: datetime) -> None:
    first = rows[0]
    journal.write(
        first.entry.tournament,
        DecksPicked(
            checks=[row.pk for row in rows],
            names=", ".join(str(row.entry) for row in rows),
            decks=len(rows),
            cause=first.kind,
            why=first.why,
            seed=first.seed,
            round=first.round_number,
        ),
        by=by,
        division=home,
        at=now,
    )


KINDS = ("DecksPicked", DeckCheckTakenOff)


def drawn_together(line: JournalEvent) -> list[JournalEvent]:
    """The journal lines of one draw over several divisions, including `line`, without undone ones."""
    lines = JournalEvent.objects.select_related("division__tournament", "tournament")
    lines = lines.filter(
        tournament=line.tournament_id,
        kind=line.kind,
        at=line.at,
        by=line.by_id,
        undone_by__isnull=True,
    )
    return [drawn for drawn in lines if drawn.facts.get("seed") == line.facts.get("seed")]


def _undo_pick(line: JournalEvent) -> None:
    """Refused: UNDO_OVERTAKEN once one of the checks has begun or was removed."""
    rows = DeckCheck.objects.filter(pk__in=line.facts["checks"], entry__division=line.division_id)
    if rows.filter(state=DeckCheck.State.PICKED).count() != len(line.facts["checks"]):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    rows.delete()


def _undo_take_off(line: JournalEvent) -> None:
    rows = DeckCheck.objects.filter(entry=line.facts["entry"])
    check = rows.filter(pk=line.facts["check"], state=DeckCheck.State.REMOVED).first()
    if check is None or rows.filter(state__in=queries.OPEN).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    check.state = DeckCheck.State.PICKED
    check.save(update_fields=["state"])


add_undo(_undo_pick, DecksPicked)
add_undo(_undo_take_off, DeckCheckTakenOff)
