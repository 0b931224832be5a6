"""Find the recipients of a journal line's notices, with the facts that a locked phone may show.

At most three queries per line, plus the queries of `floor.queries.sectors` for the judges of a table.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta
from itertools import chain
from typing import Any

from checks.models import DeckCheck
from core.engine.model_labels import stored_model_label
from core.engine.notices import Notice
from core.models import JournalEvent
from decks.models import PoolVersion
from floor.engine.penalties import PenaltyLevel
from floor.models import JudgeCall, Penalty
from floor.queries import staff_notices
from floor.queries.sectors import judges_of_table
from floor.queries.webhooks import EDIT_KINDS
from pairings.engine.outcomes import Outcome
from pairings.models import Dispute, Match, Report, Round, Seat, Stage
from pairings.queries.rounds.match_rows import person_of_entry
from tournaments.models import Entry, StaffMember

Finder = Callable[[JournalEvent], Iterable[Notice]]

FINDERS: dict[str, Finder] = {}
"""Functions that find the notices of a journal line, by its kind."""

HALF_HOUR, TEN_MINUTES, HALF_DAY = timedelta(minutes=30), timedelta(minutes=10), timedelta(hours=12)
"""Lifetimes of notices: HALF_HOUR about a seat, TEN_MINUTES about a call, HALF_DAY about a deck list."""

MY_LIST = "decks:mine"

LIST_NOTICE_BY_KIND = {
    "ListEntered": "LIST_ENTERED",
    "ListSentBack": "LIST_SENT_BACK",
    "ListLocked": "LIST_LOCKED",
    "ListOpened": "LIST_OPENED",
    "ListRuled": "LIST_RULED",
    "ListRulingWithdrawn": "LIST_RULED",
}
"""Notice code by kind of the journal line about a deck list."""

LISTS_OF_ALL = {"ListsLocked": "LIST_LOCKED", "ListsClosed": "LIST_LOCKED", "ListsOpened": "LIST_OPENED"}


def register_notice_finder(*kinds: str) -> Callable[[Finder], Finder]:
    """Register a finder for lines of these kinds, in addition to finders already registered for a kind."""

    def register(find: Finder) -> Finder:
        for kind in kinds:
            earlier = FINDERS.get(kind)
            FINDERS[kind] = find if earlier is None else _join_finders(earlier, find)
        return find

    return register


def _join_finders(first: Finder, second: Finder) -> Finder:
    """Return a finder that yields the notices of both finders."""
    return lambda line: chain(first(line), second(line))


def _round_of_line(line: JournalEvent) -> Round | None:
    rounds = Round.objects.filter(division=line.division_id, number=line.facts.get("round"))
    return rounds.select_related("stage").defer("draw").first()


def _round_number_fact(round_: Round) -> dict[str, str | int]:
    """Return the round number for a notice, or 0 for a round of the cut."""
    return {"round": round_.number if round_.stage.kind == Stage.Kind.SWISS else 0}


def _seats_of_round(round_: Round) -> Iterator[tuple[Entry, Entry | None, Match]]:
    """Yield (player, opponent, match) for each player of a round. The opponent is None if there is none."""
    for match in round_.matches.select_related("left", "right").order_by():
        yield match.left, match.right, match
        if match.right is not None:
            yield match.right, match.left, match


def _seat_notice(
    code: str, topic: str, round_: Round, entry: Entry, opponent: Entry | None, match: Match
) -> Notice:
    """Return a notice to the player `entry` with the table and opponent of their match in a round."""
    facts = _round_number_fact(round_) | {
        "table": match.table or 0,
        "opponent": person_of_entry(opponent, public=True).name if opponent else "",
        "bye": match.outcome == Outcome.BYE,
    }
    return Notice(topic, code, f"round-{round_.division_id}", person=entry.pk, facts=facts, lasts=HALF_HOUR)


@register_notice_finder("RoundPosted")
def posted_round_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to the players with an opponent or a bye, if the round is still posted."""
    round_ = _round_of_line(line)
    if round_ is None or round_.state != Round.State.POSTED:
        return
    for entry, opponent, match in _seats_of_round(round_):
        if opponent is not None or match.outcome == Outcome.BYE:
            yield _seat_notice("SEAT", "round", round_, entry, opponent, match)


