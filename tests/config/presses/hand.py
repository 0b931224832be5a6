"""A hand that follows the links and submits the forms of a page, and counts its presses."""

from django.http import HttpResponse
from django.test import Client

from tests.config.addresses.elements import Element, elements, sent

UNREAD = ("script", "style")


class Hand:
    """A hand at the page `address`. Opening this page is no press, and neither is typing."""

    def __init__(self, client: Client, address: str) -> None:
        self.client, self.address, self.presses = client, address, 0
        self.page = self._read(client.get(address))

    def press(self, label: str, **typed: str | list[str]) -> None:
        """Press the first link or button of the page, without its navigation, whose words begin with `label`.

        `typed` are values for fields of its form.
        """
        main = next(iter(self.page.all("main")))
        controls = [(control, _words(control)) for control in main.all("a", "button")]
        control = next((control for control, words in controls if words.startswith(label)), None)
        assert control is not None, (label, [words for _control, words in controls])
        self.presses += 1
        if control.tag == "a":
            self.address = control.attrs["href"]
            self.page = self._read(self.client.get(self.address, follow=True))
            return
        form = self._form_of(control)
        fields = sent(form) | {
            name: value if isinstance(value, list) else [value] for name, value in typed.items()
        }
        if "name" in control.attrs:
            fields |= {control.attrs["name"]: [control.attrs.get("value", "")]}
        self.address = form.attrs.get("action") or self.address
        self.page = self._read(self.client.post(self.address, fields, follow=True))

    def _read(self, response: HttpResponse) -> Element:
        assert response.status_code == 200, (self.address, response.status_code)
        return elements(response)

    def _form_of(self, button: Element) -> Element:
        form = self.page.with_id(button.attrs["form"]) if "form" in button.attrs else button.parent
        while form is not None and form.tag != "form":
            form = form.parent
        assert form is not None, _words(button)
        return form


def _words(element: Element) -> str:
    return " ".join(_text(element).split())


def _text(element: Element) -> str:
    parts = [_text(child) for child in element.children if child.tag not in UNREAD]
    return " ".join([element.text, *parts])
