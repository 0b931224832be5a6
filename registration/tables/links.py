"""The table of players with the newest email that contained their personal link."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.templatetags.icons import state as chip
from registration.engine.mails import MailState
from registration.models import Mail
from registration.words.address_words import address_warnings, mail_failure_text
from tournaments.models import Tournament

if TYPE_CHECKING:
    from registration.queries.mails import MailedEntry

LOOKS = {MailState.WAITING: "info", MailState.SENT: "good", MailState.FAILED: "warning"}
"""The style of each state's chip."""

QUIET = {"td": {"class": "full", "data-label": ""}}


class LinkMailsTable(tables.Table):
    """Active players by name, each with a button that sends the link again."""

    caption = gettext_lazy("Personal links by email")
    name = tables.Column(
        verbose_name=gettext_lazy("Name"),
        accessor="sort_name",
        order_by=("last_name", "first_name"),
        attrs={"td": {"scope": "row", "class": "full strong"}},
    )
    email = tables.Column(verbose_name=gettext_lazy("Email address"), empty_values=(), attrs=QUIET)
    state = tables.Column(
        verbose_name=gettext_lazy("Personal link"), accessor="mail_state", empty_values=(), attrs=QUIET
    )
    again = tables.Column(
        verbose_name=gettext_lazy("Send"),
        accessor="pk",
        orderable=False,
        attrs={"th": {"class": "end"}, "td": {"class": "end", "data-label": ""}},
    )

    class Meta:
        attrs = {"class": "table zebra cards"}

    def __init__(
        self, rows: Any, *, event: Tournament, shared: Mapping[int, bool], may_send: bool, **kwargs: Any
    ) -> None:
        self.event, self.shared = event, shared
        super().__init__(rows, exclude=() if may_send else ("again",), **kwargs)

    def render_name(self, record: "MailedEntry") -> SafeString:
        url = reverse("tournaments:player", args=[self.event.slug, record.pk])
        return format_html('<a class="strong" href="{}">{}</a>', url, record.sort_name)

    def render_email(self, record: "MailedEntry") -> SafeString:
        texts = address_warnings(record.email, same_name=self.shared.get(record.pk))
        hints = format_html_join("", '<small class="under">{}</small>', ((text,) for text in texts))
        return format_html("{}{}", record.email or "–", hints)

    def render_state(self, record: "MailedEntry") -> SafeString:
        if record.mail_state is None:
            return format_html("{}", _("Not sent"))
        state = MailState(record.mail_state)
        label = chip(LOOKS[state], Mail.States(record.mail_state).label)
        if state == MailState.FAILED:
            hint = mail_failure_text(record.mail_answer or "")
        else:
            at = record.mail_settled_at or record.mail_made_at
            hint = date_format(localtime(at), "j F, H:i") if at else ""
            if state == MailState.SENT and record.mail_address != record.email:
                hint = _("%(time)s, to %(address)s") % {"time": hint, "address": record.mail_address}
        return format_html('{} <small class="under">{}</small>', label, hint)

    def render_again(self, record: "MailedEntry") -> SafeString:
        if not record.email or record.mail_state == MailState.WAITING:
            return format_html("{}", "")
        label = _("Send again") if record.mail_state else _("Send")
        return format_html(
            '<button class="button quiet" name="entry" value="{}" form="send-links" aria-label="{}">{}</button>',
            record.pk,
            _("%(label)s: %(name)s") % {"label": label, "name": record},
            label,
        )
