"""The form for notices on this phone."""

from datetime import time

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.engine.notices import MAX_ENDPOINT_LENGTH
from core.forms.fields import set_choices
from core.models import PushSubscription
from core.services.notices.subscriptions import BrowserSubscription
from floor.words.notice_words import TOPICS

SILENT = (time(22), time(7))
"""Default silent hours, from and to."""


class HourInput(forms.TimeInput):
    input_type = "time"

    def __init__(self) -> None:
        super().__init__(attrs={"class": "input"}, format="%H:%M")


class NoticesForm(forms.Form):
    """Settings for push notices on this phone.

    `endpoint`, `p256dh` and `auth` come from the browser, all other values from the user.
    """

    topics = forms.MultipleChoiceField(
        label=gettext_lazy("Notifications about"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": gettext_lazy("Choose what you want notifications about, or turn them off.")
        },
    )
    silent_from = forms.TimeField(label=gettext_lazy("Silent from"), widget=HourInput, required=False)
    silent_to = forms.TimeField(label=gettext_lazy("Silent until"), widget=HourInput, required=False)
    endpoint = forms.CharField(max_length=MAX_ENDPOINT_LENGTH, widget=forms.HiddenInput)
    p256dh = forms.CharField(max_length=100, widget=forms.HiddenInput)
    auth = forms.CharField(max_length=30, widget=forms.HiddenInput)

    def __init__(
        self, data: QueryDict | None, offered: tuple[str, ...], subscription: PushSubscription | None = None
    ) -> None:
        silent = (subscription.silent_from, subscription.silent_to) if subscription else SILENT
        topics = subscription.topics if subscription else offered
        super().__init__(
            data, initial={"topics": topics, "silent_from": silent[0], "silent_to": silent[1]}, prefix=None
        )
        set_choices(self, "topics", [(topic, TOPICS[topic]) for topic in offered])

    def clean(self) -> None:
        super().clean()
        data = self.cleaned_data
        if (data.get("silent_from") is None) != (data.get("silent_to") is None) and not self.errors:
            self.add_error("silent_to", _("Give both times, or leave both blank for no silent hours."))

    @property
    def browser(self) -> BrowserSubscription:
        fields = self.cleaned_data
        return BrowserSubscription(fields["endpoint"], fields["p256dh"], fields["auth"])

    @property
    def silent(self) -> tuple[time | None, time | None]:
        """The entered silent hours, from and to, or None for both."""
        return self.cleaned_data["silent_from"], self.cleaned_data["silent_to"]
