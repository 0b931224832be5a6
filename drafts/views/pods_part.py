"""The pods of a division on the page of its drafts, with the form for pods that belong to no draft."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.requests import HomeRequest
from decks.queries.drafts import SeatRow
from drafts.forms.pods import PodsForm
from drafts.queries import drafts, plan_rows
from drafts.queries import pods as queries
from drafts.queries.pods import PodChoice
from drafts.words import draft_words as words
from tournaments.models import Division


@dataclass(frozen=True, slots=True)
class PodMap:
    """A pod with its seats, and their places around the table; `map` is empty for sizes without a map."""

    number: int
    seats: Sequence[SeatRow]
    map: Sequence[tuple[SeatRow, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PodsPart:
    """The pods of a division.

    - `seed`: the seed from which the seats were drawn.
    - `of_draft`: whether the pods are the seats of a draft.
    - `moved`: how many players arrived or left since the seats were drawn; 0 for users who do not run the event.
    - `names`: the seats by name, empty if the draft lists them.
    - `choice`, `form`: None for users who may not create pods here.
    - `instead`: a sentence on how many players would have to sit out for equal pods, or "".
    """

    pods: Sequence[PodMap]
    seed: int | None
    of_draft: bool
    moved: int
    names: Sequence[SeatRow]
    choice: PodChoice | None
    form: PodsForm | None
    instead: str


def pods_part(request: HomeRequest, division: Division, form: PodsForm | None = None) -> PodsPart:
    """Return the pods of a division for a page. `form`: a refused form to show again."""
    rows = queries.pod_rows_of_division(division, public=not request.can["view"])
    of_draft = queries.pods_belong_to_draft(division)
    may_make = request.can["run"] and not of_draft and not drafts.drafting_refusal(division.tournament)
    choice = pod_choice_of(request, division) if may_make else None
    sit_out = choice.sit_out if choice and not choice.uneven else None
    names = (
        () if of_draft else sorted((seat for row in rows for seat in row.seats), key=lambda seat: seat.sort)
    )
    return PodsPart(
        pods=[
            PodMap(
                row.number,
                row.seats,
                [(row.seats[seat - 1], place) for seat, place in plan_rows.seat_map(len(row.seats))],
            )
            for row in rows
        ],
        seed=queries.pod_seed(division),
        of_draft=of_draft,
        moved=queries.count_changes_since_pods_drawn(division) if request.can["run"] else 0,
        names=names,
        choice=choice,
        form=form or (PodsForm(None, choice) if choice else None),
        instead=words.sit_out_text(sit_out.sit_out, sit_out.pods.pods, sit_out.pods.pod_size)
        if sit_out
        else "",
    )


def pod_choice_of(request: HomeRequest, division: Division) -> PodChoice:
    """Return the pods that the user may choose for the checked-in players of a division."""
    players = queries.drafting_entries(division).count()
    return queries.pod_choice(players, may_override=request.can["rule"])
