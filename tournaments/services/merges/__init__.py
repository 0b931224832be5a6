"""Merge two records of one person in all events of an organizer, or two entries in one event.

Use `from tournaments.services import merges`, then `merges.merge_people(keep, other, by=…)`.
"""

from tournaments.services.merges.people import (
    MERGED,
    lines_of_merge,
    merge_people,
    require_no_rehearsal_copy,
    undo_people_merge,
)

__all__ = ["MERGED", "lines_of_merge", "merge_people", "require_no_rehearsal_copy", "undo_people_merge"]
