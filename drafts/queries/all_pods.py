"""Whether all pods or pairs of a paper draft run in step, and which of them a common tap affects."""

from collections.abc import Sequence

from drafts.models import DraftMark
from drafts.queries.draft_runs import RunTrack

Kind = DraftMark.Kind


def mark_count(tracks: Sequence[RunTrack]) -> int:
    """Return the number of marks of all tracks."""
    return sum(track.marks for track in tracks)


def tracks_at_same_kind_of_step(tracks: Sequence[RunTrack]) -> bool:
    """Return whether all tracks are at the same kind of step and have the same kind of step next."""
    return len({(track.step.code, track.next_step and track.next_step.code) for track in tracks}) == 1


def tracks_at_same_step(tracks: Sequence[RunTrack]) -> bool:
    """Return whether all tracks are at the same step, at which the same seat acts."""
    return len({(track.standing.at, track.step.code, track.step.seat) for track in tracks}) == 1


def tracks_share_clock(tracks: Sequence[RunTrack]) -> bool:
    """Return whether the timers of all tracks show the same time."""
    return len({(track.step.seconds, track.standing.paused, _timer_reading(track)) for track in tracks}) == 1


def tracks_draft_in_step(tracks: Sequence[RunTrack]) -> bool:
    """Return whether all tracks are drafting, at the same step and with the same time on their timers."""
    return (
        tracks_at_same_step(tracks)
        and tracks_share_clock(tracks)
        and tracks[0].step.code not in ("SEATS", "BUILD", "HAND_IN")
    )


def tracks_affected_by_tap(tracks: Sequence[RunTrack], kind: str) -> list[RunTrack]:
    """Return the tracks affected by a common tap of this kind; empty if the tap is not possible.

    Next and Back affect all tracks or none: all must be at the same kind of step.
    """
    if kind in (Kind.NEXT, Kind.BACK):
        return list(tracks) if tracks_at_same_kind_of_step(tracks) else []
    drafting = [track for track in tracks if track.step.code not in ("BUILD", "HAND_IN")]
    if kind == Kind.PAUSED:
        return [track for track in drafting if track.step.seconds and not track.standing.paused]
    if kind == Kind.RESUMED:
        return [track for track in drafting if track.standing.paused]
    if kind == Kind.HAND:
        return [track for track in drafting if track.standing.called]
    if kind == Kind.CLOCK:
        return [track for track in drafting if track.has_clock_to_start]
    return []


def _timer_reading(track: RunTrack) -> object:
    """Return a value that is equal for timers that show the same time."""
    standing = track.standing
    return standing.spent if standing.paused else standing.ends_at(track.step.seconds)
