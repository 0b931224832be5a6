"""The form in which organizers set up a webhook."""

from typing import Any

from django import forms
from django.contrib.auth.models import AbstractUser
from django.utils.translation import gettext_lazy as _

from core.engine.addresses import MAX_ADDRESS_LENGTH
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.forms.concurrent_edits import ConcurrentForm
from core.models import Webhook
from core.models.journal import Home
from core.sentences import refusal_text
from core.services.webhooks import subscriptions
from core.words.webhook_words import TOPICS


class WebhookForm(ConcurrentForm):
    """The address and topics of a webhook."""

    address = forms.CharField(
        label=_("Address"),
        max_length=MAX_ADDRESS_LENGTH,
        widget=forms.TextInput(
            attrs={"inputmode": "url", "autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}
        ),
        help_text=_("Where the receiver listens: https://example.org/hook"),
    )
    topics = forms.MultipleChoiceField(
        label=_("Topics"),
        choices=TOPICS.items,
        initial=lambda: list(TOPICS),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one topic.")},
    )

    def add_to(self, home: Home, *, by: AbstractUser, origin: str) -> Webhook | None:
        """Create the webhook. Return None if that is refused, with the error in the form."""
        try:
            return subscriptions.add_webhook(home, by=by, origin=origin, **self.cleaned_data)
        except Refused as refused:
            self._add_refusal(refused)
            return None

    def save_to(self, hook: Webhook, *, by: AbstractUser) -> Webhook | None:
        """Change an existing webhook. Return None if that is refused, with the error in the form."""
        try:
            return subscriptions.change_webhook(hook, by=by, **self.cleaned_data)
        except Refused as refused:
            self._add_refusal(refused)
            return None

    @classmethod
    def of(cls, hook: Webhook, data: Any) -> "WebhookForm":
        """Return the form for an existing webhook; `data` is the submitted form, or None."""
        return cls(data, initial={"address": hook.address, "topics": hook.topics})

    def _add_refusal(self, refused: Refused) -> None:
        field = "topics" if refused.code == CoreRefusal.WEBHOOK_WITHOUT_TOPIC else "address"
        self.add_error(field, refusal_text(refused))
