"""The steps of a round: pair, pair again, swap, post, close.

Each is one transaction under the division's lock and one journal line.
"""

import secrets
from collections.abc import Collection, Container
from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import Kind
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.services import journal
from decks.engine.refusals import DeckRefusal
from decks.services.lists.rejudging import rejudge_redraft
from pairings import hooks
from pairings.engine.closing import OpenAtTable, unseen
from pairings.engine.journal_kinds import (
    PlayedWithoutNewLists,
    PlayersSwapped,
    RoundClosed,
    RoundPaired,
    RoundPairedAgain,
    RoundPosted,
    StartedWithoutLists,
)
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal, WarningCode
from pairings.models import Match, Round, Stage
from pairings.queries.bracket.cuts import round_facts
from pairings.queries.rounds import closed_rounds, fields, pairing_warnings, redrafts, stale_pairings
from pairings.queries.rounds import lists_ready as ready
from pairings.queries.rounds import no_shows as away
from pairings.services import locks
from pairings.services.bracket import brackets, walkovers
from pairings.services.rounds import (
    grouping,
    match_edits,
    missed_rounds,
    no_shows,
    seating,
    stages,
    swiss_pairing,
    table_numbers,
)
from pairings.services.rounds.seating import Place
from pairings.services.standings import ranking
from tournaments.models import Division, Entry, User
from tournaments.services import schedule

SEED_BITS = 62


@transaction.atomic
def pair_next(
    division: Division,
    *,
    by: User | None,
    seed: int | None = None,
    now: datetime | None = None,
    additional: bool = False,
    without_redraft: bool = False,
    number: int | None = None,
) -> Round:
    """Pair the next round; unposted, so only staff see it.

    The first pairing of an event grouped by attendance groups its age divisions (M-031) and pairs the resulting
    division. `seed` is random unless given, and stored. `additional` plays one Swiss round more than planned. A round
    after an announced redraft waits for its pairs, unless `without_redraft` (R-095). `number`: the expected number of
    the round.

    Refused: ROUND_IS_PAIRED and CHANGED_MEANWHILE if the next round is not `number`, ROUND_AWAITS_REVIEW,
    ROUND_HAS_OPEN_MATCHES, ROUND_NOT_CLOSED, SWISS_IS_OVER, NOBODY_CHECKED_IN, TOO_FEW_PLAYERS, PLAYERS_HAVE_LEFT,
    NOT_ENOUGH_TABLES, BRACKET_IS_OVER, CUT_HAS_STARTED_ALREADY for an additional round, REDRAFT_FIRST (round).
    """
    event = locks.event(division.tournament)
    if grouping.settle(event, by=by):
        division = grouping.successor(event, division)
    division = locks.division(division, of=event)
    newest = stages.last_round(division)
    coming = newest.number + 1 if newest else 1
    if number is not None and number != coming:
        code = PairingRefusal.ROUND_IS_PAIRED if number < coming else CoreRefusal.CHANGED_MEANWHILE
        raise Refused(code, round=number)
    stages.require_no_open_round(division)
    number = coming
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    stage = stages.current(division, seed=seed)
    planned = stage.rounds_planned
    if stage.kind != Stage.Kind.SWISS:
        if additional:
            raise Refused(PairingRefusal.CUT_HAS_STARTED_ALREADY)
    elif number > (planned or 0):
        if not additional:
            raise Refused(PairingRefusal.SWISS_IS_OVER, rounds=planned)
        stages.plan(stage, number)
    if not without_redraft and redrafts.waits_for(division, number):
        raise Refused(PairingRefusal.REDRAFT_FIRST, round=number)
    round_ = Round.objects.create(
        division=division,
        stage=stage,
        number=number,
        seed=seed,
        paired_at=now or timezone.now(),
    )
    places = draw(round_)
    seating.seat(round_, places)
    walkovers.settle(division)
    tables = sum(place.right is not None for place in places)
    line = RoundPaired(round=number, seed=round_.seed, tables=tables, planned_before=planned)
    _journal(round_, line, by=by, at=now)
    return round_


def draw(round_: Round) -> list[Place]:
    """Draw the matches of a round; a Swiss draw stores its facts in `round_.draw`.

    Refused: NOBODY_CHECKED_IN (division), PLAYERS_HAVE_LEFT (players) when the others dropped, and as the draw.
    """
    if round_.stage.kind == Stage.Kind.ELIMINATION:
        return brackets.draw(round_)
    division, number = round_.division, round_.number
    ready = fields.round_field(division, number)
    if number == 1 and not len(ready.field.ids) and division.entries.exists():
        raise Refused(PairingRefusal.NOBODY_CHECKED_IN, division=str(division))
    # Fewer than two players, and no one left to check in
    players = len(ready.field.ids) + len(ready.awarded)
    waits = division.entries.filter(checked_in_at=None, dropped_in=None, disqualified=False)
    if players < 2 and division.entries.count() > 1 and not waits.exists():
        raise Refused(PairingRefusal.PLAYERS_HAVE_LEFT, players=players)
    drawn = swiss_pairing.draw(round_, ready.field, seed=round_.seed, beside=len(ready.awarded))
    round_.draw, round_.seed = drawn.facts, drawn.seed
    round_.save(update_fields=["draw", "seed"])
    awarded = enumerate(ready.awarded, start=len(drawn.places))
    return drawn.places + [Place(spot, entry, None, None, Outcome.AWARDED_BYE) for spot, entry in awarded]


