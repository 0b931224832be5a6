"""A day that does not exist, entered in every form that asks for a day."""

from collections.abc import Iterator

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.urls import get_resolver
from django.utils.translation import override

from core.forms.days import DayField, MomentField
from core.sentences import refusal_code_text
from tests import ROOMS


def subclasses(of: type) -> Iterator[type]:
    for one in of.__subclasses__():
        yield one
        yield from subclasses(one)


def test_every_form_of_ours_names_the_day() -> None:
    assert get_resolver().url_patterns  # all forms have been imported
    ours = [
        one for one in subclasses(forms.BaseForm) if not one.__module__.startswith(("django.", "allauth"))
    ]
    wanted = {
        f"{form.__module__}.{form.__name__}.{name}": field
        for form in ours
        for name, field in getattr(form, "base_fields", {}).items()
        if isinstance(field, forms.DateField | forms.DateTimeField)
        and form.__module__.split(".")[0] in ROOMS
        and not form.__module__.endswith((".style", ".admin"))
    }
    assert len(wanted) > 10
    assert [name for name, field in wanted.items() if not isinstance(field, DayField | MomentField)] == []


@pytest.mark.parametrize("field", [DayField(), MomentField()])
@pytest.mark.parametrize("text", ["31/02/2026", "2026-02-31", "2026-02-31T10:00"])
def test_a_field_says_which_day_does_not_exist(field: forms.Field, text: str) -> None:
    with pytest.raises(ValidationError, match=r"There is no 31 February 2026\. Correct the date\."):
        field.clean(text)


def test_any_other_text_has_the_usual_sentence() -> None:
    with pytest.raises(ValidationError, match="Enter a valid date"):
        DayField().clean("soon")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "31 February 2026"),
        ("es", "31 de febrero de 2026"),
        ("fr", "31 février 2026"),
        ("pt-br", "31 de fevereiro de 2026"),
    ],
)
def test_each_language_writes_the_day_its_own_way(language: str, words: str) -> None:
    with override(language):
        assert words in refusal_code_text("NO_SUCH_DAY", {"no_such_day": "2026-02-31"})
