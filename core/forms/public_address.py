"""The form for the address and the Wi-Fi network that phones use."""

from django import forms
from django.utils.translation import gettext_lazy as _

from core.forms.concurrent_edits import ConcurrentForm

PLAIN = {"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}


class PublicAddressForm(ConcurrentForm):
    """The address and Wi-Fi network as entered by an administrator. The service checks the address."""

    address = forms.CharField(
        label=_("Address for phones"),
        max_length=200,
        widget=forms.TextInput(attrs=PLAIN | {"inputmode": "url"}),
    )
    network = forms.CharField(
        label=_("Wi-Fi name"),
        required=False,
        max_length=32,
        widget=forms.TextInput(attrs=PLAIN),
    )
    network_password = forms.CharField(
        label=_("Wi-Fi password"),
        required=False,
        max_length=63,
        strip=False,
        widget=forms.TextInput(attrs=PLAIN),
        help_text=_("Leave blank for an open Wi-Fi. Anyone who scans the code can read it."),
    )
