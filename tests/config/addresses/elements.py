"""The elements of a page as a tree, and what its forms offer and submit."""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
FIELDS = frozenset({"input", "select", "textarea"})
NOT_SENT = frozenset({"submit", "button", "reset", "image", "file"})


class Element:
    def __init__(self, tag: str, attrs: list[tuple[str, str | None]], parent: "Element | None") -> None:
        self.tag, self.parent = tag, parent
        self.attrs = {name: value or "" for name, value in attrs}
        self.children: list[Element] = []
        self.text = ""

    def all(self, *tags: str) -> Iterator["Element"]:
        """Yield this element and all below it in the order of the page, or only those with one of `tags`."""
        if not tags or self.tag in tags:
            yield self
        for child in self.children:
            yield from child.all(*tags)

    def with_id(self, id_: str) -> "Element | None":
        return next((one for one in self.all() if one.attrs.get("id") == id_), None)

    def words(self) -> str:
        return " ".join([self.text, *(child.words() for child in self.children)])


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = self.current = Element("", [], None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, attrs, self.current)
        self.current.children.append(element)
        if tag not in VOID:
            self.current = element

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.current.children.append(Element(tag, attrs, self.current))

    def handle_data(self, data: str) -> None:
        self.current.text += data

    def handle_endtag(self, tag: str) -> None:
        closing: Element | None = self.current
        while closing and closing.tag != tag:
            closing = closing.parent
        if closing and closing.parent:
            self.current = closing.parent


def elements(page: Any) -> Element:
    """Return the root of a response or of the source of a page."""
    reader = _Reader()
    reader.feed(page if isinstance(page, str) else page.content.decode())
    return reader.root


def sent(form: Element) -> dict[str, list[str]]:
    """Return the fields that a form would submit unchanged, as {name: values}."""
    values: dict[str, list[str]] = {}
    for field in form.all(*FIELDS):
        if (name := field.attrs.get("name")) and (own := _values(field)):
            values.setdefault(name, []).extend(own)
    return values


def options(form: Element, name: str) -> list[str]:
    """Return the options of a list or of buttons with this name, [] for text fields."""
    return [
        value
        for field in form.all("select", "input")
        if field.attrs.get("name") == name
        for value in (
            [one.attrs.get("value", "") for one in field.all("option")]
            if field.tag == "select"
            else [field.attrs.get("value", "on")]
            if field.attrs.get("type") == "radio"
            else []
        )
    ]


def _values(field: Element) -> list[str]:
    kind = field.attrs.get("type", "text")
    if "disabled" in field.attrs or (field.tag == "input" and kind in NOT_SENT):
        return []
    if field.tag == "select":
        offered = list(field.all("option"))
        chosen = [one for one in offered if "selected" in one.attrs]
        return [one.attrs.get("value", "") for one in chosen or offered[: "multiple" not in field.attrs]]
    if field.tag == "textarea":
        return [field.text.removeprefix("\n")]
    if kind in ("checkbox", "radio"):
        return [field.attrs.get("value", "on")] if "checked" in field.attrs else []
    return [field.attrs.get("value", "")]
