"""Recipients of a journal line's notices, and what a locked phone shows of it. At most three queries a line."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import timedelta
from itertools import chain
from typing import Any

from checks.models import DeckCheck
from core.engine.labels import label_of
from core.engine.notices import Notice
from core.models import JournalEvent
from decks.models import PoolVersion
from floor.engine.penalties import Level
from floor.models import JudgeCall, Penalty
from floor.queries import staff_notices
from pairings.engine.outcomes import Outcome
from pairings.models import Dispute, Match, Report, Round, Seat, Stage
from pairings.queries.rounds.rows import person
from tournaments.models import Entry, StaffMember

Finder = Callable[[JournalEvent], Iterable[Notice]]

FINDERS: dict[str, Finder] = {}
"""Finders of notices by kind of line."""

ROUND, SOON, LIST = timedelta(minutes=30), timedelta(minutes=10), timedelta(hours=12)
"""How long notices of a seat, of a call and of a deck list are useful."""

MY_LIST = "decks:mine"

EDITS = ("TablesDrawnAgain", "MatchMadeByHand", "LateEntrySeated", "LateEntryGivenBye", "EntryTakenOut")

LISTS = {
    "ListEntered": "LIST_ENTERED",
    "ListSentBack": "LIST_SENT_BACK",
    "ListLocked": "LIST_LOCKED",
    "ListOpened": "LIST_OPENED",
    "ListRuled": "LIST_RULED",
    "ListRulingWithdrawn": "LIST_RULED",
}
"""Notice code by kind of a list's line."""

LISTS_OF_ALL = {"ListsLocked": "LIST_LOCKED", "ListsClosed": "LIST_LOCKED", "ListsOpened": "LIST_OPENED"}


def finds(*kinds: str) -> Callable[[Finder], Finder]:
    """Register a finder for lines of these kinds, besides the finders they have."""

    def register(find: Finder) -> Finder:
        for kind in kinds:
            FINDERS[kind] = _both(FINDERS.get(kind), find)
        return find

    return register


def _both(first: Finder | None, second: Finder) -> Finder:
    if first is None:
        return second
    return lambda line: chain(first(line), second(line))


def _round(line: JournalEvent) -> Round | None:
    rows = Round.objects.filter(division=line.division_id, number=line.facts.get("round"))
    return rows.select_related("stage").defer("draw").first()


def _title(round_: Round) -> dict[str, object]:
    """The round number of a notice; 0 stands for a round of the cut."""
    return {"round": round_.number if round_.stage.kind == Stage.Kind.SWISS else 0}


def _seats(round_: Round) -> Iterator[tuple[Entry, Entry | None, Match]]:
    """Yield each player of a round, the opponent (None for a bye), and their match."""
    for match in round_.matches.select_related("left", "right").order_by():
        yield match.left, match.right, match
        if match.right is not None:
            yield match.right, match.left, match


def _seat(code: str, topic: str, round_: Round, entry: Entry, other: Entry | None, match: Match) -> Notice:
    facts = _title(round_) | {
        "table": match.table or 0,
        "opponent": person(other, public=True).name if other else "",
        "bye": match.outcome == Outcome.BYE,
    }
    return Notice(topic, code, _tag(round_), person=entry.pk, facts=facts, lasts=ROUND)


def _tag(round_: Round) -> str:
    return f"round-{round_.division_id}"


@finds("RoundPosted")
def round_posted(line: JournalEvent) -> Iterator[Notice]:
    """To all players of the round with a seat or a bye."""
    round_ = _round(line)
    if round_ is None or round_.state != Round.State.POSTED:
        return
    for entry, other, match in _seats(round_):
        if other is not None or match.outcome == Outcome.BYE:
            yield _seat("SEAT", "round", round_, entry, other, match)


