"""The steps of a round: pair, pair again, swap, post, close.

Each is one transaction under the division's lock, with one journal line.
"""

import secrets
from collections.abc import Collection, Container
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.services import journal
from decks.engine.refusals import DeckRefusal
from decks.services.lists import submit_filled_lists
from decks.services.lists.rejudging import rejudge_redraft
from pairings import hooks
from pairings.engine.journal_kinds import (
    PlayedWithoutNewLists,
    PlayersSwapped,
    RoundClosed,
    RoundPaired,
    RoundPairedAgain,
    RoundPosted,
    StartedWithoutLists,
)
from pairings.engine.open_entries import OpenAtTable, unseen_open_entries
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal, WarningCode
from pairings.models import Match, Round, Stage
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.queries.rounds import division_rounds, engine_fields, pairing_warnings, posting_checks, redrafts
from pairings.queries.rounds import no_shows as away
from pairings.queries.verification import closed_round_check
from pairings.services import locks
from pairings.services.bracket import brackets, walkovers
from pairings.services.rounds import (
    grouping,
    match_edits,
    match_seating,
    missed_rounds,
    no_shows,
    stages,
    swiss_pairing,
    table_numbers,
)
from pairings.services.rounds.match_seating import Place
from pairings.services.standings import ranking
from tournaments.models import Division, Entry, User
from tournaments.services import schedule

SEED_BITS = 62


@transaction.atomic
def pair_next_round(
    division: Division,
    *,
    by: User | None,
    seed: int | None = None,
    now: datetime | None = None,
    additional: bool = False,
    without_redraft: bool = False,
    number: int | None = None,
) -> Round:
    """Pair the next round, which only staff see until it is posted.

    If an event's divisions are grouped by attendance, its first pairing groups them (M-031) and pairs the resulting
    division. `seed` is random by default, and is stored. `additional` allows one Swiss round more than planned.
    `without_redraft` allows pairing a round before its announced redraft (R-095). `number` is the expected number of
    the round.

    Refused: ROUND_IS_PAIRED and CHANGED_MEANWHILE if the next round is not `number`, ROUND_AWAITS_REVIEW,
    ROUND_HAS_OPEN_MATCHES, ROUND_NOT_CLOSED, SWISS_IS_OVER, NOBODY_CHECKED_IN, TOO_FEW_PLAYERS, PLAYERS_HAVE_LEFT,
    NOT_ENOUGH_TABLES, BRACKET_IS_OVER, CUT_HAS_STARTED_ALREADY for an additional round, REDRAFT_FIRST (round).
    """
    event = locks.lock_event(division.tournament)
    if grouping.group_by_attendance(event, by=by):
        division = grouping.division_after_grouping(event, division)
    division = locks.lock_division(division, event=event)
    newest = division_rounds.latest_round(division)
    next_number = newest.number + 1 if newest else 1
    if number is not None and number != next_number:
        code = PairingRefusal.ROUND_IS_PAIRED if number < next_number else CoreRefusal.CHANGED_MEANWHILE
        raise Refused(code, round=number)
    stages.require_no_open_round(division)
    number = next_number
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    stage = stages.get_or_create_stage(division, seed=seed)
    planned = stage.rounds_planned
    if stage.kind != Stage.Kind.SWISS:
        if additional:
            raise Refused(PairingRefusal.CUT_HAS_STARTED_ALREADY)
    elif number > (planned or 0):
        if not additional:
            raise Refused(PairingRefusal.SWISS_IS_OVER, rounds=planned)
        stages.set_planned_rounds(stage, number)
    if not without_redraft and redrafts.waits_for_redraft(division, number):
        raise Refused(PairingRefusal.REDRAFT_FIRST, round=number)
    round_ = Round.objects.create(
        division=division,
        stage=stage,
        number=number,
        seed=seed,
        paired_at=now or timezone.now(),
    )
    places = draw_matches(round_)
    match_seating.seat_matches(round_, places)
    walkovers.apply_walkovers(division)
    tables = sum(place.right is not None for place in places)
    paired = RoundPaired(round=number, seed=round_.seed, tables=tables, planned_before=planned)
    journal.write_journal_line(event, paired, by=by, division=division, at=now)
    return round_


