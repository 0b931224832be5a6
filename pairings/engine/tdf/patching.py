"""Apply the difference between two files to a third file, leaving all other bytes unchanged.

The text is parsed into a tree of elements with their positions, so that each edit only touches its span. Odd
spacing, entities, unknown elements, comments, the order of elements and line endings are preserved.
"""

import re
from dataclasses import dataclass, field

from .source import parse_xml

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
    """One element of a text: its positions, its attributes as written and its children.

    `start` and `end` enclose the whole element, `inside` and `inside_end` its content. A self-closing
    element is `empty`.
    """

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
    """Replacement of the text from `start` to `end`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class TdfText:
    """A complete file as text and as a tree. `newline` is the most frequent line ending of the file."""

    text: str
    root: Node
    newline: str

    @classmethod
    def parse(cls, text: str) -> "TdfText":
        """Parse well-formed XML without a DOCTYPE."""
        document = Node("", 0, 0, {}, empty=False)
        open_nodes: list[Node] = [document]
        for token in TOKEN.finditer(text):
            if token["open"]:
                attributes = {
                    attribute["name"]: attribute["value"][1:-1]
                    for attribute in ATTRIBUTE.finditer(token["attributes"])
                }
                node = Node(token["open"], token.start(), token.end(), attributes, empty=bool(token["empty"]))
                node.inside_end = node.end = token.end()
                open_nodes[-1].children.append(node)
                if not node.empty:
                    open_nodes.append(node)
            elif token["close"]:
                node = open_nodes.pop()
                node.inside_end, node.end = token.start(), token.end()
        newline = "\r\n" if text.count("\r\n") * 2 >= text.count("\n") > 0 else "\n"
        return cls(text, document.children[0], newline)

    def inside(self, node: Node) -> str:
        return self.text[node.inside : node.inside_end]

    def children_by_key(self, parent: Node) -> dict[Key, Node]:
        """Return the children of an element by identity; repeated identities get a number."""
        children: dict[Key, Node] = {}
        for child in parent.children:
            name, identity = key = self.key_of(child)
            count = 1
            while key in children:
                count += 1
                key = (name, (identity, count))
            children[key] = child
        return children

    def key_of(self, node: Node) -> Key:
        """Return the identity of an element: a player's id, a round's number, a match's players."""
        attributes = node.attributes
        if node.name == "player" and ("userid" in attributes or "id" in attributes):
            return "player", (attributes.get("userid") or attributes.get("id", "")).strip()
        if node.name == "pod":
            return "pod", (attributes.get("category", "").strip(), attributes.get("type", ""))
        if node.name in ("round", "subgroup"):
            return node.name, attributes.get("number", "").strip()
        if node.name == "categorycut":
            return node.name, attributes.get("key", "").strip()
        if node.name == "match":
            players = (child for child in node.children if child.name.startswith("player"))
            return "match", frozenset(player.attributes.get("userid", "").strip() for player in players)
        if node.name == "value":
            return "value", self.inside(node).strip()
        return node.name, None


def patch_tdf_text(source: bytes, before: bytes, after: bytes) -> bytes:
    """Apply the changes between `before` and `after` to `source`.

    `source` is a well-formed TOM file in any encoding; `before` and `after` come from `writing.write_tdf`. The
    encoding, BOM and line endings of `source` are preserved, and it is returned unchanged if `before`
    equals `after`. Raises TdfError like `tdf.read_tdf_file` if `source` is not XML.
    """
    if before == after:
        return source
    parse_xml(source)
    encoding = encoding_of(source)
    patcher = _Patcher(
        TdfText.parse(source.decode(encoding)), TdfText.parse(before.decode()), TdfText.parse(after.decode())
    )
    patched = patcher.apply()
    if encoding == "utf-16":
        byte_order = "utf-16-le" if source[:2] == BOMS[1][0] else "utf-16-be"
        return source[:2] + patched.encode(byte_order)
    return patched.encode(encoding, "xmlcharrefreplace")


def encoding_of(data: bytes) -> str:
    """Return the encoding of a file by its BOM, else by its declaration, else UTF-8."""
    for bom, encoding in BOMS:
        if data.startswith(bom):
            return encoding
    declared = DECLARED.match(data[:200])
    return declared.group(1).decode("ascii") if declared else "utf-8"


