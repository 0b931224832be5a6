"""Manual changes to a paired round: pair some tables again, or create a match.

A posted round can also be changed, at tables without a report.
"""

import secrets
from collections.abc import Collection, Iterable
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
from pairings.models import Match, Round
from pairings.queries.rounds import engine_fields, options
from pairings.services.rounds import match_edits, match_seating, swiss_pairing, table_numbers
from pairings.services.rounds.match_seating import Place
from tournaments.models import Entry, User

SEED_BITS = 62
UNPOSTED = (Round.State.UNPOSTED.value,)
OPEN = (Round.State.UNPOSTED.value, Round.State.POSTED.value)


@transaction.atomic
def re_pair_matches(
    round_: Round, matches: Collection[Match], *, by: User | None, seed: int | None = None
) -> Round:
    """Break up some matches of a round, possibly the bye, and pair their players again among themselves.

    The new matches use the same tables, except for fixed tables, and avoid former opponents. Refused:
    ROUND_IS_CLOSED, MATCH_NOT_FOUND, SWAP_OF_AWARDED_BYE, TABLE_HAS_BEGUN (table), BREAK_TWO_TABLES,
    PAIRINGS_HOLD_OTHERS if one of the players no longer plays, and whatever `match_edits.lock_swiss_round` and
    `swiss.pair_field` refuse.
    """
    round_ = match_edits.lock_swiss_round(round_, *OPEN, otherwise=PairingRefusal.ROUND_IS_CLOSED)
    broken_matches = list(
        round_.matches.filter(pk__in=[match.pk for match in matches]).order_by("position", "id")
    )
    if len(broken_matches) != len(matches):
        raise Refused(PairingRefusal.MATCH_NOT_FOUND)
    _require_none_started(broken_matches)
    if len(broken_matches) < 2:
        raise Refused(PairingRefusal.BREAK_TWO_TABLES)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed

    # Only the players of the broken matches take part in the draw.
    ids = [entry for match in broken_matches for entry in match_seating.entry_keys_of(match)]
    field = engine_fields.load_field_of_round(round_.division, round_.number).field
    in_broken_match = np.isin(field.ids, ids)
    if int(in_broken_match.sum()) != len(ids):
        raise Refused(PairingRefusal.PAIRINGS_HOLD_OTHERS)
    field = replace(
        field,
        ids=field.ids[in_broken_match],
        points=field.points[in_broken_match],
        byes=field.byes[in_broken_match],
    )
    requests = options.wishes_of(round_.division)
    draw_options = options.options_for_draw(round_, field.ids, requests)
    former_pairs = tuple(
        (match.left_id, match.right_id) for match in broken_matches if match.right_id is not None
    )
    draw_options = replace(draw_options, avoid=(*draw_options.avoid, *former_pairs))
    pod_draw = swiss_pairing.draw_inside_pods(round_, field, requests, draw_options, seed=seed)
    pairing, pod_inputs = pod_draw or (swiss.pair_field(field, seed=seed, options=draw_options), {})
    draw_facts = {
        **asdict(pairing),
        "inputs": {**swiss_pairing.draw_inputs(field, draw_options), **pod_inputs},
    }

    # The new matches use the tables of the old matches, in the same order.
    matches_of_two = [match for match in broken_matches if match.right_id is not None]
    new_places = [
        Place(match.position, left, right, match.table)
        for match, (left, right) in zip(matches_of_two, pairing.pairs, strict=True)
    ]
    if pairing.bye is not None:
        position = next((match.position for match in broken_matches if match.right_id is None), 0)
        new_places.append(Place(position, pairing.bye, None, None, Outcome.BYE))
    places = table_numbers.renumber_tables_of_places(
        round_, new_places, [match.table for match in broken_matches if match.table is not None]
    )
    facts = match_edits.replace_matches(round_, broken_matches, places)
    round_.draw = round_.draw | {"redrawn": [*round_.draw.get("redrawn", ()), draw_facts]}
    round_.save(update_fields=["draw"])
    journal.write_journal_line(
        round_.division.tournament,
        TablesDrawnAgain(
            round=round_.number,
            tables=len(broken_matches),
            seed=seed,
            posted=round_.state == Round.State.POSTED,
            **facts,
        ),
        by=by,
        division=round_.division,
    )
    return round_


def _require_none_started(matches: Iterable[Match]) -> None:
    """Require that no match has begun and no player has an awarded bye.

    Refused: SWAP_OF_AWARDED_BYE (name), TABLE_HAS_BEGUN (table).
    """
    for match in matches:
        if match.right_id is None and match.outcome != Outcome.BYE:
            raise Refused(PairingRefusal.SWAP_OF_AWARDED_BYE, name=str(match.left))
        _require_not_started(match)


