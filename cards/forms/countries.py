"""A field for a country, rendered faster than with a template for each of its 250 options."""

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
def _countries_in(_language: str | None) -> tuple[tuple[str, str], ...]:
    return tuple((code, str(name)) for code, name in countries)


def country_choices() -> list[tuple[str, str]]:
    """Return an empty choice and every country, named in the current language."""
    return [("", gettext("Not given")), *_countries_in(get_language())]


class CountrySelect(forms.Select):
    """A select for countries, styled like other fields."""

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: BaseRenderer | None = None
    ) -> SafeString:
        selected = str(value or "")
        options = format_html_join(
            "",
            '<option value="{}"{}>{}</option>',
            (
                (code, SafeString(" selected") if code == selected else "", label)
                for code, label in self.choices
            ),
        )
        attributes = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}" class="input"{}>{}</select>', name, attributes, options)


class CountryField(forms.ChoiceField):
    """A form field for an optional country. Its value is the country code."""

    widget = CountrySelect

    def __init__(self, **kwargs: Any) -> None:
        """Offer all countries in the current language."""
        super().__init__(choices=country_choices, **kwargs)
