"""Pages reached by their links, the marks on them, and numbers without one."""

import re
from collections import deque
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

from django.test import Client

Mark = tuple[str, str, str]
"""Fact, whom it is about, value: as `tournaments.templatetags.facts` writes them."""

LINK = re.compile(r'(?:href|hx-get)="([^"]+)"')
NOT_READ = re.compile(
    r"/(?:account|static|print|copies|guide|cards|journal|settings|snapshots|staff|webhooks|api|tom|seals|"
    r"rehearsal|inputs|pocket-book|export|explain|verify|import|options|paper|known)\b|"
    r"\.(?:pdf|csv|xlsx|tdf|json|txt|ics|zip)\b|"
    r"[?&](?:sort|list|page|find|q|after|why|version|size|show|p|edition|since|seen|next|back)="
)
"""Files, addresses of other views on the same page, and pages about no moment of the event."""

UNREAD = {"script", "style", "textarea", "select", "template", "svg"}
VOID = {"input", "br", "img", "link", "meta", "hr", "use", "path", "source", "col", "wbr"}
NUMBER = re.compile(r"(?<![\w.,:–-])\d+ (?:players?|people|tables?|lists?|calls?)\b")
"""A number of people, tables, lists or calls, in English."""


def pages(client: Client, starts: list[str], event: str, most: int = 60) -> Iterator[tuple[str, str]]:
    """Address and HTML of the pages of an event and of personal links, in the order of a walk over their links."""
    waiting, seen = deque(starts), set(starts)
    while waiting and most:
        address = waiting.popleft()
        answer = client.get(address, follow=True)
        if answer.status_code != 200 or "html" not in answer["Content-Type"]:
            continue
        most -= 1
        html = answer.content.decode()
        yield address, html
        for link in LINK.findall(html):
            target = urldefrag(urljoin(address, link.replace("&amp;", "&")))[0]
            path = urlsplit(target).path
            if target not in seen and path.startswith((event, "/my/", "/l/")) and not NOT_READ.search(target):
                seen.add(target)
                waiting.append(target)


class Page(HTMLParser):
    """The marks of a page, and the numbers it shows outside of them."""

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
            self._open.append((tag, bool(fact) or tag in UNREAD))

    def handle_endtag(self, tag: str) -> None:
        while self._open and tag in [name for name, _ in self._open]:
            if self._open.pop()[0] == tag:
                break

    def handle_data(self, data: str) -> None:
        if not any(skipped for _, skipped in self._open):
            self.texts.append(data)
