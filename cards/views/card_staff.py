"""Staff of the installation add and correct cards."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from cards.access import catalogue_page, edits_catalogue
from cards.forms.cards import CardForm
from cards.models import Card
from tournaments.access import signed_in


@catalogue_page
def add(request: HttpRequest) -> HttpResponse:
    """Add a card; `name`, `expansion` and `number` may be prefilled from the URL."""
    prefilled = {name: request.GET.get(name, "") for name in ("name", "expansion", "number")}
    form = CardForm(request.POST or None, initial=prefilled)
    if request.method == "POST" and form.is_valid() and (card := form.save_by(signed_in(request))):
        messages.success(request, _("%(card)s is in the catalogue.") % {"card": card.name})
        return redirect("cards:card", card.pk)
    return _form(request, form, title=_("Add a card"), back=reverse("cards:cards"))


@catalogue_page
@edits_catalogue
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Edit a card; imports leave it unchanged from then on."""
    card = get_object_or_404(Card, pk=pk)
    form = CardForm(request.POST or None, instance=card)
    if (
        request.method == "POST"
        and form.is_valid()
        and form.save_by(signed_in(request), Card.objects.get(pk=pk))
    ):
        messages.success(request, _("Saved. Imports leave this card as it is now."))
        return redirect("cards:card", pk)
    return _form(request, form, title=_("Fix a card"), back=reverse("cards:card", args=[pk]))


def _form(request: HttpRequest, form: Any, **context: object) -> HttpResponse:
    return render(
        request,
        "cards/form.html",
        {"form": form, "remove": "", **context},
        status=422 if form.is_bound else 200,
    )
