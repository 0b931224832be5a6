"""The log of a draft as judges read it: moves with times, the path of a pack, one's own picks (R-002, R-092–094)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from core.engine.refused import Refused
from core.models import JournalEvent
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from drafts.engine import Draft as Game
from drafts.engine import files, log
from drafts.engine.log import Line, Stop
from drafts.engine.run import RunStep, replayed
from drafts.models import DraftMark, DraftMove
from drafts.queries.draft_runs import Track, marks_of
from drafts.queries.drafts import setup_of
from drafts.queries.tracking import Tracked, built, first_of, move_of, require_tracked
from tournaments.models import Entry, User

LOOKED = "DraftLooked"
RULED = "DraftRuled"
NOTHING = timedelta(0)


@dataclass(frozen=True, slots=True)
class Pod:
    """One pod of a tracked draft with the state before its first move and after each."""

    tracked: Tracked
    games: tuple[Game, ...]
    lines: tuple[Line, ...]
    pauses: tuple[tuple[datetime, datetime | None], ...]

    @property
    def over(self) -> bool:
        return self.tracked.game.over


@dataclass(frozen=True, slots=True)
class LogRow:
    """A line with its row: seconds a pick took without pauses, and the card's name if it may be seen.

    `first_tapped`: the name first tapped, if renamed since; `hidden`: whether a name is withheld.
    """

    line: Line
    row: DraftMove
    seconds: int | None
    name: str
    first_tapped: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class Found:
    """A pick matching a search, with where its pack was opened and the path it took; () for face-up cards."""

    row: LogRow
    opening: int
    opener: int
    way: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A tap on a paper draft with the step it led to, or a judge's note (`move`)."""

    at: datetime
    by: User | None
    kind: str
    step: RunStep | None
    move: DraftMove | None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling of a draft, from the journal."""

    line: int
    at: datetime
    by: str
    text: str
    undone: bool


def pod_of(draft: Draft, pod: int) -> Pod:
    """One pod of a tracked draft. Two queries.

    Refused: DRAFT_NOT_TRACKED, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, PACKS_NOT_NAMED.
    """
    require_tracked(draft)
    if not 1 <= pod <= len(draft.seats):
        raise Refused(DeckRefusal.DRAFT_POD_UNKNOWN)
    rows = list(draft.moves.filter(pod=pod).select_related("by").order_by("number"))
    marks = list(draft.marks.filter(pod=pod).order_by("id"))
    tracked = built(draft, pod, rows, marks)
    games = log.states(tracked.game.procedure, [move_of(row) for row in rows])
    return Pod(tracked, games, log.lines(games), _pauses(marks))


def rows_of(pod: Pod, *, names: bool) -> list[LogRow]:
    """The log, oldest first; without `names` only what was open to all. No query."""
    return [_row(pod, line, names=names) for line in pod.lines]


def sees_names(pod: Pod, *, rule: bool, user: User) -> bool:
    """Whether this member of staff may read hidden names: once the pod is over, or after a journaled look.

    At most one query.
    """
    return pod.over or (rule and looked(pod.tracked.draft, pod.tracked.pod, user))


def looked(draft: Draft, pod: int, user: User) -> bool:
    """Whether this person's look at the cards of a pod is journaled. One query."""
    return looks(draft, pod).filter(by=user).exists()


def looks(draft: Draft, pod: int) -> QuerySet[JournalEvent]:
    """Journaled looks at the cards of a pod while it was drafted."""
    return JournalEvent.objects.filter(
        division=draft.division_id, kind=LOOKED, facts__draft=draft.pk, facts__pod=pod
    ).order_by("id")


def found(pod: Pod, text: str) -> list[Found]:
    """The picks of cards whose name contains a text, now or as first tapped; the caller may see names."""
    wanted = " ".join(text.split()).casefold()
    rows = [row for row in rows_of(pod, names=True) if row.line.card is not None]
    hits = [
        row
        for row in rows
        if wanted and any(wanted in name.casefold() for name in (row.name, row.first_tapped))
    ]
    return [_found(pod, row) for row in hits]


def own_picks(pod: Pod, seat: int) -> list[LogRow]:
    """A seat's picks, oldest first, without undone ones. No query."""
    return [
        row
        for row in rows_of(pod, names=True)
        if row.line.move.kind == "pick" and row.line.move.seat == seat and row.line.back is None
    ]


def histories(entry: Entry) -> list[tuple[Draft, int, int]]:
    """The tracked drafts in which an entry sits, oldest first, with pod and seat. One query."""
    rows = Draft.objects.filter(division=entry.division_id, way=Draft.Way.TRACKED).order_by("number")
    return [
        (row, number, pod.index(entry.pk) + 1)
        for row in rows.select_related("division__tournament")
        for number, pod in enumerate(row.seats, start=1)
        if entry.pk in pod
    ]


