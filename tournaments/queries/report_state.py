"""The state of an event's report to Play! Pokémon (R-099)."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class ReportState:
    """The state of an event's report to Play! Pokémon (R-099).

    `state` is not_needed (unofficial), not_yet (rounds left to play), due or reported.
    """

    state: str
    sanction_id: str
    reported_at: datetime | None
    reported_by: str


def report_state(event: Tournament, *, finished_at: datetime | None) -> ReportState:
    """Return the report state. `finished_at` is when the last round was closed, or None before that.

    Makes no query except for the name of the user who reported.
    """
    if not event.official:
        return ReportState("not_needed", "", None, "")
    if event.reported_at is not None:
        return ReportState("reported", event.sanction_id, event.reported_at, str(event.reported_by or ""))
    state = "due" if finished_at is not None else "not_yet"
    return ReportState(state, event.sanction_id, None, "")
