"""Forms of the page of the reader's events."""

from django import forms


class ForgetOnPhoneForm(forms.Form):
    """The address of this browser's push service, which the page fills in; "" without notifications."""

    endpoint = forms.CharField(
        required=False, max_length=2000, widget=forms.HiddenInput(attrs={"data-endpoint": ""})
    )

    def clean_endpoint(self) -> str:
        return str(self.cleaned_data["endpoint"]).replace("\0", "")
