"""The forms of a page, as a browser would submit them unchanged."""

from html.parser import HTMLParser
from typing import Any

from tests.html import markup

NOT_SENT = {"submit", "button", "reset", "image", "file"}


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[dict[str, list[str]]] = []
        self.inside = False
        self.area: str | None = None
        self.text = ""
        self.select: tuple[str, list[str], list[str]] | None = None

    def put(self, name: str | None, value: str) -> None:
        if self.inside and name:
            self.forms[-1].setdefault(name, []).append(value)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = dict(attrs)
        if tag == "form":
            self.inside = True
            self.forms.append({})
        elif tag == "input":
            self._input(has)
        elif tag == "textarea":
            self.area, self.text = has.get("name"), ""
        elif tag == "select":
            self.select = (has.get("name") or "", [], [])
        elif tag == "option" and self.select:
            value = has.get("value") or ""
            self.select[1].append(value)
            if "selected" in has:
                self.select[2].append(value)

    def _input(self, has: dict[str, str | None]) -> None:
        kind = has.get("type") or "text"
        unticked = kind in {"checkbox", "radio"} and "checked" not in has
        if kind not in NOT_SENT and not unticked and "disabled" not in has:
            default = "on" if kind in {"checkbox", "radio"} else ""
            self.put(has.get("name"), has.get("value") or default)

    def handle_data(self, data: str) -> None:
        if self.area is not None:
            self.text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "textarea":
            self.put(self.area, self.text.removeprefix("\n"))
            self.area = None
        elif tag == "select" and self.select:
            name, options, chosen = self.select
            for value in chosen or options[:1]:
                self.put(name, value)
            self.select = None


def forms_of(page: Any) -> list[dict[str, list[str]]]:
    """Return what each form of a page would submit, as {name: values}."""
    reader = _Forms()
    reader.feed(markup(page))
    return reader.forms


def form_with(page: Any, field: str) -> dict[str, list[str]]:
    """Return what the form that contains `field` would submit."""
    (found,) = [form for form in forms_of(page) if field in form]
    return found
