"""Pick decks to check, at random or deliberately, and remove picked checks (R-035, R-038)."""

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import groupby

from django.db import transaction
from django.utils import timezone

from checks.engine import deck_picks
from checks.engine.deck_picks import CheckCandidate, Pick
from checks.engine.journal_kinds import DeckCheckTakenOff, DecksPicked, OfCheck
from checks.engine.refusals import CheckRefusal
from checks.models import DeckCheck
from checks.models.checks import MAX_WHY_LENGTH
from checks.queries import deck_checks as queries
from checks.services import locks
from core.engine.journal.kinds import add_undo
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from decks.engine.refusals import DeckRefusal
from decks.models import DeckList
from decks.services.check_rules import MAX_PERCENT, MAX_SHUFFLING
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round
from tournaments.models import Division, Entry, Tournament, User

SEED_BITS = 31
MAX_SEED = 2**31 - 1


@transaction.atomic
def pick_checks_at_random(
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
    """Pick decks at random that were not checked during the event.

    Pick `number` decks of each division, or as many as `percent` still requires. They come from the open tables
    of round `round_number` or the current round; between rounds, and once all tables have finished, from all
    players present. `during`: ignore checks before the event. `once`: if decks were already picked with `seed`,
    return these. No decks are picked if the target is reached.

    Refused: ROUND_NOT_FOUND, ROUND_NOT_POSTED, ROUND_IS_CLOSED (round) if no division is in it,
    CHECK_SEED_ODD (most), CHECK_RULES_ODD (most, minutes), NOBODY_TO_CHECK if decks are needed but none is left.
    """
    if seed is not None and not 0 <= seed <= MAX_SEED:
        raise Refused(CheckRefusal.CHECK_SEED_ODD, most=MAX_SEED)
    if percent is not None and not 0 <= percent <= MAX_PERCENT:
        raise Refused(DeckRefusal.CHECK_RULES_ODD, most=MAX_PERCENT, minutes=MAX_SHUFFLING)
    divisions = locks.lock_event_and_divisions(event, divisions)
    seed_checks = queries.checks_of(event).filter(
        kind=DeckCheck.Kind.RANDOM, seed=seed, entry__division__in=divisions
    )
    if once and (checks_of_seed := list(seed_checks.exclude(state=DeckCheck.State.REMOVED))):
        return checks_of_seed
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    rounds = _rounds_to_pick_from(divisions, round_number)
    candidates: list[CheckCandidate] = []
    for division in divisions:
        if division.pk in rounds:
            round_ = rounds[division.pk]
            at_tables = queries.candidates_at_tables(round_) if round_ else []
            candidates += at_tables or queries.candidates_between_rounds(division)
    rows = queries.division_coverage(event, queries.check_rules_of(event), percent=percent)
    missing_by_division = {
        row.division.pk: row.decks_to_pick_during_event if during else row.missing for row in rows
    }
    decks_to_pick = {
        division.pk: missing_by_division.get(division.pk, 0) if number is None else number
        for division in divisions
    }
    picks = deck_picks.pick_decks_at_random(candidates, decks_to_pick, seed=seed, whole_tables=whole_tables)
    if not picks and any(decks_to_pick.values()):
        raise Refused(CheckRefusal.NOBODY_TO_CHECK)
    return _save_picks(event, picks, DeckCheck.Kind.RANDOM, rounds, by=by, seed=seed, now=now)


@transaction.atomic
def pick_top_tables(
    event: Tournament,
    *,
    by: User | None,
    divisions: Sequence[Division],
    tables: int,
    again: bool = False,
    now: datetime | None = None,
) -> list[DeckCheck]:
    """Pick the decks of the first tables of each division, with `again` also those already checked.

    Refused: NO_TABLES_TO_CHECK, NOBODY_TO_CHECK.
    """
    divisions = locks.lock_event_and_divisions(event, divisions)
    rounds = {division.pk: queries.current_round(division) for division in divisions}
    candidates = [
        seat for round_ in rounds.values() if round_ for seat in queries.candidates_at_tables(round_)
    ]
    if not candidates:
        raise Refused(CheckRefusal.NO_TABLES_TO_CHECK)
    picks = deck_picks.pick_top_tables(candidates, tables, again=again)
    if not picks:
        raise Refused(CheckRefusal.NOBODY_TO_CHECK)
    return _save_picks(event, picks, DeckCheck.Kind.TOP, rounds, by=by, now=now)


@transaction.atomic
def pick_whole_cut(
    event: Tournament,
    *,
    by: User | None,
    divisions: Sequence[Division],
    again: bool = True,
    now: datetime | None = None,
) -> list[DeckCheck]:
    """Pick the decks of all players in the cut, with `again` also those already checked.

    Refused: NO_CUT_TO_CHECK, NOBODY_TO_CHECK.
    """
    divisions = locks.lock_event_and_divisions(event, divisions)
    rounds = {division.pk: queries.current_round(division) for division in divisions}
    candidates = [
        player
        for division in divisions
        for player in queries.candidates_in_cut(division, rounds[division.pk])
    ]
    if not candidates:
        raise Refused(CheckRefusal.NO_CUT_TO_CHECK)
    picks = deck_picks.pick_whole_cut(candidates, again=again)
    if not picks:
        raise Refused(CheckRefusal.NOBODY_TO_CHECK)
    return _save_picks(event, picks, DeckCheck.Kind.CUT, rounds, by=by, now=now)


@transaction.atomic
def pick_requested_deck(entry: Entry, *, why: str, by: User | None, now: datetime | None = None) -> DeckCheck:
    """Pick a player's deck for a reason that a judge states. Refused: CHECK_IS_OPEN (name), CHECK_NEEDS_WHY."""
    (division,) = locks.lock_event_and_divisions(entry.tournament, [entry.division])
    why = why.strip()[:MAX_WHY_LENGTH]
    if not why:
        raise Refused(CheckRefusal.CHECK_NEEDS_WHY)
    candidate = queries.candidate_of(entry)
    if candidate.open:
        raise Refused(CheckRefusal.CHECK_IS_OPEN, name=str(entry))
    rounds = {division.pk: queries.current_round(division)}
    picks = (deck_picks.pick_suspected(candidate),)
    kind = DeckCheck.Kind.SUSPICION
    return _save_picks(entry.tournament, picks, kind, rounds, by=by, why=why, now=now)[0]


@transaction.atomic
def remove_check(check: DeckCheck, *, by: User | None) -> DeckCheck:
    """Remove a check that has not begun. Refused: CHECK_NOT_FOUND, CHECK_HAS_BEGUN (name)."""
    check = locks.lock_check(check)
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
    """Write a journal line about a check. `facts` are the fields of its kind, except those about the check."""
    entry = check.entry
    line = kind(check=check.pk, name=str(entry), entry=entry.pk, **facts)
    return journal.write_journal_line(entry.tournament, line, by=by, division=entry.division, at=at)


def check_to_undo(line: JournalEvent, kinds: Sequence[str], state: str) -> DeckCheck:
    """Return the check of a journal line that is to be undone.

    Refused: UNDO_OVERTAKEN if the check is in another state, or has a newer line of these kinds.
    """
    # An undo locks the division in the line, so the player must still be in this division.
    rows = DeckCheck.objects.select_related("entry").filter(entry__division=line.division_id)
    check = rows.filter(pk=line.facts["check"], state=state).first()
    if check is None:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest_line(line, kinds, check=check.pk)
    return check


def _rounds_to_pick_from(divisions: Sequence[Division], number: int | None) -> dict[int, Round | None]:
    """Map each division to the round from which decks are picked, or to None between rounds.

    With a number, only divisions in which that round is posted are included. Refused: ROUND_NOT_FOUND,
    ROUND_NOT_POSTED, ROUND_IS_CLOSED (round) if there are none.
    """
    if number is None:
        return {division.pk: queries.current_round(division) for division in divisions}
    rounds = {division.pk: division.rounds.filter(number=number).first() for division in divisions}
    posted = {
        division: round_
        for division, round_ in rounds.items()
        if round_ and round_.state == Round.State.POSTED
    }
    if posted:
        return dict(posted)
    states = {round_.state for round_ in rounds.values() if round_}
    if not states:
        raise Refused(PairingRefusal.ROUND_NOT_FOUND, round=number)
    raise Refused(
        PairingRefusal.ROUND_IS_CLOSED if Round.State.CLOSED in states else PairingRefusal.ROUND_NOT_POSTED,
        round=number,
    )


def _save_picks(
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
    """Store picks as checks, with a journal line for each division, and return the checks in the order of the picks."""
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
    checks_by_division = groupby(
        sorted(saved, key=lambda row: row.entry.division_id), lambda row: row.entry.division
    )
    for division, group in checks_by_division:
        checks_of_division = list(group)
        first_check = checks_of_division[0]
        line = DecksPicked(
            checks=[check.pk for check in checks_of_division],
            names=", ".join(str(check.entry) for check in checks_of_division),
            decks=len(checks_of_division),
            cause=first_check.kind,
            why=first_check.why,
            seed=first_check.seed,
            round=first_check.round_number,
        )
        journal.write_journal_line(first_check.entry.tournament, line, by=by, division=division, at=now)
    return saved


KINDS = ("DecksPicked", DeckCheckTakenOff)


def _undo_pick(line: JournalEvent) -> None:
    """Delete the picked checks. Refused: UNDO_OVERTAKEN once one of them has begun or was removed."""
    rows = DeckCheck.objects.filter(pk__in=line.facts["checks"], entry__division=line.division_id)
    if rows.filter(state=DeckCheck.State.PICKED).count() != len(line.facts["checks"]):
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    rows.delete()


def _undo_check_removal(line: JournalEvent) -> None:
    """Set a removed check back to picked. Refused: UNDO_OVERTAKEN if the deck has another open check."""
    rows = DeckCheck.objects.filter(entry=line.facts["entry"])
    check = rows.filter(pk=line.facts["check"], state=DeckCheck.State.REMOVED).first()
    if check is None or rows.filter(state__in=queries.OPEN).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    check.state = DeckCheck.State.PICKED
    check.save(update_fields=["state"])


add_undo(_undo_pick, DecksPicked)
add_undo(_undo_check_removal, DeckCheckTakenOff)
