"""The log of a draft for judges and players: timed moves, the path of a pack, a player's picks (R-002, R-092–094)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, QuerySet

from core.models import JournalEvent
from decks.models import Draft
from drafts.engine import DraftGame as Game
from drafts.engine import draft_files, draft_log
from drafts.engine.draft_log import Line, RouteStop
from drafts.engine.run import RunStep
from drafts.models import DraftMark, DraftMove
from drafts.queries.draft_runs import RunTrack
from drafts.queries.drafts import setup_of_draft
from drafts.queries.tracking import (
    TrackedPod,
    first_opener,
    move_of,
    replayed_pod,
    require_pod,
    require_tracked,
)
from tournaments.models import Entry, User

LOOKED = "DraftLooked"
RULED = "DraftRuled"
"""Journal kinds for rulings and for looks at hidden cards."""

NOTHING = timedelta(0)


@dataclass(frozen=True, slots=True)
class LoggedPod:
    """One pod of a tracked draft with its log.

    `games`: the states of the pod before the first move and after each move. `lines`: one for each move.
    `pauses`: the times when the timer was paused and resumed, in pairs; the second is None while it is paused.
    """

    tracked: TrackedPod
    games: tuple[Game, ...]
    lines: tuple[Line, ...]
    pauses: tuple[tuple[datetime, datetime | None], ...]

    @property
    def over(self) -> bool:
        return self.tracked.game.over

    def seconds_of(self, pick: Line) -> int | None:
        """Return the duration of a pick in whole seconds, without pauses, or None if its start is unknown."""
        if pick.since is None:
            return None
        started, ended = self.tracked.moves[pick.since].at, self.tracked.moves[pick.at].at
        duration = ended - started
        for paused, resumed in self.pauses:
            duration -= max(NOTHING, min(ended, resumed or ended) - max(started, paused))
        return max(0, int(duration.total_seconds()))


@dataclass(frozen=True, slots=True)
class LogRow:
    """A line of the log with its database row.

    `seconds`: duration of a pick without pauses, None for other moves or if unknown. `name`: the card's name, ""
    unless it may be shown. `first_tapped`: the name first tapped, if the card was renamed and that name may be
    shown. `hidden`: whether the name is withheld.
    """

    line: Line
    row: DraftMove
    seconds: int | None
    name: str
    first_tapped: str
    hidden: bool


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A pick that matches a search, with the opening of its pack and the seat that opened it.

    `route`: the seats that the pack passed through; empty for face-up cards.
    """

    row: LogRow
    opening: int
    opener: int
    route: tuple[RouteStop, ...]


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A tap in a draft on paper, or a judge's note.

    `step`: the step that the tap led to. `move`: the judge's note.
    """

    at: datetime
    by: User | None
    kind: str
    step: RunStep | None
    move: DraftMove | None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling about a pod, read from the journal. `line`: id of its journal line. `by`: name of the judge."""

    line: int
    at: datetime
    by: str
    text: str
    undone: bool


def logged_pod(draft: Draft, pod: int) -> LoggedPod:
    """Return one pod of a tracked draft with its log. Two queries.

    Refused: DRAFT_NOT_TRACKED, DRAFT_NOT_SEATED, DRAFT_POD_UNKNOWN, PACKS_NOT_NAMED.
    """
    require_tracked(draft)
    require_pod(draft, pod)
    rows = list(draft.moves.filter(pod=pod).select_related("by").order_by("number"))
    marks = list(draft.marks.filter(pod=pod).order_by("id"))
    tracked = replayed_pod(draft, pod, rows, marks)
    games = draft_log.games_after_moves(tracked.game.procedure, [move_of(row) for row in rows])
    pauses: list[tuple[datetime, datetime | None]] = []
    for mark in marks:
        is_paused = bool(pauses) and pauses[-1][1] is None
        if mark.kind == DraftMark.Kind.PAUSED and not is_paused:
            pauses.append((mark.at, None))
        elif mark.kind == DraftMark.Kind.RESUMED and is_paused:
            pauses[-1] = (pauses[-1][0], mark.at)
    return LoggedPod(tracked, games, draft_log.log_lines(games), tuple(pauses))


def log_rows(pod: LoggedPod, *, names: bool) -> list[LogRow]:
    """Return the log, oldest first. Without `names`, it has only card names that everyone could see. No query."""
    rows = []
    for line in pod.lines:
        row, card, move = pod.tracked.moves[line.at], line.card, line.move
        game_after = pod.games[line.at + 1]
        if card is None:
            # A renamed card may still be secret, so show its new name only if the card may be seen.
            number = move.card if move.kind == "rename" and move.names else None
            visible = number is not None and (names or draft_log.visible_card_name(game_after, number))
            name = move.names[0] if visible else ""
            rows.append(LogRow(line, row, None, name, "", number is not None and not name))
            continue
        tapped_name = " ".join(move.names[0].split()) if move.names and move.kind == "pick" else ""
        open_to_all = draft_log.visible_card_name(game_after, card.number)
        name = card.name if names else open_to_all
        first_tapped = tapped_name if (names or tapped_name == open_to_all) and tapped_name != name else ""
        rows.append(LogRow(line, row, pod.seconds_of(line), name, first_tapped, bool(card.name) and not name))
    return rows