@finds("PostedRoundDrawnAgain")
def round_withdrawn(line: JournalEvent) -> Iterator[Notice]:
    """To all players who had a seat in the withdrawn round."""
    round_ = _round(line)
    if round_ is None or round_.state != Round.State.UNPOSTED:
        return
    for entry, _other, _match in _seats(round_):
        yield Notice(
            "pairing", "ROUND_WITHDRAWN", _tag(round_), person=entry.pk, facts=_title(round_), lasts=ROUND
        )


@finds("RoundUndone")
def round_undone(line: JournalEvent) -> Iterator[Notice]:
    """To the players of a round that was undone with its results."""
    facts = {"round": 0 if line.facts["cut"] else line.facts["round"]}
    for seat in line.facts["rows"].get(label_of(Seat), ()):
        tag = f"round-{line.division_id}"
        yield Notice("pairing", "ROUND_WITHDRAWN", tag, person=seat["entry_id"], facts=facts, lasts=ROUND)


@finds(*EDITS)
def pairing_changed(line: JournalEvent) -> Iterator[Notice]:
    """To players whose table or opponent changed in a posted round."""
    facts = line.facts
    round_ = _round(line)
    if round_ is None or round_.state != Round.State.POSTED:
        return
    # Entries whose opponent or table differs; places as written by `seating.facts_of`.
    before = facts.get("places_before") or ()
    after = facts.get("places_after") or ()
    was, now = _by_entry(before), _by_entry(after)
    moved = {entry for entry in {*was, *now} if was.get(entry) != now.get(entry)}
    for entry, other, match in _seats(round_):
        if entry.pk in moved and (other is not None or match.outcome == Outcome.BYE):
            yield _seat("PAIRING_CHANGED", "pairing", round_, entry, other, match)


def _by_entry(places: Iterable[Any]) -> dict[int, tuple[int | None, int | None]]:
    seats: dict[int, tuple[int | None, int | None]] = {}
    for _position, left, right, table, *_more in places:
        seats[left] = (right, table)
        if right is not None:
            seats[right] = (left, table)
    return seats


def _at_table(line: JournalEvent, code: str, *, but: int | None = None, **facts: object) -> Iterator[Notice]:
    """To the two players at the table of a line, unless the round is no longer posted."""
    rows = Match.objects.filter(pk=line.facts["match"], round__state=Round.State.POSTED)
    facts = {"table": line.facts["table"]} | facts
    for entry in rows.values_list("left", "right").first() or ():
        if entry is not None and entry != but:
            yield Notice("table", code, f"table-{line.facts['match']}", person=entry, facts=facts, lasts=SOON)


@finds("CallRaised")
def call_raised(line: JournalEvent) -> Iterator[Notice]:
    """To the players at the table except the caller, and to the judges of its sector."""
    call = JudgeCall.objects.filter(pk=line.facts["call"], closed_at=None).first()
    if call is None:
        return
    yield from _at_table(line, "TABLE_CALLED", but=call.entry_id)
    for member in _judges(line):
        yield _call(line, "CALL", member, reason=call.reason, text=call.text)


@finds("CallClaimed")
def call_claimed(line: JournalEvent) -> Iterator[Notice]:
    """To the players at the table, and silently to the other judges, whose notice now shows who goes."""
    yield from _at_table(line, "TABLE_JUDGE_COMES")
    for member in _judges(line):
        yield _call(line, "CALL_CLAIMED", member, quiet=True, who=line.by_name)


@finds("CallEscalated")
def call_escalated(line: JournalEvent) -> Iterator[Notice]:
    """To the head judges."""
    heads = StaffMember.objects.filter(tournament=line.tournament_id, role=StaffMember.Role.HEAD_JUDGE)
    for member in heads.exclude(user=line.by_id).values_list("pk", flat=True):
        yield _call(line, "CALL_ESCALATED", member, reason=line.facts["reason"])


@finds("DisputeOpened")
def dispute_opened(line: JournalEvent) -> Iterator[Notice]:
    """To the judges of its sector, while the dispute is open."""
    rows = Dispute.objects.filter(match=line.facts["match"], settled_at=None)
    dispute = rows.select_related("match__left", "match__right").first()
    if dispute is None:
        return
    for member in _judges(line):
        yield _dispute(
            line, "DISPUTE", member, dispute.pk, names=f"{dispute.match.left} – {dispute.match.right}"
        )


