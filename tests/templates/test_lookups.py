"""Templates that look up an attribute which their object does not have."""

import pytest
from django.template import Context, Template

from core.scoreboard.clock_face import ClockFace
from tests.templates.lookups import OPTIONAL


@pytest.mark.parametrize("template", ["{{ face.minutes }}", "{% if face.minutes %}left{% endif %}"])
def test_an_attribute_that_does_not_exist_fails(template: str) -> None:
    context = Context({"face": ClockFace(word="50:00")})
    with pytest.raises(AssertionError, match="ClockFace has no attribute 'minutes'"):
        Template(template).render(context)


@pytest.mark.parametrize(
    "template", ["{{ face.word }}", "{% if face.before %}before{% endif %}{{ face.word }}"]
)
def test_existing_and_optional_attributes_are_shown(template: str) -> None:
    assert ("ClockFace", "before") in OPTIONAL
    assert Template(template).render(Context({"face": ClockFace(word="50:00")})) == "50:00"