def may_see_names(pod: LoggedPod, *, rule: bool, user: User) -> bool:
    """Return whether a staff member may read hidden names. At most one query.

    They may once the pod is over, or if they may make rulings (`rule`) and their look at the cards is journaled.
    """
    return pod.over or (rule and has_looked_at_cards(pod.tracked.draft, pod.tracked.pod, user))


def has_looked_at_cards(draft: Draft, pod: int, user: User) -> bool:
    """Return whether this user's look at the cards of a pod is journaled. One query."""
    return journaled_looks(draft, pod).filter(by=user).exists()


def journaled_looks(draft: Draft, pod: int) -> QuerySet[JournalEvent]:
    """Return the journaled looks at the hidden cards of a pod, oldest first."""
    return JournalEvent.objects.filter(
        division=draft.division_id, kind=LOOKED, facts__draft=draft.pk, facts__pod=pod
    ).order_by("id")


def search_picks(pod: LoggedPod, text: str) -> list[SearchHit]:
    """Find the picks whose current or first tapped card name contains a text.

    Call it only for users who may see card names.
    """
    needle = " ".join(text.split()).casefold()
    procedure, hits = pod.tracked.game.procedure, []
    for row in log_rows(pod, names=True):
        card, names = row.line.card, (row.name, row.first_tapped)
        if card is None or not needle or not any(needle in name.casefold() for name in names):
            continue
        opening, opener = draft_log.pack_opening(procedure, card.pack)
        if opening:
            hits.append(
                SearchHit(row, opening, opener, draft_log.secret_pack_route(pod.tracked.game, card.pack))
            )
        else:
            hits.append(SearchHit(row, row.line.opening, procedure.seat_that_opens(row.line.opening), ()))
    return hits


def own_picks(pod: LoggedPod, seat: int) -> list[LogRow]:
    """Return a seat's picks that were not undone, oldest first. No query."""
    return [
        row
        for row in log_rows(pod, names=True)
        if row.line.move.kind == "pick" and row.line.move.seat == seat and row.line.back is None
    ]


def tracked_drafts_of_entry(entry: Entry) -> list[tuple[Draft, int, int]]:
    """Return the tracked drafts of an entry as (draft, pod, seat), oldest first. One query."""
    drafts = Draft.objects.filter(division=entry.division_id, way=Draft.Way.TRACKED).order_by("number")
    return [
        (draft, number, pod.index(entry.pk) + 1)
        for draft in drafts.select_related("division__tournament")
        for number, pod in enumerate(draft.seats, start=1)
        if entry.pk in pod
    ]


def pod_file_data(pod: LoggedPod) -> Mapping[str, object]:
    """Return a pod as JSON data from which it can be replayed."""
    tracked, setup = pod.tracked, setup_of_draft(pod.tracked.draft)
    data = draft_files.unplayed_draft_data(
        tracked.game,
        subtype=tracked.draft.subtype,
        packs_each=setup.packs_each or 0,
        pack_size=setup.pack_size or 0,
        seed=(tracked.draft.seed or 0) + tracked.pod,
        first=first_opener(tracked.game.moves),
    )
    return {
        **data,
        "times": [row.at.isoformat() for row in tracked.moves],
        "draft": tracked.draft.number,
        "pod": tracked.pod,
    }


def rulings_on_pod(draft: Draft, pod: int) -> list[Ruling]:
    """Return the rulings about a pod, latest first. One query."""
    rows = JournalEvent.objects.filter(
        division=draft.division_id, kind=RULED, facts__draft=draft.pk, facts__pod=pod
    )
    undone = Exists(JournalEvent.objects.filter(undoes=OuterRef("pk")))
    return [
        Ruling(row.pk, row.at, row.by_name, str(row.facts.get("reason", "")), bool(row.undone))
        for row in rows.annotate(undone=undone).order_by("-id")
    ]


def paper_log_rows(draft: Draft, track: RunTrack) -> list[PaperRow]:
    """Return every tap on a track of a paper draft and its judges' notes, oldest first. Two queries.

    For pod 0, the notes of all pods are included.
    """
    marks = list(DraftMark.objects.filter(draft=draft, pod=track.pod).select_related("by").order_by("id"))
    rows = []
    for mark in marks:
        index = mark.step + {"next": 1, "back": -1}.get(mark.kind, 0)
        step = track.steps[index] if index < len(track.steps) else None
        rows.append(PaperRow(mark.at, mark.by, mark.kind, step, None))
    notes = draft.moves.select_related("by")
    notes = notes.filter(pod=track.pod) if track.pod else notes
    rows += [PaperRow(row.at, row.by, row.kind, None, row) for row in notes.order_by("pod", "number")]
    return sorted(rows, key=lambda row: row.at)


def card_counts(pod: LoggedPod) -> Sequence[tuple[int, int]]:
    """Return (seat, number of cards drafted) for each seat in order. No query."""
    return [(seat, len(cards)) for seat, cards in sorted(pod.tracked.game.pools.items())]
