"""Deck checks on paper: what is printed, and the table's time extension once a sheet is typed in."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from checks.models import DeckCheck
from checks.queries import deck_checks as queries
from checks.queries.check_sheets import languages_at
from decks.engine.lists import Listed
from decks.engine.verdicts import row_of
from decks.models import DeckList, Proxy, Version
from decks.queries.lists import proxies
from pairings.engine.clock import proposed_minutes
from pairings.models import Extension, Match, Seat
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class PaperCheck:
    """One sheet: the check, its list in layout order (R-033), the player's proxies, the languages allowed (R-017).

    `number`: of the version, 0 without a list.
    """

    check: DeckCheck
    number: int
    rows: tuple[Listed, ...]
    proxies: tuple[Proxy, ...]
    languages: tuple[str, ...] | None = None

    @property
    def total(self) -> int:
        return sum(row.quantity or 0 for row in self.rows)


def to_print(event: Tournament, only: Collection[int] = ()) -> list[DeckCheck]:
    """Open checks of the event's rounds, by table; with `only` just these. Two queries.

    Checks before the event have their own page.
    """
    rows = queries.checks_of(event).filter(state__in=queries.OPEN).exclude(kind=DeckCheck.Kind.BEFORE)
    if only:
        rows = rows.filter(pk__in=only)
    now = queries.where_now(rows.order_by("entry__division", "pk"))
    return sorted(now, key=lambda row: (row.table is None, row.table or 0))


def sheets(checks: Sequence[DeckCheck]) -> list[PaperCheck]:
    """The sheets of these checks. Two queries."""
    entries = [check.entry_id for check in checks]
    deck_lists = DeckList.objects.filter(entry__in=entries).select_related("counts")
    lists = {row.entry_id: row for row in deck_lists}
    proxies_made = proxies.of_entries(entries)
    return [_sheet(check, lists.get(check.entry_id), proxies_made[check.entry_id]) for check in checks]


def _sheet(check: DeckCheck, deck_list: DeckList | None, proxies_made: Sequence[Proxy]) -> PaperCheck:
    """One sheet; a deck not taken yet gets the list that counts now."""
    counts = deck_list.counts if deck_list else None
    languages = languages_at(check.entry.tournament, str(deck_list.home) if deck_list else "")
    version = counts if check.state == DeckCheck.State.PICKED else check.version
    rows = tuple(row_of(values) for values in version.cards) if version else ()
    return PaperCheck(check, version.number if version else 0, rows, tuple(proxies_made), languages)


def version_of(check: DeckCheck, number: int) -> Version | None:
    """The list a sheet was printed from; if unknown, that of the check. One query.

    A check running on a phone keeps its list, as its taps refer to its rows.
    """
    if check.state != DeckCheck.State.PICKED:
        return check.version
    deck_list = DeckList.objects.filter(entry=check.entry_id).select_related("counts").first()
    if deck_list is None:
        return None
    return deck_list.versions.filter(number=number).first() or deck_list.counts


def at_table(check: DeckCheck, round_number: int | None) -> Match | None:
    """The match of this player, if it is in that round and has no result yet. One query."""
    match = queries.match_of(check)
    return match if match is not None and match.round.number == round_number else None


def table_in(check: DeckCheck, round_number: int | None) -> int | None:
    """The player's table in a round; None between rounds. One query."""
    if round_number is None:
        return None
    seats = Seat.objects.filter(entry=check.entry_id, round__number=round_number)
    return seats.values_list("match__table", flat=True).first()


def proposed(match: Match, *, began: datetime, ended: datetime, shuffling: int) -> int:
    """Proposed time extension in minutes: the time the table was delayed, plus shuffling (R-039, R-113). One query.

    If its other deck was checked at the same time, they delayed it once: from the first start to the last end, minus
    what the table already got.
    """
    rows = match.extensions.filter(cause=Extension.Cause.DECK_CHECK, withdrawn_at=None)
    meanwhile = list(rows.filter(ended_at__gte=began, began_at__lte=ended))
    first = min([began, *(extension.began_at for extension in meanwhile)])
    last = max([ended, *(extension.ended_at for extension in meanwhile if extension.ended_at)])
    had = -(-sum(extension.seconds or 0 for extension in meanwhile) // 60)
    return max(0, proposed_minutes(first, last) + shuffling - had)
