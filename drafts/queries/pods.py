"""The draft pods of a division."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from decks.models import Draft
from decks.queries.drafts import PodRow, SeatRow, seat_row
from drafts.engine.pods import Pods, SitOut, equal_pods, largest_equal_pods, propose_sit_out, uneven_pod_sizes
from drafts.models import Pod, PodSeat
from tournaments.models import Division, Entry


@dataclass(frozen=True, slots=True)
class PodChoice:
    """The pods that can be formed for a number of players.

    - `ways`: all ways to form equal pods.
    - `best`: the way with the largest pods of 4 or more players, None if there is none.
    - `sit_out`: if `best` is None, how many players must sit out so that the others fill equal pods.
    - `uneven`: if `best` is None and unequal pods may be formed, up to two ways, each a tuple of pod sizes.
    """

    players: int
    ways: tuple[Pods, ...]
    best: Pods | None
    sit_out: SitOut | None
    uneven: tuple[tuple[int, ...], ...] = ()


def drafting_entries(division: Division) -> QuerySet[Entry]:
    """Return the entries that take part in a draft: checked in, and neither dropped nor disqualified."""
    entries = division.entries.filter(checked_in_at__isnull=False, dropped_in=None, disqualified=False)
    return entries.select_related("player").order_by("id")


def pod_choice(players: int, *, may_override: bool = False) -> PodChoice:
    """Return the pods that R-091 allows for this many players.

    `may_override`: whether to include unequal pods, which need a reason.
    """
    best_pods = largest_equal_pods(players)
    sit_out = None if best_pods else propose_sit_out(players)
    uneven = uneven_pod_sizes(players) if may_override else ()
    return PodChoice(players, equal_pods(players), best_pods, sit_out, uneven)


def pod_by_entry(division: Division) -> dict[int, int]:
    """Map entry ids to pod numbers; empty before pods are drawn. One query."""
    rows = PodSeat.objects.filter(pod__division=division, entry__division=division)
    return dict(rows.values_list("entry_id", "pod__number"))


def pod_by_entry_in_round(division: Division, round_: int) -> tuple[dict[int, int], int]:
    """Map entry ids to their draft pod or Solomon pair in a round; also return the first round of that draft.

    The map is empty before pods are drawn. Pairs of a redraft apply from its round on (R-095). Two queries at most.
    """
    drafts = Draft.objects.filter(division=division).exclude(seats=[]).order_by("-number")
    for draft in drafts:
        first_round = 1 if draft.number == 1 else draft.setup.get("redraft_round") or 1
        if draft.subtype == "solomon" and first_round <= round_:
            return {
                entry_id: number for number, pair in enumerate(draft.seats, start=1) for entry_id in pair
            }, first_round
    return pod_by_entry(division), 1


def entry_ids_by_pod(division: Division) -> list[list[int]]:
    """Return a list of entry ids, in order of seats, for each pod. One query."""
    pods: dict[int, list[int]] = {}
    rows = PodSeat.objects.filter(pod__division=division).order_by("pod__number", "seat")
    for number, entry_id in rows.values_list("pod__number", "entry_id"):
        pods.setdefault(number, []).append(entry_id)
    return list(pods.values())


def pod_rows_of_division(division: Division, *, public: bool) -> list[PodRow]:
    """Return the pods of a division in order. One query.

    `public`: show children by first name and initial.
    """
    rows = PodSeat.objects.filter(pod__division=division).select_related(
        "entry__player", "entry__division", "pod"
    )
    seats_by_pod: dict[int, list[SeatRow]] = {}
    for row in rows.order_by("pod__number", "seat"):
        seats_by_pod.setdefault(row.pod.number, []).append(
            seat_row(row.entry, row.pod.number, row.seat, public=public)
        )
    return [PodRow(number, tuple(seats)) for number, seats in seats_by_pod.items()]


def count_changes_since_pods_drawn(division: Division) -> int:
    """Count the players who were checked in or dropped since the pods were drawn; 0 if they are not drawn.

    Two queries.
    """
    seated = set(pod_by_entry(division))
    return len(seated ^ set(drafting_entries(division).values_list("id", flat=True))) if seated else 0


def pod_seed(division: Division) -> int | None:
    """Return the seed of a division's pods, or None before they are drawn. One query."""
    return Pod.objects.filter(division=division).values_list("seed", flat=True).first()


def pods_belong_to_draft(division: Division) -> bool:
    """Return whether the pods are the seats of a draft and can only be reassigned on its page. One query."""
    draft = Draft.objects.filter(division=division).order_by("-number").first()
    return draft is not None and bool(draft.seats)


def seats_by_name(pods: Sequence[PodRow], pod: int = 0, *, odd: SeatRow | None = None) -> list[SeatRow]:
    """Return the seats of one pod, or of all pods if `pod` is 0, sorted by name.

    `odd`: the player without a pair, who is listed with all pods.
    """
    seats = [seat for row in pods if not pod or row.number == pod for seat in row.seats]
    return sorted([*seats, odd] if odd and not pod else seats, key=lambda seat: seat.sort)
