"""The draft pods of a division."""

from dataclasses import dataclass

from django.db.models import QuerySet

from decks.models import Draft
from decks.queries.drafts import PodRow, SeatRow, seat_row
from drafts.engine.pods import Pods, SitOut, best, equal_pods, proposal
from drafts.models import Pod, PodSeat
from tournaments.models import Division, Entry


@dataclass(frozen=True, slots=True)
class Choice:
    """What can be drawn for this many players: ways to equal pods, the best one, and who would sit out."""

    players: int
    ways: tuple[Pods, ...]
    best: Pods | None
    sit_out: SitOut | None


def drafting(division: Division) -> QuerySet[Entry]:
    """Who drafts: checked in and not dropped."""
    here = division.entries.filter(checked_in_at__isnull=False, dropped_in=None, disqualified=False)
    return here.select_related("player").order_by("id")


def choice(players: int) -> Choice:
    """What R-091 allows for this many players."""
    equal = best(players)
    return Choice(players, equal_pods(players), equal, None if equal else proposal(players))


def pod_of(division: Division) -> dict[int, int]:
    """Entry -> pod number; empty before pods are drawn. One query."""
    rows = PodSeat.objects.filter(pod__division=division, entry__division=division)
    return dict(rows.values_list("entry_id", "pod__number"))


def pods_at(division: Division, round_: int) -> tuple[dict[int, int], int]:
    """Entry -> draft pod, or pair of Solomon, as it counts in a round, and the first round of that draft.

    Empty before pods are drawn. Pairs of a redraft count from its round on (R-095). Two queries at most.
    """
    rows = Draft.objects.filter(division=division).exclude(seats=[]).order_by("-number")
    for row in rows:
        first = 1 if row.number == 1 else row.setup.get("redraft_round") or 1
        if row.subtype == "solomon" and first <= round_:
            return {entry: at for at, pair in enumerate(row.seats, start=1) for entry in pair}, first
    return pod_of(division), 1


def pods_of(division: Division) -> list[list[int]]:
    """Entries by pod and seat. One query."""
    pods: dict[int, list[int]] = {}
    rows = PodSeat.objects.filter(pod__division=division).order_by("pod__number", "seat")
    for number, entry in rows.values_list("pod__number", "entry_id"):
        pods.setdefault(number, []).append(entry)
    return list(pods.values())


def pod_rows(division: Division, *, public: bool) -> list[PodRow]:
    """The pods of a division in order; in public children by first name and initial. One query."""
    rows = PodSeat.objects.filter(pod__division=division).select_related(
        "entry__player", "entry__division", "pod"
    )
    of_pods: dict[int, list[SeatRow]] = {}
    for row in rows.order_by("pod__number", "seat"):
        of_pods.setdefault(row.pod.number, []).append(
            seat_row(row.entry, row.pod.number, row.seat, public=public)
        )
    return [PodRow(number, tuple(seats)) for number, seats in of_pods.items()]


def moved(division: Division) -> int:
    """How many arrived or left since the pods were drawn; 0 before. Two queries."""
    seated = set(pod_of(division))
    return len(seated ^ set(drafting(division).values_list("id", flat=True))) if seated else 0


def seed_of(division: Division) -> int | None:
    """The seed the pods of a division were drawn from; None before. One query."""
    return Pod.objects.filter(division=division).values_list("seed", flat=True).first()


def of_draft(division: Division) -> bool:
    """Whether the pods are the seats of a draft, whose page redraws them. One query."""
    row = Draft.objects.filter(division=division).order_by("-number").first()
    return row is not None and bool(row.seats)


def by_name(pods: list[PodRow], pod: int = 0) -> list[SeatRow]:
    """Seats in the order people look names up, of one pod or of all."""
    seats = (seat for row in pods if not pod or row.number == pod for seat in row.seats)
    return sorted(seats, key=lambda seat: seat.sort)