@register_notice_finder("PostedRoundDrawnAgain")
def withdrawn_round_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to all players of the round that was unposted, unless it has been posted again."""
    round_ = _round_of_line(line)
    if round_ is None or round_.state != Round.State.UNPOSTED:
        return
    facts, tag = _round_number_fact(round_), f"round-{round_.division_id}"
    for entry, _other, _match in _seats_of_round(round_):
        yield Notice("pairing", "ROUND_WITHDRAWN", tag, person=entry.pk, facts=facts, lasts=HALF_HOUR)


@register_notice_finder("RoundUndone")
def undone_round_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to the players of a round that was undone with its results."""
    facts = {"round": 0 if line.facts["cut"] else line.facts["round"]}
    for seat in line.facts["rows"].get(stored_model_label(Seat), ()):
        tag = f"round-{line.division_id}"
        yield Notice("pairing", "ROUND_WITHDRAWN", tag, person=seat["entry_id"], facts=facts, lasts=HALF_HOUR)


@register_notice_finder(*EDIT_KINDS)
def changed_pairing_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to players whose table or opponent changed, if the round is still posted.

    Players who now have neither an opponent nor a bye get none.
    """
    facts = line.facts
    round_ = _round_of_line(line)
    if round_ is None or round_.state != Round.State.POSTED:
        return
    # Places have the shape that `match_seating.place_facts` writes.
    places_before = facts.get("places_before") or ()
    places_after = facts.get("places_after") or ()
    seats_before, seats_after = _seats_by_entry(places_before), _seats_by_entry(places_after)
    changed_entries = {
        entry for entry in {*seats_before, *seats_after} if seats_before.get(entry) != seats_after.get(entry)
    }
    for entry, opponent, match in _seats_of_round(round_):
        if match.pk == facts.get("match"):
            yield _seat_notice("TABLE_CHANGED", "pairing", round_, entry, opponent, match)
        elif entry.pk in changed_entries and (opponent is not None or match.outcome == Outcome.BYE):
            yield _seat_notice("PAIRING_CHANGED", "pairing", round_, entry, opponent, match)


def _seats_by_entry(places: Iterable[Any]) -> dict[int, tuple[int | None, int | None]]:
    """Return the opponent (None without one) and the table of each entry, as keys."""
    seats: dict[int, tuple[int | None, int | None]] = {}
    for _position, left, right, table, *_rest in places:
        seats[left] = (right, table)
        if right is not None:
            seats[right] = (left, table)
    return seats


def _table_notices(
    line: JournalEvent, code: str, *, but: int | None = None, **facts: object
) -> Iterator[Notice]:
    """Yield notices to the two players at a line's table except entry `but`, if the round is still posted."""
    matches = Match.objects.filter(pk=line.facts["match"], round__state=Round.State.POSTED)
    facts = {"table": line.facts["table"]} | facts
    for entry in matches.values_list("left", "right").first() or ():
        if entry is not None and entry != but:
            yield Notice(
                "table", code, f"table-{line.facts['match']}", person=entry, facts=facts, lasts=TEN_MINUTES
            )


@register_notice_finder("CallRaised")
def raised_call_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to the players at the table except the caller, and to its judges, if the call is open."""
    call = JudgeCall.objects.filter(pk=line.facts["call"], closed_at=None).first()
    if call is None:
        return
    yield from _table_notices(line, "TABLE_CALLED", but=call.entry_id)
    for member in _judges_of_table(line):
        yield _call_notice(line, "CALL", member, reason=call.reason, text=call.text)


@register_notice_finder("CallClaimed")
def claimed_call_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to the players at the table, and silent notices to its other judges.

    The silent notices include the name of the judge who claimed the call.
    """
    yield from _table_notices(line, "TABLE_JUDGE_COMES")
    for member in _judges_of_table(line):
        yield _call_notice(line, "CALL_CLAIMED", member, quiet=True, who=line.by_name)


@register_notice_finder("CallEscalated")
def escalated_call_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to the head judges, except the one who escalated the call."""
    heads = StaffMember.objects.filter(tournament=line.tournament_id, role=StaffMember.Role.HEAD_JUDGE)
    for member in heads.exclude(user=line.by_id).values_list("pk", flat=True):
        yield _call_notice(line, "CALL_ESCALATED", member, reason=line.facts["reason"])


@register_notice_finder("DisputeOpened")
def opened_dispute_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to the judges of the table, if the dispute is still open."""
    disputes = Dispute.objects.filter(match=line.facts["match"], settled_at=None)
    dispute = disputes.select_related("match__left", "match__right").first()
    if dispute is None:
        return
    for member in _judges_of_table(line):
        yield _dispute_notice(
            line, "DISPUTE", member, dispute.pk, names=f"{dispute.match.left} – {dispute.match.right}"
        )


