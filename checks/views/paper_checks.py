"""Deck checks on paper: print sheets, and enter a completed one."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.forms.boundfield import BoundField
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cards.engine.collector_numbers import format_card_number
from checks.access import as_page_of_deck_check
from checks.documents.check_sheets import CheckSheets
from checks.engine.check_sheet import ANSWERED, MAX_NUMBER, CountedDeck, group_by_section
from checks.forms.paper_checks import PaperSheetForm
from checks.models import DeckCheck
from checks.queries import check_sheets as check_sheet_queries
from checks.queries import deck_checks as deck_check_queries
from checks.queries import paper_checks as queries
from checks.services import deck_checks as deck_check_services
from checks.services import paper_checks as services
from checks.views.check_sheets import end_check_response
from checks.words.check_words import SECTION_WORDS
from core.documents.downloads import pdf_response
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.public_address import absolute_url_for_phones, warn_if_unreachable
from core.requests import StadiumRequest, StaffRequest
from core.responses import chosen_paper, render_page
from decks.engine.lists import PrintedListRow
from decks.engine.stored_values import printed_row_from_values
from decks.models import Version
from decks.models.proxies import Proxy
from pairings.access import redirect_refusals_to
from pairings.queries.bracket import cut_titles
from tournaments.access import event_page, get_entry_or_404
from tournaments.documents.paper import sheet_head
from tournaments.models import Tournament
from tournaments.models.entry import Entry

MAX_SHEETS = 600
KEY_BYTES = 12
OUTCOME_FIELDS = ("not_counted", "outcome", "rewrite", "reason", "minutes", "note")


@require_safe
@warn_if_unreachable
@event_page("view")
def print_check_sheets(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Print the sheets of all open checks, or of the selected ones (`check`), by table."""
    numbers = [whole_number(key) for key in request.GET.getlist("check")[:MAX_SHEETS]]
    checks = queries.checks_to_print(event, [number for number in numbers if number is not None])
    return _sheets_response(request, event, checks, f"{event.slug}-deck-checks")


@require_safe
@warn_if_unreachable
@as_page_of_deck_check("view")
def print_check_sheet(request: StaffRequest, check: DeckCheck) -> HttpResponse:
    """Print the sheet of one check."""
    event = check.entry.tournament
    (row,) = deck_check_queries.with_current_tables([check])
    return _sheets_response(request, event, [row], f"{event.slug}-deck-check-{row.pk}")


def _sheets_response(
    request: StadiumRequest, event: Tournament, printed_checks: Sequence[DeckCheck], name: str
) -> HttpResponse:
    pages = queries.sheets_to_print(printed_checks)
    links = {}
    for page in pages:
        url = reverse("checks:check_paper", args=[page.check.entry.tournament.slug, page.check.pk])
        # The URL includes the version of the printed list, since a later version may count when the sheet is entered.
        links[page.check.pk] = absolute_url_for_phones(
            request, f"{url}?list={page.number}" if page.number else url
        )
    titles = cut_titles.cut_round_titles_of_event(event)
    document = CheckSheets(
        sheet_head(event), pages, links=links, titles=titles, paper=chosen_paper(request, event.country)
    )
    return pdf_response(document.render(), name)


