"""Webhooks of a home: added, tested, switched on or off, and their deliveries."""

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.access import edits_alone, home_page, signed_in
from core.forms.questions import Question
from core.forms.webhooks import WebhookForm
from core.limits import limited
from core.models import Webhook, WebhookDelivery
from core.models.journal import Home
from core.public_address import site
from core.queries import webhooks as stored
from core.queries.homes import page_address
from core.services.webhooks import subscriptions
from core.tables.pages import paged
from core.tables.webhooks import DeliveriesTable, DeliveryFilter, at_text, state_chip
from core.tasks import webhooks as tasks
from core.words.webhook_words import OFF, topics_text

ON_A_PAGE = 50
ONCE = "webhook_once"
"""The session key of a new secret until it is shown, with the key of its webhook."""


@home_page("organize")
def webhooks(request: HttpRequest, home: Home) -> HttpResponse:
    """All webhooks, and a form to add one."""
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = form.add_to(home, by=signed_in(request), origin=site(request))
        if made is not None:
            messages.success(request, _("Webhook added. Send a test now."))
            return _with_secret(request, home, made)
    rows = [(hook, topics_text(hook.topics)) for hook in stored.webhooks_of(home)]
    context = {"page": "settings", "form": form, "rows": rows, "public": home.published}
    return render(request, "tournaments/webhooks/webhooks.html", context)


@home_page("organize")
@edits_alone
def webhook(request: HttpRequest, home: Home, pk: int) -> HttpResponse:
    """One webhook: its settings, its new secret once, its deliveries."""
    hook = _hook(home, pk)
    form = WebhookForm.of(hook, request.POST or None)
    if request.method == "POST" and form.is_valid():
        saved = form.save_to(hook, by=signed_in(request))
        if saved is not None:
            messages.success(request, _("Webhook saved."))
            return redirect(page_address("webhook", home.slug, pk))
    narrowed = DeliveryFilter(request.GET, queryset=stored.deliveries(hook))

    def url(row: WebhookDelivery) -> str:
        return page_address("webhook_delivery", home.slug, pk, row.pk)

    table = paged(request, DeliveriesTable(narrowed.qs, url=url), rows=ON_A_PAGE)
    before = hook.secret_before_until
    secret = ""
    created = request.session.get(ONCE)
    if created and created[0] == hook.pk:
        # A new secret is shown only once.
        del request.session[ONCE]
        secret = str(created[1])
    context = {
        "page": "settings",
        "hook": hook,
        "form": form,
        "secret": secret,
        "secret_before_until": before if before and before > timezone.now() else None,
        "off": OFF.get(hook.off, ""),
        "filter": narrowed,
        "table": table,
        "public": home.published,
    }
    return render(request, "tournaments/webhooks/webhook.html", context)


@require_POST
@home_page("organize")
@limited("webhook_test")
def webhook_ping(request: HttpRequest, home: Home, pk: int) -> HttpResponse:
    """Send a test and show the outcome."""
    return _sent(request, home, subscriptions.ping(_hook(home, pk)))


@require_POST
@home_page("organize")
def webhook_switch(request: HttpRequest, home: Home, pk: int) -> HttpResponse:
    """Switch a webhook off or on."""
    hook = _hook(home, pk)
    if request.POST.get("state") == "off":
        subscriptions.switch_off(hook, by=signed_in(request))
        messages.success(request, _("Webhook switched off."))
    else:
        subscriptions.switch_on(hook, by=signed_in(request))
        tasks.queue_soon([hook.pk])
        messages.success(request, _("Webhook switched on."))
    return redirect(page_address("webhook", home.slug, pk))


@require_POST
@home_page("organize")
def webhook_secret(request: HttpRequest, home: Home, pk: int) -> HttpResponse:
    """Set a new secret."""
    hook = subscriptions.rotate(_hook(home, pk), by=signed_in(request))
    messages.success(request, _("The webhook has a new secret. The old one stays valid for 24 hours."))
    return _with_secret(request, home, hook)


@home_page("organize")
def webhook_delete(request: HttpRequest, home: Home, pk: int) -> HttpResponse:
    """Ask, then delete a webhook with its deliveries."""
    hook = _hook(home, pk)
    if request.method == "POST":
        subscriptions.remove(hook, by=signed_in(request))
        messages.success(request, _("Webhook deleted."))
        return redirect(page_address("webhooks", home.slug))
    context = {
        "title": _("Delete this webhook"),
        "lead": hook.host,
        "page": "settings",
        "question": Question(
            changes=[_("Nothing more is sent there."), _("The list of its deliveries is deleted too.")],
            action=_("Delete the webhook"),
            action_url=page_address("webhook_delete", home.slug, pk),
            cancel_url=page_address("webhook", home.slug, pk),
            danger=True,
        ),
    }
    return render(request, "components/confirm.html", context)


@require_safe
@home_page("organize")
def webhook_delivery(request: HttpRequest, home: Home, pk: int, delivery: int) -> HttpResponse:
    """One message: body, headers and answer."""
    row = _delivery(home, pk, delivery)
    facts = [
        (_("When"), at_text(row.at)),
        (_("State"), state_chip(row)),
        (_("No."), row.sequence),
        (_("Tries"), row.tries),
        (_("Last try"), at_text(row.tried_at) if row.tried_at else None),
        (_("Next try"), at_text(row.next_at) if row.next_at else None),
        (_("Answer"), row.status),
    ]
    context = {
        "page": "settings",
        "hook": row.webhook,
        "row": row,
        "facts": facts,
        "body": json.dumps(json.loads(row.body), ensure_ascii=False, indent=2) if row.body else "",
        "headers": "\n".join(f"{name}: {value}" for name, value in row.headers.items()),
        "waits": row.state == WebhookDelivery.State.WAITING,
    }
    return render(request, "tournaments/webhooks/delivery.html", context)


@require_POST
@home_page("organize")
@limited("webhook_test")
def webhook_send_again(request: HttpRequest, home: Home, pk: int, delivery: int) -> HttpResponse:
    """Send one message again; if it is queued, send the queue now in order."""
    row = _delivery(home, pk, delivery)
    if row.state != WebhookDelivery.State.WAITING:
        return _sent(request, home, row)
    if row.webhook.off:
        messages.error(request, _("Switch the webhook on first."))
    else:
        tasks.hurry_webhook(row.webhook)
        messages.success(request, _("Waiting messages are sent now, in order."))
    return redirect(page_address("webhook", home.slug, pk))


def _hook(home: Home, pk: int) -> Webhook:
    return get_object_or_404(home.webhooks.select_related("tournament"), pk=pk)


def _delivery(home: Home, pk: int, delivery: int) -> WebhookDelivery:
    rows = WebhookDelivery.objects.filter(webhook__tournament=home, webhook=pk)
    return get_object_or_404(rows.select_related("webhook__tournament"), pk=delivery)


def _with_secret(request: HttpRequest, home: Home, hook: Webhook) -> HttpResponse:
    request.session[ONCE] = [hook.pk, hook.secret]
    return redirect(page_address("webhook", home.slug, hook.pk))


def _sent(request: HttpRequest, home: Home, row: WebhookDelivery) -> HttpResponse:
    """Send a message during the request, and show the outcome."""
    if tasks.send_delivery_again(row):
        messages.success(request, _("Delivered."))
    else:
        row.refresh_from_db()
        messages.error(request, _("Not delivered. %(why)s") % {"why": row.get_trouble_display()})
    return redirect(page_address("webhook_delivery", home.slug, row.webhook_id, row.pk))
