"""Rows rendered without templates look like those of django-tables2, and no input becomes markup."""

from collections.abc import Mapping

import django_tables2 as tables
from django.template import engines
from django.test import RequestFactory

from core.tables.quick_table import QuickTable
from tests.html import markup

PEOPLE = [{"name": "<b>Ana</b>", "wins": 3, "tone": "hot"}, {"name": "Olu & Co", "wins": 12, "tone": "cold"}]
SCOPED = {"td": {"scope": "row", "class": "full"}}
NUMBER = {"td": {"class": "num", "data-label": ""}}
WORN = {"class": "tap", "data-name": lambda record: record["name"]}


class Slow(tables.Table):
    name = tables.Column(verbose_name="Player", attrs=SCOPED)
    wins = tables.Column(verbose_name="Wins", attrs=NUMBER)
    tone = tables.Column(verbose_name="Tone", attrs={"td": {"class": "soft"}})

    class Meta:
        orderable = False
        row_attrs = WORN


class Quick(QuickTable):
    name = tables.Column(verbose_name="Player", attrs=SCOPED)
    wins = tables.Column(verbose_name="Wins", attrs=NUMBER)
    tone = tables.Column(verbose_name="Tone", attrs={"td": {"class": "soft"}})

    class Meta(QuickTable.Meta):
        orderable = False
        row_attrs = WORN

    def render_name(self, record: Mapping[str, object]) -> object:
        return record["name"]

    def render_wins(self, record: Mapping[str, object]) -> object:
        return record["wins"]

    def render_tone(self, record: Mapping[str, object]) -> object:
        return record["tone"]


class PerRow(tables.Table):
    """A column whose attributes depend on the row."""

    tone = tables.Column(attrs={"td": {"data-tone": lambda value: value}})

    class Meta:
        orderable = False


def rendered(table: tables.Table) -> str:
    drawn = engines["django"].from_string("{% load django_tables2 %}{% render_table table %}")
    return drawn.render({"table": table}, RequestFactory().get("/"))


def _words(page: str) -> list[str]:
    """Separate tags from the text between them; the order of attributes is ignored."""
    return page.replace("<", " <").replace(">", " > ").split()


def test_a_quick_table_looks_like_any_other():
    quick, slow = markup(rendered(Quick(PEOPLE))), markup(rendered(Slow(PEOPLE)))
    assert sorted(_words(quick)) == sorted(_words(slow))
    assert 'class="tap even"' in quick
    assert 'class="tap odd"' in quick


def test_names_are_text_in_either():
    for table in (Quick(PEOPLE), Slow(PEOPLE)):
        text = rendered(table)
        assert "<b>Ana" not in text
        assert "&lt;b&gt;Ana" in text
        assert 'data-name="Olu &amp; Co"' in text


def test_the_header_of_a_row_and_the_labels_of_its_cells():
    text = rendered(Slow(PEOPLE))
    assert '<th role="rowheader" ' in text
    assert 'data-label="Tone"' in text
    assert 'data-label="Player"' not in text


def test_attributes_may_ask_each_row():
    text = rendered(PerRow(PEOPLE))
    assert 'data-tone="hot"' in text
    assert 'data-tone="cold"' in text


def test_only_what_becomes_cards_carries_roles_and_labels():
    class Plain(Quick):
        class Meta(Quick.Meta):
            attrs = {"class": "table rank"}

    text = rendered(Plain(PEOPLE))
    assert "data-label" not in text
    assert 'role="cell"' not in text
    assert '<th scope="row" class="full">' in text
    assert '<tr class="tap even"' in text
