"""People known to this installation: their names and numbers, and two records of one person made one."""

from datetime import date

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.engine.people import search_key
from tournaments.engine.refused import Refused
from tournaments.models import Entry, Player, Tournament, User
from tournaments.services import journal, locks

OLDEST_BIRTH_YEAR = 1900


@transaction.atomic
def save(
    player: Player | None = None,
    *,
    by: User | None,
    first_name: str,
    last_name: str,
    player_id: str | None = None,
    birth_year: int | None = None,
) -> Player:
    """A new person, or new facts about a known one; told in the journal of each event they are in.

    Refused: NAME_MISSING, PLAYER_ID_NOT_DIGITS (value), BIRTH_YEAR_IMPOSSIBLE (year),
    PLAYER_ID_TAKEN (player_id, name, player).
    """
    row = Player.objects.select_for_update().get(pk=player.pk) if player else Player()
    before = _facts(row)
    row.first_name, row.last_name = first_name.strip(), last_name.strip()
    row.player_id, row.birth_year = clean_player_id(player_id), birth_year
    check(row)
    _refuse_taken(row)
    changed = {name: [before[name], value] for name, value in _facts(row).items() if before[name] != value}
    if not changed:
        return row
    row.search_key = key_of(row)
    _save_alone(row)
    for event in _events_of(row) if player else ():
        journal.write(event, "PlayerChanged", by=by, name=str(row), player=row.pk, changed=changed)
    return row


@transaction.atomic
def merge(keep: Player, other: Player, *, by: User | None) -> Player:
    """Make two records of one person one: `keep` takes the entries of `other` and what it lacks itself.

    Refused: MERGE_SAME, MERGE_BOTH_ENTERED (event), CHANGED_MEANWHILE.
    """
    if keep.pk == other.pk:
        raise Refused("MERGE_SAME")
    events = _events_of(other)
    for event in events:
        locks.hold_all(event)
    rows = Player.objects.select_for_update().order_by("pk").in_bulk([keep.pk, other.pk])
    if len(rows) < 2 or _events_of(other) != events:
        raise Refused("CHANGED_MEANWHILE")
    kept, gone = rows[keep.pk], rows[other.pk]
    both = (
        Tournament.objects.filter(entries__player=kept).filter(pk__in=[event.pk for event in events]).first()
    )
    if both is not None:
        raise Refused("MERGE_BOTH_ENTERED", event=both.name)
    Entry.objects.filter(player=gone).update(player=kept)
    gone.delete()
    for name in ("player_id", "birth_year", "user"):
        setattr(kept, name, getattr(kept, name) or getattr(gone, name))
    kept.save()
    for event in events:
        journal.write(
            event,
            "PlayersMerged",
            by=by,
            name=str(kept),
            player=kept.pk,
            other=str(gone),
            other_id=gone.player_id,
        )
    return kept


def key_of(player: Player) -> str:
    """What a person is found by: the words of both names without accents."""
    return search_key(player.first_name, player.last_name)[:200]


def clean_player_id(player_id: str | None) -> str | None:
    """A Player ID without the spaces people type into it, None for an empty one."""
    return "".join((player_id or "").split()) or None


def check(player: Player) -> None:
    """Refused: NAME_MISSING, PLAYER_ID_NOT_DIGITS, BIRTH_YEAR_IMPOSSIBLE."""
    if not player.last_name:
        raise Refused("NAME_MISSING")
    number = player.player_id
    if number is not None and not (number.isascii() and number.isdigit() and len(number) <= 20):
        raise Refused("PLAYER_ID_NOT_DIGITS", value=number)
    year = player.birth_year
    if year is not None and not OLDEST_BIRTH_YEAR <= year <= _this_year():
        raise Refused("BIRTH_YEAR_IMPOSSIBLE", year=year)


def _refuse_taken(player: Player) -> None:
    if player.player_id is None:
        return
    owner = Player.objects.filter(player_id=player.player_id).exclude(pk=player.pk).first()
    if owner is not None:
        raise Refused("PLAYER_ID_TAKEN", player_id=player.player_id, name=str(owner), player=owner.pk)


def _save_alone(player: Player) -> None:
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as raced:
        raise Refused("CHANGED_MEANWHILE") from raced


def _facts(player: Player) -> dict[str, object]:
    return {name: getattr(player, name) for name in ("first_name", "last_name", "player_id", "birth_year")}


def _events_of(player: Player) -> list[Tournament]:
    return list(Tournament.objects.filter(entries__player=player).order_by("pk"))


def _this_year() -> int:
    today: date = timezone.localdate()
    return today.year