def draw_matches(round_: Round) -> list[Place]:
    """Draw the matches of a round. A Swiss draw stores its facts in `round_.draw`.

    Refused: NOBODY_CHECKED_IN (division), PLAYERS_HAVE_LEFT (players) if all others dropped, and whatever
    `brackets.draw_bracket_round` and `swiss_pairing.draw_swiss_round` refuse.
    """
    if round_.stage.kind == Stage.Kind.ELIMINATION:
        return brackets.draw_bracket_round(round_)
    division, number = round_.division, round_.number
    pairing_field = engine_fields.load_field_of_round(division, number)
    if number == 1 and not len(pairing_field.field.ids) and division.entries.exists():
        raise Refused(PairingRefusal.NOBODY_CHECKED_IN, division=str(division))
    # If players can still check in, the draw refuses a field that is too small.
    players = len(pairing_field.field.ids) + len(pairing_field.awarded)
    missing = division.entries.filter(checked_in_at=None, dropped_in=None, disqualified=False)
    if players < 2 and division.entries.count() > 1 and not missing.exists():
        raise Refused(PairingRefusal.PLAYERS_HAVE_LEFT, players=players)
    swiss_draw = swiss_pairing.draw_swiss_round(
        round_, pairing_field.field, seed=round_.seed, awarded_bye_count=len(pairing_field.awarded)
    )
    round_.draw, round_.seed = swiss_draw.facts, swiss_draw.seed
    round_.save(update_fields=["draw", "seed"])
    awarded_byes = enumerate(pairing_field.awarded, start=len(swiss_draw.places))
    return swiss_draw.places + [
        Place(position, entry, None, None, Outcome.AWARDED_BYE) for position, entry in awarded_byes
    ]


@transaction.atomic
def pair_unposted_round_again(
    round_: Round, *, by: User | None, seed: int | None = None, now: datetime | None = None
) -> Round:
    """Discard the pairings of an unposted round and pair it with another seed.

    Refused: ROUND_IS_POSTED, or whatever `pair_next_round` refuses.
    """
    round_ = locks.lock_unposted_round(round_)
    places_before = match_seating.place_facts(map(match_seating.place_of_match, round_.matches.all()))
    seed_before, draw_before, paired_before = round_.seed, round_.draw, round_.paired_at
    planned_before = round_.stage.rounds_planned
    seeds_before = brackets.seeds_of_first_round(round_)
    round_.seed = secrets.randbits(SEED_BITS) if seed is None else seed
    round_.paired_at = now or timezone.now()
    round_.save(update_fields=["seed", "paired_at"])
    match_seating.delete_all_matches(round_)
    stages.replan_stage(round_)
    match_seating.seat_matches(round_, draw_matches(round_))
    walkovers.apply_walkovers(round_.division)
    journal.write_journal_line(
        round_.division.tournament,
        RoundPairedAgain(
            round=round_.number,
            seed=round_.seed,
            seed_before=seed_before,
            draw_before=draw_before,
            paired_before=paired_before.isoformat(),
            planned_before=planned_before,
            seeds_before=seeds_before,
            places_before=places_before,
        ),
        by=by,
        division=round_.division,
        at=now,
    )
    return round_


