"""Staff of the installation mend cards, the reprint table and the ban list."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from decks.access import MEND_CARDS, catalogue_page
from decks.forms.cards import BanForm, CardForm, ReprintForm
from decks.models import Ban, Card, Reprint
from decks.services import catalogue
from decks.tables.cards import BanTable, ReprintTable
from decks.views.cards import asked
from tournaments.access import signed_in

PAGE = 50


@catalogue_page
def add(request: HttpRequest) -> HttpResponse:
    """A card nobody knows yet; `name`, `expansion` and `number` may come with the address."""
    given = {name: request.GET.get(name, "") for name in ("name", "expansion", "number")}
    form = CardForm(request.POST or None, initial=given)
    if request.method == "POST" and form.is_valid() and (card := form.save_by(signed_in(request))):
        messages.success(request, _("%(card)s is in the catalogue.") % {"card": card.name})
        return redirect("decks:card", card.pk)
    return _form(request, form, title=_("Add a card"), back=reverse("decks:cards"))


@catalogue_page
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Other facts about a card; imports leave it alone from then on."""
    card = get_object_or_404(Card, pk=pk)
    form = CardForm(request.POST or None, instance=card)
    if (
        request.method == "POST"
        and form.is_valid()
        and form.save_by(signed_in(request), Card.objects.get(pk=pk))
    ):
        messages.success(request, _("Saved. Imports leave this card as it is now."))
        return redirect("decks:card", pk)
    return _form(request, form, title=_("Mend a card"), back=reverse("decks:card", args=[pk]))


@require_safe
@catalogue_page
def reprints(request: HttpRequest) -> HttpResponse:
    """The reprint table (R-011), found by name."""
    rows = Reprint.objects.select_related("old_expansion", "new_expansion")
    page = _page(request, rows, "key__icontains")
    return _table(request, "decks/cards/reprints.html", page, ReprintTable(page.object_list))


@catalogue_page
def reprint(request: HttpRequest, pk: int | None = None) -> HttpResponse:
    """One line of the reprint table, new or known."""
    row = get_object_or_404(Reprint, pk=pk) if pk else None
    form = ReprintForm(request.POST or None, instance=row)
    known = Reprint.objects.get(pk=pk) if pk else None
    if request.method == "POST" and form.is_valid() and form.save_by(signed_in(request), known):
        messages.success(request, _("Saved. Lists are judged by it from now on."))
        return redirect("decks:reprints")
    remove = reverse("decks:reprint_remove", args=[pk]) if pk else ""
    title = _("A reprint") if pk else _("Add a reprint")
    return _form(request, form, title=title, back=reverse("decks:reprints"), remove=remove)


@require_POST
@catalogue_page
def reprint_remove(request: HttpRequest, pk: int) -> HttpResponse:
    catalogue.remove(get_object_or_404(Reprint, pk=pk), by=signed_in(request))
    messages.success(request, _("The line is gone from the reprint table."))
    return redirect("decks:reprints")


@require_safe
def bans(request: HttpRequest) -> HttpResponse:
    """The ban list with its days, for everybody."""
    rows = Ban.objects.select_related("expansion")
    page = _page(request, rows, "name__icontains")
    linked = request.user.has_perm(MEND_CARDS)
    return _table(request, "decks/cards/bans.html", page, BanTable(page.object_list, linked=linked))


@catalogue_page
def ban(request: HttpRequest, pk: int | None = None) -> HttpResponse:
    """One line of the ban list, new or known."""
    row = get_object_or_404(Ban, pk=pk) if pk else None
    form = BanForm(request.POST or None, instance=row)
    known = Ban.objects.get(pk=pk) if pk else None
    if request.method == "POST" and form.is_valid() and form.save_by(signed_in(request), known):
        messages.success(request, _("Saved. Lists are judged by it from now on."))
        return redirect("decks:bans")
    remove = reverse("decks:ban_remove", args=[pk]) if pk else ""
    title = _("A ban") if pk else _("Add a ban")
    return _form(request, form, title=title, back=reverse("decks:bans"), remove=remove)


@require_POST
@catalogue_page
def ban_remove(request: HttpRequest, pk: int) -> HttpResponse:
    catalogue.remove(get_object_or_404(Ban, pk=pk), by=signed_in(request))
    messages.success(request, _("The line is gone from the ban list."))
    return redirect("decks:bans")


def _form(request: HttpRequest, form: Any, **context: object) -> HttpResponse:
    status = 422 if form.is_bound else 200
    return render(request, "decks/cards/form.html", {"form": form, "remove": "", **context}, status=status)


def _page(request: HttpRequest, rows: Any, field: str) -> Page[Any]:
    text = asked(request)
    return Paginator(rows.filter(**{field: text}) if text else rows, PAGE).get_page(request.GET.get("page"))


def _table(request: HttpRequest, template: str, page: Page[Any], table: Any) -> HttpResponse:
    return render(request, template, {"page_obj": page, "table": table, "text": asked(request)})
