"""Page components: each is a tag with named arguments and a template in `components/`.

A component sees only its arguments, never the page's context; a misspelt argument fails when the template loads.
"""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from django import template
from django.forms import BaseForm
from django.template import Context
from django.urls import reverse
from django_filters import FilterSet

from core.forms.questions import Question
from core.rule_texts import rules_named
from core.tables.long_lists import Part

register = template.Library()


@register.inclusion_tag("components/message.html")
def message(
    state: str = "info",
    title: object = "",
    text: object = "",
    url: str = "",
    link: object = "",
    icon: str = "",
    role: str = "",
    rule: str = "",
) -> dict[str, object]:
    """Show a coloured box; state: "info", "good", "warning" or "error"; link: text for url; rule: its number."""
    return locals()


@register.inclusion_tag("components/empty.html")
def empty_state(
    title: object,
    text: object = "",
    url: str = "",
    action: object = "",
    icon: str = "",
    tag: str = "h2",
    primary: bool = False,
) -> dict[str, object]:
    """Show that a list is empty, and how to fill it."""
    return locals()


@register.inclusion_tag("components/page_head.html")
def page_head(
    title: object,
    lead: object = "",
    back_url: str = "",
    back_label: object = "",
    action_url: str = "",
    action: object = "",
    action_icon: str = "",
    action_post: bool = False,
) -> dict[str, object]:
    """Begin a page: back link, heading, a sentence, and its main action (a link, or a POST)."""
    return locals()


@register.inclusion_tag("components/rules.html", takes_context=True)
def rules(context: Context, numbers: object) -> dict[str, object]:
    """An info button for the rules in `numbers`, such as "R-016, R-037": it opens their texts and sources."""
    named = list(rules_named(str(numbers or "")))
    drawn = cast(dict[str, int], context.render_context.dicts[0])
    drawn["rule_notes"] = n = drawn.get("rule_notes", 0) + 1
    numbers = ", ".join(number for number, _rule in named)
    return {"rules": named, "numbers": numbers, "note": f"rules-{n}-{numbers[:5]}"}


@register.inclusion_tag("components/chip.html")
def chip(
    label: object,
    state: str = "",
    icon: str = "",
    href: str = "",
    current: bool = False,
    count: object = None,
) -> dict[str, object]:
    """Draw a chip; with href it is a link, current marks the one chosen."""
    return locals()


@register.inclusion_tag("components/tabs.html")
def tabs(tabs: Iterable[Mapping[str, Any]], label: object) -> dict[str, object]:
    """Link pages side by side; a tab has url, label, and may have current and count."""
    return locals()


@register.inclusion_tag("components/steps.html")
def steps(steps: Iterable[Mapping[str, Any]], label: object = "") -> dict[str, object]:
    """Show the progress of a task; a step has label, and may have url, past and current."""
    return locals()


@register.inclusion_tag("components/facts.html")
def facts(facts: Iterable[tuple[object, object]]) -> dict[str, object]:
    """List names and their values."""
    return locals()


@register.inclusion_tag("components/search.html")
def search(
    action: str | None = None,
    value: object = "",
    find: str = "",
    label: object = "",
    placeholder: object = "",
    name: str = "",
    id: str = "",  # noqa: A002
    autofocus: bool = False,
) -> dict[str, object]:
    """Search by a word: a separate form if action is given; find: the rows filtered while typing."""
    return locals()


@register.inclusion_tag("components/filters.html")
def filters(
    filter: FilterSet,  # noqa: A002
    here: str = "",
    action: str = "",
    label: object = "",
) -> dict[str, object]:
    """Filter a list by its fields; here: the address of its page; action: another address to submit to."""
    return locals()


@register.inclusion_tag("components/search_inside.html")
def search_box(
    value: object = "",
    label: object = "",
    placeholder: object = "",
    name: str = "",
    id: str = "",  # noqa: A002
    find: str = "",
    autofocus: bool = False,
    part: Part[Any] | None = None,
) -> dict[str, object]:
    """A search field; part: the long list whose other pages are searched too."""
    return locals()


@register.inclusion_tag("components/find_in_all.html")
def find_in_all(
    part: Part[Any], number: object, label: object = "", placeholder: object = ""
) -> dict[str, object]:
    """Search a name on all pages of a long list; number: the meaning of its row numbers, such as "Place"."""
    return locals()


@register.inclusion_tag("components/part.html")
def part(part: Part[Any]) -> dict[str, object]:
    """Show which rows of a long list are displayed, and link the others."""
    return locals()


@register.inclusion_tag("components/part_pages.html")
def part_pages(part: Part[Any]) -> dict[str, object]:
    """Links to the previous and next page."""
    return locals()


@register.inclusion_tag("components/show_all.html")
def show_all(to: str, n: int, some: bool = False) -> dict[str, object]:
    """Link the rows that a phone hides at first; to: their id; some: there are other pages of them."""
    return locals()


@register.inclusion_tag("components/form.html")
def form(
    form: BaseForm,
    submit: object = "",
    cancel_url: str = "",
    cancel: object = "",
    action: str = "",
    form_id: str = "",
    kind: str = "",
) -> dict[str, object]:
    """Lay out a whole form with its button; kind: other classes than those of a card."""
    return locals()


@register.inclusion_tag("components/ask.html")
def ask(question: Question) -> dict[str, object]:
    """Ask for confirmation: what will change, and the button that does it."""
    return locals()


@register.inclusion_tag("components/faults.html")
def faults(form: BaseForm) -> dict[str, object]:
    """List the errors of a form above it, with a link to each field."""
    return locals()


@register.inclusion_tag("components/undo.html")
def undo(
    url: str, value: object = "", field: str = "", label: object = "", what: object = "", quiet: bool = False
) -> dict[str, object]:
    """Offer to undo a step; value: its number; what: its name for screen readers."""
    return locals()


@register.inclusion_tag("components/toast.html")
def toast(
    text: object, icon: str = "", url: str = "", value: object = "", label: object = ""
) -> dict[str, object]:
    """Show what has just happened; with url it can be undone."""
    return locals()


@register.inclusion_tag("components/messages.html")
def toasts(messages: Iterable[object]) -> dict[str, object]:
    """Show the steps just done; those that can be undone have a button for it."""
    return locals()


@register.inclusion_tag("components/progress.html")
def progress(done: int, whole: int, label: object = "") -> dict[str, object]:
    """Show how much of a whole is done."""
    return locals()


@register.inclusion_tag("components/spreadsheets.html")
def spreadsheets(name: str, *keys: object, query: str = "", label: object = "") -> dict[str, object]:
    """Link a list as CSV and XLSX; name: URL name of the export, keys: its arguments before the format."""
    urls = {kind: reverse(name, args=[*keys, kind]) for kind in ("csv", "xlsx")}
    return {"files": [(kind.upper(), url + query) for kind, url in urls.items()], "label": label}