@require_POST
@event_page("report")
@redirect_refusals_to("checks:checks", always=True)
def pick_deck_for_paper_sheet(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Redirect to the page to enter a deck's sheet; a deck without an open check is picked first."""
    entry = get_entry_or_404(event, request.POST.get("entry", ""))
    check = deck_check_queries.checks_of(event).filter(entry=entry, state__in=deck_check_queries.OPEN).first()
    check = check or deck_check_services.pick_requested_deck(
        entry, why=_("Checked on paper"), by=request.user
    )
    return redirect("checks:check_paper", event.slug, check.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@as_page_of_deck_check("report")
def enter_sheet(request: StaffRequest, check: DeckCheck) -> HttpResponse:
    """Show the form for the completed sheet of a check; a POST enters the sheet in one step.

    `list`, or `version` in the form, is the number of the printed version of the list.
    """
    number = whole_number(request.POST.get("version", "") or request.GET.get("list", "")) or 0
    version = queries.list_version_of_check(check, min(number, MAX_NUMBER))
    rows = tuple(printed_row_from_values(values) for values in version.cards) if version else ()
    cards = [(card_row.label, card_row.quantity or 0) for card_row in rows]
    counted, _taps = check_sheet_queries.replay_count_of_check(check, rows)
    expected_total = sum(copies for _card, copies in cards) or counted.expected_total
    if request.method == "POST":
        form = PaperSheetForm(request.POST, cards=cards, whole=expected_total)
        if form.is_valid():
            try:
                check = services.enter_paper_sheet(
                    check,
                    form.written(version),
                    key=form.cleaned_data["key"],
                    by=request.user,
                )
            except Refused as refused:
                form.refuse(refused)
            else:
                return end_check_response(request, check)
    else:
        form = PaperSheetForm(
            initial=_initial_paper_sheet_values(check, version, counted), cards=cards, whole=expected_total
        )
    return render_page(
        request,
        "checks/paper.html",
        _paper_sheet_context(check, version, rows, form, expected_total),
        status=422 if form.errors else 200,
    )


def _initial_paper_sheet_values(
    check: DeckCheck, version: Version | None, counted: CountedDeck
) -> dict[str, str | int | datetime | None]:
    """Return the initial values of the form: round, times, and what was tapped on a phone."""
    match = deck_check_queries.current_match_of_check(check)
    round_number = check.round_number or (match.round.number if match else None)
    marks = {f"wrong_{step}": counted.marks.get(step) == "wrong" for step in ANSWERED}
    # A blank box means the expected number, so only differences are filled in.
    rows = {f"row_{index}": counted.found[index] for index in counted.differing}
    return {
        "key": secrets.token_hex(KEY_BYTES),
        "version": version.number if version else 0,
        "round_number": round_number,
        "began": check.began_at,
        "ended": timezone.now(),
        "total": counted.total if counted.total != counted.expected_total else None,
        "others": "\n".join(f"{copies} {card}" for card, copies in counted.others.items()),
        "replaced": counted.replaced or None,
        **marks,
        **rows,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperLine:
    """A card of the list on the form for a completed sheet."""

    expected: int
    name: str
    where: str
    field: BoundField


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSection:
    """The cards of one kind on the form."""

    code: str
    title: Promise
    lines: Sequence[PaperLine]


@dataclass(frozen=True, kw_only=True)
class PaperCheckPage:
    """The page to enter a completed sheet.

    - `open`: whether the sheet can still be entered.
    - `whole`: expected number of cards.
    - `wrong`: boxes for the steps that failed.
    - `times`, `outcome`: the other fields of the form.
    """

    page: str
    check: DeckCheck
    player: Entry
    open: bool
    version: Version | None
    form: PaperSheetForm
    whole: int
    wrong: Sequence[BoundField]
    sections: Sequence[PaperSection]
    times: Sequence[BoundField]
    outcome: Sequence[BoundField]
    shuffling: int
    proxies: Sequence[Proxy]


def _paper_sheet_context(
    check: DeckCheck,
    version: Version | None,
    rows: Sequence[PrintedListRow],
    form: PaperSheetForm,
    whole: int,
) -> PaperCheckPage:
    sections = [
        PaperSection(
            code=section.code,
            title=SECTION_WORDS[section.code],
            lines=[
                PaperLine(
                    expected=card_row.quantity or 0,
                    name=card_row.label,
                    where=format_card_number(card_row.set_code, card_row.card_number)
                    if card_row.set_code
                    else "",
                    field=form[f"row_{index}"],
                )
                for index, card_row in section.rows
            ],
        )
        for section in group_by_section(rows)
    ]
    return PaperCheckPage(
        page="checks",
        check=check,
        player=check.entry,
        open=check.state in deck_check_queries.OPEN and check.kind != DeckCheck.Kind.BEFORE,
        version=version,
        form=form,
        whole=whole,
        wrong=[form[f"wrong_{step}"] for step in ANSWERED],
        sections=sections,
        times=[form[name] for name in ("began", "ended", "round_number")],
        outcome=[form[name] for name in OUTCOME_FIELDS if name in form.fields],
        shuffling=deck_check_queries.check_rules_of(check.entry.tournament).shuffling,
        proxies=check_sheet_queries.proxies_of(check.entry),
    )
