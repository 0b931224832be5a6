"""Pages to send personal links: by email, or without a mail server by mail merge or printed slips."""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.documents.downloads import spreadsheet_response
from core.documents.spreadsheets import CSV
from core.engine.numbers import whole_number
from core.public_address import absolute_url_for_phones, site_address
from core.requests import StaffRequest
from core.responses import make_response_private
from core.tables.pagination import paginate_table
from registration.documents.mail_merge import mail_merge_csv
from registration.engine.mails import MailState
from registration.forms.claims import SendLinksForm
from registration.queries import mails as queries
from registration.queries.mails import LinkCounts, MailedEntry
from registration.services import mails as services
from registration.tables.links import LinkMailsTable
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.services import personal_links

PAGE_SIZE = 50
FILTERS = ("failed", "unsent", "shared", "without_address")


@dataclass(frozen=True, slots=True, kw_only=True)
class LinksPage:
    """Data of the page. `show` is one of FILTERS or "".

    `shared` is the number of players who share an address with another.
    """

    counts: LinkCounts
    form: SendLinksForm
    table: LinkMailsTable
    shared: int
    show: str
    sends_mail: bool


@event_page("run")
def send_links(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show which players were sent their personal link and which emails bounced, and send links.

    A POST with `entry` sends the link only to that player.
    """
    counts, sends_mail = queries.count_players_by_link_mail(event), queries.has_mail_server()
    if request.method == "POST":
        key = whole_number(request.POST.get("entry", ""))
        data = request.POST.copy()
        if key is not None:
            # The form requires a group, from which only this player is selected below.
            data["whom"] = queries.ALL
        form = SendLinksForm(data, event=event, counts=counts)
        if not sends_mail:
            messages.error(request, _("This installation sends no email: no mail server is set up."))
            return redirect("registration:send_links", event.slug)
        if form.is_valid():
            rows = queries.recipients_in_group(event, form.cleaned_data["whom"])
            if key is not None:
                rows = rows.filter(pk=key)
            n = services.queue_link_mails(
                event,
                list(rows),
                press=form.cleaned_data["press"],
                site=site_address(request),
                language=form.cleaned_data["language"],
                by=request.user,
            )
            _add_sent_message(request, n)
            return redirect("registration:send_links", event.slug)
    else:
        form = SendLinksForm(event=event, counts=counts)
    show = request.GET.get("show", "")
    shared = queries.shared_addresses_of(event)
    rows = _players_to_show(event, show, shared.keys())
    table = LinkMailsTable(rows, event=event, shared=shared, may_send=sends_mail)
    page = LinksPage(
        counts=counts,
        form=form,
        table=paginate_table(request, table, rows=PAGE_SIZE),
        shared=len(shared),
        show=show if show in FILTERS else "",
        sends_mail=sends_mail,
    )
    return make_response_private(
        render(request, "registration/send_links.html", {"links": page, "page": "players"})
    )


@require_safe
@event_page("run")
def mail_merge_file(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Return all personal links as a CSV file for a mail merge.

    The journal records this like the printing of slips.
    """
    rows = personal_links.links_to_print(event, by=request.user).order_by(
        "entry__last_name", "entry__first_name", "pk"
    )
    content = mail_merge_csv(
        rows,
        lambda token: absolute_url_for_phones(request, reverse("floor:my", args=[token])),
        queries.mail_languages_by_entry(event),
        get_language() or "en",
    )
    return make_response_private(spreadsheet_response((content, CSV), f"{event.slug}-personal-links", "csv"))


def _players_to_show(event: Tournament, show: str, shared: Collection[int]) -> "QuerySet[MailedEntry]":
    """Return the players to show in the table, by name.

    These are all players, or those that match the filter `show`, one of FILTERS. `shared` are the keys of entries
    that share an email address.
    """
    rows = queries.players_with_newest_link_mail(event)
    if show == "failed":
        return rows.filter(mail_state=MailState.FAILED)
    if show == "unsent":
        return rows.filter(mail_state=None).exclude(email="")
    if show == "without_address":
        return rows.filter(email="")
    if show == "shared":
        return rows.filter(pk__in=shared)
    return rows


def _add_sent_message(request: StaffRequest, n: int) -> None:
    if n:
        text = ngettext("%(n)s email is on its way.", "%(n)s emails are on their way.", n) % {"n": n}
        messages.success(request, text)
    else:
        messages.info(
            request,
            _("No email to send: no selected player has an address, or an email to it is still waiting."),
        )
