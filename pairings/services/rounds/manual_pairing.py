"""Manual changes of a paired round: pair some tables again, or make a match.

Posted rounds too, at tables without any report yet.
"""

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, replace

import numpy as np
from django.db import transaction

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine import swiss
from pairings.engine.journal_kinds import MatchMadeByHand, TablesDrawnAgain
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.engine.swiss import Draw
from pairings.models import Match, Round
from pairings.queries.rounds import fields, options
from pairings.services.rounds import match_edits, seating, swiss_pairing, table_numbers
from pairings.services.rounds.seating import Place
from tournaments.models import Entry, User

SEED_BITS = 62
UNPOSTED = (Round.State.UNPOSTED.value,)
OPEN = (Round.State.UNPOSTED.value, Round.State.POSTED.value)


@transaction.atomic
def re_pair_some(
    round_: Round, matches: Collection[Match], *, by: User | None, seed: int | None = None
) -> Round:
    """Break some matches of a round and pair their players among themselves again; the rest stays.

    The bye may be one of them. They sit at the same tables, fixed ones at theirs, and the broken pairs are avoided.

    Refused: ROUND_IS_CLOSED, BRACKET_IS_FIXED, MATCH_NOT_FOUND, SWAP_OF_AWARDED_BYE, TABLE_HAS_BEGUN (table),
    BREAK_TWO_TABLES, PAIRINGS_HOLD_OTHERS.
    """
    round_ = match_edits.swiss_round(round_, *OPEN, otherwise=PairingRefusal.ROUND_IS_CLOSED)
    # In table order
    broken = list(round_.matches.filter(pk__in=[match.pk for match in matches]).order_by("position", "id"))
    if len(broken) != len(matches):
        raise Refused(PairingRefusal.MATCH_NOT_FOUND)
    _require_drawn(broken)
    if len(broken) < 2:
        raise Refused(PairingRefusal.BREAK_TWO_TABLES)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    drawn, part = _part(round_, broken, seed)
    # The new matches are at the tables of the old ones, in their order.
    two = [match for match in broken if match.right_id is not None]
    new = [
        Place(match.position, left, right, match.table)
        for match, (left, right) in zip(two, drawn.pairs, strict=True)
    ]
    if drawn.bye is not None:
        alone = next((match.position for match in broken if match.right_id is None), 0)
        new.append(Place(alone, drawn.bye, None, None, Outcome.BYE))
    places = table_numbers.reseated(round_, new, [match.table for match in broken if match.table is not None])
    facts = match_edits.reseat(round_, broken, places)
    round_.draw = round_.draw | {"redrawn": [*round_.draw.get("redrawn", ()), part]}
    round_.save(update_fields=["draw"])
    journal.write(
        round_.division.tournament,
        TablesDrawnAgain(
            round=round_.number,
            tables=len(broken),
            seed=seed,
            posted=round_.state == Round.State.POSTED,
            **facts,
        ),
        by=by,
        division=round_.division,
    )
    return round_


def _require_drawn(matches: Iterable[Match]) -> None:
    for match in matches:
        if match.right_id is None and match.outcome != Outcome.BYE:
            raise Refused(PairingRefusal.SWAP_OF_AWARDED_BYE, name=str(match.left))
        _require_not_begun(match)


def _require_not_begun(match: Match) -> None:
    """Refused: TABLE_HAS_BEGUN when the match has a result, a player's report, a mark, extra time or a call."""
    if match.right_id is None:
        return
    words = match.reports.filter(entry__isnull=False, withdrawn_at=None)
    begun = words.exists() or match.marks.filter(withdrawn_at=None).exists()
    if match.outcome != Outcome.PENDING or begun or match.extensions.exists() or match.calls.exists():
        raise Refused(PairingRefusal.TABLE_HAS_BEGUN, table=match.table)


def _part(round_: Round, broken: Sequence[Match], seed: int) -> tuple[Draw, Mapping[str, object]]:
    """The draw of these players alone, and the same as facts with its inputs.

    Refused: PAIRINGS_HOLD_OTHERS when one of them no longer plays.
    """
    ids = [entry for match in broken for entry in seating.people(match)]
    field = fields.round_field(round_.division, round_.number).field
    chosen = np.isin(field.ids, ids)
    if int(chosen.sum()) != len(ids):
        raise Refused(PairingRefusal.PAIRINGS_HOLD_OTHERS)
    field = replace(field, ids=field.ids[chosen], points=field.points[chosen], byes=field.byes[chosen])
    wishes = options.wishes_of(round_.division)
    wanted = options.for_draw(round_, field.ids, wishes)
    parted = tuple((match.left_id, match.right_id) for match in broken if match.right_id is not None)
    wanted = replace(wanted, avoid=(*wanted.avoid, *parted))
    inside = swiss_pairing.inside_pods(round_, field, wishes, wanted, seed=seed)
    drawn, pod_inputs = inside or (swiss.pair(field, seed=seed, options=wanted), {})
    return drawn, {**asdict(drawn), "inputs": {**swiss_pairing.inputs(field, wanted), **pod_inputs}}