@finds("DisputeClaimed")
def dispute_claimed(line: JournalEvent) -> Iterator[Notice]:
    """To both players, and silently to the other judges."""
    yield from _at_table(line, "TABLE_JUDGE_COMES")
    for member in _judges(line):
        key = line.facts["dispute"]
        yield _dispute(line, "CALL_CLAIMED", member, key, quiet=True, who=line.by_name)


def _dispute(
    line: JournalEvent, code: str, member: int, key: int, *, quiet: bool = False, **facts: object
) -> Notice:
    facts = {"table": line.facts["table"] or 0} | facts
    return Notice("calls", code, f"dispute-{key}", member=member, facts=facts, lasts=SOON, quiet=quiet)


@finds("ResultUpheld")
def result_upheld(line: JournalEvent) -> Iterator[Notice]:
    """To the players whose reports staff overruled."""
    facts, tag = {"table": line.facts["table"] or 0}, f"table-{line.facts['match']}"
    for entry in Report.objects.filter(pk__in=line.facts["withdrawn"]).values_list("entry", flat=True):
        yield Notice("table", "RESULT_UPHELD", tag, person=entry, facts=facts, lasts=ROUND)


@finds("PoolDiscrepancyClaimed")
def pool_claimed(line: JournalEvent) -> Iterator[Notice]:
    """To the pool's owner and the neighbor who verifies it."""
    rows = PoolVersion.objects.filter(pool=line.facts["pool"], number=line.facts["version"])
    for players in rows.values_list("pool__opened_by", "verified_by"):
        for entry in dict.fromkeys(filter(None, players)):
            yield Notice("table", "POOL_JUDGE_COMES", f"pool-{line.facts['pool']}", person=entry, lasts=SOON)


@finds("PenaltyConfirmed")
def penalty_confirmed(line: JournalEvent) -> Iterator[Notice]:
    """To the penalized player, and to the opponent of the match it counts in."""
    rows = Penalty.objects.filter(pk=line.facts["penalty"], withdrawn_at=None)
    penalty = rows.select_related("match").first()
    if penalty is None:
        return
    facts = {"table": penalty.match.table if penalty.match else 0, "level": penalty.level}
    yield Notice("table", "PENALTY", _penalty_tag(line), person=penalty.entry_id, facts=facts, lasts=ROUND)
    match = Match.objects.filter(pk=penalty.applied.get("match") or 0).first()
    if match is None:
        return
    other = match.right_id if match.left_id == penalty.entry_id else match.left_id
    if other is not None:
        facts = {"table": match.table or 0}
        yield Notice("table", "PENALTY_AT_TABLE", _penalty_tag(line), person=other, facts=facts, lasts=ROUND)


@finds("PenaltyGiven")
def light_penalty(line: JournalEvent) -> Iterator[Notice]:
    """To the penalized player, for a penalty that needs no confirmation."""
    if Level(line.facts["level"]).heavy:
        return
    for row in Penalty.objects.filter(pk=line.facts["penalty"], withdrawn_at=None).select_related("match"):
        facts = {"table": row.match.table if row.match else 0, "level": row.level, "light": True}
        yield Notice("table", "PENALTY", _penalty_tag(line), person=row.entry_id, facts=facts, lasts=ROUND)


def _penalty_tag(line: JournalEvent) -> str:
    return f"penalty-{line.facts['penalty']}"


def _judges(line: JournalEvent) -> list[int]:
    """Judges of the table's sector, or all staff if it has none; never the author of the line."""
    staff, table = StaffMember.objects.filter(tournament=line.tournament_id), line.facts["table"] or 0
    own = set(
        staff.filter(sectors__table_from__lte=table, sectors__table_to__gte=table).values_list("pk", "user")
    )
    return sorted(
        pk for pk, user in own or staff.values_list("pk", "user") if line.by_id is None or user != line.by_id
    )


