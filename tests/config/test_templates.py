"""Templates are read without their indentation, while text written by people keeps its spaces."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.template import engines
from django.template.loader import render_to_string

from config.templates import without_indentation

MAX_LINE_LENGTH = 120
"""As laid out by the formatter, which breaks no tag."""

INPUT = re.compile(r"<input\b(?:{%.*?%}|{{.*?}}|[^>{])*>", re.DOTALL)
LOOKS_ELSEWHERE = re.compile(
    r'type="(?:hidden|checkbox|radio)"|type="{{ (?:widget|attrs).type }}"(?!.*class=)', re.DOTALL
)
"""Fields that no one types into, and checkboxes that are drawn by a widget."""

COMPONENT = re.compile(r"""{% include ["']components/.*?%}""")

TAG = re.compile(r"""<[a-zA-Z](?:{%.*?%}|{{.*?}}|"(?:{%.*?%}|{{.*?}}|[^"])*"|[^>"])*>""", re.DOTALL)
ATTRIBUTE = re.compile(r"""\s([\w:-]+)="((?:{%.*?%}|{{.*?}}|[^"])*)\"""", re.DOTALL)
TEMPLATE_TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
SENTENCE = re.compile(r"{% blocktranslate\b.*?{% endblocktranslate %}", re.DOTALL)

HALL = "<ul>\n    {% for one in rows %}\n        <li>{{ one }}</li>\n    {% endfor %}\n</ul>\n"


def test_a_row_is_repeated_without_its_indentation():
    page = engines["django"].from_string(without_indentation(HALL)).render({"rows": ["a\n  b"]})
    assert page == "<ul>\n\n<li>a\n  b</li>\n\n</ul>\n"


@pytest.mark.parametrize(
    "text",
    [
        "<pre>\n  one\n    two\n</pre>",
        '<textarea rows="3">\n  4 N\n</textarea>',
        "{% blocktranslate %}one\n  two{% endblocktranslate %}",
    ],
)
def test_blanks_that_mean_something_stay(text: str):
    assert without_indentation(text) == text


def test_trimmed_sentences_stay_those_that_are_translated():
    text = "{% blocktranslate trimmed %}\n    one\n    two\n{% endblocktranslate %}"
    assert engines["django"].from_string(without_indentation("{% load i18n %}" + text)).render() == "one two"


def test_pages_come_through_it():
    name = "components/message.html"
    source = (Path(settings.BASE_DIR) / "templates" / name).read_text(encoding="utf-8")
    assert "\n    " in source
    assert "\n    " not in render_to_string(name, {"state": "info", "title": "Hello", "text": "Hall"})


def test_lines_can_be_read_without_scrolling_sideways():
    """A tag cannot be broken: what makes it long is given a name first (with, asvar), or is passed as one row."""
    root = Path(settings.BASE_DIR) / "templates"
    lines = {
        f"{path.relative_to(root)}:{number}": line
        for path in root.rglob("*.html")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    }
    assert [at for at, line in lines.items() if len(line) > MAX_LINE_LENGTH] == []


def test_no_value_of_an_attribute_is_torn():
    """What a template breaks into lines within quotes would be sent with its line breaks."""
    root = Path(settings.BASE_DIR) / "templates"
    tags = [(path, tag) for path in root.rglob("*.html") for tag in TAG.findall(path.read_text("utf-8"))]
    values = [(path, *one) for path, tag in tags for one in ATTRIBUTE.findall(tag)]
    assert len(values) > 3000
    assert [f"{path.relative_to(root)}: {name}" for path, name, value in values if is_torn(name, value)] == []


@pytest.mark.parametrize("value", ["\n  pitch", "pitch\n", " pitch", "{% if a %}pitch\n  {% endif %}wide"])
def test_the_test_finds_a_torn_value(value: str):
    (tag,) = TAG.findall(f'<b id="a" class="{value}">')
    assert [name for name, value in ATTRIBUTE.findall(tag) if is_torn(name, value)] == ["class"]


def is_torn(name: str, value: str) -> bool:
    """Return whether a value would begin or end with a blank or break a line. The lines of a drawing may break."""
    value_without_sentences = SENTENCE.sub("", value)
    return name != "d" and (value != value.strip() or "\n" in TEMPLATE_TAG.sub("", value_without_sentences))


def test_components_see_nothing_of_the_page_around_them():
    """Without `only`, a component could read a name of the page that it was never passed."""
    root = Path(settings.BASE_DIR) / "templates"
    pages = [path for path in root.rglob("*.html") if path.parent.name != "components"]
    found = [(path.name, one) for path in pages for one in COMPONENT.findall(path.read_text("utf-8"))]
    assert len(found) > 10
    assert [f"{page}: {one}" for page, one in found if not one.endswith(" only %}")] == []


def test_fields_look_like_fields():
    pages = [path for folder in settings.TEMPLATES[0]["DIRS"] for path in Path(folder).rglob("*.html")]
    typed = [(path, one) for path in pages for one in bare_of_hidden(path.read_text("utf-8"))]
    assert len(typed) > 30
    assert [f"{path}: {' '.join(one.split())}" for path, one in typed if 'class="' not in one] == []


def test_the_test_finds_a_bare_field():
    page = '<input type="hidden" name="a"><input {% if b %}required{% endif %} name="b"><input class="input">'
    assert [one for one in bare_of_hidden(page) if 'class="' not in one] == [
        '<input {% if b %}required{% endif %} name="b">'
    ]


def bare_of_hidden(text: str) -> list[str]:
    """Return the fields of a template that people type into."""
    return [one for one in INPUT.findall(text) if not LOOKS_ELSEWHERE.search(one)]
