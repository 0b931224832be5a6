"""Pages for a home's webhooks: adding, testing and switching them on or off, and their deliveries."""

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.access import as_page_of_home, locks_home_for_edit
from core.forms.questions import Question
from core.forms.webhooks import WebhookForm
from core.limits import rate_limited
from core.models import Webhook, WebhookDelivery
from core.models.journal import Home
from core.public_address import site_address
from core.queries import webhooks as stored
from core.queries.homes import core_page_address
from core.requests import StaffRequest
from core.services.webhooks import subscriptions
from core.tables.pagination import paginate_table
from core.tables.webhooks import DeliveriesTable, DeliveryFilter, delivery_state_chip, time_with_seconds
from core.tasks import webhooks as tasks
from core.words.webhook_words import OFF, topics_text

PAGE_SIZE = 50
"""The number of deliveries on a page."""

ONCE = "webhook_once"
"""The session key that stores a new secret until it is shown, with the key of its webhook."""


@as_page_of_home("organize")
def webhooks_page(request: StaffRequest, home: Home) -> HttpResponse:
    """Show all webhooks, and a form to add one."""
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        hook = form.add_to(home, by=request.user, origin=site_address(request))
        if hook is not None:
            messages.success(request, _("Webhook added. Send a test now."))
            return _show_secret(request, home, hook)
    rows = [(hook, topics_text(hook.topics)) for hook in stored.webhooks_of(home)]
    context = {"page": "settings", "form": form, "rows": rows, "public": home.published}
    return render(request, "core/webhooks/webhooks.html", context)


@as_page_of_home("organize")
@locks_home_for_edit
def webhook_page(request: StaffRequest, home: Home, pk: int) -> HttpResponse:
    """Show a webhook: its settings, which can be changed, its deliveries, and a new secret once."""
    hook = _get_hook(home, pk)
    form = WebhookForm.of(hook, request.POST or None)
    if request.method == "POST" and form.is_valid():
        saved = form.save_to(hook, by=request.user)
        if saved is not None:
            messages.success(request, _("Webhook saved."))
            return redirect(core_page_address("webhook", home.slug, pk))
    filtered = DeliveryFilter(request.GET, queryset=stored.deliveries_of(hook))

    def url(delivery: WebhookDelivery) -> str:
        return core_page_address("webhook_delivery", home.slug, pk, delivery.pk)

    table = paginate_table(request, DeliveriesTable(filtered.qs, url=url), rows=PAGE_SIZE)
    old_secret_until = hook.secret_before_until
    secret = ""
    new_secret = request.session.get(ONCE)
    if new_secret and new_secret[0] == hook.pk:
        # It is deleted from the session so that it is shown only once.
        del request.session[ONCE]
        secret = str(new_secret[1])
    context = {
        "page": "settings",
        "hook": hook,
        "form": form,
        "secret": secret,
        "secret_before_until": old_secret_until
        if old_secret_until and old_secret_until > timezone.now()
        else None,
        "off": OFF.get(hook.off, ""),
        "filter": filtered,
        "table": table,
        "public": home.published,
    }
    return render(request, "core/webhooks/webhook.html", context)


@require_POST
@as_page_of_home("organize")
@rate_limited("webhook_test")
def webhook_ping(request: StaffRequest, home: Home, pk: int) -> HttpResponse:
    """Send a test message now, and show the outcome."""
    return _send_now(request, home, subscriptions.create_ping(_get_hook(home, pk)))


@require_POST
@as_page_of_home("organize")
def webhook_switch(request: StaffRequest, home: Home, pk: int) -> HttpResponse:
    """Switch a webhook off if the posted `state` is "off", otherwise on."""
    hook = _get_hook(home, pk)
    if request.POST.get("state") == "off":
        subscriptions.switch_webhook_off(hook, by=request.user)
        messages.success(request, _("Webhook switched off."))
    else:
        subscriptions.switch_webhook_on(hook, by=request.user)
        tasks.queue_webhooks_in_background([hook.pk])
        messages.success(request, _("Webhook switched on."))
    return redirect(core_page_address("webhook", home.slug, pk))


@require_POST
@as_page_of_home("organize")
def replace_webhook_secret(request: StaffRequest, home: Home, pk: int) -> HttpResponse:
    """Replace the secret of a webhook, and show the new one once. The old one stays valid for 24 hours."""
    hook = subscriptions.rotate_secret(_get_hook(home, pk), by=request.user)
    messages.success(request, _("The webhook has a new secret. The old one stays valid for 24 hours."))
    return _show_secret(request, home, hook)