def _unposted(round_: Round) -> Round:
    """The round, locked and reloaded. Refused: ROUND_IS_POSTED or ROUND_IS_CLOSED unless it is unposted."""
    return _in_state(round_, Round.State.UNPOSTED, PairingRefusal.ROUND_IS_POSTED)


def _in_state(round_: Round, state: str, otherwise: StrEnum) -> Round:
    fresh = locks.round_(round_)
    if fresh.state != state:
        closed = fresh.state == Round.State.CLOSED
        raise Refused(PairingRefusal.ROUND_IS_CLOSED if closed else otherwise, **round_facts(fresh))
    return fresh


@transaction.atomic
def pair_again(
    round_: Round, *, by: User | None, seed: int | None = None, now: datetime | None = None
) -> Round:
    """Discard the pairings of an unposted round and pair it with another seed. Refused: ROUND_IS_POSTED, or as
    `pair_next`.
    """
    round_ = _unposted(round_)
    before = seating.facts_of(map(seating.place_of, round_.matches.all()))
    old_seed, old_draw, old_time, planned = (
        round_.seed,
        round_.draw,
        round_.paired_at,
        round_.stage.rounds_planned,
    )
    seeds = brackets.seeds_of_opening(round_)
    round_.seed = secrets.randbits(SEED_BITS) if seed is None else seed
    round_.paired_at = now or timezone.now()
    round_.save(update_fields=["seed", "paired_at"])
    seating.clear(round_)
    stages.open_again(round_)
    seating.seat(round_, draw(round_))
    walkovers.settle(round_.division)
    _journal(
        round_,
        RoundPairedAgain(
            round=round_.number,
            seed=round_.seed,
            seed_before=old_seed,
            draw_before=old_draw,
            paired_before=old_time.isoformat(),
            planned_before=planned,
            seeds_before=seeds,
            places_before=before,
        ),
        by=by,
        at=now,
    )
    return round_


@transaction.atomic
def swap(round_: Round, first: Entry, second: Entry, *, by: User | None, anyway: bool = False) -> Round:
    """Swap two players of an unposted round; a player with a fixed table stays at it.

    Refused: ROUND_IS_POSTED, NOT_IN_THIS_ROUND, SWAP_SAME_TABLE, SWAP_OF_AWARDED_BYE, BRACKET_IS_FIXED, and, unless
    `anyway`, SWAP_IS_REMATCH, SWAP_IS_APART, SWAP_IS_OF_GROUP and SWAP_GIVES_SECOND_BYE.
    """
    round_ = _unposted(round_)
    if round_.stage.kind == Stage.Kind.ELIMINATION:
        raise Refused(PairingRefusal.BRACKET_IS_FIXED, round=round_.number)
    chosen = round_.seats.filter(entry__in=[first, second]).select_related("match")
    seats = {seat.entry_id: seat.match for seat in chosen}
    for entry in (first, second):
        if entry.pk not in seats:
            raise Refused(PairingRefusal.NOT_IN_THIS_ROUND, name=str(entry), round=round_.number)
    if seats[first.pk].pk == seats[second.pk].pk:
        raise Refused(PairingRefusal.SWAP_SAME_TABLE)
    for entry in (first, second):
        if seats[entry.pk].outcome == Outcome.AWARDED_BYE:
            raise Refused(PairingRefusal.SWAP_OF_AWARDED_BYE, name=str(entry))
    if not anyway:
        _warn_of_swap(round_, seats)
    old = list(seats.values())
    freed = [match.table for match in old if match.table is not None]
    facts = match_edits.reseat(
        round_, old, table_numbers.reseated(round_, seating.swapped(old, first.pk, second.pk), freed)
    )
    _journal(
        round_,
        PlayersSwapped(
            round=round_.number,
            first=first.pk,
            second=second.pk,
            first_name=str(first),
            second_name=str(second),
            anyway=anyway,
            **facts,
        ),
        by=by,
    )
    return round_


OF_WISHES = {
    WarningCode.WARNING_APART: PairingRefusal.SWAP_IS_APART,
    WarningCode.WARNING_GROUP: PairingRefusal.SWAP_IS_OF_GROUP,
}


