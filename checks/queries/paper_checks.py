"""Deck checks on paper: the sheets to print, and the time extension for an entered sheet."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from checks.models import DeckCheck
from checks.queries import deck_checks as queries
from checks.queries.check_sheets import card_languages_at_event
from decks.engine.lists import PrintedListRow
from decks.engine.stored_values import printed_row_from_values
from decks.models import DeckList, Proxy, Version
from decks.queries.lists import proxies
from pairings.engine.clock import proposed_extension_minutes
from pairings.models import Extension, Match, Seat
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class PaperCheck:
    """A sheet to print.

    - `number`: the version of the list, or 0 without a list.
    - `rows`: in printing order (R-033).
    - `languages`: the allowed languages, see `card_languages_at_event` (R-017).
    """

    check: DeckCheck
    number: int
    rows: tuple[PrintedListRow, ...]
    proxies: tuple[Proxy, ...]
    languages: tuple[str, ...] | None = None

    @property
    def total(self) -> int:
        return sum(row.quantity or 0 for row in self.rows)


def checks_to_print(event: Tournament, only: Collection[int] = ()) -> list[DeckCheck]:
    """List the open checks during an event by table. Two queries.

    `only` are the keys of the checks to include; empty for all.
    """
    rows = queries.checks_of(event).filter(state__in=queries.OPEN).exclude(kind=DeckCheck.Kind.BEFORE)
    if only:
        rows = rows.filter(pk__in=only)
    checks = queries.with_current_tables(rows.order_by("entry__division", "pk"))
    return sorted(checks, key=lambda check: (check.table is None, check.table or 0))


def sheets_to_print(checks: Sequence[DeckCheck]) -> list[PaperCheck]:
    """Build the sheets of these checks. Two queries."""
    entries = [check.entry_id for check in checks]
    deck_lists = DeckList.objects.filter(entry__in=entries).select_related("counts")
    lists = {row.entry_id: row for row in deck_lists}
    proxies_by_entry = proxies.proxies_by_entry(entries)
    papers = []
    for check in checks:
        deck_list = lists.get(check.entry_id)
        languages = card_languages_at_event(check.entry.tournament, str(deck_list.home) if deck_list else "")
        # A check that has not begun uses the list that counts now.
        counts = deck_list.counts if deck_list else None
        version = counts if check.state == DeckCheck.State.PICKED else check.version
        rows = tuple(printed_row_from_values(values) for values in version.cards) if version else ()
        number, player_proxies = version.number if version else 0, tuple(proxies_by_entry[check.entry_id])
        papers.append(PaperCheck(check, number, rows, player_proxies, languages))
    return papers


def list_version_of_check(check: DeckCheck, number: int) -> Version | None:
    """Return version `number` of the player's list, from which a sheet was printed. One query.

    Without that version, return the current one, or None without a list. The list of a check that was begun on a
    phone does not change, because its taps refer to the rows.
    """
    if check.state != DeckCheck.State.PICKED:
        return check.version
    deck_list = DeckList.objects.filter(entry=check.entry_id).select_related("counts").first()
    if deck_list is None:
        return None
    return deck_list.versions.filter(number=number).first() or deck_list.counts


def open_match_of_check_in_round(check: DeckCheck, round_number: int | None) -> Match | None:
    """Return the player's current match if it is in this round and has no result, else None. One query."""
    match = queries.current_match_of_check(check)
    return match if match is not None and match.round.number == round_number else None


def table_in_round(check: DeckCheck, round_number: int | None) -> int | None:
    """Return the player's table in a round, or None between rounds or without a seat. One query."""
    if round_number is None:
        return None
    seats = Seat.objects.filter(entry=check.entry_id, round__number=round_number)
    return seats.values_list("match__table", flat=True).first()


def proposed_extension_of_paper_check(
    match: Match, *, began: datetime, ended: datetime, shuffling: int
) -> int:
    """Propose a time extension in minutes: the delay of the table, plus shuffling (R-039, R-113). One query.

    If the other deck of the table was checked at the same time, the delay is the time from the first start to the
    last end, minus the extension that the table has already received.
    """
    rows = match.extensions.filter(cause=Extension.Cause.DECK_CHECK, withdrawn_at=None)
    overlapping = list(rows.filter(ended_at__gte=began, began_at__lte=ended))
    earliest_start = min([began, *(extension.began_at for extension in overlapping)])
    latest_end = max([ended, *(extension.ended_at for extension in overlapping if extension.ended_at)])
    # Seconds are rounded up to whole minutes.
    granted = -(-sum(extension.seconds or 0 for extension in overlapping) // 60)
    return max(0, proposed_extension_minutes(earliest_start, latest_end) + shuffling - granted)
