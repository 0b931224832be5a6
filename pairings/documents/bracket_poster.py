"""The brackets of a division as printed by the Print center."""

from django.utils.translation import gettext_lazy as _

from core.documents.declared import Amount, document
from core.documents.sheet import Sheet
from pairings.documents.bracket import Bracket
from pairings.documents.printing import Order, head, name_of
from pairings.queries.bracket import cuts
from pairings.queries.print.printing import PrintFigures
from pairings.words import result_words
from pairings.words.print_words import pages_or_more_text, pages_text
from tournaments.models import Tournament
from tournaments.wording import division_label


def _bracket_pages(figures: PrintFigures) -> Amount:
    text = pages_or_more_text if figures.long_names else pages_text
    return Amount(text(figures.bracket_pages), figures.bracket_pages > 0)


@document(
    "bracket",
    title=_("Bracket"),
    help=_("A poster of the top cut, sideways."),
    of="division",
    power="",
    place=90,
    amount=_bracket_pages,
    large=True,
    quick=True,
    look="boxes",
)
def bracket(order: Order, event: Tournament) -> list[Sheet]:
    division = event.divisions.filter(pk=order.division).first()
    drawn = cuts.of_division(division, public=order.public) if division else []
    sheets: list[Sheet] = []
    for cut in drawn:
        age_division = cut.bracket.age_division
        if order.age_division not in ("", age_division):
            continue
        name = name_of(cut.bracket.stage.division) if age_division == "all" else division_label(age_division)
        page = head(order, event, page="pairings:cut", division=name, round_=cuts.name_of(cut.bracket))
        note = result_words.ending(cut)
        sheets.append(
            Bracket(page, cut.rounds, third=cut.third, champion=cut.champion, note=note, paper=order.paper)
        )
    return sheets or [Bracket(head(order, event, page="pairings:cut"), (), paper=order.paper)]
