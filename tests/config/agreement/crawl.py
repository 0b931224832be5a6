"""Pages reached by following links, the marks on them, and numbers without a mark."""

import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping
from html import unescape
from html.parser import HTMLParser
from urllib.parse import parse_qs, urldefrag, urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, resolve

Mark = tuple[str, str, str]
"""Fact, subject and value, as written by `tournaments.templatetags.facts`."""

Pattern = tuple[str, frozenset[str]]
"""The name of a page and its parameters."""

CHOICES = {"show", "view", "list", "state", "what"}
"""Parameters whose values choose what a page shows."""

LINK = re.compile(r'(?:href|hx-get)="([^"]+)"')
FILE = re.compile(r"\.(?:pdf|csv|xlsx|tdf|json|txt|ics|zip|png|svg)\b")
OF_THEN = {"pairings:explain", "pairings:verify", "tournaments:journal"}
"""Pages about an earlier moment, by name: their numbers are outdated and have no mark."""

UNREAD = {"script", "style", "textarea", "select", "template", "svg"}
VOID = {"input", "br", "img", "link", "meta", "hr", "use", "path", "source", "col", "wbr"}
COUNTED = (
    r"players?|people|tables?|lists?|calls?",
    r"jugador(?:es|a|as)?|personas?|mesas?|listas?|llamadas?",
    r"joueu(?:rs?|ses?)|personnes?|appels?",
    r"jogador(?:es|a|as)?|pessoas?|chamad[ao]s?",
)
"""People, tables, lists and calls in English, Spanish, French and Portuguese."""

NUMBER = re.compile(rf"(?<![\w.,:–-])\d+[ \xa0](?:{'|'.join(COUNTED)})\b")
"""A number of people, tables, lists or calls."""


FEW = 6
"""The limit below which all pages of a pattern are read, such as those of divisions, but not those of tables."""


def pages(
    client: Client, starts: list[str], event: str, each: int, few: int = 0, more: tuple[str, ...] = ()
) -> Iterator[tuple[str, str]]:
    """Yield URL and HTML of the pages of an event and of personal links, in the order of a walk along their links.

    `more`: the beginning of other URLs that belong to it. `each`: how many pages to read per URL pattern with the
    same parameters, since those of many tables are alike; if a pattern has at most `few` pages, all are read.
    """
    waiting, seen = deque(starts), set(starts)
    read: Counter[Pattern] = Counter()
    left: dict[Pattern, list[str]] = defaultdict(list)
    while waiting or left:
        if not waiting:
            waiting.extend(address for kind, found in left.items() if read[kind] <= few for address in found)
            left.clear()
            continue
        address = waiting.popleft()
        answer = client.get(address, follow=True)
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            continue
        html = answer.content.decode()
        yield address, html
        for target in links(address, html):
            if target not in seen and urlsplit(target).path.startswith((event, "/my/", "/l/", *more)):
                seen.add(target)
                kind = pattern(target)
                read[kind] += 1
                if read[kind] <= each:
                    waiting.append(target)
                else:
                    left[kind].append(target)


def links(address: str, html: str) -> list[str]:
    """Return the links of a page, except to files."""
    found = [urldefrag(urljoin(address, unescape(link)))[0] for link in LINK.findall(html)]
    return [target for target in found if not FILE.search(target)]


def pattern(address: str) -> Pattern:
    """Return the name of a page, its parameters, and what a word chooses ("show=open"), which similar pages share."""
    parts = urlsplit(address)
    try:
        name = resolve(parts.path).view_name
    except Resolver404:
        name = parts.path
    given = parse_qs(parts.query, keep_blank_values=True)
    return name, frozenset(f"{key}={values[0]}" if key in CHOICES else key for key, values in given.items())


class Page(HTMLParser):
    """The marks of a page, and the numbers shown outside of them, except in the help of a form."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.marks: list[Mark] = []
        self.bare: list[str] = []
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(html)
        text = re.sub(r"\s+", " ", "".join(self.texts))
        self.bare = NUMBER.findall(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        fact = found.get("data-fact")
        if fact:
            self.marks.append((fact, found.get("data-of") or "", found.get("data-value") or ""))
        if tag not in VOID:
            is_help = (found.get("id") or "").endswith("_helptext")
            is_then = "data-then" in found
            self._open.append((tag, bool(fact) or is_help or is_then or tag in UNREAD))

    def handle_endtag(self, tag: str) -> None:
        while self._open and tag in [name for name, _ in self._open]:
            if self._open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        if not any(skipped for _, skipped in self._open):
            self.texts.append(data)


Shown = Mapping[tuple[str, str], Mapping[str, list[str]]]
"""By fact and subject, where each value is shown."""


def contradictions(shown: Shown) -> dict[tuple[str, str], dict[str, list[str]]]:
    """Return facts with several values, and three of the pages for each value."""
    return {
        key: {value: on[:3] for value, on in values.items()}
        for key, values in shown.items()
        if len(values) > 1
    }
