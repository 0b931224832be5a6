"""Tags that show a dataclass."""

import pytest
from django.template import Context, Template, TemplateSyntaxError


def test_a_misspelled_argument_is_refused_when_the_template_loads() -> None:
    with pytest.raises(TemplateSyntaxError, match="lable"):
        Template('{% load components %}{% chip lable="Round 3" %}')


def test_a_component_sees_nothing_of_the_page() -> None:
    page = Context({"title": "Round 3", "lead": "of the page"})
    text = Template("{% load components %}{% page_head title=title %}").render(page)
    assert "Round 3" in text
    assert "of the page" not in text


def test_a_computed_component_reads_the_page_that_it_is_on() -> None:
    """Two notes on the same rule have different ids."""
    text = Template('{% load components %}{% rules "R-016" %}{% rules "R-016" %}').render(Context())
    assert "rules-1-R-016" in text
    assert "rules-2-R-016" in text