def _call(line: JournalEvent, code: str, member: int, *, quiet: bool = False, **facts: object) -> Notice:
    facts = {"table": line.facts["table"] or 0} | facts
    return Notice(
        "calls", code, f"call-{line.facts['call']}", member=member, facts=facts, lasts=SOON, quiet=quiet
    )


@finds("ExtensionGiven")
def table_extended(line: JournalEvent) -> Iterator[Notice]:
    seconds = line.facts["seconds"] or 0
    if seconds:
        yield from _at_table(line, "TABLE_EXTENDED", minutes=seconds // 60)


@finds("DeckCheckBegan")
def check_began(line: JournalEvent) -> Iterator[Notice]:
    """To the player whose deck is being checked. A deck only picked stays secret."""
    stopped = line.facts.get("extension") is not None
    yield _of_check(line, "CHECK_BEGAN", stopped=stopped)


@finds("DeckCheckEnded", "BeforeCheckEnded")
def check_ended(line: JournalEvent) -> Iterator[Notice]:
    rewrite = DeckCheck.objects.filter(pk=line.facts["check"], rewrite=True).exists()
    yield _of_check(line, "CHECK_ENDED", minutes=line.facts.get("minutes") or 0, rewrite=rewrite)


def _of_check(line: JournalEvent, code: str, **facts: object) -> Notice:
    tag = f"check-{line.facts['check']}"
    return Notice("check", code, tag, person=line.facts["entry"], facts=facts, lasts=ROUND)


@finds(*LISTS)
def list_changed(line: JournalEvent) -> Iterator[Notice]:
    """To the owner of the list."""
    facts = {name: line.facts.get(name) for name in ("legal", "unknown", "reason")}
    yield _of_list(LISTS[line.kind], line.facts["entry"], facts)


@finds("ListsRechecked", "ListsSetAside")
def lists_rechecked(line: JournalEvent) -> Iterator[Notice]:
    """To players whose list became legal or illegal by a change of cards or settings."""
    for verdict in line.facts["verdicts"]:
        yield _of_list(
            "LIST_RECHECKED", verdict["entry"], {"legal": verdict["now"], "unknown": verdict.get("unknown")}
        )


@finds(*LISTS_OF_ALL)
def lists_closed(line: JournalEvent) -> Iterator[Notice]:
    """To all players who have not dropped."""
    playing = Entry.objects.filter(tournament=line.tournament_id, dropped_in=None)
    for entry in playing.values_list("pk", flat=True):
        yield _of_list(LISTS_OF_ALL[line.kind], entry, {})


def _of_list(code: str, entry: int, facts: Mapping[str, object]) -> Notice:
    return Notice("list", code, "list", person=entry, facts=facts, lasts=LIST, page=MY_LIST)


@finds("Undone")
def undone(line: JournalEvent) -> Iterable[Notice]:
    """To those affected by the undone step; the line includes its facts."""
    what, facts = line.facts["what"], line.facts["facts"]
    find = UNDONE.get(what)
    if find is None:
        return ()
    step = JournalEvent(
        tournament_id=line.tournament_id, division_id=line.division_id, kind=what, by=line.by, facts=facts
    )
    return find(step)


UNDONE = {"RoundPosted": round_withdrawn, "RoundUndone": round_posted} | dict.fromkeys(EDITS, pairing_changed)

for _kind, _find in (
    ("PlayerReported", staff_notices.report_against),
    ("PoolDiscrepancyReported", staff_notices.pool_disputed),
    ("PenaltyGiven", staff_notices.penalty_given),
    ("DecksPicked", staff_notices.decks_picked),
    ("PrintStopped", staff_notices.print_stopped),
    ("ListsLocked", staff_notices.lists_to_rule),
    ("ListsClosed", staff_notices.lists_to_rule),
    ("ListsRechecked", staff_notices.lists_to_rule),
    ("ListEntered", staff_notices.lists_to_rule),
):
    finds(_kind)(_find)
