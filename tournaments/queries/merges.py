"""What would move if two records of one person became one."""

from dataclasses import dataclass

from tournaments.models import Entry, Player, Tournament


@dataclass(frozen=True, slots=True)
class Merge:
    """`keep` stays and `other` goes: the events that move, the facts `keep` takes over, an event both are in."""

    keep: Player
    other: Player
    stays: tuple[Tournament, ...]
    moves: tuple[Tournament, ...]
    player_id: str
    birth_year: int | None
    birth_date: bool
    account: bool
    both: Tournament | None


def merge_of(keep: int, other: int) -> Merge | None:
    """What `services.players.merge` would do, None when one of them is gone. Two queries."""
    rows = Player.objects.in_bulk([keep, other])
    if len(rows) < 2:
        return None
    of: dict[int, list[Tournament]] = {keep: [], other: []}
    for entry in (
        Entry.objects.filter(player__in=of).select_related("tournament").order_by("-tournament__starts_at")
    ):
        of[entry.player_id].append(entry.tournament)
    kept, gone = rows[keep], rows[other]
    return Merge(
        keep=kept,
        other=gone,
        stays=tuple(of[keep]),
        moves=tuple(of[other]),
        player_id="" if kept.player_id else gone.player_id or "",
        birth_year=None if kept.birth_year else gone.birth_year,
        birth_date=_takes_birth_date(kept, gone),
        account=kept.user_id is None and gone.user_id is not None,
        both=next((event for event in of[keep] if event in of[other]), None),
    )


def _takes_birth_date(kept: Player, gone: Player) -> bool:
    """Whether a date of birth moves over: it never contradicts the year kept."""
    if kept.birth_date is not None or gone.birth_date is None:
        return False
    return kept.birth_year in (None, gone.birth_year)
