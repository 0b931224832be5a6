"""Pages for new cards: fetching them from the Internet, or announcing an expansion by code and names."""

from functools import partial

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards import tasks
from cards.access import as_page_of_catalogue, locks_catalogue_for_edit
from cards.forms.updates import AnnounceForm, UpdateForm
from cards.services import catalogue
from cards.words.catalogue_words import catalogue_update_texts
from core.forms.questions import Question
from core.requests import SignedInRequest

MAX_UNREAD = 10
"""The most unreadable lines listed on the page."""


@as_page_of_catalogue
def update_cards(request: SignedInRequest) -> HttpResponse:
    """Ask for confirmation, then start the update."""
    form = UpdateForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        catalogue.fail_stalled_imports()
        job, is_new = catalogue.store_update(by=request.user, again=form.cleaned_data["again"])
        if is_new:
            transaction.on_commit(partial(tasks.send_import, job.pk))
        return redirect("cards:card_import_job", job.pk)
    question = Question(
        changes=list(catalogue_update_texts()),
        heading=_("Planned changes"),
        action=_("Update cards"),
        cancel_url=reverse("cards:cards"),
        form=form,
    )
    return render(request, "cards/update.html", {"question": question}, status=422 if form.is_bound else 200)


@as_page_of_catalogue
@locks_catalogue_for_edit
def announce_expansion(request: SignedInRequest) -> HttpResponse:
    """Add an expansion newer than the data by its code, date and the names of its cards."""
    form = AnnounceForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and (expansion := form.save_by(request.user)):
        count = len(form.cards)
        messages.success(
            request,
            ngettext(
                "%(name)s was added with %(n)s card name.", "%(name)s was added with %(n)s card names.", count
            )
            % {"name": expansion.name, "n": count},
        )
        if form.unread:
            lines = "; ".join(form.unread[:MAX_UNREAD])
            messages.warning(request, _("These lines have no number and name: %(lines)s") % {"lines": lines})
        return redirect("cards:expansions")
    return render(request, "cards/announce.html", {"form": form}, status=422 if form.is_bound else 200)
