"""Continue an event with a newer TOM file: add the rounds it has and the event lacks."""

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction
from django.db.models import Max

from core.engine.refused import Refused
from core.models import JournalSeal
from core.services import journal, seals
from pairings import hooks
from pairings.engine import tdf
from pairings.engine.closing import EVERYTHING
from pairings.engine.journal_kinds import TomRoundsAdded
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.engine.tdf import TomEvent, TomMatch, TomPod
from pairings.models import Match, Round, Stage, TomFile
from pairings.queries.bracket.cuts import round_facts
from pairings.queries.tom import comparison
from pairings.queries.tom.compared import Comparison
from pairings.services import tom
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import rounds, seating, undone_rounds
from pairings.services.standings import ranking
from pairings.services.tom import paired_again, people, play, settings, undone_file
from tournaments.models import Division, Entry, Tournament, User
from tournaments.services import entries, locks, players

MIRRORED = comparison.MIRRORED


class _Tried(Exception):
    """Rolls a trial back."""


def try_out(event: Tournament, data: bytes, *, by: User | None) -> int:
    """How many rounds `add_rounds` would add, whatever it replaces. Changes nothing. Refused: as `add_rounds`."""
    try:
        with transaction.atomic():
            added = _add(event, data, by=by, replaces=None, filename="")
            raise _Tried
    except _Tried:
        return added


@transaction.atomic
def add_rounds(
    event: Tournament, data: bytes, *, by: User | None, filename: str = "", replaces: str = ""
) -> int:
    """Bring the event to the state of the file; returns the number of rounds added.

    Added from the file: missing results, Swiss rounds, drops, late entries, Player IDs corrected in TOM, and what only
    TOM changed since its last file (corrected results, rounds paired again, disqualifications, reverted drops, the top
    cut). Results of matches that are open in the file stay. Everything else must be equal in both.

    `replaces` confirms the loss of data entered here: the `replaced_key` of the comparison that listed it. The file
    becomes the event's stored file, which the next export returns. One undo reverts all (`undone_file`).

    Refused: TOM_FILE_NOT_NEWER, TOM_FILE_DIFFERS (count), TOM_FILE_REPLACES (count), TOM_CUT_SEEDED_OTHERWISE,
    TOM_UNPOSTED_HERE (round), TDF_…, and as `results.enter`, `results.correct`, `rounds.close` and `players.correct`.
    """
    return _add(event, data, by=by, filename=filename, replaces=replaces)


def _add(event: Tournament, data: bytes, *, by: User | None, filename: str, replaces: str | None) -> int:
    held = locks.event(event)
    divisions = {division.age_division: division for division in locks.divisions(held)}
    read = tom.read(data)
    unposted = Round.objects.filter(division__tournament=held, state=Round.State.UNPOSTED).first()
    if unposted is not None:
        raise Refused(PairingRefusal.TOM_UNPOSTED_HERE, **round_facts(unposted))
    compared = comparison.compare(held, read)
    if compared.in_the_way or any(pod.rounds and pod.division not in divisions for pod in read.pods):
        raise Refused(PairingRefusal.TOM_FILE_DIFFERS, count=max(len(compared.in_the_way), 1))
    if not compared.continues:
        raise Refused(PairingRefusal.TOM_FILE_NOT_NEWER)
    if replaces is not None and replaces != compared.replaced_key:
        raise Refused(PairingRefusal.TOM_FILE_REPLACES, count=len(compared.replaced))
    step = undone_file.Step(held)
    with journal.collected() as lines:
        added = _bring_up_to(held, read, compared, divisions, by=by)
    file, _new = TomFile.objects.get_or_create(
        tournament=held, defaults={"data": data, "baseline": b"", "timezone": held.timezone}
    )
    file.data, file.filename = data, filename[-255:]
    file.baseline = tdf.write(settings.note_words(held, read))
    file.save()
    line = TomRoundsAdded(filename=filename or "TOM", rounds=added, **step.facts(lines))
    journal.write(held, line, by=by)
    seals.seal(held, by=by, why=JournalSeal.Why.CLOSING)
    return added


def _bring_up_to(
    held: Tournament,
    read: TomEvent,
    compared: Comparison,
    divisions: Mapping[str, Division],
    *,
    by: User | None,
) -> int:
    """Add everything the event lacks; returns the number of rounds added."""
    entry_of = _bring_people(held, read, compared, by=by)
    added = 0
    for pod in read.pods:
        if pod.rounds:
            division = divisions[pod.division]
            if pod.division in compared.cut_again:
                # Undo the rounds of the cut with their results, and delete its bracket; those of the file follow.
                of_cut = division.rounds.filter(stage__kind=Stage.Kind.ELIMINATION).order_by("-number")
                for round_ in list(of_cut.select_related("division__tournament", "stage")):
                    undone_rounds.undo_round(round_, by=by)
                division.stages.filter(kind=Stage.Kind.ELIMINATION).delete()
            again = paired_again.pair(division, compared.paired_again, pod, entry_of, by=by)
            _correct(division, pod, compared, by=by)
            _miss(division, pod, entry_of, compared.joined, again)
            added += len(_bring_up(division, pod, read, entry_of, by=by))
    for player in read.players:
        entry = entry_of[player.user_id]
        if player.dropped_in is not None and entry.dropped_in is None:
            entries.drop(entry, by=by, round_number=player.dropped_in)
    for division in divisions.values():
        ranking.rank_again(division, since=1)
    return added