@transaction.atomic
def swap_players(
    round_: Round, first: Entry, second: Entry, *, by: User | None, anyway: bool = False
) -> Round:
    """Swap two players of an unposted round. A player with a fixed table keeps it.

    Refused: ROUND_IS_POSTED, NOT_IN_THIS_ROUND, SWAP_SAME_TABLE, SWAP_OF_AWARDED_BYE, BRACKET_IS_FIXED, and,
    unless `anyway`, SWAP_IS_REMATCH, SWAP_IS_APART, SWAP_IS_OF_GROUP and SWAP_GIVES_SECOND_BYE.
    """
    round_ = locks.lock_unposted_round(round_)
    if round_.stage.kind == Stage.Kind.ELIMINATION:
        raise Refused(PairingRefusal.BRACKET_IS_FIXED, round=round_.number)
    seats_of_both = round_.seats.filter(entry__in=[first, second]).select_related("match")
    match_by_entry = {seat.entry_id: seat.match for seat in seats_of_both}
    for entry in (first, second):
        if entry.pk not in match_by_entry:
            raise Refused(PairingRefusal.NOT_IN_THIS_ROUND, name=str(entry), round=round_.number)
    if match_by_entry[first.pk].pk == match_by_entry[second.pk].pk:
        raise Refused(PairingRefusal.SWAP_SAME_TABLE)
    for entry in (first, second):
        if match_by_entry[entry.pk].outcome == Outcome.AWARDED_BYE:
            raise Refused(PairingRefusal.SWAP_OF_AWARDED_BYE, name=str(entry))
    if not anyway:
        _require_swap_without_warning(round_, match_by_entry)
    old_matches = list(match_by_entry.values())
    freed_tables = [match.table for match in old_matches if match.table is not None]
    facts = match_edits.replace_matches(
        round_,
        old_matches,
        table_numbers.renumber_tables_of_places(
            round_, match_seating.swapped_places(old_matches, first.pk, second.pk), freed_tables
        ),
    )
    journal.write_journal_line(
        round_.division.tournament,
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
        division=round_.division,
    )
    return round_


REFUSAL_BY_WARNING = {
    WarningCode.WARNING_APART: PairingRefusal.SWAP_IS_APART,
    WarningCode.WARNING_GROUP: PairingRefusal.SWAP_IS_OF_GROUP,
}


def _require_swap_without_warning(round_: Round, match_by_entry: dict[int, Match]) -> None:
    """Require that a swap creates no match with a warning.

    Refused: SWAP_IS_REMATCH, SWAP_IS_APART, SWAP_IS_OF_GROUP or SWAP_GIVES_SECOND_BYE for the resulting matches.
    """
    first_entry, second_entry = match_by_entry
    earlier_matches = Match.objects.filter(round__division=round_.division, round__number__lt=round_.number)
    for arriving, leaving in ((first_entry, second_entry), (second_entry, first_entry)):
        remaining = [
            entry for entry in match_seating.entry_keys_of(match_by_entry[leaving]) if entry != leaving
        ]
        if not remaining:
            byes = earlier_matches.filter(left=arriving, outcome__in=[Outcome.BYE, Outcome.AWARDED_BYE])
            if byes.exists():
                name = str(Entry.objects.select_related("player").get(pk=arriving))
                raise Refused(PairingRefusal.SWAP_GIVES_SECOND_BYE, name=name)
            continue
        opponent = remaining[0]
        earlier_match = (
            earlier_matches.filter(left=arriving, right=opponent)
            | earlier_matches.filter(left=opponent, right=arriving)
        ).first()
        if earlier_match is not None:
            entries = Entry.objects.select_related("player").in_bulk([arriving, opponent])
            names = {"first": str(entries[arriving]), "second": str(entries[opponent])}
            raise Refused(PairingRefusal.SWAP_IS_REMATCH, **names, round=earlier_match.round.number)
        for warning in pairing_warnings.warnings_about_pairs(round_, [(arriving, opponent)]):
            if warning.code in REFUSAL_BY_WARNING:
                raise Refused(REFUSAL_BY_WARNING[warning.code], **warning.facts)


