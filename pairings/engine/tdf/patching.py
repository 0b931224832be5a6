"""Apply the difference of two files to a third: all unchanged bytes stay the same.

The text is a tree whose elements have their positions, so that an edit touches its own span only: odd spacing,
entities, unknown elements, comments, the order of elements and the line endings all stay.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .source import parse

TOKEN = re.compile(
    r"<!--.*?-->|<\?.*?\?>|<!\[CDATA\[.*?\]\]>"
    r"|</(?P<close>[^\s>]+)\s*>"
    r"""|<(?P<open>[^\s/>!?]+)(?P<attributes>(?:[^>"'/]|/(?!>)|"[^"]*"|'[^']*')*)(?P<empty>/?)>""",
    re.DOTALL,
)
ATTRIBUTE = re.compile(r"""(?P<space>\s+)(?P<name>[^\s=]+)(?P<equals>\s*=\s*)(?P<value>"[^"]*"|'[^']*')""")
DECLARED = re.compile(rb"""^\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']""")
BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))

Key = tuple[str, object]


@dataclass
class Node:
    """One element of a text: the positions of its tags, its attributes as written, its children."""

    name: str
    start: int
    inside: int
    attributes: dict[str, str]
    empty: bool
    inside_end: int = 0
    end: int = 0
    children: list["Node"] = field(default_factory=list)


