"""The prizes of an event by place as a spreadsheet."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from core.documents.spreadsheets import Field, spreadsheet_file
from pairings.queries.standings.prizes import AwardList
from tournaments.documents.paper import sheet_head
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_fields

FIELDS = (
    Field(gettext_lazy("Division"), 18),
    Field(gettext_lazy("Place"), 8, "0"),
    Field(gettext_lazy("Player"), 28),
    Field(gettext_lazy("Player ID"), 14),
    Field(pgettext_lazy("award", "Prize"), 40),
    Field(gettext_lazy("Points"), 10, "0"),
    Field(gettext_lazy("Packs"), 10, "0"),
    Field(gettext_lazy("Dropped"), 10),
)


def awards_spreadsheet(event: Tournament, lists: Iterable[AwardList], kind: str) -> tuple[bytes, str]:
    """Render the awards of these lists as "csv" or "xlsx". Returns the bytes and the content type."""
    values = [
        (
            award_list.table.label,
            award.place,
            award.person.name,
            award.player_number,
            award.prize.text,
            award.prize.points,
            award.prize.packs,
            _("yes") if award.person.dropped else None,
        )
        for award_list in lists
        for award in award_list.awards
    ]
    return spreadsheet_file(
        kind, pgettext("award", "Prizes"), entrant_fields(FIELDS), values, sheet_head(event)
    )
