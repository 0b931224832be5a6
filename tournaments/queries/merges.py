"""Preview of merging two records of one person."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.engine.person_fields import FILLED, Person, first_known_value
from tournaments.models import Entry, Player, Tournament, User
from tournaments.queries.people import (
    entries_run_by,
    people_only_in_events_run_by,
    person_from_entry,
    rehearsal_copy_condition,
)


@dataclass(frozen=True, slots=True)
class Merge:
    """A merge of `other` into `keep`, each with the facts of its newest event that the user runs.

    `stays` are the events of `keep`, and `moves` those of `other`. `filled` is `keep` with its unknown facts
    filled in, and `lacking` the keys of facts that are missing in at least one entry. `account` is True if
    the account of `other` moves to `keep`. `both` is an event that both have entered, which prevents the
    merge.
    """

    keep: Person
    other: Person
    stays: tuple[Tournament, ...]
    moves: tuple[Tournament, ...]
    filled: Person
    lacking: frozenset[str]
    account: bool
    both: Tournament | None


def merge_preview(keep: int, other: int, *, by: User | None, organizer: int) -> Merge | None:
    """Preview `services.merges.merge_people` of the person `other` into `keep`, both given by key.

    Return None if the merge is not possible for `by`: both people must belong to the organizer, and `by` must
    run an event of each. Rehearsal copies of events are excluded. Makes four queries.
    """
    entries = entries_run_by(by, organizer).filter(player__in=[keep, other], player__organizer=organizer)
    entries = entries.filter(~rehearsal_copy_condition()).select_related("tournament").order_by("-pk")
    stays = [entry for entry in entries if entry.player_id == keep]
    moves = [entry for entry in entries if entry.player_id == other]
    if not (stays and moves):
        return None
    people = [person_from_entry(entry) for entry in (*stays, *moves)]
    events_of_keep = {entry.tournament_id for entry in stays}
    # The account moves if only `other` has one and `by` runs every event of both.
    records = Player.objects.in_bulk([keep, other])
    account_is_movable = records[keep].user_id is None and records[other].user_id is not None
    return Merge(
        # The entries of `keep` come first, and each person's newest entry comes before the others.
        keep=people[0],
        other=people[len(stays)],
        stays=_events_of_entries(stays),
        moves=_events_of_entries(moves),
        filled=replace(people[0], **{name: first_known_value(people, name) for name in FILLED}),
        lacking=frozenset(name for name in FILLED if not all(getattr(person, name) for person in people)),
        account=account_is_movable
        and people_only_in_events_run_by(by, [keep, other], organizer=organizer) == {keep, other},
        both=next((entry.tournament for entry in moves if entry.tournament_id in events_of_keep), None),
    )


def _events_of_entries(rows: Sequence[Entry]) -> tuple[Tournament, ...]:
    """Return the events of these entries, newest first."""
    return tuple(sorted((row.tournament for row in rows), key=lambda event: event.starts_at, reverse=True))
