"""Conversion of values from an uploaded file to those of their fields, or refusal."""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time
from typing import Any

from django.db import models

YEARS = range(1900, 2201)

RANGES = {
    "SmallIntegerField": (-(2**15), 2**15 - 1),
    "IntegerField": (-(2**31), 2**31 - 1),
    "PositiveSmallIntegerField": (0, 2**15 - 1),
    "PositiveIntegerField": (0, 2**31 - 1),
    "PositiveBigIntegerField": (0, 2**63 - 1),
}
"""The ranges of PostgreSQL; SQLite would accept more."""


class Unfit(ValueError):
    """A value that its field cannot hold."""


def value_of(field: models.Field[Any, Any], value: Any) -> Any:
    """The field's value for a plain value. Unfit if there is none."""
    if value is None:
        if not field.null:
            raise Unfit
        return None
    for kind, read in READERS.items():
        if isinstance(field, kind):
            plain = read(field, value)
            _require_choice(field, plain)
            return plain
    raise Unfit


def _require_choice(field: models.Field[Any, Any], value: Any) -> None:
    if (
        field.choices
        and value not in {code for code, _label in field.flatchoices}
        and not (field.blank and value == "")
    ):
        raise Unfit


def _key(field: models.Field[Any, Any], value: Any) -> int:
    return _whole(field, value)


def _flag(_field: models.Field[Any, Any], value: Any) -> bool:
    if not isinstance(value, bool):
        raise Unfit
    return value


def _whole(field: models.Field[Any, Any], value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unfit
    if isinstance(field, models.ForeignKey):
        return value
    least, most = RANGES.get(field.get_internal_type(), (-(2**63), 2**63 - 1))
    if not least <= value <= most:
        raise Unfit
    return value


def _number(_field: models.Field[Any, Any], value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise Unfit
    return float(value)


def _text(field: models.Field[Any, Any], value: Any) -> str:
    if not isinstance(value, str):
        raise Unfit
    if (
        field.max_length is not None
        and not isinstance(field, models.TextField)
        and len(value) > field.max_length
    ):
        raise Unfit
    return value


def _moment(_field: models.Field[Any, Any], value: Any) -> datetime:
    moment = datetime.fromisoformat(_text_only(value))
    if moment.tzinfo is None or moment.year not in YEARS:
        raise Unfit
    return moment.astimezone(UTC)


def _day(_field: models.Field[Any, Any], value: Any) -> date:
    day = date.fromisoformat(_text_only(value))
    if day.year not in YEARS:
        raise Unfit
    return day


def _clock(_field: models.Field[Any, Any], value: Any) -> time:
    clock = time.fromisoformat(_text_only(value))
    if clock.tzinfo is not None:
        raise Unfit
    return clock


def _bytes(_field: models.Field[Any, Any], value: Any) -> bytes:
    try:
        return base64.b64decode(_text_only(value), validate=True)
    except binascii.Error as bad:
        raise Unfit from bad


def _plain(field: models.Field[Any, Any], value: Any) -> Any:
    """Accept a list where the field has lists, a mapping where it has mappings; readers check the contents."""
    usual = field.get_default() if field.has_default() else None
    if usual is None and not isinstance(value, list):
        raise Unfit
    if usual is not None and type(value) is not type(usual):
        raise Unfit
    return value


def _text_only(value: Any) -> str:
    if not isinstance(value, str):
        raise Unfit
    return value


READERS: Mapping[type[models.Field[Any, Any]], Callable[[models.Field[Any, Any], Any], Any]] = {
    models.ForeignKey: _key,
    models.BooleanField: _flag,
    models.IntegerField: _whole,
    models.FloatField: _number,
    models.DateTimeField: _moment,
    models.DateField: _day,
    models.TimeField: _clock,
    models.BinaryField: _bytes,
    models.JSONField: _plain,
    models.CharField: _text,
    models.TextField: _text,
    models.FileField: _text,
}
