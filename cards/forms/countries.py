"""Choosing a country: 250 names, rendered without a template per option."""

from functools import cache
from typing import Any

from django import forms
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django_countries import countries


@cache
def _named(_language: str | None) -> tuple[tuple[str, str], ...]:
    return tuple((code, str(name)) for code, name in countries)


def country_choices() -> list[tuple[str, str]]:
    """Every country by its name in the current language, after an empty choice."""
    return [("", gettext("Not given")), *_named(get_language())]


class CountrySelect(forms.Select):
    """A select that looks like the others."""

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        chosen = str(value or "")
        options = format_html_join(
            "",
            '<option value="{}"{}>{}</option>',
            (
                (code, SafeString(" selected") if code == chosen else "", label)
                for code, label in self.choices
            ),
        )
        worn = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}" class="input"{}>{}</select>', name, worn, options)


class CountryField(forms.ChoiceField):
    """One country by its code, or none."""

    widget = CountrySelect

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=country_choices, **kwargs)