def _bring_people(
    event: Tournament, read: TomEvent, compared: Comparison, *, by: User | None
) -> dict[str, Entry]:
    """Correct Player IDs, add late entries, and drop, disqualify and reinstate as in the file. Entries by Player ID."""
    for old, new in compared.renumbered.items():
        players.correct(event.entries.get(player_number=old), by=by, player_id=new)
    if compared.joined:
        # Late entries get tie-break numbers after everyone else's.
        joined = [player for player in read.players if player.user_id in compared.joined]
        last = max(event.entries.values_list("tie_break_number", flat=True), default=0)
        entered = people.enter(event, read, list(event.divisions.all()), by=by, players=joined)
        for place, entry in enumerate(entered.values(), start=1):
            entry.tie_break_number = last + place
            entries.journal_added(entry, by=by)
        Entry.objects.bulk_update(entered.values(), ["tie_break_number"])
    entry_of = {
        entry.player_number or "": entry for entry in event.entries.select_related("division__tournament")
    }
    paired_again.leave(read, entry_of, compared.differences, by=by)
    return entry_of


def _correct(division: Division, pod: TomPod, compared: Comparison, *, by: User | None) -> None:
    """Correct results of matches that are in both, to those of the file."""
    theirs = {
        round_.number: {
            frozenset(seat for seat in (match.left, match.right) if seat is not None): match
            for match in round_.played
        }
        for round_ in pod.rounds
    }
    matches = Match.objects.select_related("round__division__tournament", "round__stage", "left", "right")
    for difference in compared.corrected:
        if difference.division != pod.division:
            continue
        seats = frozenset(compared.renumbered.get(seat, seat) for seat in difference.seats if seat)
        match = matches.get(
            round__division=division,
            round__number=difference.round,
            left__player_number__in=seats,
            right__player_number__in=seats,
        )
        outcome = _outcome(theirs[difference.round][seats], left=match.left.player_number or "")
        seen, closed = Outcome(match.outcome), match.round.state == Round.State.CLOSED
        if outcome is Outcome.PENDING:
            if closed:
                paired_again.open_again(match.round, by=by)
            results.clear(match, by=by, seen=seen)
        elif closed:
            results.correct(match, MatchResult(outcome), by=by, why="TOM")
        else:
            results.enter(match, MatchResult(outcome), by=by, seen=seen, note="TOM")


def _miss(
    division: Division,
    pod: TomPod,
    entry_of: Mapping[str, Entry],
    joined: Collection[str],
    again: Collection[int],
) -> None:
    """Add byes and losses of late entries to stored rounds that were not paired `again`."""
    here = {round_.number: round_ for round_ in division.rounds.all()}
    matches = []
    for round_ in pod.rounds:
        alone = [match for match in round_.played if match.left in joined and round_.number in here]
        if not alone or round_.number in again:
            continue
        last = here[round_.number].matches.aggregate(last=Max("position"))["last"] or 0
        matches += [
            Match(
                round=here[round_.number],
                position=last + place,
                left=entry_of[match.left],
                outcome=(match.outcome or Outcome.PENDING).value,
            )
            for place, match in enumerate(alone, start=1)
        ]
    if matches:
        seating.write(matches)


def _bring_up(
    division: Division, pod: TomPod, read: TomEvent, entry_of: Mapping[str, Entry], *, by: User | None
) -> Sequence[Round]:
    """Finish the newest round here as in the file, then add the file's later rounds."""
    here = {
        round_.number: round_ for round_ in division.rounds.select_related("division__tournament", "stage")
    }
    last = max(here, default=0)
    later = [round_ for round_ in pod.rounds if round_.number > last]
    if last and here[last].state == Round.State.POSTED:
        theirs = next(round_ for round_ in pod.rounds if round_.number == last)
        played = {frozenset((match.left, match.right)): match for match in theirs.played}
        matches = here[last].matches.select_related("left", "right", "round__division__tournament")
        undecided = matches.filter(outcome=Outcome.PENDING.value, right__isnull=False)
        for match in undecided.defer("round__draw"):
            seats = (match.left.player_number, match.right.player_number if match.right else None)
            outcome = _outcome(played[frozenset(seats)], left=match.left.player_number or "")
            if outcome is not Outcome.PENDING:
                results.enter(match, MatchResult(outcome), by=by, seen=Outcome.PENDING)
        if theirs.complete:
            rounds.close(here[last], by=by, seen=EVERYTHING)
    if not later:
        return []
    added = play.add(division, pod, read, entry_of, later=later)
    hooks.moved(added[-1])
    return added


def _outcome(match: TomMatch, *, left: str) -> Outcome:
    outcome = match.outcome or Outcome.PENDING
    return outcome if match.left == left else MIRRORED.get(outcome, outcome)
