"""A component reads only what it was passed by name, and nothing else of the page around it: a missing name would be
left blank without anyone noticing.
"""

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.template import Context, Engine
from django.template.base import FilterExpression, Node, Template, TokenType, Variable
from django.template.defaulttags import CsrfTokenNode, ForNode, TemplateLiteral
from django.template.library import InclusionNode, SimpleNode
from django.template.loader_tags import IncludeNode
from django.template.smartif import TokenBase
from django.templatetags.i18n import BlockTranslateNode

from core.templatetags import components, frames, languages, phones
from pairings.templatetags import hall

ROOT = Path(settings.BASE_DIR) / "templates"
ENGINE = Engine.get_default()
PAGES = [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.rglob("*.html"))]

READ_OF_THE_CONTEXT = {
    "account_links": {"user", "csrf_token"},
    "nav_link": {"event", "page"},
    "schedule_link": {"event", "page"},
    "nav_page": {"event", "page", "calls_waiting"},
    "clock": {"event"},
    "help_url": {"request"},
    "querystring": set(),  # it uses the request itself
    "rules": set(),
    "undo": {"csrf_token"},
    "cells": set(),  # number formats, which every template knows
}
"""Names read by tags that use the context of the component in which they are."""

HANDED = {"spreadsheets": {"files", "label"}, "address_warning": {"reason", "address"}}
"""Arguments of tags that return nothing without a URL or a request; all others are called."""


def test_components_are_handed_what_they_read():
    assert {name: missing for name, missing in _missing_in_tags() if missing} == {}


def test_parts_are_handed_what_they_read():
    sites = [(page, node) for page in PAGES for node in _includes(ENGINE.get_template(page))]
    assert len(sites) > 25
    missing = {
        f"{page}: {node.template.var}": names
        for page, node in sites
        if node.isolated_context and (names := _read(_included(node)) - {*node.extra_context})
    }
    assert missing == {}


def test_a_card_and_a_table_are_handed_what_they_read():
    """`card` wraps its content, and tables are rendered by django-tables2, so neither is a tag with its own file."""
    parameters = {*inspect.signature(components.card).parameters}
    assert _read(ENGINE.get_template("components/card.html")) == parameters | {"stacked"}
    for name in ("table", "quick_table"):
        assert _read(ENGINE.get_template(f"components/{name}.html")) == {"table"}, name


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "{% if a.b == c|default:d %}{% for e in f %}{{ e }}{{ forloop.counter }}{% endfor %}{% endif %}",
            "acdf",
        ),
        ("{% load i18n %}{% blocktranslate with a=b %}{{ a }} {{ c }}{% endblocktranslate %}", "bc"),
        ('{% with a=b %}{{ a }}{% endwith %}{% url "tournaments:home" as c %}{{ c }}', "b"),
        ('{% include "components/mark.html" %}{% include "components/figures.html" with figures=a %}', "a"),
    ],
)
def test_names_that_a_template_reads_are_found(text: str, names: str):
    assert _read(ENGINE.from_string(text)) == {*names}


def test_a_form_in_a_part_needs_the_token():
    text = "{% load components %}{% toasts messages=messages %}"
    assert _read(ENGINE.from_string(text)) == {"messages", "csrf_token"}


def _missing_in_tags() -> Iterator[tuple[str, set[str]]]:
    for module in (components, frames, hall, languages, phones):
        for name, tag in module.register.tags.items():
            made_of = inspect.getclosurevars(tag).nonlocals
            if "filename" in made_of:
                read = _read(ENGINE.get_template(made_of["filename"]))
                yield name, read - _handed(name, made_of["func"]) - {"csrf_token"}


def _handed(name: str, tag: Any) -> set[str]:
    """Return the names that a tag passes to its template; Django adds the token to each."""
    if name in HANDED:
        return HANDED[name]
    needed = [
        one for one in inspect.signature(tag).parameters.values() if one.default is inspect.Parameter.empty
    ]
    return {*tag(*(Context() if one.name == "context" else None for one in needed))}


def _included(node: IncludeNode) -> Template:
    return ENGINE.get_template(node.template.var)


def _includes(template: Template) -> Iterator[IncludeNode]:
    for node in template.nodelist.get_nodes_by_type(IncludeNode):
        if str(node.template.var).startswith("components/"):
            yield node


def _read(template: Template) -> set[str]:
    """Return what a template reads from its context, except the names that it sets itself."""
    own = {*_own(template.nodelist.get_nodes_by_type(Node)), "True", "False", "None"}
    return {*_names(template.nodelist)} - own


def _names(found: object) -> Iterator[str]:
    """Return all names that are looked up in a part of a template."""
    if isinstance(found, Variable):
        yield from (found.lookups or ())[:1]
    elif isinstance(found, FilterExpression):
        yield from _names(found.var)
        yield from _names([value for _filter, values in found.filters for _is_name, value in values])
    elif isinstance(found, dict):
        yield from _names([*found.values()])
    elif isinstance(found, list | tuple):
        yield from (name for one in found for name in _names(one))
    elif isinstance(found, TemplateLiteral):
        yield from _names(found.value)
    elif isinstance(found, TokenBase):
        yield from _names([found.first, found.second])
    elif isinstance(found, Node):
        yield from _of_node(found)


def _of_node(node: Node) -> Iterator[str]:
    if isinstance(node, CsrfTokenNode):
        yield "csrf_token"
    if isinstance(node, IncludeNode) and not node.isolated_context:
        yield from _read(_included(node)) - {*node.extra_context}
    if isinstance(node, InclusionNode):
        yield from _read(ENGINE.get_template(node.filename)) & {"csrf_token"}
    if isinstance(node, SimpleNode | InclusionNode) and node.takes_context:
        yield from READ_OF_THE_CONTEXT[node.func.__name__]
    if isinstance(node, BlockTranslateNode):
        words = [*node.singular, *node.plural]
        yield from (one.contents.partition("|")[0] for one in words if one.token_type == TokenType.VAR)
    yield from _names([*vars(node).values()])


def _own(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        yield from (
            getattr(node, name, None) or "" for name in ("target_var", "asvar", "countervar", "variable")
        )
        if not isinstance(node, IncludeNode):
            yield from getattr(node, "extra_context", ())
        if isinstance(node, ForNode):
            yield from (*node.loopvars, "forloop")
