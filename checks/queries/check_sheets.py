"""Data of a check's sheet: rows of the list, counts, photos, proxies and the time extension."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from django.db.models import Count

from checks.engine.check_sheet import CountedDeck, Tap, replay_check_taps
from checks.models import CheckPhoto, CheckTap, DeckCheck
from checks.queries.deck_checks import checks_of
from decks.engine.legality.languages import allowed_languages
from decks.engine.lists import PrintedListRow
from decks.engine.stored_values import printed_row_from_values
from decks.models import DeckList, Proxy
from decks.queries.lists.judging import deck_context_of_event, deck_size, home_country_matters
from pairings.engine.clock import proposed_extension_minutes
from pairings.models import Extension, Match
from tournaments.models import Entry, Tournament


def list_rows_of(check: DeckCheck) -> tuple[PrintedListRow, ...]:
    """Return the rows of a check's list, in printing order (R-033). The result is empty without a list."""
    return tuple(printed_row_from_values(values) for values in check.version.cards) if check.version else ()


def replay_count_of_check(check: DeckCheck, rows: tuple[PrintedListRow, ...]) -> tuple[CountedDeck, int]:
    """Replay the taps of a check, and return the counts and the number of taps. One query."""
    taps = CheckTap.objects.filter(check_of=check).order_by("pk").values_list("kind", "subject", "number")
    check_taps = [Tap(*values) for values in taps]
    size = deck_size(check.entry.tournament)
    return replay_check_taps(check_taps, [row.quantity or 0 for row in rows], size), len(check_taps)


Done = tuple[DeckCheck, CountedDeck, list[str], int]
"""A finished check, its counts, the labels of its rows, and the number of its photos."""


def finished_checks(event: Tournament) -> list[Done]:
    """List the finished checks of an event in the order of their end. Three queries."""
    checks = checks_of(event).filter(state=DeckCheck.State.DONE).select_related("ended_by")
    done_checks = list(checks.order_by("ended_at", "pk"))
    taps: dict[int, list[Tap]] = {}
    tap_rows = CheckTap.objects.filter(check_of__in=done_checks).order_by("pk")
    for check, kind, subject, number in tap_rows.values_list("check_of", "kind", "subject", "number"):
        taps.setdefault(check, []).append(Tap(kind, subject, number))
    rows, size = {check.pk: list_rows_of(check) for check in done_checks}, deck_size(event)
    stored_photos = CheckPhoto.objects.filter(check_of__in=done_checks, withdrawn_at=None)
    photos = dict(stored_photos.order_by().values_list("check_of").annotate(Count("pk")))
    return [
        (
            check,
            replay_check_taps(taps.get(check.pk, ()), [row.quantity or 0 for row in rows[check.pk]], size),
            [row.label for row in rows[check.pk]],
            photos.get(check.pk, 0),
        )
        for check in done_checks
    ]


def card_languages_of_entry(entry: Entry) -> tuple[str, ...] | None:
    """Return the allowed languages of one player's cards like `card_languages_at_event`.

    One query if the home country matters.
    """
    event, home = entry.tournament, None
    if home_country_matters(event):
        home = DeckList.objects.filter(entry=entry).values_list("home", flat=True).first()
    return card_languages_at_event(event, str(home or ""))


def card_languages_at_event(event: Tournament, home: str) -> tuple[str, ...] | None:
    """Return the allowed languages of a player's cards (R-017).

    The result is empty if a judge decides, or None if there is no limit.
    """
    context = replace(deck_context_of_event(event, None, complete=True), player_home=home)
    rule = allowed_languages(context)
    if rule is None:
        return () if context.at_home_languages else None
    return tuple(sorted(rule.languages or ()))


def version_stamp_of_check(check: DeckCheck) -> str:
    """Return a text that changes with the state, taps and photos of a check. Two queries."""
    photos = CheckPhoto.objects.filter(check_of=check)
    counts = photos.aggregate(taken=Count("pk"), withdrawn=Count("withdrawn_at"))
    taps = CheckTap.objects.filter(check_of=check).count()
    return f"{check.state}-{taps}-{counts['taken']}-{counts['withdrawn']}"


def photos_of(check: DeckCheck) -> list[CheckPhoto]:
    """List the photos of a check that are not withdrawn, oldest first. One query."""
    return list(CheckPhoto.objects.filter(check_of=check, withdrawn_at=None).select_related("by"))


def photo_files_of_event(event: Tournament) -> Iterator[tuple[str, bytes]]:
    """Yield the name and bytes of every photo of an event that has a file."""
    for photo in CheckPhoto.objects.filter(check_of__entry__tournament=event).order_by("pk"):
        try:
            with photo.image.open("rb") as file:
                yield str(photo.image.name), file.read()
        except OSError:
            continue


def proxies_of(entry: Entry) -> list[Proxy]:
    """List the player's valid proxies (R-016). One query."""
    return list(Proxy.objects.filter(entry=entry, withdrawn_at=None))


def proposed_extension(match: Match | None, *, shuffling: int, now: datetime) -> int | None:
    """Propose a time extension in minutes: the table's stopwatch plus shuffling (R-039). One query.

    Return None if no stopwatch for a deck check is running at the table.
    """
    running_stopwatch = find_running_stopwatch(match)
    return (
        proposed_extension_minutes(running_stopwatch.began_at, now) + shuffling if running_stopwatch else None
    )


def find_running_stopwatch(match: Match | None) -> Extension | None:
    """Return the running stopwatch of a deck check at a table, or None. One query."""
    if match is None:
        return None
    rows = Extension.objects.filter(match=match, ended_at=None, withdrawn_at=None)
    return rows.filter(cause=Extension.Cause.DECK_CHECK).first()
