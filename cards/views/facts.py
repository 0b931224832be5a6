"""Pages shared by all fact tables about formats: lists, exports and forms."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, re_path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from cards.access import EDIT_CARDS, as_page_of_catalogue, locks_catalogue_for_edit
from cards.documents import facts as documents
from cards.forms.cards import BanForm, ReprintForm
from cards.forms.facts import (
    CopyLimitForm,
    CutoffForm,
    ErratumForm,
    ExpansionForm,
    NameGroupForm,
    PromoDateForm,
    RotationForm,
)
from cards.models import (
    Ban,
    CopyLimit,
    Erratum,
    Expansion,
    NameGroup,
    PromoCutoff,
    PromoDate,
    Reprint,
    Rotation,
)
from cards.services import catalogue
from cards.tables import facts as tables
from cards.views.card_editing import render_catalogue_form
from cards.views.cards import typed_search_text
from core.documents.downloads import spreadsheet_response
from core.requests import SignedInRequest

ROWS_PER_PAGE = 50
Words = str | Promise


@dataclass(frozen=True, slots=True)
class FactTablePages:
    """The pages of a fact table.

    `many` and `one` are its plural and singular names in URLs, `search` is the field lookup of its search
    field, and `related` the foreign keys that its table shows. If `public`, everyone may see it; if
    `lasting`, its rows cannot be deleted. `line` and `add` are the titles of the form for an existing and a
    new row.
    """

    many: str
    one: str
    model: type[Model]
    form: Callable[..., Any]
    table: type[tables.FactTable]
    search: str
    related: tuple[str, ...]
    title: Words
    lead: Words
    line: Words
    add: Words
    public: bool = False
    lasting: bool = False

    def matching_rows(self, text: str) -> QuerySet[Model]:
        """Select the rows that match a text, or all rows if it is empty."""
        rows = self.model._default_manager.select_related(*self.related)
        return rows.filter(**{self.search: text}) if text else rows


TABLES = (
    FactTablePages(
        "bans", "ban", Ban, BanForm, tables.BanTable, "name__icontains", ("expansion",),
        _("Ban list"), _("Bans apply to printings: another card with the same name is still legal."),
        _("A ban"), _("Add a ban"), public=True,
    ),
    FactTablePages(
        "reprints", "reprint", Reprint, ReprintForm, tables.ReprintTable, "key__icontains",
        ("old_expansion", "new_expansion"),
        _("Reprint table"),
        _("Old printings that may be played as a new one. This table decides; matching texts are "
"only suggestions."),
        _("A reprint"), _("Add a reprint"),
    ),
    FactTablePages(
        "expansions", "expansion", Expansion, ExpansionForm, tables.ExpansionTable, "name__icontains", (),
        _("Expansions"), _("Codes as deck lists write them, and the dates that decide legality."),
        _("An expansion"), _("Add an expansion"), lasting=True,
    ),
    FactTablePages(
        "rotations", "rotation", Rotation, RotationForm, tables.RotationTable, "format__icontains", ("since",),
        _("Rotations"), _("What is legal in each format, by expansion or regulation mark, and from "
"which day."),
        _("A rotation"), _("Add a rotation"),
    ),
    FactTablePages(
        "promos", "promo", PromoCutoff, CutoffForm, tables.CutoffTable, "expansion__name__icontains",
        ("expansion",),
        _("Promo cut-offs"), _("The first promo number that is legal in a format."),
        _("A promo cut-off"), _("Add a promo cut-off"),
    ),
    FactTablePages(
        "promo_dates", "promo_date", PromoDate, PromoDateForm, tables.PromoDateTable, "name__icontains",
        ("expansion",),
        _("Dates of promos"), _("The day individual promos become legal, if their product is known."),
        _("The date of a promo"), _("Add the date of a promo"),
    ),
    FactTablePages(
        "limits", "limit", CopyLimit, CopyLimitForm, tables.CopyLimitTable, "name__icontains", ("expansion",),
        _("Limits of copies"),
        _("Cards whose text limits how many of them a deck may contain. An entry here overrides the "
            "imported text."),
        _("A limit of copies"), _("Add a limit of copies"),
    ),
    FactTablePages(
        "groups", "group", NameGroup, NameGroupForm, tables.NameGroupTable, "names__icontains", (),
        _("One of these names"), _("A deck in the format may contain only one of the names on each line."),
        _("A group of names"), _("Add a group of names"),
    ),
    FactTablePages(
        "errata", "erratum", Erratum, ErratumForm, tables.ErratumTable, "key__icontains", (),
        _("Errata"), _("Old printings of these names may be played, with the newest text."),
        _("An erratum"), _("Add an erratum"),
    ),
)  # fmt: skip


def fact_url_patterns() -> Iterator[URLPattern]:
    """Yield the URL patterns of every fact table.

    Without the right to edit the catalogue, users only see the tables that are `public`.
    """
    for facts in TABLES:
        kwargs, base = {"facts": facts}, f"cards/{facts.many}"
        key = "<str:pk>" if facts.lasting else "<int:pk>"
        yield path(
            base,
            fact_table_page if facts.public else as_page_of_catalogue(fact_table_page),
            kwargs,
            name=facts.many,
        )
        export = export_fact_rows if facts.public else as_page_of_catalogue(export_fact_rows)
        yield re_path(rf"^{base}/list\.(?P<kind>csv|xlsx)$", export, kwargs, name=f"{facts.many}_export")
        yield path(f"{base}/add", edit_fact_row, kwargs, name=f"{facts.one}_add")
        yield path(f"{base}/{key}", edit_fact_row, kwargs, name=facts.one)
        if not facts.lasting:
            yield path(f"{base}/{key}/remove", remove_fact_row, kwargs, name=f"{facts.one}_remove")


@require_safe
def fact_table_page(request: HttpRequest, facts: FactTablePages) -> HttpResponse:
    """Show the rows of a table, with a search by name."""
    text = typed_search_text(request)
    paginator = Paginator(facts.matching_rows(text), ROWS_PER_PAGE)
    page_rows = paginator.get_page(request.GET.get("page"))
    can_edit = request.user.has_perm(EDIT_CARDS)
    context = {
        "facts": facts,
        "page_obj": page_rows,
        "table": facts.table(page_rows.object_list, link=f"cards:{facts.one}" if can_edit else ""),
        "text": text,
        "here": reverse(f"cards:{facts.many}"),
        "export": f"cards:{facts.many}_export",
        "query": f"?{urlencode({'q': text})}" if text else "",
        "add": reverse(f"cards:{facts.one}_add") if can_edit else "",
    }
    return render(request, "cards/facts.html", context)


@require_safe
def export_fact_rows(request: HttpRequest, facts: FactTablePages, kind: str) -> HttpResponse:
    """Export all rows that match the search, as CSV or XLSX."""
    table = facts.table(facts.matching_rows(typed_search_text(request)))
    return spreadsheet_response(
        documents.fact_table_spreadsheet(table, facts.title, kind), facts.many.replace("_", "-"), kind
    )


@as_page_of_catalogue
@locks_catalogue_for_edit
def edit_fact_row(
    request: SignedInRequest, facts: FactTablePages, pk: int | str | None = None
) -> HttpResponse:
    """Add a row to a fact table, or edit the row `pk`."""
    row = get_object_or_404(facts.model, pk=pk) if pk is not None else None
    form = facts.form(request.POST or None, instance=row)
    # Validation changes `row`, so the service gets a second copy of the stored row.
    stored = facts.model._default_manager.get(pk=pk) if row else None
    if request.method == "POST" and form.is_valid() and form.save_by(request.user, stored) is not None:
        messages.success(request, gettext("Saved. Deck lists are now checked against it."))
        return redirect(f"cards:{facts.many}")
    can_delete = row is not None and not facts.lasting
    return render_catalogue_form(
        request,
        form,
        title=facts.line if row else facts.add,
        back_url=reverse(f"cards:{facts.many}"),
        remove_url=reverse(f"cards:{facts.one}_remove", args=[pk]) if can_delete else "",
    )


@require_POST
@as_page_of_catalogue
def remove_fact_row(request: SignedInRequest, facts: FactTablePages, pk: int) -> HttpResponse:
    """Delete a row of a fact table."""
    catalogue.remove_catalogue_row(get_object_or_404(facts.model, pk=pk), by=request.user)
    messages.success(request, gettext("The entry was deleted."))
    return redirect(f"cards:{facts.many}")
