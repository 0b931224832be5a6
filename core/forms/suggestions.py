"""A text field with suggestions, which works without scripts."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

Suggestions = Callable[[], Iterable[tuple[str, str]]]
"""Returns what is suggested, each with a note to show beside it."""


class SuggestedInput(forms.TextInput):
    """A text field that suggests values from a list. Other values can be typed as well."""

    def __init__(self, suggestions: Suggestions, attrs: Mapping[str, str] | None = None) -> None:
        super().__init__({"autocomplete": "off", **(attrs or {})})
        self.suggestions = suggestions

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        key = f"suggested-{name}"
        options = format_html_join("", '<option value="{}">{}</option>', self.suggestions())
        field = super().render(name, value, {**(attrs or {}), "list": key}, renderer)
        return format_html('{}<datalist id="{}">{}</datalist>', field, key, options)
