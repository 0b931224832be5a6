"""The guide: pages parsed from the Markdown of `docs/`, and help sections for pages of Stadium.

A section lists the pages it helps with in a comment: `<!-- help: pairings:desk, pairings:round -->`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
HELPS = re.compile(r"^ {0,3}<!--\s*help:\s*([\w:,\s]+?)\s*-->", re.MULTILINE)
FILE = re.compile(r"([\w-]+)\.md(#[\w-]*)?")
PICTURE = re.compile(r"pictures/((?:\w+/)?[\w-]+\.webp)")
"""A picture, and in a translation the folder of its language."""

HEADING = 3
"""The number of tokens of a heading: open, text, close."""

NO_ANCHOR = re.compile(r"[^\w\- ]")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading. Its level is 1 for the title; `anchor` is the fragment of its address."""

    level: int
    text: str
    anchor: str


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of level 2, and what is below it including lower headings: HTML, and plain text to search."""

    heading: Heading
    html: str
    text: str


@dataclass(frozen=True, slots=True)
class GuidePage:
    """A page of the guide.

    `language` is the code of the language it is written in. `lead` is the HTML of the title and of everything before
    the first section, `lead_text` the same as plain text without the title. `helps` maps the URL name of a page of
    Stadium to the anchor of a section.
    """

    name: str
    language: str
    title: str
    lead: str
    lead_text: str
    sections: tuple[Section, ...]
    headings: tuple[Heading, ...]
    helps: dict[str, str]


def heading_anchor(text: str) -> str:
    """Return the fragment of a heading's address, as code hosts build it for rendered Markdown."""
    return NO_ANCHOR.sub("", text.strip().lower()).replace(" ", "-")


def parse_guide_page(
    name: str,
    text: str,
    *,
    page: Callable[[str], str],
    picture: Callable[[str], str],
    language: str = "en",
    anchors: Sequence[str] | None = None,
) -> GuidePage:
    """Build a page from Markdown.

    `page` and `picture` return the address of a page or picture, given its name ("judge", "fr/desk.webp"). `anchors`
    are those of the headings in order, for a translation: a link to a section is the same in every language. Raises
    ValueError for HTML other than comments, for an address that `_resolve_guide_link` rejects, for two headings with
    the same anchor, and for a translation with more or fewer headings than anchors.
    """
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    headings, helps, parts = list[Heading](), dict[str, str](), [list[Token]()]
    for position, token in enumerate(tokens):
        if token.type == "html_block":
            if COMMENT.sub("", token.content).strip():
                raise ValueError(token.content)
            for view in pages_with_help(token.content):
                helps[view] = headings[-1].anchor
            continue
        if token.type == "heading_open":
            title = "".join(child.content for child in tokens[position + 1].children or ())
            anchor = heading_anchor(title) if anchors is None else "".join(anchors[len(headings) :][:1])
            headings.append(Heading(int(token.tag[1:]), title, anchor))
            token.attrSet("id", headings[-1].anchor)
            if headings[-1].level == 2:
                parts.append([])
        for child in token.children or ():
            _resolve_guide_link(child, page, picture)
        parts[-1].append(token)
    if len({heading.anchor for heading in headings}) < len(headings):
        raise ValueError(f"{name} has two headings with one anchor")
    if anchors is not None and [heading.anchor for heading in headings] != list(anchors):
        raise ValueError(f"{name} has {len(headings)} headings for {len(anchors)} anchors")
    section_headings = [heading for heading in headings if heading.level == 2]
    sections = (
        Section(heading, _render_markdown_tokens(part[HEADING:]), _plain_text(part[HEADING:]))
        for heading, part in zip(section_headings, parts[1:], strict=True)
    )
    return GuidePage(
        name=name,
        language=language,
        title=headings[0].text,
        lead=_render_markdown_tokens(parts[0]),
        lead_text=_plain_text(parts[0][HEADING:]),
        sections=tuple(sections),
        headings=tuple(headings),
        helps=helps,
    )


def pages_with_help(text: str) -> Iterator[str]:
    """Yield the URL names of the pages listed in the help comments of a text."""
    for comment in HELPS.finditer(text):
        yield from (view.strip() for view in comment[1].split(",") if view.strip())


def _resolve_guide_link(token: Token, page: Callable[[str], str], picture: Callable[[str], str]) -> None:
    """Replace the file names in links and images by addresses, leaving external addresses unchanged.

    Raises ValueError for inline HTML and for any other link or image.
    """
    if token.type == "html_inline":
        raise ValueError(token.content)
    if token.type == "link_open":
        href = str(token.attrGet("href"))
        if link := FILE.fullmatch(href):
            token.attrSet("href", page(link[1]) + (link[2] or ""))
        elif not href.startswith(("https://", "#")):
            raise ValueError(href)
    elif token.type == "image":
        link = PICTURE.fullmatch(str(token.attrGet("src")))
        if link is None:
            raise ValueError(token.attrGet("src"))
        token.attrSet("src", picture(link[1]))
        token.attrSet("loading", "lazy")


def _render_markdown_tokens(tokens: list[Token]) -> str:
    """Render tokens as HTML. Wide tables scroll separately and can be focused by keyboard."""
    parser = MarkdownIt("commonmark").enable("table")
    html = str(parser.renderer.render(tokens, parser.options, {}))
    return html.replace("<table>", '<div class="wide-table" tabindex="0"><table>').replace(
        "</table>", "</table></div>"
    )


def _plain_text(tokens: list[Token]) -> str:
    """Return the text of tokens on one line, without the descriptions of pictures."""
    texts = (
        "".join(" " if child.type.endswith("break") else child.content for child in token.children or ())
        if token.type == "inline"
        else token.content
        for token in tokens
        if not (token.children and token.children[0].type == "image")
    )
    return " ".join(" ".join(texts).split())
