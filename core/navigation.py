"""Links of a navigation."""

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Link:
    """A page in the navigation: its URL name, its `page` key, its icon and label."""

    name: str
    key: str
    icon: str
    label: str | Promise
    power: str = "view"