def _require_not_started(match: Match) -> None:
    """Require that a match has not begun.

    Refused: TABLE_HAS_BEGUN if the match has a result, a player's report, a mark, extra time or a call.
    """
    if match.right_id is None:
        return
    has_report_or_mark = match.reports.current().exists() or match.marks.filter(withdrawn_at=None).exists()
    if (
        match.outcome != Outcome.PENDING
        or has_report_or_mark
        or match.extensions.exists()
        or match.calls.exists()
    ):
        raise Refused(PairingRefusal.TABLE_HAS_BEGUN, table=match.table)


@transaction.atomic
def make_match(
    round_: Round, first: Entry, second: Entry | None, *, by: User | None, anyway: bool = False
) -> Round:
    """Pair two players of a round, or give `first` the bye if `second` is None.

    Their former opponents meet each other, or one of them sits out. Refused: ROUND_IS_CLOSED,
    BRACKET_IS_FIXED, NOT_IN_THIS_ROUND, MEET_ALREADY, SWAP_OF_AWARDED_BYE, TABLE_HAS_BEGUN (table),
    BYE_NEEDS_ODD_FIELD, and MATCH_HAS_WARNINGS (warnings) unless `anyway`.
    """
    round_ = match_edits.lock_swiss_round(round_, *OPEN, otherwise=PairingRefusal.ROUND_IS_CLOSED)
    own_match = _match_of(round_, first)
    if second:
        other_match = _match_of(round_, second)
    else:
        byes = round_.matches.filter(
            outcome=Outcome.BYE.value, left__dropped_in=None, left__disqualified=False
        )
        bye = byes.select_related("left__player").first()
        if bye is None:
            raise Refused(PairingRefusal.BYE_NEEDS_ODD_FIELD)
        other_match = bye
    if own_match.pk == other_match.pk:
        raise Refused(PairingRefusal.MEET_ALREADY)
    old_matches = [own_match, other_match]
    _require_none_started(old_matches)
    # The requested match gets the lower table. The remaining players meet, or one of them sits out.
    requested_pair = (first.pk, second.pk if second else None)
    remaining_players = [
        entry
        for match in old_matches
        for entry in match_seating.entry_keys_of(match)
        if entry not in requested_pair
    ]
    pairs = (
        [
            requested_pair,
            (remaining_players[0], remaining_players[1] if len(remaining_players) == 2 else None),
        ]
        if remaining_players
        else [requested_pair]
    )
    tables = iter(sorted((match.table, match.position) for match in old_matches if match.table is not None))
    without_table = iter([match.position for match in old_matches if match.table is None])
    new_places = []
    for left, right in pairs:
        if right is None:
            position = next(without_table, other_match.position)
            new_places.append(Place(position, left, None, None, Outcome.BYE))
        else:
            table, position = next(tables)
            new_places.append(Place(position, left, right, table))
    new_places = table_numbers.renumber_tables_of_places(
        round_, new_places, [match.table for match in old_matches if match.table is not None]
    )
    if not anyway:
        match_edits.require_no_warning(round_, [(place.left, place.right) for place in new_places])
    facts = match_edits.replace_matches(round_, old_matches, new_places)
    journal.write_journal_line(
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
    """Return the match of an active player in a round. Refused: NOT_IN_THIS_ROUND (name, round)."""
    seat = round_.seats.filter(entry=entry).select_related("match__left__player").first()
    if seat is None or seat.match.outcome == Outcome.LATE_LOSS or not entry.active:
        raise Refused(PairingRefusal.NOT_IN_THIS_ROUND, name=str(entry), round=round_.number)
    return seat.match


def undo_re_pair_matches(line: JournalEvent) -> None:
    """Undo TablesDrawnAgain. Refused: UNDO_OVERTAKEN, ROUND_NOT_FOUND, TABLE_HAS_BEGUN."""
    round_ = _round_of_change(line)
    redrawn = list(round_.draw.get("redrawn", ()))
    if not redrawn or redrawn[-1]["seed"] != line.facts["seed"]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    match_edits.undo_replace_matches(round_, line)
    round_.draw = round_.draw | {"redrawn": redrawn[:-1]}
    round_.save(update_fields=["draw"])


def undo_make_match(line: JournalEvent) -> None:
    """Undo MatchMadeByHand. Refused: UNDO_OVERTAKEN, ROUND_NOT_FOUND, TABLE_HAS_BEGUN."""
    match_edits.undo_replace_matches(_round_of_change(line), line)


def _round_of_change(line: JournalEvent) -> Round:
    """Return the round of a manual change, if its new matches have not begun.

    A change made before the posting can only be undone until the posting. Refused: ROUND_NOT_FOUND,
    UNDO_OVERTAKEN, TABLE_HAS_BEGUN (table).
    """
    round_ = match_edits.round_of_line(line, *(OPEN if line.facts.get("posted") else UNPOSTED))
    lefts = [place.left for place in match_seating.places_from_facts(line.facts["places_after"])]
    for match in round_.matches.filter(left__in=lefts, outcome=Outcome.PENDING.value):
        _require_not_started(match)
    return round_
