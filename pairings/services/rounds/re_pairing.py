"""Unpost a round and pair it again in one step, and undo that step."""

import secrets
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.journal.kinds import kinds_of_group
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.models import JournalEvent
from core.services import journal
from pairings.engine.journal_kinds import PAIRING, PostedRoundDrawnAgain
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round
from pairings.queries.rounds.round_entries import unseated_entries
from pairings.services.rounds import match_edits, match_seating, rounds, undo_checks, unposting
from pairings.services.standings import ranking
from tournaments.models import Division, Entry, User


@transaction.atomic
def re_pair_posted(
    round_: Round, *, by: User | None, seed: int | None = None, now: datetime | None = None
) -> Round:
    """Unpost a Swiss round without results and pair it again, leaving it unposted for review.

    Refused: ROUND_NOT_POSTED, BRACKET_IS_FIXED, UNDO_RESULTS_FIRST, and whatever `rounds.draw_matches` refuses.
    """
    round_ = match_edits.lock_swiss_round(
        round_, Round.State.POSTED, otherwise=PairingRefusal.ROUND_NOT_POSTED
    )
    assert round_.posted_at is not None  # noqa: S101 - a posted round
    seed_before, draw_before, paired_before = round_.seed, round_.draw, round_.paired_at
    posted_before, started_before = round_.posted_at, round_.division.started_at
    dropped = round_.division.entries.filter(dropped_in=round_.number).order_by("id")
    left_before = list(dropped.values_list("id", flat=True))
    places_before = match_seating.place_facts(map(match_seating.place_of_match, round_.matches.all()))
    joined_before = unposting.unpost_round(round_)
    round_.seed = secrets.randbits(rounds.SEED_BITS) if seed is None else seed
    round_.paired_at = now or timezone.now()
    round_.save(update_fields=["seed", "paired_at"])
    match_seating.delete_all_matches(round_)
    match_seating.seat_matches(round_, rounds.draw_matches(round_))
    journal.write_journal_line(
        round_.division.tournament,
        PostedRoundDrawnAgain(
            round=round_.number,
            seed=round_.seed,
            seed_before=seed_before,
            draw_before=draw_before,
            paired_before=paired_before.isoformat(),
            posted_before=posted_before.isoformat(),
            started_before=started_before.isoformat() if started_before else None,
            left_before=left_before,
            places_before=places_before,
            joined_before=joined_before,
        ),
        by=by,
        division=round_.division,
        at=now,
    )
    return round_


def undo_re_pair_posted(line: JournalEvent) -> None:
    """Undo PostedRoundDrawnAgain: restore the posted round.

    Refused: ROUND_NOT_FOUND, UNDO_OVERTAKEN if later steps depend on it.
    """
    round_, before = match_edits.round_of_line(line, Round.State.UNPOSTED), line.facts
    if round_.seed != before["seed"]:
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    journal.require_newest_line(line, kinds_of_group(PAIRING), round=round_.number)
    undo_checks.require_all_entered(line)
    places = match_seating.places_from_facts(before["places_before"])
    match_seating.delete_all_matches(round_)
    match_edits.require_free_seats(round_, places)
    match_seating.seat_matches(round_, places)
    if unseated_entries(round_).exists():
        raise Refused(CoreRefusal.UNDO_OVERTAKEN)
    round_.seed, round_.draw = before["seed_before"], before["draw_before"]
    round_.paired_at = datetime.fromisoformat(before["paired_before"])
    round_.posted_at = datetime.fromisoformat(before["posted_before"])
    round_.state = Round.State.POSTED
    round_.revision += 1
    round_.save(update_fields=["seed", "draw", "paired_at", "posted_at", "state", "revision"])
    for entry, joined_round in before.get("joined_before", ()):
        Entry.objects.filter(pk=entry, joined_round=round_.number).update(joined_round=joined_round)
    dropped = Entry.objects.filter(pk__in=before["left_before"], dropped_in=round_.number - 1)
    dropped.update(dropped_in=round_.number)
    ranking.rank_closed_rounds_again(round_.division, since=round_.number - 1)
    unposting.correct_schedule_times(round_)
    if before["started_before"]:
        started = datetime.fromisoformat(before["started_before"])
        Division.objects.filter(pk=round_.division_id).update(started_at=started)
