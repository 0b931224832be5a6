"""The sheet of a check: rows of the list, counts, photos, the player's proxies, and the time taken."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from django.db.models import Count

from checks.engine.check_sheet import Counted, Tap, replay
from checks.models import CheckPhoto, CheckTap, DeckCheck
from checks.queries.deck_checks import checks_of
from decks.engine.legality.languages import allowed
from decks.engine.lists import Listed
from decks.engine.verdicts import row_of
from decks.models import DeckList, Proxy
from decks.queries.lists.verdicts import context_of, size_of, wants_home
from pairings.engine.clock import proposed_minutes
from pairings.models import Extension, Match
from tournaments.models import Entry, Tournament


def rows_of(check: DeckCheck) -> tuple[Listed, ...]:
    """The list in layout order (R-033); empty without a submitted list."""
    return tuple(row_of(values) for values in check.version.cards) if check.version else ()


def counted(check: DeckCheck, rows: tuple[Listed, ...]) -> tuple[Counted, int]:
    """The counts from the taps, and the number of taps. One query."""
    taps = CheckTap.objects.filter(check_of=check).order_by("pk").values_list("kind", "subject", "number")
    counted_taps = [Tap(*values) for values in taps]
    size = size_of(check.entry.tournament)
    return replay(counted_taps, [row.quantity or 0 for row in rows], size), len(counted_taps)


Done = tuple[DeckCheck, Counted, list[str], int]
"""A finished check, its counts, the names of its rows, and its number of photos."""


def done_with_counts(event: Tournament) -> list[Done]:
    """Every finished check, in the order they ended. Three queries."""
    checks = checks_of(event).filter(state=DeckCheck.State.DONE).select_related("ended_by")
    done = list(checks.order_by("ended_at", "pk"))
    taps: dict[int, list[Tap]] = {}
    tap_rows = CheckTap.objects.filter(check_of__in=done).order_by("pk")
    for check, kind, subject, number in tap_rows.values_list("check_of", "kind", "subject", "number"):
        taps.setdefault(check, []).append(Tap(kind, subject, number))
    rows, size = {check.pk: rows_of(check) for check in done}, size_of(event)
    stored_photos = CheckPhoto.objects.filter(check_of__in=done, withdrawn_at=None)
    photos = dict(stored_photos.order_by().values_list("check_of").annotate(Count("pk")))
    return [
        (
            check,
            replay(taps.get(check.pk, ()), [row.quantity or 0 for row in rows[check.pk]], size),
            [row.text if row.lost else row.name for row in rows[check.pk]],
            photos.get(check.pk, 0),
        )
        for check in done
    ]


def languages_of(entry: Entry) -> tuple[str, ...] | None:
    """As `languages_at`, for one player. One query where their home country matters."""
    event, home = entry.tournament, None
    if wants_home(event):
        home = DeckList.objects.filter(entry=entry).values_list("home", flat=True).first()
    return languages_at(event, str(home or ""))


def languages_at(event: Tournament, home: str) -> tuple[str, ...] | None:
    """The languages a player's cards may have, empty where a judge decides; None where no rule limits them (R-017)."""
    context = replace(context_of(event, None, complete=True), player_home=home)
    rule = allowed(context)
    if rule is None:
        return () if context.at_home_languages else None
    return tuple(sorted(rule.languages or ()))


def taps_of(check: DeckCheck) -> int:
    return CheckTap.objects.filter(check_of=check).count()


def version_of(check: DeckCheck) -> str:
    """A stamp that changes with anything shown on a page of this check: state, taps, photos. Two queries."""
    photos = CheckPhoto.objects.filter(check_of=check)
    figures = photos.aggregate(taken=Count("pk"), withdrawn=Count("withdrawn_at"))
    return f"{check.state}-{taps_of(check)}-{figures['taken']}-{figures['withdrawn']}"


def photos_of(check: DeckCheck) -> list[CheckPhoto]:
    """Photos not withdrawn, oldest first. One query."""
    return list(CheckPhoto.objects.filter(check_of=check, withdrawn_at=None).select_related("by"))


def pictures_of(event: Tournament) -> Iterator[tuple[str, bytes]]:
    """Name and bytes of every photo of an event; photos without a file are left out."""
    for photo in CheckPhoto.objects.filter(check_of__entry__tournament=event).order_by("pk"):
        try:
            with photo.image.open("rb") as file:
                yield str(photo.image.name), file.read()
        except OSError:
            continue


def proxies_of(entry: Entry) -> list[Proxy]:
    """The player's proxies in force (R-016). One query."""
    return list(Proxy.objects.filter(entry=entry, withdrawn_at=None))


def proposed(match: Match | None, *, shuffling: int, now: datetime) -> int | None:
    """Proposed time extension in minutes: since the table's stopwatch began, plus shuffling (R-039). One query.

    None if no stopwatch of a deck check runs at the table.
    """
    running = stopwatch(match)
    return proposed_minutes(running.began_at, now) + shuffling if running else None


def stopwatch(match: Match | None) -> Extension | None:
    """The running stopwatch of a deck check at a table. One query."""
    if match is None:
        return None
    rows = Extension.objects.filter(match=match, ended_at=None, withdrawn_at=None)
    return rows.filter(cause=Extension.Cause.DECK_CHECK).first()