def file_of(pod: Pod) -> Mapping[str, object]:
    """A pod as data that can be replayed."""
    tracked, setup = pod.tracked, setup_of(pod.tracked.draft)
    data = files.data_of(
        tracked.game,
        subtype=tracked.draft.subtype,
        packs_each=setup.packs_each or 0,
        pack_size=setup.pack_size or 0,
        seed=(tracked.draft.seed or 0) + tracked.pod,
        first=first_of(tracked.game.moves),
    )
    return {
        **data,
        "times": [row.at.isoformat() for row in tracked.moves],
        "draft": tracked.draft.number,
        "pod": tracked.pod,
    }


def rulings(draft: Draft, pod: int) -> list[Ruling]:
    """The rulings about a pod, latest first. One query."""
    rows = JournalEvent.objects.filter(
        division=draft.division_id, kind=RULED, facts__draft=draft.pk, facts__pod=pod
    )
    undone = Exists(JournalEvent.objects.filter(undoes=OuterRef("pk")))
    return [
        Ruling(row.pk, row.at, row.by_name, str(row.facts.get("reason", "")), bool(row.undone))
        for row in rows.annotate(undone=undone).order_by("-id")
    ]


def paper_rows(draft: Draft, track: Track) -> list[PaperRow]:
    """Every tap of a paper draft and the notes of judges, oldest first. Two queries."""
    marks = list(DraftMark.objects.filter(draft=draft, pod=track.pod).select_related("by").order_by("id"))
    taps = marks_of(marks)
    rows = []
    for number, mark in enumerate(marks, start=1):
        at = replayed(taps[:number]).at if mark.kind in ("next", "back") else mark.step
        step = track.steps[at] if at < len(track.steps) else None
        rows.append(PaperRow(mark.at, mark.by, mark.kind, step, None))
    notes = draft.moves.select_related("by")
    notes = notes.filter(pod=track.pod) if track.pod else notes
    rows += [PaperRow(row.at, row.by, row.kind, None, row) for row in notes.order_by("pod", "number")]
    return sorted(rows, key=lambda row: row.at)


def _row(pod: Pod, line: Line, *, names: bool) -> LogRow:
    row, card, move = pod.tracked.moves[line.at], line.card, line.move
    if card is None:
        # A renamed card may be secret.
        number = move.card if move.kind == "rename" and move.names else None
        visible = number is not None and (names or log.open_name(pod.games[line.at + 1], number))
        name = move.names[0] if visible else ""
        return LogRow(line, row, None, name, "", number is not None and not name)
    tapped = " ".join(move.names[0].split()) if move.names and move.kind == "pick" else ""
    open_to_all = log.open_name(pod.games[line.at + 1], card.number)
    name = card.name if names else open_to_all
    first_tapped = tapped if (names or tapped == open_to_all) and tapped != name else ""
    return LogRow(line, row, _seconds(pod, line), name, first_tapped, bool(card.name) and not name)


def _seconds(pod: Pod, line: Line) -> int | None:
    """Whole seconds a pick took, without pauses."""
    if line.since is None:
        return None
    begin, end = pod.tracked.moves[line.since].at, pod.tracked.moves[line.at].at
    time = end - begin
    for paused, resumed in pod.pauses:
        time -= max(NOTHING, min(end, resumed or end) - max(begin, paused))
    return max(0, int(time.total_seconds()))


def _pauses(marks: Iterable[DraftMark]) -> tuple[tuple[datetime, datetime | None], ...]:
    """When a pod was paused and resumed; None while it still is."""
    pauses: list[tuple[datetime, datetime | None]] = []
    for mark in marks:
        if mark.kind == DraftMark.Kind.PAUSED and not (pauses and pauses[-1][1] is None):
            pauses.append((mark.at, None))
        elif mark.kind == DraftMark.Kind.RESUMED and pauses and pauses[-1][1] is None:
            pauses[-1] = (pauses[-1][0], mark.at)
    return tuple(pauses)


def _found(pod: Pod, row: LogRow) -> Found:
    procedure, card = pod.tracked.game.procedure, row.line.card
    pack = card.pack if card is not None else -1
    opening, opener = log.owner(procedure, pack)
    if not opening:
        return Found(row, row.line.opening, procedure.opener(row.line.opening), ())
    return Found(row, opening, opener, log.held(pod.tracked.game, pack))


def cards_by_seat(pod: Pod) -> Sequence[tuple[int, int]]:
    """How many cards each seat drafted. No query."""
    return [(seat, len(cards)) for seat, cards in sorted(pod.tracked.game.pools.items())]
