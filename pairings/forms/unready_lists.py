"""Form to start round 1 although deck lists are missing or not legal."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ListsReasonForm(forms.Form):
    """Reason to start anyway, which is stored in the journal."""

    lists_reason = forms.CharField(
        label=_("Reason to start the round without them"),
        max_length=300,
        help_text=_(
            "Your name and the reason are saved in the journal. Staff can still enter these lists, "
            "marked late."
        ),
    )
