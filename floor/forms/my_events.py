"""Forms of the page that lists the reader's events."""

from django import forms


class ForgetOnPhoneForm(forms.Form):
    """A hidden field for the push address of this browser, which the page fills in.

    It is empty if notifications are off.
    """

    endpoint = forms.CharField(
        required=False, max_length=2000, widget=forms.HiddenInput(attrs={"data-endpoint": ""})
    )

    def clean_endpoint(self) -> str:
        return str(self.cleaned_data["endpoint"]).replace("\0", "")
