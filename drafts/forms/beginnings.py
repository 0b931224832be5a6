"""The form that cancels a draft."""

from django import forms
from django.utils.translation import gettext_lazy as _

from decks.models.drafts import MAX_REASON_LENGTH


class CancelForm(forms.Form):
    """Why a draft that has begun is canceled, for the journal."""

    reason = forms.CharField(label=_("Why"), max_length=MAX_REASON_LENGTH)
