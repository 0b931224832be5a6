"""Columns are compared by what they are, as Django compares them by their constructors."""

from itertools import product

from django.db.models.expressions import Col, Expression

from tournaments.models import Entry, Player

FIELDS = [
    Entry._meta.get_field("last_name"),
    Entry._meta.get_field("first_name"),
    Player._meta.get_field("id"),
]
COLUMNS = [Col(alias, field) for alias in ("a", "b", None) for field in FIELDS]
COLUMNS += [Col("a", FIELDS[0], FIELDS[2]), Col("a", FIELDS[0])]


def test_as_django_does():
    for one, other in product(COLUMNS, COLUMNS):
        assert (one == other) == Expression.__eq__(one, other)
        assert one != other or hash(one) == hash(other)


def test_nothing_else_is_a_column():
    assert COLUMNS[0] != "a"
    assert COLUMNS[0] not in {"a": 1}
