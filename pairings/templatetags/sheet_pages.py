"""The number of pages of a print, beside the button that prints it."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.documents.registry import count_pages_of_rows, find_document
from core.stamps.memory import cached_until_change
from pairings.queries.print.print_figures import PrintFigures
from pairings.words.print_words import pages_text
from tournaments.models import Division, Tournament
from tournaments.scopes import event_scope, results_scope

register = template.Library()

PERSONAL_LINKS = "personal-links"


@register.simple_tag
def sheet_pages(
    name: str, of: Tournament | Division | None = None, rows: int | None = None
) -> SafeString | str:
    """Return the estimated pages of a document, such as "7 pages", or "" if there is nothing to print yet.

    Pass either the event or the division that is printed, which takes at most one query, or the number of `rows`
    of a file that `declare_rows_on_page` names. Cached until the event or a result changes.
    """
    if rows is not None:
        pages = count_pages_of_rows(name, rows)
    elif of is None:
        raise ValueError("Pass `of` or `rows`")
    else:
        event = of if isinstance(of, Tournament) else of.tournament
        changes = [event_scope(event.pk), results_scope(event.pk)]
        key = f"sheet_pages.{name}.{type(of).__name__}.{of.pk}"
        pages = cached_until_change(key, changes, lambda: _count_pages(name, of, event))
    return page_count(pages) if pages else ""


@register.simple_tag
def page_count(pages: int) -> SafeString:
    """Return the number of pages of a print of known length, such as "1 page"."""
    return format_html("<small>{}</small>", pages_text(pages))


def _count_pages(name: str, of: Tournament | Division, event: Tournament) -> int:
    divisions = event.divisions.all() if isinstance(of, Tournament) else [of]
    figures = PrintFigures(event, divisions, ())
    if name == PERSONAL_LINKS:
        return count_pages_of_rows(name, figures.playing) if figures.playing else 0
    return find_document(name).count_pages(figures)
