"""The sheet of a check: rows of the list, what was counted, photos, proxies of the player, the time it took."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Count

from checks.engine.check_sheet import Counted, Tap, replay
from checks.models import CheckPhoto, CheckTap, DeckCheck
from checks.queries.deck_checks import checks_of
from decks.engine.lists import Listed
from decks.engine.verdicts import row_of
from decks.models import Proxy
from decks.queries.lists.verdicts import size_of
from pairings.engine.clock import proposed_minutes
from pairings.models import Extension, Match
from tournaments.models import Entry, Tournament


def rows_of(check: DeckCheck) -> tuple[Listed, ...]:
    """The list in the order the deck is laid out in (R-033); nothing where no list was handed in."""
    return tuple(row_of(values) for values in check.version.cards) if check.version else ()


def counted(check: DeckCheck, rows: tuple[Listed, ...]) -> tuple[Counted, int]:
    """What the taps come to, and how many they are. One query."""
    taps = CheckTap.objects.filter(check_of=check).order_by("pk").values_list("kind", "subject", "number")
    counted_taps = [Tap(*one) for one in taps]
    size = size_of(check.entry.tournament)
    return replay(counted_taps, [row.quantity or 0 for row in rows], size), len(counted_taps)


Done = tuple[DeckCheck, Counted, list[str], int]
"""A check that is over, what was counted, the names of its rows, how many photos it has."""


def done_with_counts(event: Tournament) -> list[Done]:
    """Every check that is over, in the order they ended. Three queries."""
    checks = checks_of(event).filter(state=DeckCheck.State.DONE).select_related("ended_by")
    found = list(checks.order_by("ended_at", "pk"))
    taps: dict[int, list[Tap]] = {}
    tap_rows = CheckTap.objects.filter(check_of__in=found).order_by("pk")
    for check, kind, subject, number in tap_rows.values_list("check_of", "kind", "subject", "number"):
        taps.setdefault(check, []).append(Tap(kind, subject, number))
    rows, size = {check.pk: rows_of(check) for check in found}, size_of(event)
    stored_photos = CheckPhoto.objects.filter(check_of__in=found, withdrawn_at=None)
    photos = dict(stored_photos.order_by().values_list("check_of").annotate(Count("pk")))
    return [
        (
            check,
            replay(taps.get(check.pk, ()), [row.quantity or 0 for row in rows[check.pk]], size),
            [row.text if row.lost else row.name for row in rows[check.pk]],
            photos.get(check.pk, 0),
        )
        for check in found
    ]


def taps_of(check: DeckCheck) -> int:
    return CheckTap.objects.filter(check_of=check).count()


def version_of(check: DeckCheck) -> str:
    """Changes with whatever a page of this check shows: its state, a tap, a photo. Two queries."""
    photos = CheckPhoto.objects.filter(check_of=check)
    figures = photos.aggregate(taken=Count("pk"), withdrawn=Count("withdrawn_at"))
    return f"{check.state}-{taps_of(check)}-{figures['taken']}-{figures['withdrawn']}"


def photos_of(check: DeckCheck) -> list[CheckPhoto]:
    """The photos that are not withdrawn, oldest first. One query."""
    return list(CheckPhoto.objects.filter(check_of=check, withdrawn_at=None).select_related("by"))


def pictures_of(event: Tournament) -> Iterator[tuple[str, bytes]]:
    """The pictures of all photos of an event by their names; those whose file is gone are left out."""
    for photo in CheckPhoto.objects.filter(check_of__entry__tournament=event).order_by("pk"):
        try:
            with photo.image.open("rb") as file:
                yield str(photo.image.name), file.read()
        except OSError:
            continue


def proxies_of(entry: Entry) -> list[Proxy]:
    """The proxies a player has (R-016). One query."""
    return list(Proxy.objects.filter(entry=entry, withdrawn_at=None))


def proposed(match: Match | None, *, shuffling: int, now: datetime) -> int | None:
    """Minutes to give back: those since the table's stopwatch began, and some for shuffling (R-039). One query.

    None where no stopwatch of a deck check runs at the table.
    """
    running = stopwatch(match)
    return proposed_minutes(running.began_at, now) + shuffling if running else None


def stopwatch(match: Match | None) -> Extension | None:
    """The stopwatch of a deck check that runs at a table. One query."""
    if match is None:
        return None
    rows = Extension.objects.filter(match=match, ended_at=None, withdrawn_at=None)
    return rows.filter(cause=Extension.Cause.DECK_CHECK).first()
