"""Components of pages: each is a tag with named arguments and a template in `components/`.

A component sees only its arguments, never the page's context. A misspelled argument raises an error when the template
loads.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django import template
from django.forms import BaseForm
from django.template import Context
from django.template.defaulttags import CsrfTokenNode
from django.template.loader import get_template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django_filters import FilterSet

from core.forms.questions import Question
from core.rule_texts import cited_rules
from core.tables.long_lists import ListPage
from core.templatetags.dataclass_tags import register_component, register_computed_component
from core.templatetags.icons import icon
from core.text_parts import text_labeled_with_part

register = template.Library()


@register_component(register, "components/message.html", "message")
@dataclass
class Message:
    """Show a colored box. state: "info", "good", "warning" or "error"; link: the text for url; rule: its number."""

    state: str = "info"
    title: object = ""
    text: object = ""
    url: str = ""
    link: object = ""
    icon: str = ""
    role: str = ""
    rule: str = ""


@register_component(register, "components/empty.html", "empty_state")
@dataclass
class EmptyState:
    """Show that a list is empty, and how to fill it."""

    title: object
    text: object = ""
    url: str = ""
    action: object = ""
    icon: str = ""
    tag: str = "h2"
    primary: bool = False


@register_component(register, "components/page_head.html", "page_head")
@dataclass
class PageHead:
    """Begin a page: back link, heading, a sentence, and the main action (a link, or a POST)."""

    title: object
    lead: object = ""
    back_url: str = ""
    back_label: object = ""
    action_url: str = ""
    action: object = ""
    action_icon: str = ""
    action_post: bool = False


@dataclass
class Rules:
    """The cited rules with their numbers. `note`: the id of their button on the page."""

    rules: Sequence[tuple[str, object]]
    numbers: str
    note: str


@register_computed_component(register, "components/rules.html", takes_context=True)
def rules(context: Context, numbers: object) -> Rules:
    """Show an info button for the rules in `numbers`, such as "R-016, R-037", that opens their texts and sources."""
    cited = list(cited_rules(str(numbers or "")))
    # All templates of a page share the lowest dictionary, so each button on it gets another id.
    page_counts = cast(dict[str, int], context.render_context.dicts[0])
    page_counts["rule_notes"] = note_number = page_counts.get("rule_notes", 0) + 1
    text = ", ".join(number for number, _rule in cited)
    return Rules(cited, text, f"rules-{note_number}-{text[:5]}")


@register_component(register, "components/chip.html", "chip")
@dataclass
class Chip:
    """Draw a chip. With href it is a link; current marks the chosen one."""

    label: object
    state: str = ""
    icon: str = ""
    href: str = ""
    current: bool = False
    count: object = None


@register_component(register, "components/tabs.html", "tabs")
@dataclass
class Tabs:
    """Show links to related pages side by side. A tab has url and label, and may have current and count."""

    tabs: Iterable[Mapping[str, Any]]
    label: object


@register_component(register, "components/steps.html", "steps")
@dataclass
class Steps:
    """Show the progress of a task. A step has a label, and may have url, past and current."""

    steps: Iterable[Mapping[str, Any]]
    label: object = ""


@register_component(register, "components/facts.html", "facts")
@dataclass
class Facts:
    """List names and their values."""

    facts: Iterable[tuple[object, object]]


@register_component(register, "components/search.html", "search")
@dataclass
class Search:
    """Show a search field, inside a new form if action is set. find: the rows to filter while typing."""

    action: str | None = None
    value: object = ""
    find: str = ""
    label: object = ""
    placeholder: object = ""
    name: str = ""
    id: str = ""
    autofocus: bool = False


@register_component(register, "components/filters.html", "filters")
@dataclass
class Filters:
    """Show the filters of a list. here: the address of its page; action: another address to submit to."""

    filter: FilterSet
    here: str = ""
    action: str = ""
    label: object = ""


@register_component(register, "components/search_inside.html", "search_box")
@dataclass
class SearchBox:
    """Show a search field. part: the long list whose other pages are searched too."""

    value: object = ""
    label: object = ""
    placeholder: object = ""
    name: str = ""
    id: str = ""
    find: str = ""
    autofocus: bool = False
    part: ListPage[Any] | None = None


@register_component(register, "components/find_in_all.html", "find_in_all")
@dataclass
class FindInAll:
    """Search for a name on all pages of a long list. number: the meaning of its row numbers, such as "Place"."""

    part: ListPage[Any]
    number: object
    label: object = ""
    placeholder: object = ""


@register_component(register, "components/part.html", "part")
@dataclass
class PartLine:
    """Show which rows of a long list are displayed, and link to the others."""

    part: ListPage[Any]


@register_component(register, "components/part_pages.html", "part_pages")
@dataclass
class PartPages:
    """Link to the previous and next page."""

    part: ListPage[Any]


@register_component(register, "components/show_all.html", "show_all")
@dataclass
class ShowAll:
    """Show a link to the rows that a phone hides at first.

    to: the id of the list; n: the number in the link; some: whether the list has more pages.
    """

    to: str
    n: int
    some: bool = False


@register_component(register, "components/form.html", "form")
@dataclass
class FormLayout:
    """Lay out a whole form with its button. kind: CSS classes that replace the classes of a card."""

    form: BaseForm
    submit: object = ""
    cancel_url: str = ""
    cancel: object = ""
    action: str = ""
    form_id: str = ""
    kind: str = ""


@register_component(register, "components/ask.html", "ask")
@dataclass
class Ask:
    """Ask for confirmation: list the changes that a step will make, and show its button."""

    question: Question


@register_component(register, "components/faults.html", "faults")
@dataclass
class Faults:
    """List the fields with errors above a form, each with a link to the field, which shows the error.

    without_place: a field that is not on the page. The list shows its errors, and those of hidden fields.
    """

    form: BaseForm
    without_place: str = ""


@register.simple_tag(takes_context=True)
def undo(
    context: Context,
    url: str,
    value: object = "",
    field: str = "",
    label: object = "",
    what: object = "",
    quiet: bool = False,
) -> SafeString:
    """Offer to undo a step.

    value: the key of its journal line, submitted as `field` or "step"; what: its name for screen readers.
    """
    # The desk shows this seven times after each result, where a template took a twentieth of the whole time.
    text = label or gettext("Undo")
    step = f'<input type="hidden" name="{escape(field or "step")}" value="{escape(value)}">' if value else ""
    spoken = f' aria-label="{escape(text_labeled_with_part(text, what))}"' if what else ""
    shape, picture = (" quiet", "") if quiet else ("", icon("undo"))
    form = f'<form action="{escape(url)}" method="post" data-undo>{CsrfTokenNode().render(context)}{step}'
    button = f'<button class="button{shape}"{spoken}>{picture}{escape(text)}</button></form>'
    return mark_safe(form + button)  # noqa: S308 - each value is escaped  # nosec B308 B703


@register_component(register, "components/toast.html", "toast")
@dataclass
class Toast:
    """Show the step that was just done. With url it can be undone."""

    text: object
    icon: str = ""
    url: str = ""
    value: object = ""
    label: object = ""


@register_component(register, "components/messages.html", "toasts")
@dataclass
class Toasts:
    """Show the steps that were just done, with a button for each step that can be undone."""

    messages: Iterable[object]


@register_component(register, "components/progress.html", "progress")
@dataclass
class Progress:
    """Show the completed part of a whole."""

    done: int
    whole: int
    label: object = ""


@dataclass
class Spreadsheets:
    """Links to a list as (format, URL) pairs."""

    files: Sequence[tuple[str, str]]
    label: object


@register_computed_component(register, "components/spreadsheets.html")
def spreadsheets(name: str, *keys: object, query: str = "", label: object = "") -> Spreadsheets:
    """Link to a list as CSV and XLSX.

    name: the URL name of the export; keys: its arguments before the format; query: appended to each URL, with
    its "?".
    """
    urls = {kind: reverse(name, args=[*keys, kind]) for kind in ("csv", "xlsx")}
    return Spreadsheets([(kind.upper(), url + query) for kind, url in urls.items()], label)


@register.simple_block_tag
def card(
    content: SafeString,
    title: object = "",
    name: str = "",
    kind: str = "",
    state: str = "",
    beside: object = "",
    folds: bool = False,
) -> SafeString:
    """Show content on a card.

    name: id of the title; kind: "", "main", "flush" (tables, lines) or "tight"; state: a colored rim; beside: a short
    word to the right of the title; folds: a phone shows only the title until the card is opened.
    """
    context = {"content": content, "title": title, "name": name, "kind": kind, "state": state}
    context["stacked"] = kind in ("", "main", "tight")
    context |= {"beside": beside, "folds": folds}
    card = get_template("components/card.html").render(context)
    return mark_safe(card)  # noqa: S308 - a template that escapes what it is given  # nosec B308 B703
