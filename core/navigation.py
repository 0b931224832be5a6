"""Links in the navigation."""

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Link:
    """A page in the navigation: its URL name, `page` key, icon, label, and the power needed to see it."""

    name: str
    key: str
    icon: str
    label: str | Promise
    power: str = "view"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tab:
    """A link to the same page for another object, as one of several tabs.

    `count`: a number after its label; `letter`: a mark before its label.
    """

    label: str | Promise
    url: str
    current: bool = False
    count: int | None = None
    letter: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step of a task. It is a link if it has a `url`."""

    label: str | Promise
    past: bool
    current: bool
    url: str | None = None
