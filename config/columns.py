"""Compare columns of queries by table and field.

Django 5.2 compares each selected column of an ordered query with its ordering, and inspects the signature of the
column class each time. Without this, a player's table page takes 9 % more CPU time, a match 6 %, the desk 4 %
(docs/benchmarks.md).
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
    """Patch Django's Col; call once at start-up."""
    Col.__hash__ = _hash  # type: ignore[method-assign, assignment]
    Col.__eq__ = _equal  # type: ignore[method-assign, assignment]
