from typing import Any

import pytest
from django import forms
from django.template import Context, Template


class Entry(forms.Form):
    name = forms.CharField(label="Name <of all>", help_text="As on <b>paper</b>", max_length=9)
    day = forms.DateField(required=False)
    late = forms.BooleanField(label="Late", required=False)
    side = forms.ChoiceField(choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect, required=False)
    round = forms.ChoiceField(
        choices=[("", "---------"), ("Swiss", [(1, "<1>"), (2, "2")])], initial=2, required=False
    )


def drawn(name: str, data: dict[str, Any] | None = None, **words: bool) -> str:
    worn = " ".join(f"{one}={value}" for one, value in words.items())
    page = Template(f"{{% load fields %}}{{% field field=field {worn} %}}")
    return page.render(Context({"field": Entry(data)[name]}))


def test_a_required_field_has_its_label_and_its_help():
    text = drawn("name")
    assert text.startswith('<div class="field"><label for="id_name">Name &lt;of all&gt;</label>')
    assert '<div class="hint" id="id_name_helptext">As on <b>paper</b></div>' in text
    assert "optional" not in text


def test_what_is_wrong_stands_below_and_is_announced_with_the_field():
    text = drawn("name", {"name": "much too long"})
    assert 'aria-invalid="true"' in text
    assert 'id="id_name_error"' in text
    assert text.index("helptext") < text.index('class="fault"')


@pytest.mark.parametrize(("words", "there"), [({}, True), ({"quiet": True}, False)])
def test_optional_is_a_word_that_can_be_left_out(words: dict[str, bool], there: bool):
    assert ("<small>optional</small>" in drawn("day", **words)) is there


def test_a_label_that_is_only_read_out():
    assert '<label for="id_day" class="unseen">' in drawn("day", hide_label=True)


def test_a_box_to_tick_stands_before_its_words():
    text = drawn("late")
    assert text.startswith('<div class="field"><label class="tick"><input')
    assert text.endswith("<span>Late</span></label></div>")


def test_choices_that_belong_together_have_a_legend():
    text = drawn("side")
    assert text.startswith('<fieldset class="field"><legend>Side\u00a0<small>optional</small></legend>')
    assert text.count('type="radio"') == 2


def test_a_select_has_its_groups_its_choice_and_a_dash_for_none():
    text = drawn("round")
    assert '<option value="">–</option>' in text
    assert '<optgroup label="Swiss"><option value="1">&lt;1&gt;</option>' in text
    assert '<option value="2" selected>2</option></optgroup>' in text
