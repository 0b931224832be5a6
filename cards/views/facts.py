"""Pages shared by all fact tables of format rules: browsed and edited by staff."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, re_path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from cards.access import EDIT_CARDS, catalogue_page, edits_catalogue
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
from cards.views.cards import search_text
from core.documents.downloads import spreadsheet_response
from tournaments.access import signed_in

PAGE = 50
Words = str | Promise


@dataclass(frozen=True, slots=True)
class Facts:
    """One table; `many` and `one` name its URLs. `public`: visible to anyone. `lasting`: rows cannot be deleted."""

    many: str
    one: str
    model: type[Model]
    form: type[ModelForm]
    table: type[tables.FactTable]
    search: str
    related: tuple[str, ...]
    title: Words
    lead: Words
    line: Words
    add: Words
    public: bool = False
    lasting: bool = False


TABLES = (
    Facts(
        "bans", "ban", Ban, BanForm, tables.BanTable, "name__icontains", ("expansion",),
        _("Ban list"), _("Bans name printings: another card with the same name stays legal."),
        _("A ban"), _("Add a ban"), public=True,
    ),
    Facts(
        "reprints", "reprint", Reprint, ReprintForm, tables.ReprintTable, "key__icontains",
        ("old_expansion", "new_expansion"),
        _("Reprint table"),
        _("Old printings that may be played as a new one. This table decides; matching texts are "
"only suggestions."),
        _("A reprint"), _("Add a reprint"),
    ),
    Facts(
        "expansions", "expansion", Expansion, ExpansionForm, tables.ExpansionTable, "name__icontains", (),
        _("Expansions"), _("Codes as deck lists write them, and the dates that decide legality."),
        _("An expansion"), _("Add an expansion"), lasting=True,
    ),
    Facts(
        "rotations", "rotation", Rotation, RotationForm, tables.RotationTable, "format__icontains", ("since",),
        _("Rotations"), _("What is legal in each format, by expansion or regulation mark, and from "
"which day."),
        _("A rotation"), _("Add a rotation"),
    ),
    Facts(
        "promos", "promo", PromoCutoff, CutoffForm, tables.CutoffTable, "expansion__name__icontains",
        ("expansion",),
        _("Promo cut-offs"), _("The first promo number that is legal in a format."),
        _("A promo cut-off"), _("Add a promo cut-off"),
    ),
    Facts(
        "promo_dates", "promo_date", PromoDate, PromoDateForm, tables.PromoDateTable, "name__icontains",
        ("expansion",),
        _("Dates of promos"), _("The day single promos become legal, where their product is known."),
        _("The date of a promo"), _("Add the date of a promo"),
    ),
    Facts(
        "limits", "limit", CopyLimit, CopyLimitForm, tables.CopyLimitTable, "name__icontains", ("expansion",),
        _("Limits of copies"),
        _("Cards whose text limits how many of them a deck may hold. An entry here overrides the "
"imported text."),
        _("A limit of copies"), _("Add a limit of copies"),
    ),
    Facts(
        "groups", "group", NameGroup, NameGroupForm, tables.NameGroupTable, "names__icontains", (),
        _("One of these names"), _("A deck in the format may hold only one of the names on each line."),
        _("A group of names"), _("Add a group of names"),
    ),
    Facts(
        "errata", "erratum", Erratum, ErratumForm, tables.ErratumTable, "key__icontains", (),
        _("Errata"), _("Old printings of these names may be played, with the newest text."),
        _("An erratum"), _("Add an erratum"),
    ),
)  # fmt: skip


def patterns() -> Iterator[URLPattern]:
    """The URLs of every table."""
    for facts in TABLES:
        kwargs, base = {"facts": facts}, f"cards/{facts.many}"
        key = "<str:pk>" if facts.lasting else "<int:pk>"
        yield path(base, rows if facts.public else catalogue_page(rows), kwargs, name=facts.many)
        export = rows_export if facts.public else catalogue_page(rows_export)
        yield re_path(rf"^{base}/list\.(?P<kind>csv|xlsx)$", export, kwargs, name=f"{facts.many}_export")
        yield path(f"{base}/add", line, kwargs, name=f"{facts.one}_add")
        yield path(f"{base}/{key}", line, kwargs, name=facts.one)
        if not facts.lasting:
            yield path(f"{base}/{key}/remove", remove, kwargs, name=f"{facts.one}_remove")


@require_safe
def rows(request: HttpRequest, facts: Facts) -> HttpResponse:
    """The rows of one table, searched by name."""
    text = search_text(request)
    page = Paginator(_found(facts, text), PAGE)
    paged = page.get_page(request.GET.get("page"))
    may = request.user.has_perm(EDIT_CARDS)
    context = {
        "facts": facts,
        "page_obj": paged,
        "table": facts.table(paged.object_list, link=f"cards:{facts.one}" if may else ""),
        "text": text,
        "here": reverse(f"cards:{facts.many}"),
        "export": f"cards:{facts.many}_export",
        "query": f"?{urlencode({'q': text})}" if text else "",
        "add": reverse(f"cards:{facts.one}_add") if may else "",
    }
    return render(request, "cards/facts.html", context)


@require_safe
def rows_export(request: HttpRequest, facts: Facts, kind: str) -> HttpResponse:
    """The rows found, on all pages, as CSV or XLSX."""
    table = facts.table(_found(facts, search_text(request)))
    return spreadsheet_response(
        documents.spreadsheet(table, facts.title, kind), facts.many.replace("_", "-"), kind
    )


def _found(facts: Facts, text: str) -> QuerySet[Model]:
    every = facts.model._default_manager.select_related(*facts.related)
    return every.filter(**{facts.search: text}) if text else every


@catalogue_page
@edits_catalogue
def line(request: HttpRequest, facts: Facts, pk: int | str | None = None) -> HttpResponse:
    """Add or edit one row."""
    row = get_object_or_404(facts.model, pk=pk) if pk is not None else None
    form = facts.form(request.POST or None, instance=row)
    before = facts.model._default_manager.get(pk=pk) if row else None
    if request.method == "POST" and form.is_valid() and form.save_by(signed_in(request), before) is not None:  # type: ignore[attr-defined]
        messages.success(request, gettext("Saved. Deck lists are now checked against it."))
        return redirect(f"cards:{facts.many}")
    goes = row is not None and not facts.lasting
    context = {
        "form": form,
        "title": facts.line if row else facts.add,
        "back": reverse(f"cards:{facts.many}"),
        "remove": reverse(f"cards:{facts.one}_remove", args=[pk]) if goes else "",
    }
    return render(request, "cards/form.html", context, status=422 if form.is_bound else 200)


@require_POST
@catalogue_page
def remove(request: HttpRequest, facts: Facts, pk: int) -> HttpResponse:
    """Delete a row."""
    catalogue.remove(get_object_or_404(facts.model, pk=pk), by=signed_in(request))
    messages.success(request, gettext("The entry was deleted."))
    return redirect(f"cards:{facts.many}")