@transaction.atomic
def post(round_: Round, *, by: User | None, now: datetime | None = None, lists_reason: str = "") -> Round:
    """Post a round. Filled deck lists are submitted first.

    In Swiss, players who start later get a loss, and round 1 sets the planned rounds. `lists_reason` allows
    starting round 1 without all deck lists (R-030, R-002), and the round after a redraft before all decks are
    rebuilt (R-095, S6). Refused: ROUND_IS_POSTED, PAIRINGS_ARE_STALE if players entered or dropped since the
    pairing, PAIRINGS_FOLLOW_OLD_RESULTS if results were corrected since, LISTS_NOT_READY (missing, illegal,
    unknown, names).
    """
    round_ = locks.lock_unposted_round(round_)
    division, event = round_.division, round_.division.tournament
    posting_checks.require_current_pairings(round_)
    submit_filled_lists(event, now=now, ends_now=division)
    unready, reason = posting_checks.players_without_ready_list(round_), lists_reason.strip()
    if unready:
        missing, illegal = len(unready.missing), len(unready.illegal)
        names = ", ".join([*unready.missing, *unready.illegal][:4])
        if not reason:
            counts = {"missing": missing, "illegal": illegal, "unknown": len(unready.unknown)}
            raise Refused(DeckRefusal.LISTS_NOT_READY, **counts, names=names)
        kind = StartedWithoutLists if round_.number == 1 else PlayedWithoutNewLists
        line = kind(round=round_.number, reason=reason[:300], names=names, missing=missing, illegal=illegal)
        journal.write_journal_line(event, line, by=by, division=division, at=now)
    round_.state = Round.State.POSTED
    round_.posted_at = now or timezone.now()
    round_.revision += 1
    round_.save(update_fields=["state", "posted_at", "revision"])
    stages.update_planned_rounds(round_)
    joins_later = missed_rounds.add_losses_of_later_starters(round_)
    if division.started_at is None:
        division.started_at = round_.posted_at
        division.save(update_fields=["started_at"])
    schedule.note_round_started(event, round_number=round_.number, at=round_.posted_at)
    posted = RoundPosted(round=round_.number, joins_later=joins_later)
    journal.write_journal_line(event, posted, by=by, division=division, at=now)
    rejudge_redraft(division, by=by)
    return round_


def list_open_at_tables(round_: Round) -> list[OpenAtTable]:
    """List the open entries at the tables of a round, by table.

    They are calls, disputes, penalties, checks and extensions. Entries without a table come last.
    """
    entries = [entry for list_open in hooks.open_at_tables for entry in list_open(round_)]
    return sorted(entries, key=lambda entry: (not entry.table, entry.table, entry.kind, entry.pk))


@transaction.atomic
def close_round(
    round_: Round,
    *,
    by: User | None,
    seen: Container[str] = (),
    drop: Collection[int] = (),
    now: datetime | None = None,
) -> Round:
    """Close a round and rank the division. Calls at its tables are closed.

    The round's no-shows among the entries `drop` are dropped first. `seen` are the keys of the open entries at tables
    that may remain open. Refused: ROUND_NOT_POSTED, ROUND_IS_CLOSED, ROUND_HAS_OPEN_MATCHES, DISPUTES_OPEN,
    TABLES_ARE_BUSY (open).
    """
    round_ = locks.lock_posted_round(round_)
    stages.require_all_results(round_)
    if unseen := unseen_open_entries(list_open_at_tables(round_), seen):
        raise Refused(PairingRefusal.TABLES_ARE_BUSY, open=len(unseen), **refusal_facts_of_round(round_))
    now = now or timezone.now()
    if no_shows_to_drop := {no_show.entry.pk for no_show in away.no_shows_of_round(round_)}.intersection(
        drop
    ):
        no_shows.drop_no_shows(round_, no_shows_to_drop, by=by, now=now)
    for on_closing in hooks.round_closing:
        on_closing(round_, by=by, now=now)
    round_.state = Round.State.CLOSED
    round_.closed_at = now
    round_.save(update_fields=["state", "closed_at"])
    ranking.store_standings(round_)
    schedule.note_round_ended(round_.division.tournament, round_number=round_.number, at=round_.closed_at)
    journal.write_journal_line(
        round_.division.tournament,
        RoundClosed(
            round=round_.number,
            cut=round_.stage.kind == Stage.Kind.ELIMINATION,
            played=closed_round_check.match_facts_of_round(round_),
        ),
        by=by,
        division=round_.division,
        at=now,
    )
    return round_
