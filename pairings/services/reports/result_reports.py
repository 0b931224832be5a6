"""What players report on their phones: told, confirmed, changed, withdrawn. Two who agree make a result at once."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from pairings.engine.outcomes import Outcome
from pairings.engine.reports import ReportedResult, agree, counted, differs, joined
from pairings.models import Dispute, Match, Report, Round, Stage
from pairings.queries.reports import result_reports as told_by_players
from pairings.queries.reports.result_reports import reported_by
from pairings.services.reports import report_rows, results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance
from tournaments.engine.refused import Refused
from tournaments.models import Entry, Tournament, User
from tournaments.services import journal
from tournaments.services.journal_kinds import FactTypes, JournalKind, define

MOST_WINNERS = 7
"""Games told one by one: three, and those of Sudden Death."""


MOST_REPORTS = 10
"""Reports of one player for one match, withdrawn ones too. A slip of the thumb needs three."""


@dataclass(frozen=True, slots=True)
class ResultReport:
    """What a player says: the result, the winners of the games in order where told one by one, and whether they
    leave the event after this match.
    """

    told: MatchResult
    winners: tuple[str, ...] = ()
    leaves: bool = False


@transaction.atomic
def submit(
    match: Match, entry: Entry, word: ResultReport, *, by: User | None = None, now: datetime | None = None
) -> Match:
    """Keep what one player says. Once both say the same it is the result; different words open a dispute.

    A result that stands already stays: another word is kept beside it and shown to the staff as a doubt. Saying the
    same again changes nothing.
    Refused: PHONES_ARE_OFF, NOT_YOUR_MATCH, RESULT_CONFIRMED when the player's own word is the result, and those of
    `results.enter` but RESULT_ALREADY_THERE. REPORTED_TOO_OFTEN (most): everything reported is kept, so one phone may
    not fill the journal.
    """
    match = _of(match, entry)
    word = _checked(match, word)
    words = told_by_players.of_match(match)
    mine = words.pop(entry.pk, None)
    theirs = next(iter(words.values()), None)
    _require_changeable(match, mine)
    waits = match.outcome == Outcome.PENDING and theirs is not None and _agree(theirs, word)
    if mine is not None and _repeats(mine, word) and not waits:
        return match
    _require_few(match, entry)
    report = _keep(match, entry, word, by=by, now=now)
    if match.outcome != Outcome.PENDING or theirs is None:
        _journal(match, "PlayerReported", entry, word, by=by, now=now)
    elif waits:
        return _both(match, theirs, report, by=by, now=now)
    else:
        opened = report_rows.settle_or_open(match, now=now)
        _journal(match, "DisputeOpened" if opened else "PlayerReported", entry, word, by=by, now=now)
    return match


def _require_few(match: Match, entry: Entry) -> None:
    if match.reports.filter(entry=entry).count() >= MOST_REPORTS:
        raise Refused("REPORTED_TOO_OFTEN", most=MOST_REPORTS)


@transaction.atomic
def confirm(
    match: Match,
    entry: Entry,
    *,
    report: int,
    leaves: bool = False,
    by: User | None = None,
    now: datetime | None = None,
) -> Match:
    """Say the same as the opponent, whose word `report` was read. Refused: WORD_CHANGED, and those of `tell`."""
    match = _of(match, entry)
    words = told_by_players.of_match(match)
    theirs = next((row for key, row in words.items() if key != entry.pk), None)
    if theirs is None or theirs.pk != report:
        raise Refused("WORD_CHANGED")
    same = reported_by(theirs)
    word = ResultReport(MatchResult(same.outcome, same.reason, same.games), tuple(theirs.games), leaves)
    return submit(match, entry, word, by=by, now=now)


@transaction.atomic
def withdraw(match: Match, entry: Entry, *, by: User | None = None, now: datetime | None = None) -> Match:
    """Take one's own word back, until it is confirmed. Refused: NOTHING_TOLD, RESULT_CONFIRMED, NOT_YOUR_MATCH."""
    match = _of(match, entry)
    mine = told_by_players.of_match(match).get(entry.pk)
    if mine is None:
        raise Refused("NOTHING_TOLD")
    _require_changeable(match, mine)
    report_rows.withdraw(match.reports.filter(entry=entry, withdrawn_at__isnull=True), now=now)
    report_rows.settle_or_open(match, now=now)
    _journal(match, "ReportWithdrawn", entry, None, by=by, now=now)
    return match


@transaction.atomic
def accept(match: Match, *, report: int, by: User | None, now: datetime | None = None) -> Match:
    """One player's word is enough: it becomes the result. `report` is the word that was read.

    Refused: WORD_CHANGED, DISPUTE_IS_OPEN, and those of `results.enter`.
    """
    match = results.held(match)
    results.require_posted(match)
    results.require_seen(match, Outcome.PENDING)
    words = list(told_by_players.of_match(match).values())
    if report not in [row.pk for row in words]:
        raise Refused("WORD_CHANGED")
    if Dispute.objects.filter(match=match, settled_at__isnull=True).exists():
        raise Refused("DISPUTE_IS_OPEN", table=match.table)
    said = joined(*map(reported_by, words)) if len(words) == 2 else reported_by(words[0])
    name = str(match.left if words[0].entry_id == match.left_id else match.right)
    told = MatchResult(said.outcome, said.reason, said.games)
    results.require_possible(match, told)
    return results.record(match, told, kind="ResultTaken", by=by, now=now, name=name)


def accept_due(event: Tournament, *, by: User | None = None, now: datetime | None = None) -> int:
    """Take in every single word that waited as long as the organizer allows; how many."""
    at = now or timezone.now()
    if event.one_word_minutes is None:
        return 0
    until = at - timedelta(minutes=event.one_word_minutes)
    taken = 0
    for round_ in Round.objects.filter(division__tournament=event, state=Round.State.POSTED):
        for one in told_by_players.waiting(round_):
            if one.report.at <= until:
                taken += _taken(one, by=by, now=at)
    return taken


