"""People known to this installation: their names and numbers, and two records of one person made one."""

from datetime import date
from typing import Literal

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.engine.people import is_visible, search_key
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
    birth_date: date | Literal["as it was"] | None = "as it was",
) -> Player:
    """A new person, or new facts about a known one; told in the journal of each event they are in.

    A new date of birth sets the year; a new year clears a date of another year (R-034). The journal tells that
    the date changed, never the date.
    Refused: NAME_MISSING, PLAYER_ID_NOT_DIGITS (value), BIRTH_YEAR_IMPOSSIBLE (year), BIRTH_DATE_AHEAD,
    PLAYER_ID_TAKEN (player_id, name, player).
    """
    row = Player.objects.select_for_update().get(pk=player.pk) if player else Player()
    before = _facts(row)
    row.first_name, row.last_name = first_name.strip(), last_name.strip()
    row.player_id = clean_player_id(player_id)
    given = row.birth_date if birth_date == "as it was" else birth_date
    if given is not None and given != row.birth_date:
        birth_year = given.year
    row.birth_year, row.birth_date = birth_year, fitting(given, birth_year)
    check(row)
    _refuse_taken(row)
    changed = {name: [before[name], value] for name, value in _facts(row).items() if before[name] != value}
    if not changed:
        return row
    row.search_key = key_of(row)
    _save_alone(row)
    for event in _events_of(row) if player else ():
        journal.write(event, "PlayerChanged", by=by, name=str(row), player=row.pk, changed=_told(changed))
    return row


@transaction.atomic
def give_birth_date(player: Player, *, by: User | None, birth_date: date | None) -> Player:
    """The day somebody says they were born on, or None to take it back; a year known already stands (R-034).

    Refused: BIRTH_DATE_OF_ANOTHER_YEAR (year), and what `save` refuses of a birth.
    """
    row = Player.objects.select_for_update().get(pk=player.pk)
    if birth_date is not None and row.birth_year not in (None, birth_date.year):
        raise Refused("BIRTH_DATE_OF_ANOTHER_YEAR", year=row.birth_year)
    return save(
        row,
        by=by,
        first_name=row.first_name,
        last_name=row.last_name,
        player_id=row.player_id,
        birth_year=row.birth_year,
        birth_date=birth_date,
    )


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
    kept.birth_date = kept.birth_date or fitting(gone.birth_date, kept.birth_year)
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


def fitting(birth_date: date | None, birth_year: int | None) -> date | None:
    """The date of birth, None where it is of another year."""
    return birth_date if birth_date is not None and birth_date.year == birth_year else None


def check(player: Player) -> None:
    """Refused: NAME_MISSING, PLAYER_ID_NOT_DIGITS, BIRTH_YEAR_IMPOSSIBLE, BIRTH_DATE_AHEAD."""
    if not is_visible(player.last_name):
        raise Refused("NAME_MISSING")
    number = player.player_id
    if number is not None and not (number.isascii() and number.isdigit() and len(number) <= 20):
        raise Refused("PLAYER_ID_NOT_DIGITS", value=number)
    year = player.birth_year
    if year is not None and not OLDEST_BIRTH_YEAR <= year <= _this_year():
        raise Refused("BIRTH_YEAR_IMPOSSIBLE", year=year)
    if player.birth_date is not None and player.birth_date > timezone.localdate():
        raise Refused("BIRTH_DATE_AHEAD")


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
    names = ("first_name", "last_name", "player_id", "birth_year", "birth_date")
    return {name: getattr(player, name) for name in names}


def _told(changed: dict[str, list[object]]) -> dict[str, list[object]]:
    """What changed, old and new; of a date of birth only that it did."""
    return changed | {"birth_date": []} if "birth_date" in changed else changed


def _events_of(player: Player) -> list[Tournament]:
    return list(Tournament.objects.filter(entries__player=player).order_by("pk"))


def _this_year() -> int:
    today: date = timezone.localdate()
    return today.year