@register_notice_finder("DisputeClaimed")
def claimed_dispute_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to both players, and silent notices to the table's other judges."""
    yield from _table_notices(line, "TABLE_JUDGE_COMES")
    for member in _judges_of_table(line):
        key = line.facts["dispute"]
        yield _dispute_notice(line, "CALL_CLAIMED", member, key, quiet=True, who=line.by_name)


def _dispute_notice(
    line: JournalEvent, code: str, member: int, key: int, *, quiet: bool = False, **facts: object
) -> Notice:
    facts = {"table": line.facts["table"] or 0} | facts
    return Notice("calls", code, f"dispute-{key}", member=member, facts=facts, lasts=TEN_MINUTES, quiet=quiet)


@register_notice_finder("ResultUpheld")
def upheld_result_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to the players whose reports staff overruled."""
    facts, tag = {"table": line.facts["table"] or 0}, f"table-{line.facts['match']}"
    for entry in Report.objects.filter(pk__in=line.facts["withdrawn"]).values_list("entry", flat=True):
        yield Notice("table", "RESULT_UPHELD", tag, person=entry, facts=facts, lasts=HALF_HOUR)


@register_notice_finder("PoolDiscrepancyClaimed")
def claimed_pool_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to the player who opened the pool and to the neighbor who verifies it."""
    versions = PoolVersion.objects.filter(pool=line.facts["pool"], number=line.facts["version"])
    for players in versions.values_list("pool__opened_by", "verified_by"):
        for entry in dict.fromkeys(filter(None, players)):
            yield Notice(
                "table", "POOL_JUDGE_COMES", f"pool-{line.facts['pool']}", person=entry, lasts=TEN_MINUTES
            )


@register_notice_finder("PenaltyConfirmed")
def confirmed_penalty_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to the penalized player and to the opponent in the affected match.

    There are none if the penalty has been withdrawn, and none to the opponent if no match was affected.
    """
    penalties = Penalty.objects.filter(pk=line.facts["penalty"], withdrawn_at=None)
    penalty = penalties.select_related("match").first()
    if penalty is None:
        return
    tag = f"penalty-{penalty.pk}"
    facts = {"table": penalty.match.table if penalty.match else 0, "level": penalty.level}
    yield Notice("table", "PENALTY", tag, person=penalty.entry_id, facts=facts, lasts=HALF_HOUR)
    match = Match.objects.filter(pk=penalty.applied.get("match") or 0).first()
    if match is None:
        return
    opponent = match.right_id if match.left_id == penalty.entry_id else match.left_id
    if opponent is not None:
        facts = {"table": match.table or 0}
        yield Notice("table", "PENALTY_AT_TABLE", tag, person=opponent, facts=facts, lasts=HALF_HOUR)


@register_notice_finder("PenaltyGiven")
def light_penalty_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield a notice to the penalized player if the penalty needs no confirmation."""
    if PenaltyLevel(line.facts["level"]).heavy:
        return
    for penalty in Penalty.objects.filter(pk=line.facts["penalty"], withdrawn_at=None).select_related(
        "match"
    ):
        facts = {"table": penalty.match.table if penalty.match else 0, "level": penalty.level, "light": True}
        tag = f"penalty-{penalty.pk}"
        yield Notice("table", "PENALTY", tag, person=penalty.entry_id, facts=facts, lasts=HALF_HOUR)


def _judges_of_table(line: JournalEvent) -> list[int]:
    """Return the keys of the judges of the table's sector, except the author of the line.

    If the table's sector has no judges, all staff of the event are returned instead.
    """
    staff = StaffMember.objects.filter(tournament=line.tournament_id)
    sector_judges = {
        (judge.pk, judge.user_id)
        for judge in (judges_of_table(line.tournament, line.facts["table"] or 0) if line.tournament else ())
    }
    return sorted(
        pk
        for pk, user in sector_judges or staff.values_list("pk", "user")
        if line.by_id is None or user != line.by_id
    )


