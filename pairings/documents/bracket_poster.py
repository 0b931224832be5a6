"""Brackets of a division as printed by the Print center."""

from django.utils.translation import gettext_lazy as _

from core.documents.registry import Amount, declare_document
from core.documents.sheet import Sheet
from pairings.documents.bracket import BracketSheet
from pairings.documents.printing import PrintOrder, division_name_for_header, event_head
from pairings.queries.bracket import displayed_brackets
from pairings.words import result_words
from pairings.words.print_words import pages_or_more_text, pages_text
from tournaments.labels import division_label
from tournaments.models import Tournament


@declare_document(
    "bracket",
    title=_("Bracket"),
    help=_("A poster of the top cut, sideways."),
    of="division",
    power="",
    place=90,
    amount=lambda figures: Amount(
        (pages_or_more_text if figures.has_long_names else pages_text)(figures.bracket_pages),
        figures.bracket_pages > 0,
        figures.bracket_pages,
    ),
    large=True,
    quick=True,
    look="boxes",
)
def bracket_sheets(order: PrintOrder, event: Tournament) -> list[Sheet]:
    """Return the sheets of a division's brackets, or one empty sheet if it has none."""
    division = event.divisions.filter(pk=order.division).first()
    brackets = displayed_brackets.brackets_to_display(division, public=order.public) if division else []
    sheets: list[Sheet] = []
    for drawn_bracket in brackets:
        age_division = drawn_bracket.bracket.age_division
        if order.age_division not in ("", age_division):
            continue
        name = (
            division_name_for_header(drawn_bracket.bracket.stage.division)
            if age_division == "all"
            else division_label(age_division)
        )
        sheet_head = event_head(
            order,
            event,
            page="pairings:cut",
            division=name,
            round_=displayed_brackets.bracket_name(drawn_bracket.bracket),
        )
        note = result_words.disqualified_winner_text(drawn_bracket)
        sheets.append(
            BracketSheet(
                sheet_head,
                drawn_bracket.rounds,
                third=drawn_bracket.third,
                champion=drawn_bracket.champion,
                note=note,
                paper=order.paper,
            )
        )
    return sheets or [BracketSheet(event_head(order, event, page="pairings:cut"), (), paper=order.paper)]
