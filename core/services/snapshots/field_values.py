"""Converting values of an uploaded file to the types of their fields."""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time
from typing import Any

from django.db import models

YEARS = range(1900, 2201)
"""The years allowed in dates and times of a snapshot."""

RANGES = {
    "SmallIntegerField": (-(2**15), 2**15 - 1),
    "IntegerField": (-(2**31), 2**31 - 1),
    "PositiveSmallIntegerField": (0, 2**15 - 1),
    "PositiveIntegerField": (0, 2**31 - 1),
    "PositiveBigIntegerField": (0, 2**63 - 1),
}
"""The ranges of PostgreSQL, as SQLite would accept larger numbers."""


class UnfitValue(ValueError):
    """A value that its field cannot hold."""


def parse_field_value(field: models.Field[Any, Any], value: Any) -> Any:
    """Return the field's value for a plain value.

    Raises UnfitValue, or another ValueError for a malformed date or time, if the field cannot hold it.
    """
    if value is None:
        if not field.null:
            raise UnfitValue
        return None
    for field_type, read in READERS.items():
        if isinstance(field, field_type):
            converted = read(field, value)
            is_blank = field.blank and converted == ""
            if (
                field.choices
                and not is_blank
                and converted not in {code for code, _label in field.flatchoices}
            ):
                raise UnfitValue
            return converted
    raise UnfitValue


def _parse_boolean_value(_field: models.Field[Any, Any], value: Any) -> bool:
    if not isinstance(value, bool):
        raise UnfitValue
    return value


def _parse_integer_value(field: models.Field[Any, Any], value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise UnfitValue
    if isinstance(field, models.ForeignKey):
        return value
    lowest, highest = RANGES.get(field.get_internal_type(), (-(2**63), 2**63 - 1))
    if not lowest <= value <= highest:
        raise UnfitValue
    return value


def _parse_float_value(_field: models.Field[Any, Any], value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise UnfitValue
    return float(value)


def _parse_text_value(field: models.Field[Any, Any], value: Any) -> str:
    text = _require_text_value(value)
    longest = None if isinstance(field, models.TextField) else field.max_length
    if longest is not None and len(text) > longest:
        raise UnfitValue
    return text


def _parse_datetime_value(_field: models.Field[Any, Any], value: Any) -> datetime:
    moment = datetime.fromisoformat(_require_text_value(value))
    if moment.tzinfo is None or moment.year not in YEARS:
        raise UnfitValue
    return moment.astimezone(UTC)


def _parse_date_value(_field: models.Field[Any, Any], value: Any) -> date:
    day = date.fromisoformat(_require_text_value(value))
    if day.year not in YEARS:
        raise UnfitValue
    return day


def _parse_time_value(_field: models.Field[Any, Any], value: Any) -> time:
    clock = time.fromisoformat(_require_text_value(value))
    if clock.tzinfo is not None:
        raise UnfitValue
    return clock


def _parse_bytes_value(_field: models.Field[Any, Any], value: Any) -> bytes:
    try:
        return base64.b64decode(_require_text_value(value), validate=True)
    except binascii.Error as error:
        raise UnfitValue from error


def _parse_json_value(field: models.Field[Any, Any], value: Any) -> Any:
    """Return a JSON value of the same type as the field's default, or a list if there is no default.

    Raises UnfitValue for another type. Readers check the contents.
    """
    default = field.get_default() if field.has_default() else None
    if default is None and not isinstance(value, list):
        raise UnfitValue
    if default is not None and type(value) is not type(default):
        raise UnfitValue
    return value


def _require_text_value(value: Any) -> str:
    if not isinstance(value, str):
        raise UnfitValue
    return value


READERS: Mapping[type[models.Field[Any, Any]], Callable[[models.Field[Any, Any], Any], Any]] = {
    models.ForeignKey: _parse_integer_value,
    models.BooleanField: _parse_boolean_value,
    models.IntegerField: _parse_integer_value,
    models.FloatField: _parse_float_value,
    models.DateTimeField: _parse_datetime_value,
    models.DateField: _parse_date_value,
    models.TimeField: _parse_time_value,
    models.BinaryField: _parse_bytes_value,
    models.JSONField: _parse_json_value,
    models.CharField: _parse_text_value,
    models.TextField: _parse_text_value,
    models.FileField: _parse_text_value,
}
