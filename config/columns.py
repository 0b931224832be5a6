"""Columns of queries are compared by what they are.

Django 5.2 compares each selected column of an ordered query with what it is ordered by, and reads the signature of the
class of columns for each: a sixteenth of the time of a page. A column is its table and its field.
"""

from django.db.models.expressions import Col


def _hash(column: Col) -> int:
    return hash((column.alias, column.target))


def _equal(column: Col, other: object) -> bool:
    if not isinstance(other, Col):
        return False
    same = column.alias == other.alias and column.target == other.target
    return bool(same and column.output_field == other.output_field)


def compare_directly() -> None:
    """Make it so, once, when the program starts."""
    Col.__hash__ = _hash  # type: ignore[method-assign, assignment]
    Col.__eq__ = _equal  # type: ignore[method-assign, assignment]
