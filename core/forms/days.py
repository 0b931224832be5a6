"""Fields for a day, or a day with a time, with specific errors for dates that do not exist."""

from datetime import date, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from core.engine.refusals import CoreRefusal
from core.engine.typed_dates import find_impossible_date
from core.sentences import refusal_code_text


class DayField(forms.DateField):
    """A day. An impossible date such as "31/02/2026" has a specific error."""

    def to_python(self, value: Any) -> date | None:
        try:
            day: date | None = super().to_python(value)
        except ValidationError as error:
            raise error_naming_day(error, value) from None
        return day


class MomentField(forms.DateTimeField):
    """A day and a time. An impossible date such as "2026-02-31T10:00" has a specific error."""

    def to_python(self, value: Any) -> datetime | None:
        try:
            moment: datetime | None = super().to_python(value)
        except ValidationError as error:
            raise error_naming_day(error, value) from None
        return moment


def error_naming_day(error: ValidationError, value: object) -> ValidationError:
    """Return an error that quotes the date in `value` if that date does not exist.

    Otherwise, return `error`.
    """
    day = find_impossible_date(str(value).strip())
    return (
        ValidationError(refusal_code_text(CoreRefusal.NO_SUCH_DAY, {"no_such_day": day}), code="invalid")
        if day
        else error
    )