def _warn_of_swap(round_: Round, matches: dict[int, Match]) -> None:
    """Refused: SWAP_IS_REMATCH, SWAP_IS_APART, SWAP_IS_OF_GROUP or SWAP_GIVES_SECOND_BYE for the resulting matches."""
    first, second = matches
    earlier = Match.objects.filter(round__division=round_.division, round__number__lt=round_.number)
    for comes, leaves in ((first, second), (second, first)):
        stays = [entry for entry in seating.people(matches[leaves]) if entry != leaves]
        if not stays:
            byes = earlier.filter(left=comes, outcome__in=[Outcome.BYE, Outcome.AWARDED_BYE])
            if byes.exists():
                name = str(Entry.objects.select_related("player").get(pk=comes))
                raise Refused(PairingRefusal.SWAP_GIVES_SECOND_BYE, name=name)
            continue
        other = stays[0]
        met = (earlier.filter(left=comes, right=other) | earlier.filter(left=other, right=comes)).first()
        if met is not None:
            people = Entry.objects.select_related("player").in_bulk([comes, other])
            names = {"first": str(people[comes]), "second": str(people[other])}
            raise Refused(PairingRefusal.SWAP_IS_REMATCH, **names, round=met.round.number)
        for warning in pairing_warnings.about(round_, [(comes, other)]):
            if warning.code in OF_WISHES:
                raise Refused(OF_WISHES[warning.code], **warning.facts)


@transaction.atomic
def post(round_: Round, *, by: User | None, now: datetime | None = None, lists_reason: str = "") -> Round:
    """Post a round.

    `lists_reason` starts round 1 without all deck lists (R-030, R-002), and the round of a redraft before all decks are
    rebuilt (R-095, S6). Refused: ROUND_IS_POSTED, PAIRINGS_ARE_STALE if players entered or dropped since,
    PAIRINGS_FOLLOW_OLD_RESULTS if results were corrected since, LISTS_NOT_READY (missing, illegal, unknown, names).
    """
    round_ = _unposted(round_)
    stale_pairings.require_fresh(round_)
    unready, reason = ready.lists_of(round_), lists_reason.strip()
    if unready:
        missing, illegal = len(unready.missing), len(unready.illegal)
        names = ", ".join([*unready.missing, *unready.illegal][:4])
        if not reason:
            counts = {"missing": missing, "illegal": illegal, "unknown": len(unready.unknown)}
            raise Refused(DeckRefusal.LISTS_NOT_READY, **counts, names=names)
        started = StartedWithoutLists if round_.number == 1 else PlayedWithoutNewLists
        facts = started(
            round=round_.number, reason=reason[:300], names=names, missing=missing, illegal=illegal
        )
        _journal(round_, facts, by=by, at=now)
    round_.state = Round.State.POSTED
    round_.posted_at = now or timezone.now()
    round_.revision += 1
    round_.save(update_fields=["state", "posted_at", "revision"])
    stages.settle(round_)
    joins_later = missed_rounds.lose_who_joins_later(round_)
    if round_.division.started_at is None:
        round_.division.started_at = round_.posted_at
        round_.division.save(update_fields=["started_at"])
    schedule.started(round_.division.tournament, round_number=round_.number, at=round_.posted_at)
    _journal(round_, RoundPosted(round=round_.number, joins_later=joins_later), by=by, at=now)
    rejudge_redraft(round_.division, by=by)
    hooks.moved(round_)
    return round_


def open_at_tables(round_: Round) -> list[OpenAtTable]:
    """The open entries at the tables of a round, by table: calls, disputes, penalties, checks, extensions."""
    entries = [entry for ask in hooks.open_at_tables for entry in ask(round_)]
    return sorted(entries, key=lambda entry: (not entry.table, entry.table, entry.kind, entry.pk))


@transaction.atomic
def close(
    round_: Round,
    *,
    by: User | None,
    seen: Container[str] = (),
    drop: Collection[int] = (),
    now: datetime | None = None,
) -> Round:
    """Close a round and rank the division; the no-shows of the round among the entries `drop` are dropped first.

    `seen`: keys of the entries that may stay open at its tables; calls are closed. Refused: ROUND_NOT_POSTED,
    ROUND_IS_CLOSED, ROUND_HAS_OPEN_MATCHES, DISPUTES_OPEN, TABLES_ARE_BUSY (open).
    """
    round_ = _in_state(round_, Round.State.POSTED, PairingRefusal.ROUND_NOT_POSTED)
    stages.require_all_results(round_)
    if busy := unseen(open_at_tables(round_), seen):
        raise Refused(PairingRefusal.TABLES_ARE_BUSY, open=len(busy), **round_facts(round_))
    now = now or timezone.now()
    if leaving := {row.entry.pk for row in away.of_round(round_)}.intersection(drop):
        no_shows.drop(round_, leaving, by=by, now=now)
    for follow in hooks.round_closing:
        follow(round_, by=by, now=now)
    round_.state = Round.State.CLOSED
    round_.closed_at = now
    round_.save(update_fields=["state", "closed_at"])
    ranking.snapshot(round_)
    schedule.ended(round_.division.tournament, round_number=round_.number, at=round_.closed_at)
    _journal(
        round_,
        RoundClosed(
            round=round_.number,
            cut=round_.stage.kind == Stage.Kind.ELIMINATION,
            played=closed_rounds.played_in(round_),
        ),
        by=by,
        at=now,
    )
    hooks.moved(round_)
    return round_


def _journal(round_: Round, line: Kind, *, by: User | None, at: datetime | None = None) -> None:
    journal.write(round_.division.tournament, line, by=by, division=round_.division, at=at)