@transaction.atomic
def make_match(
    round_: Round, first: Entry, second: Entry | None, *, by: User | None, anyway: bool = False
) -> Round:
    """Pair two players of a round, or give one the bye (`second` None); their former opponents meet or sit out.

    Refused: ROUND_IS_CLOSED, BRACKET_IS_FIXED, NOT_IN_THIS_ROUND, MEET_ALREADY, SWAP_OF_AWARDED_BYE, TABLE_HAS_BEGUN
    (table), BYE_NEEDS_ODD_FIELD, and MATCH_HAS_WARNINGS (warnings) unless `anyway`.
    """
    round_ = match_edits.swiss_round(round_, *OPEN, otherwise=PairingRefusal.ROUND_IS_CLOSED)
    own = _match_of(round_, first)
    if second:
        other = _match_of(round_, second)
    else:
        byes = round_.matches.filter(
            outcome=Outcome.BYE.value, left__dropped_in=None, left__disqualified=False
        )
        bye = byes.select_related("left__player").first()
        if bye is None:
            raise Refused(PairingRefusal.BYE_NEEDS_ODD_FIELD)
        other = bye
    if own.pk == other.pk:
        raise Refused(PairingRefusal.MEET_ALREADY)
    old = [own, other]
    _require_drawn(old)
    # The players left over: two who meet, or one who sits out; None if there are none.
    chosen = {first.pk, second.pk if second else None}
    rest = [entry for match in old for entry in seating.people(match) if entry not in chosen]
    left_over = None if not rest else (rest[0], rest[1]) if len(rest) == 2 else (rest[0], None)
    wanted = [(first.pk, second.pk if second else None), left_over]
    new = _places(old, [pair for pair in wanted if pair is not None])
    new = table_numbers.reseated(round_, new, [match.table for match in old if match.table is not None])
    if not anyway:
        match_edits.require_no_warning(round_, [(place.left, place.right) for place in new])
    facts = match_edits.reseat(round_, old, new)
    journal.write(
        round_.division.tournament,
        MatchMadeByHand(
            round=round_.number,
            first_name=str(first),
            second_name=str(second) if second else "",
            anyway=anyway,
            posted=round_.state == Round.State.POSTED,
            **facts,
        ),
        by=by,
        division=round_.division,
    )
    return round_


def _match_of(round_: Round, entry: Entry) -> Match:
    seat = round_.seats.filter(entry=entry).select_related("match__left__player").first()
    if seat is None or seat.match.outcome == Outcome.LATE_LOSS or not entry.active:
        raise Refused(PairingRefusal.NOT_IN_THIS_ROUND, name=str(entry), round=round_.number)
    return seat.match


def _places(old: Sequence[Match], pairs: Sequence[tuple[int, int | None]]) -> list[Place]:
    """The new matches at the tables of the old ones; the requested match gets the lower table."""
    numbers = sorted((match.table, match.position) for match in old if match.table is not None)
    alone = [match.position for match in old if match.table is None]
    free, spare = iter(numbers), iter(alone)
    places = []
    for left, right in pairs:
        if right is None:
            places.append(Place(next(spare, old[-1].position), left, None, None, Outcome.BYE))
        else:
            table, position = next(free)
            places.append(Place(position, left, right, table))
    return places


def undo_re_pairing(event: JournalEvent) -> None:
    """Undo TablesDrawnAgain. Refused: UNDO_OVERTAKEN, ROUND_NOT_FOUND, TABLE_HAS_BEGUN."""
    round_ = _changed_round(event)
    redrawn = list(round_.draw.get("redrawn", ()))
    if not redrawn or redrawn[-1]["seed"] != event.facts["seed"]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    match_edits.put_back(round_, event)
    round_.draw = round_.draw | {"redrawn": redrawn[:-1]}
    round_.save(update_fields=["draw"])


def undo_match(event: JournalEvent) -> None:
    """Undo MatchMadeByHand. Refused: UNDO_OVERTAKEN, ROUND_NOT_FOUND, TABLE_HAS_BEGUN."""
    match_edits.put_back(_changed_round(event), event)


def _changed_round(event: JournalEvent) -> Round:
    """The round of a manual change; changes made before the posting can be undone until the posting."""
    round_ = match_edits.round_of(event, *(OPEN if event.facts.get("posted") else UNPOSTED))
    lefts = [place.left for place in seating.places_of(event.facts["places_after"])]
    for match in round_.matches.filter(left__in=lefts, outcome=Outcome.PENDING.value):
        _require_not_begun(match)
    return round_
