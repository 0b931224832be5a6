"""What a judge chose when seats are assigned: unequal pods, or what happens to the odd player (S12, S13)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict

from core.engine.numbers import whole_number
from decks.models import Draft
from decks.models.drafts import MAX_REASON_LENGTH
from drafts.queries import drafts as queries
from drafts.queries.pods import drafting_entries
from drafts.words import pod_words

MAX_KEY_DIGITS = 19


@dataclass(frozen=True, slots=True)
class SeatingChoice:
    """The arguments of `services.drafts.assign_seats` that a judge chooses."""

    sizes: Sequence[int] = ()
    bye: int | None = None
    trio: bool = False
    reason: str = ""


def chosen_seating(data: QueryDict, draft: Draft) -> SeatingChoice:
    """Return the choice of a judge.

    The reason for a bye or a group of three is the typed one, by default the number of players. For unequal
    pods it is always the number of players.
    """
    bye = whole_number(data.get("bye", ""), digits=MAX_KEY_DIGITS)
    if bye is not None:
        reason = data.get("reason", "").strip()[:MAX_REASON_LENGTH]
        reason = reason or pod_words.uneven_pods_reason(drafting_entries(draft.division).count())
        return SeatingChoice(bye=bye, trio=data.get("odd") == "trio", reason=reason)
    chosen = data.get("sizes", "")
    sizes = next(
        (sizes for sizes in queries.uneven_pods(draft) if pod_words.pod_sizes_text(sizes) == chosen), ()
    )
    return SeatingChoice(sizes, reason=pod_words.uneven_pods_reason(sum(sizes)) if sizes else "")