@dataclass
class Edit:
    """Replace the text from `start` to `end`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Text:
    """A whole file as text and as a tree; `newline` is the ending of most of its lines."""

    text: str
    root: Node
    newline: str

    def inside(self, node: Node) -> str:
        return self.text[node.inside : node.inside_end]


def patch(source: bytes, before: bytes, after: bytes) -> bytes:
    """`source` with the differences from `before` to `after`; unchanged when those two are the same.

    All three are well-formed TOM files, in any encoding; `before` and `after` come from `write`. The encoding, BOM and
    line endings of `source` stay. TdfError as from `read` when a text is not XML.
    """
    if before == after:
        return source
    parse(source)
    encoding = encoding_of(source)
    ours = _Patch(_tree(source.decode(encoding)), _tree(before.decode()), _tree(after.decode()))
    changed = ours.apply()
    if encoding == "utf-16":
        order = "utf-16-le" if source[:2] == BOMS[1][0] else "utf-16-be"
        return source[:2] + changed.encode(order)
    return changed.encode(encoding, "xmlcharrefreplace")


def encoding_of(data: bytes) -> str:
    """The encoding of a file by its BOM, else by its declaration, else UTF-8."""
    for bom, encoding in BOMS:
        if data.startswith(bom):
            return encoding
    declared = DECLARED.match(data[:200])
    return declared.group(1).decode("ascii") if declared else "utf-8"


class _Patch:
    def __init__(self, source: Text, before: Text, after: Text) -> None:
        self.source, self.before, self.after = source, before, after
        self.edits: list[Edit] = []

    def apply(self) -> str:
        """The text of the source with all edits applied."""
        self._element(self.source.root, self.before.root, self.after.root)
        parts, at = [], 0
        for edit in sorted(self.edits, key=lambda edit: edit.start):
            parts += [self.source.text[at : edit.start], edit.text]
            at = edit.end
        return "".join([*parts, self.source.text[at:]])

    def _element(self, source: Node, before: Node, after: Node) -> None:
        self._attributes(source, before, after)
        was, now = _keyed(self.before, before), _keyed(self.after, after)
        # Where children present in both changed their order, the whole block is replaced.
        same_order = [key for key in was if key in now] == [key for key in now if key in was]
        if (was or now) and same_order:
            self._children(source, was, after, now)
        elif self.before.inside(before) != self.after.inside(after):
            self._fill(source, self._with_newlines(self.after.inside(after)))

    def _attributes(self, source: Node, before: Node, after: Node) -> None:
        changed = {
            name: after.attributes.get(name)
            for name in {**before.attributes, **after.attributes}
            if before.attributes.get(name) != after.attributes.get(name)
        }
        if not changed:
            return
        tag = self.source.text[source.start : source.inside]
        for name, value in changed.items():
            tag = _with_attribute(tag, name, value)
        self.edits.append(Edit(source.start, source.inside, tag))

    def _children(self, source: Node, was: dict[Key, Node], after: Node, now: dict[Key, Node]) -> None:
        here = _keyed(self.source, source)
        for key, node in here.items():
            if key in was and key not in now:
                start = _before(self.source.text, node.start, source.inside)
                self.edits.append(Edit(start, node.end, ""))
        added: list[str] = []
        at: int | None = source.inside if not source.empty else None
        for key, node in now.items():
            if key in here:
                self._flush(at, added)
                at = here[key].end
                if key in was:
                    self._element(here[key], was[key], node)
                else:
                    text = self._with_newlines(self.after.text[node.start : node.end])
                    self.edits.append(Edit(here[key].start, here[key].end, text))
            elif key not in was or (
                self.before.text[was[key].start : was[key].end] != self.after.text[node.start : node.end]
            ):
                start = _before(self.after.text, node.start, after.inside)
                added.append(self._with_newlines(self.after.text[start : node.end]))
        if source.empty and added:
            start = source.start
            while start > 0 and self.source.text[start - 1] in " \t\r\n":
                start -= 1
            self._fill(source, "".join(added) + self.source.text[start : source.start])
        else:
            self._flush(at, added)

    def _flush(self, at: int | None, added: list[str]) -> None:
        """Insert new children after the end of the one before them."""
        if added and at is not None:
            self.edits.append(Edit(at, at, "".join(added)))
            added.clear()

    def _fill(self, source: Node, text: str) -> None:
        if not source.empty:
            self.edits.append(Edit(source.inside, source.inside_end, text))
            return
        tag = self.source.text[source.start : source.inside]
        pending = next(
            (edit for edit in self.edits if edit.start == source.start and edit.end == source.inside), None
        )
        if pending is not None:
            tag = pending.text
            self.edits.remove(pending)
        opened = tag[: tag.rindex("/")].rstrip() + ">"
        self.edits.append(Edit(source.start, source.end, f"{opened}{text}</{source.name}>"))

    def _with_newlines(self, text: str) -> str:
        return text.replace("\r\n", "\n").replace("\n", self.source.newline)


def _before(text: str, start: int, least: int) -> int:
    """Where the whitespace before `start` begins, from `least` on."""
    while start > least and text[start - 1].isspace():
        start -= 1
    return start


def _with_attribute(tag: str, name: str, value: str | None) -> str:
    """A start tag with an attribute set, or removed if `value` is None."""
    for attribute in ATTRIBUTE.finditer(tag):
        if attribute["name"] == name:
            space, equals = attribute["space"], attribute["equals"]
            new = "" if value is None else f'{space}{name}{equals}"{value}"'
            return tag[: attribute.start()] + new + tag[attribute.end() :]
    if value is None:
        return tag
    end = len(tag) - (2 if tag.endswith("/>") else 1)
    head = tag[:end].rstrip()
    return f'{head} {name}="{value}"{tag[len(head) :]}'


def _keyed(text: Text, parent: Node) -> dict[Key, Node]:
    """Children by identity: a player by its id, a round by its number, a match by its players."""
    children: dict[Key, Node] = {}
    for child in parent.children:
        key = _key(text, child)
        count = 1
        while key in children:
            count += 1
            key = (child.name, (_key(text, child)[1], count))
        children[key] = child
    return children


def _key(text: Text, node: Node) -> Key:
    of = node.attributes
    if node.name == "player" and ("userid" in of or "id" in of):
        return "player", (of.get("userid") or of.get("id", "")).strip()
    if node.name == "pod":
        return "pod", (of.get("category", "").strip(), of.get("type", ""))
    if node.name in ("round", "subgroup"):
        return node.name, of.get("number", "").strip()
    if node.name == "categorycut":
        return node.name, of.get("key", "").strip()
    if node.name == "match":
        return "match", frozenset(child.attributes.get("userid", "").strip() for child in node.children
                                  if child.name.startswith("player"))  # fmt: skip
    if node.name == "value":
        return "value", text.inside(node).strip()
    return node.name, None


def _tree(text: str) -> Text:
    """The elements of a well-formed text without a document type."""
    top = Node("", 0, 0, {}, empty=False)
    open_: list[Node] = [top]
    for token in TOKEN.finditer(text):
        if token["open"]:
            attributes = dict(_attributes(token["attributes"]))
            node = Node(token["open"], token.start(), token.end(), attributes, empty=bool(token["empty"]))
            node.inside_end = node.end = token.end()
            open_[-1].children.append(node)
            if not node.empty:
                open_.append(node)
        elif token["close"]:
            node = open_.pop()
            node.inside_end, node.end = token.start(), token.end()
    newline = "\r\n" if text.count("\r\n") * 2 >= text.count("\n") > 0 else "\n"
    return Text(text, top.children[0], newline)


def _attributes(text: str) -> Iterator[tuple[str, str]]:
    for attribute in ATTRIBUTE.finditer(text):
        yield attribute["name"], attribute["value"][1:-1]