def _taken(one: told_by_players.Waiting, *, by: User | None, now: datetime) -> bool:
    """Whether it was still there to be taken: players and staff go on meanwhile."""
    try:
        accept(one.match, report=one.report.pk, by=by, now=now)
    except Refused:
        return False
    return True


@transaction.atomic
def keep_result(match: Match, *, by: User | None, now: datetime | None = None) -> Match:
    """The result stands although a player told another one: those words count no more. Refused: NOTHING_TOLD."""
    match = results.held(match)
    words = told_by_players.of_match(match).values()
    against = [row for row in words if differs(reported_by(row), reported_by(match))]
    if match.outcome == Outcome.PENDING or not against:
        raise Refused("NOTHING_TOLD")
    withdrawn = report_rows.withdraw(against, now=now)
    journal.write(
        match.round.division.tournament,
        "ResultKept",
        by=by,
        division=match.round.division,
        at=now,
        withdrawn=withdrawn,
        **_place(match),
    )
    return match


@transaction.atomic
def leave(entry: Entry, *, by: User | None = None, now: datetime | None = None) -> Entry:
    """A player leaves the event between two matches. Refused: FINISH_FIRST, ENTRY_ALREADY_LEFT."""
    open_ = Match.objects.filter(
        seats__entry=entry, round__state=Round.State.POSTED, outcome=Outcome.PENDING.value
    )
    if open_.exists():
        raise Refused("FINISH_FIRST")
    return attendance.drop(entry, by=by, now=now)


def _of(match: Match, entry: Entry) -> Match:
    """The match, held, which the player plays in. Refused: PHONES_ARE_OFF, NOT_YOUR_MATCH and of the round."""
    match = results.held(match)
    if entry.pk not in (match.left_id, match.right_id):
        raise Refused("NOT_YOUR_MATCH")
    if not match.round.division.tournament.phone_reports:
        raise Refused("PHONES_ARE_OFF")
    results.require_posted(match)
    return match


def _checked(match: Match, word: ResultReport) -> ResultReport:
    """The word, with the games counted where they were told one by one. Refused: GAMES_DO_NOT_FIT and others."""
    winners = word.winners[:MOST_WINNERS]
    games = word.told.games if word.told.games is not None else counted(winners)
    if winners and games != counted(winners):
        raise Refused("GAMES_DO_NOT_FIT", games=f"{games[0]}–{games[1]}" if games else "–")
    told = MatchResult(word.told.outcome, word.told.reason, games)
    results.require_possible(match, told)
    swiss = match.round.stage.kind == Stage.Kind.SWISS
    return ResultReport(told, winners, word.leaves and swiss)


def _require_changeable(match: Match, mine: Report | None) -> None:
    """A player's own word that became the result is the staff's to change."""
    stands = match.outcome != Outcome.PENDING
    if stands and mine is not None and not differs(reported_by(mine), reported_by(match)):
        raise Refused("RESULT_CONFIRMED")


def _agree(theirs: Report, word: ResultReport) -> bool:
    return agree(reported_by(theirs), ReportedResult(word.told.outcome))


def _repeats(mine: Report, word: ResultReport) -> bool:
    said = ReportedResult(word.told.outcome, str(word.told.reason), word.told.games)
    return reported_by(mine) == said and tuple(mine.games) == word.winners and mine.leaves == word.leaves


def _keep(match: Match, entry: Entry, word: ResultReport, *, by: User | None, now: datetime | None) -> Report:
    left, right = word.told.games or (None, None)
    return Report.objects.create(
        match=match,
        outcome=word.told.outcome.value,
        reason=word.told.reason,
        games_left=left,
        games_right=right,
        games=list(word.winners),
        source=Report.Source.PHONE,
        entry=entry,
        leaves=word.leaves,
        by=by,
        at=now or timezone.now(),
    )


def _both(match: Match, theirs: Report, mine: Report, *, by: User | None, now: datetime | None) -> Match:
    """Both told the same: that is the result."""
    said = joined(reported_by(theirs), reported_by(mine))
    told = MatchResult(said.outcome, said.reason, said.games)
    results.require_possible(match, told)
    source = Report.Source.PHONE
    return results.record(match, told, kind="ResultAgreed", by=by, source=source, now=now, report=mine.pk)


def _place(match: Match) -> dict[str, Any]:
    return {
        "match": match.pk,
        "round": match.round.number,
        "table": match.table,
        "left": str(match.left),
        "right": str(match.right),
    }


def _journal(
    match: Match, kind: str, entry: Entry, word: ResultReport | None, *, by: User | None, now: datetime | None
) -> None:
    """One line of what a player said."""
    told: dict[str, Any] = {}
    if word is not None:
        told = {
            "after": {
                "outcome": word.told.outcome.value,
                "reason": str(word.told.reason),
                "games": list(word.told.games) if word.told.games else None,
            },
            "leaves": word.leaves,
        }
    journal.write(
        match.round.division.tournament,
        kind,
        by=by,
        division=match.round.division,
        at=now,
        entry=entry.pk,
        name=str(match.left if entry.pk == match.left_id else match.right),
        **_place(match),
        **told,
    )


_REPORT: FactTypes = {**results.MATCH, "entry": int, "name": str}
define(
    JournalKind("PlayerReported", {**_REPORT, "after": dict, "leaves": bool}, topic="results"),
    JournalKind("DisputeOpened", {**_REPORT, "after": dict, "leaves": bool}, topic="results"),
    JournalKind("ReportWithdrawn", _REPORT, topic="results"),
)