def _call_notice(
    line: JournalEvent, code: str, member: int, *, quiet: bool = False, **facts: object
) -> Notice:
    facts = {"table": line.facts["table"] or 0} | facts
    return Notice(
        "calls",
        code,
        f"call-{line.facts['call']}",
        member=member,
        facts=facts,
        lasts=TEN_MINUTES,
        quiet=quiet,
    )


@register_notice_finder("ExtensionGiven")
def time_extension_notices(line: JournalEvent) -> Iterator[Notice]:
    seconds = line.facts["seconds"] or 0
    if seconds:
        yield from _table_notices(line, "TABLE_EXTENDED", minutes=seconds // 60)


@register_notice_finder("DeckCheckBegan")
def begun_check_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield a notice to the player whose deck is being checked. Picked decks are secret until the check begins."""
    facts, tag = {"stopped": line.facts.get("extension") is not None}, f"check-{line.facts['check']}"
    yield Notice("check", "CHECK_BEGAN", tag, person=line.facts["entry"], facts=facts, lasts=HALF_HOUR)


@register_notice_finder("DeckCheckEnded", "BeforeCheckEnded")
def ended_check_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield a notice to the player whose deck was checked."""
    rewrite = DeckCheck.objects.filter(pk=line.facts["check"], rewrite=True).exists()
    facts = {"minutes": line.facts.get("minutes") or 0, "rewrite": rewrite}
    tag = f"check-{line.facts['check']}"
    yield Notice("check", "CHECK_ENDED", tag, person=line.facts["entry"], facts=facts, lasts=HALF_HOUR)


@register_notice_finder(*LIST_NOTICE_BY_KIND)
def changed_list_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield a notice to the owner of the list."""
    list_facts = {name: line.facts.get(name) for name in ("legal", "unknown", "reason")}
    yield _list_notice(LIST_NOTICE_BY_KIND[line.kind], line.facts["entry"], list_facts)


@register_notice_finder("ListsRechecked", "ListsSetAside")
def rechecked_lists_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices to players whose list became legal or illegal through a change of cards or settings."""
    for verdict in line.facts["verdicts"]:
        yield _list_notice(
            "LIST_RECHECKED", verdict["entry"], {"legal": verdict["now"], "unknown": verdict.get("unknown")}
        )


@register_notice_finder(*LISTS_OF_ALL)
def locked_or_opened_lists_notices(line: JournalEvent) -> Iterator[Notice]:
    """Yield notices that lists were locked or opened, to all players who have not dropped."""
    playing = Entry.objects.filter(tournament=line.tournament_id, dropped_in=None)
    for entry in playing.values_list("pk", flat=True):
        yield _list_notice(LISTS_OF_ALL[line.kind], entry, {})


def _list_notice(code: str, entry: int, facts: Mapping[str, object]) -> Notice:
    return Notice("list", code, "list", person=entry, facts=facts, lasts=HALF_DAY, page=MY_LIST)


@register_notice_finder("Undone")
def undone_step_notices(line: JournalEvent) -> Iterable[Notice]:
    """Return notices to the players affected by an undone step, or none for steps that need no notice."""
    kind, facts = line.facts["what"], line.facts["facts"]
    find = FINDER_BY_UNDONE_KIND.get(kind)
    if find is None:
        return ()
    step = JournalEvent(
        tournament_id=line.tournament_id, division_id=line.division_id, kind=kind, by=line.by, facts=facts
    )
    return find(step)


FINDER_BY_UNDONE_KIND = {
    "RoundPosted": withdrawn_round_notices,
    "RoundUndone": posted_round_notices,
} | dict.fromkeys(EDIT_KINDS, changed_pairing_notices)

for _kind, _find in (
    ("PlayerReported", staff_notices.conflicting_report_notices),
    ("PoolDiscrepancyReported", staff_notices.disputed_pool_notices),
    ("PenaltyGiven", staff_notices.unconfirmed_penalty_notices),
    ("DecksPicked", staff_notices.picked_decks_notices),
    ("PrintStopped", staff_notices.stopped_print_notices),
    ("ListsLocked", staff_notices.lists_to_rule_notices),
    ("ListsClosed", staff_notices.lists_to_rule_notices),
    ("ListsRechecked", staff_notices.lists_to_rule_notices),
    ("ListEntered", staff_notices.lists_to_rule_notices),
):
    register_notice_finder(_kind)(_find)