class _Patcher:
    def __init__(self, source: TdfText, before: TdfText, after: TdfText) -> None:
        self.source, self.before, self.after = source, before, after
        self.edits: list[Edit] = []

    def apply(self) -> str:
        """Return the text of the source with all edits applied."""
        self._patch_element(self.source.root, self.before.root, self.after.root)
        parts, end_of_last_edit = [], 0
        for edit in sorted(self.edits, key=lambda edit: edit.start):
            parts += [self.source.text[end_of_last_edit : edit.start], edit.text]
            end_of_last_edit = edit.end
        return "".join([*parts, self.source.text[end_of_last_edit:]])

    def _patch_element(self, source: Node, before: Node, after: Node) -> None:
        """Add edits that apply the changes from `before` to `after` to a source element and its children."""
        changed = {
            name: after.attributes.get(name)
            for name in {**before.attributes, **after.attributes}
            if before.attributes.get(name) != after.attributes.get(name)
        }
        if changed:
            tag = self.source.text[source.start : source.inside]
            for name, value in changed.items():
                tag = _set_attribute(tag, name, value)
            self.edits.append(Edit(source.start, source.inside, tag))

        children_before, children_after = (
            self.before.children_by_key(before),
            self.after.children_by_key(after),
        )
        # If common children changed their order, single edits cannot express that, so replace the whole content.
        has_same_order = [key for key in children_before if key in children_after] == [
            key for key in children_after if key in children_before
        ]
        if (children_before or children_after) and has_same_order:
            self._patch_children(source, children_before, after, children_after)
        elif self.before.inside(before) != self.after.inside(after):
            self._replace_content(source, self._with_source_newlines(self.after.inside(after)))

    def _patch_children(
        self, source: Node, children_before: dict[Key, Node], after: Node, children_after: dict[Key, Node]
    ) -> None:
        """Add edits that remove, change and insert children of a source element, leaving all others unchanged."""
        children = self.source.children_by_key(source)
        for key, node in children.items():
            if key in children_before and key not in children_after:
                start = _whitespace_start(self.source.text, node.start, source.inside)
                self.edits.append(Edit(start, node.end, ""))
        added_texts: list[str] = []
        insert_at: int | None = source.inside if not source.empty else None
        for key, node in children_after.items():
            if key in children:
                self._insert_added(insert_at, added_texts)
                insert_at = children[key].end
                if key in children_before:
                    self._patch_element(children[key], children_before[key], node)
                else:
                    text = self._with_source_newlines(self.after.text[node.start : node.end])
                    self.edits.append(Edit(children[key].start, children[key].end, text))
            elif key not in children_before or (
                self.before.text[children_before[key].start : children_before[key].end]
                != self.after.text[node.start : node.end]
            ):
                start = _whitespace_start(self.after.text, node.start, after.inside)
                added_texts.append(self._with_source_newlines(self.after.text[start : node.end]))
        if source.empty and added_texts:
            start = source.start
            while start > 0 and self.source.text[start - 1] in " \t\r\n":
                start -= 1
            self._replace_content(source, "".join(added_texts) + self.source.text[start : source.start])
        else:
            self._insert_added(insert_at, added_texts)

    def _insert_added(self, position: int | None, added_texts: list[str]) -> None:
        """Insert the texts of new children at a position and clear the list; do nothing without a position."""
        if added_texts and position is not None:
            self.edits.append(Edit(position, position, "".join(added_texts)))
            added_texts.clear()

    def _replace_content(self, source: Node, text: str) -> None:
        """Replace everything inside a source element, opening it up if it is self-closing."""
        if not source.empty:
            self.edits.append(Edit(source.inside, source.inside_end, text))
            return
        tag = self.source.text[source.start : source.inside]
        pending_edit = next(
            (edit for edit in self.edits if edit.start == source.start and edit.end == source.inside), None
        )
        if pending_edit is not None:
            tag = pending_edit.text
            self.edits.remove(pending_edit)
        opening_tag = tag[: tag.rindex("/")].rstrip() + ">"
        self.edits.append(Edit(source.start, source.end, f"{opening_tag}{text}</{source.name}>"))

    def _with_source_newlines(self, text: str) -> str:
        """Return the text with the line endings of the source."""
        return text.replace("\r\n", "\n").replace("\n", self.source.newline)


def _whitespace_start(text: str, start: int, earliest: int) -> int:
    """Return the start of the whitespace before `start`, at least `earliest`."""
    while start > earliest and text[start - 1].isspace():
        start -= 1
    return start


def _set_attribute(tag: str, name: str, value: str | None) -> str:
    """Set an attribute of a start tag to an escaped `value`, or remove it if `value` is None."""
    for attribute in ATTRIBUTE.finditer(tag):
        if attribute["name"] == name:
            space, equals = attribute["space"], attribute["equals"]
            new_text = "" if value is None else f'{space}{name}{equals}"{value}"'
            return tag[: attribute.start()] + new_text + tag[attribute.end() :]
    if value is None:
        return tag
    end = len(tag) - (2 if tag.endswith("/>") else 1)
    head = tag[:end].rstrip()
    return f'{head} {name}="{value}"{tag[len(head) :]}'
