"""Pages on which the installation's staff add and correct cards."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from cards.access import as_page_of_catalogue, locks_catalogue_for_edit
from cards.forms.cards import CardForm
from cards.models import Card
from core.requests import SignedInRequest


@as_page_of_catalogue
def add_card(request: SignedInRequest) -> HttpResponse:
    """Add a card. The query may prefill `name`, `expansion` and `number`."""
    prefilled = {name: request.GET.get(name, "") for name in ("name", "expansion", "number")}
    form = CardForm(request.POST or None, initial=prefilled)
    if request.method == "POST" and form.is_valid() and (card := form.save_by(request.user)):
        messages.success(request, _("%(card)s is in the catalog.") % {"card": card.name})
        return redirect("cards:card", card.pk)
    return render_catalogue_form(request, form, title=_("Add a card"), back_url=reverse("cards:cards"))


@as_page_of_catalogue
@locks_catalogue_for_edit
def edit_card(request: SignedInRequest, pk: int) -> HttpResponse:
    """Edit a card. Imports do not change it from then on."""
    card = get_object_or_404(Card, pk=pk)
    form = CardForm(request.POST or None, instance=card)
    # Validation changes `card`, so the service gets a second copy of the stored row.
    if request.method == "POST" and form.is_valid() and form.save_by(request.user, Card.objects.get(pk=pk)):
        messages.success(request, _("Saved. Imports will not change this card."))
        return redirect("cards:card", pk)
    return render_catalogue_form(
        request, form, title=_("Fix a card"), back_url=reverse("cards:card", args=[pk])
    )


def render_catalogue_form(
    request: HttpRequest, form: Any, *, title: str | Promise, back_url: str, remove_url: str = ""
) -> HttpResponse:
    """Render a form of the catalogue, with status 422 if it was submitted, since it then has errors.

    Without `remove_url`, there is no button to delete.
    """
    context = {"form": form, "title": title, "back": back_url, "remove": remove_url}
    return render(request, "cards/form.html", context, status=422 if form.is_bound else 200)
