"""The Markdown of the guide as pages, and which section belongs to which page."""

import pytest

from core.engine.guide import Heading, heading_anchor, parse_guide_page

TEXT = """# Judge

Short.

<!-- made by: a command -->

## At the table, and after

<!-- help: floor:match, floor:calls -->

See [player](player.md#your-table) and [elsewhere](https://example.org/).

![A table](pictures/table.webp)

| a | b |
|---|---|
| 1 | 2 |
"""


def page(text: str):
    return parse_guide_page(
        "judge", text, page=lambda name: f"/guide/{name}", picture=lambda file: f"/static/{file}"
    )


def test_a_page_with_its_sections_links_and_pictures():
    found = page(TEXT)

    assert (found.name, found.title) == ("judge", "Judge")
    assert found.headings[1] == Heading(2, "At the table, and after", "at-the-table-and-after")
    assert found.helps == {"floor:match": "at-the-table-and-after", "floor:calls": "at-the-table-and-after"}
    assert found.lead == '<h1 id="judge">Judge</h1>\n<p>Short.</p>\n'
    (section,) = found.sections
    assert section.heading == found.headings[1]
    assert 'href="/guide/player#your-table"' in section.html
    assert 'src="/static/table.webp"' in section.html
    assert 'tabindex="0"><table>' in section.html
    assert "help:" not in section.html


def test_a_translation_has_the_anchors_of_the_english_page():
    def translated(text: str, anchors: list[str]):
        return parse_guide_page("judge", text, page=str, picture=str, language="es", anchors=anchors)

    text = "# Juez\n\n## En la mesa\n\nUna mesa.\n\n![Mesa](pictures/es/table.webp)"
    found = translated(text, ["judge", "at-the-table"])
    assert 'src="es/table.webp"' in found.sections[0].html
    assert found.language == "es"
    assert found.headings[1] == Heading(2, "En la mesa", "at-the-table")
    assert found.sections[0].text == "Una mesa."
    for anchors in (["judge"], ["judge", "at-the-table", "after"]):
        with pytest.raises(ValueError, match="2 headings for"):
            translated("# Juez\n\n## En la mesa", anchors)


@pytest.mark.parametrize(
    "text",
    [
        "# A\n\n<script>alert(1)</script>",
        "# A\n\nword <b>bold</b>",
        "# A\n\n[up](../README.md)",
        "# A\n\n![x](https://example.org/x.png)",
        "# A\n\n## B\n\n## B\n",
    ],
)
def test_what_no_page_of_the_guide_may_hold(text):
    with pytest.raises(ValueError):
        page(text)


@pytest.mark.parametrize(
    ("heading", "found"),
    [("Day 2", "day-2"), ("What you can’t, and why", "what-you-cant-and-why"), ("With TOM", "with-tom")],
)
def test_anchors_are_those_of_repositories(heading, found):
    assert heading_anchor(heading) == found
