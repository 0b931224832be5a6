"""Preview of merging two records of one person."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.engine.person_fields import FILLED, Person, first_known
from tournaments.models import Entry, Player, Tournament, User
from tournaments.queries.people import entries_run_by, in_copy, person_of, run_alone_by


@dataclass(frozen=True, slots=True)
class Merge:
    """`other` is merged into `keep`, both as in their newest event that the asker runs.

    `filled`: the facts that entries without them get. `account`: whether the account of `other` moves.
    `both`: an event with both, which prevents the merge.
    """

    keep: Person
    other: Person
    stays: tuple[Tournament, ...]
    moves: tuple[Tournament, ...]
    filled: Person
    lacking: frozenset[str]
    account: bool
    both: Tournament | None


def merge_of(keep: int, other: int, *, by: User | None, organizer: int) -> Merge | None:
    """What `services.merges.merge` would do; None unless both are the organizer's and `by` runs an event of each.
    Copies of events are excluded. Four queries.
    """
    rows = entries_run_by(by, organizer).filter(player__in=[keep, other], player__organizer=organizer)
    rows = rows.filter(~in_copy()).select_related("tournament").order_by("-pk")
    stays = [row for row in rows if row.player_id == keep]
    moves = [row for row in rows if row.player_id == other]
    if not (stays and moves):
        return None
    people = [person_of(row) for row in (*stays, *moves)]
    at = {row.tournament_id for row in stays}
    # The account moves if `by` alone runs the events of both, and only `other` has one.
    records = Player.objects.in_bulk([keep, other])
    free = records[keep].user_id is None and records[other].user_id is not None
    return Merge(
        keep=people[0],
        other=people[len(stays)],
        stays=_events(stays),
        moves=_events(moves),
        filled=replace(people[0], **{name: first_known(people, name) for name in FILLED}),
        lacking=frozenset(name for name in FILLED if not all(getattr(person, name) for person in people)),
        account=free and run_alone_by(by, [keep, other], organizer=organizer) == {keep, other},
        both=next((row.tournament for row in moves if row.tournament_id in at), None),
    )


def _events(rows: Sequence[Entry]) -> tuple[Tournament, ...]:
    return tuple(sorted((row.tournament for row in rows), key=lambda event: event.starts_at, reverse=True))