@as_page_of_home("organize")
def webhook_delete(request: StaffRequest, home: Home, pk: int) -> HttpResponse:
    """Ask for confirmation, then delete a webhook with its deliveries."""
    hook = _get_hook(home, pk)
    if request.method == "POST":
        subscriptions.delete_webhook(hook, by=request.user)
        messages.success(request, _("Webhook deleted."))
        return redirect(core_page_address("webhooks", home.slug))
    context = {
        "title": _("Delete this webhook"),
        "lead": hook.host,
        "page": "settings",
        "question": Question(
            changes=[_("Nothing more is sent there."), _("The list of its deliveries is deleted too.")],
            action=_("Delete the webhook"),
            action_url=core_page_address("webhook_delete", home.slug, pk),
            cancel_url=core_page_address("webhook", home.slug, pk),
            danger=True,
        ),
    }
    return render(request, "components/confirm.html", context)


@require_safe
@as_page_of_home("organize")
def webhook_delivery_page(request: StaffRequest, home: Home, pk: int, delivery: int) -> HttpResponse:
    """Show a delivery of a webhook: its body, headers and answer."""
    message = _get_delivery(home, pk, delivery)
    facts = [
        (_("When"), time_with_seconds(message.at)),
        (_("State"), delivery_state_chip(message)),
        (_("No."), message.sequence),
        (_("Tries"), message.tries),
        (_("Last try"), time_with_seconds(message.tried_at) if message.tried_at else None),
        (_("Next try"), time_with_seconds(message.next_at) if message.next_at else None),
        (_("Answer"), message.status),
    ]
    context = {
        "page": "settings",
        "hook": message.webhook,
        "row": message,
        "facts": facts,
        "body": json.dumps(json.loads(message.body), ensure_ascii=False, indent=2) if message.body else "",
        "headers": "\n".join(f"{name}: {value}" for name, value in message.headers.items()),
        "waits": message.state == WebhookDelivery.State.WAITING,
    }
    return render(request, "core/webhooks/delivery.html", context)


@require_POST
@as_page_of_home("organize")
@rate_limited("webhook_test")
def webhook_send_again(request: StaffRequest, home: Home, pk: int, delivery: int) -> HttpResponse:
    """Send a message again.

    A message that is still in the queue is sent with all others of the queue, in order, unless the webhook is off.
    """
    message = _get_delivery(home, pk, delivery)
    if message.state != WebhookDelivery.State.WAITING:
        return _send_now(request, home, message)
    if message.webhook.off:
        messages.error(request, _("Switch the webhook on first."))
    else:
        tasks.retry_webhook_now(message.webhook)
        messages.success(request, _("Waiting messages are sent now, in order."))
    return redirect(core_page_address("webhook", home.slug, pk))


def _get_hook(home: Home, pk: int) -> Webhook:
    """Return the webhook of this home with this key, or raise Http404."""
    return get_object_or_404(home.webhooks.select_related("tournament"), pk=pk)


def _get_delivery(home: Home, pk: int, delivery: int) -> WebhookDelivery:
    """Return a delivery of the webhook `pk` of this home, or raise Http404."""
    deliveries = WebhookDelivery.objects.filter(webhook__tournament=home.pk, webhook=pk)
    return get_object_or_404(deliveries.select_related("webhook__tournament"), pk=delivery)


def _show_secret(request: HttpRequest, home: Home, hook: Webhook) -> HttpResponse:
    """Redirect to the page of a webhook, which shows its new secret once."""
    request.session[ONCE] = [hook.pk, hook.secret]
    return redirect(core_page_address("webhook", home.slug, hook.pk))


def _send_now(request: HttpRequest, home: Home, delivery: WebhookDelivery) -> HttpResponse:
    """Send a message during the request and show the outcome."""
    if tasks.send_delivery_again(delivery):
        messages.success(request, _("Delivered."))
    else:
        delivery.refresh_from_db()
        messages.error(request, _("Not delivered. %(why)s") % {"why": delivery.get_trouble_display()})
    return redirect(core_page_address("webhook_delivery", home.slug, delivery.webhook_id, delivery.pk))
