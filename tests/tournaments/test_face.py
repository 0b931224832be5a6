"""What every page uses: tags, forms, tables, and a policy that forbids inline code."""

import re
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace

import pytest
from django import forms
from django.template import Context, Template, TemplateSyntaxError
from django.template.loader import get_template

from core.templatetags.fields import groups
from core.templatetags.icons import STATES
from core.templatetags.messages import undo_url
from core.templatetags.texts import format_percent, unbroken, unbroken_days
from tests.html import markup

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted((ROOT / "templates").rglob("*.html"))


class Signup(forms.Form):
    fieldsets = (("Who", ("name", "secret", "born")),)
    name = forms.CharField(help_text="As on the card.")
    born = forms.IntegerField()
    photos = forms.BooleanField(required=False)
    secret = forms.CharField(widget=forms.HiddenInput, initial="x")


@pytest.mark.parametrize(
    ("share", "percentage"),
    [(0.71875, "71.88"), (0.25, "25.00"), (1.0, "100.00"), (Decimal("0.33335"), "33.34"), (0, "0.00")],
)
def test_percent(share: float, percentage: str) -> None:
    assert format_percent(share) == f"{percentage}%"


def test_percent_of_nothing_is_a_dash() -> None:
    assert format_percent(None) == "–"


def test_the_end_of_a_title_stays_on_one_line() -> None:
    assert unbroken("Wins & (W-L-T)") == 'Wins &amp; <span class="unbroken">(W-L-T)</span>'


def test_a_day_stays_on_one_line() -> None:
    last = '<span class="unbroken">2026-11-22 14:05 UTC</span>'
    assert (
        unbroken_days("The last <one> was made on 2026-11-22 14:05 UTC")
        == f"The last &lt;one&gt; was made on {last}"
    )


@pytest.mark.parametrize(
    ("tags", "url"),
    [
        ("undo=/e/cup/undo/3", "/e/cup/undo/3"),
        ("bold undo=/x", "/x"),
        ("undo=//evil.example", ""),
        ("undo=https://evil.example", ""),
        ("", ""),
        (None, ""),
    ],
)
def test_undo_stays_on_this_site(tags: str | None, url: str) -> None:
    assert undo_url(SimpleNamespace(extra_tags=tags)) == url


@pytest.mark.parametrize("name", ["playing", "called", "dispute", "missing", "done"])
def test_a_state_is_colour_picture_and_word(name: str) -> None:
    chip = Template("{% load icons %}{% state name %}").render(Context({"name": name}))
    assert f'data-state="{name}"' in chip
    assert "<use " in chip
    assert re.search(r">\w[^<]+</span>$", chip)


def test_a_label_is_escaped() -> None:
    page = Template('{% load hall icons %}{% state "done" word %}{% no word %}{% icon "bell" word %}')
    assert "<b>" not in page.render(Context({"word": "<b>"}))


def test_fields_stand_in_their_groups_and_none_is_lost() -> None:
    first, rest = groups(Signup())
    assert [field.name for field in first.fields] == ["name", "born"]
    assert [field.name for field in rest.fields] == ["photos"]


def test_a_fault_is_tied_to_its_field_and_listed_on_top() -> None:
    page = markup(str(Signup({"name": "", "born": "x"})))
    assert 'aria-describedby="id_name_helptext id_name_error"' in page
    assert 'id="id_name_helptext"' in page
    assert 'id="id_name_error"' in page
    assert page.count('aria-invalid="true"') == 2
    assert '<a href="#id_name">Name</a>' in page
    assert page.count("Enter a whole number.") == 1, "it is said at the field alone"
    assert page.index("data-faults") < page.index('name="name"')


def test_a_refused_form_comes_back_filled() -> None:
    page = str(Signup({"name": "Zoë <b>", "born": "x"}))
    assert 'value="Zoë &lt;b&gt;"' in page
    assert 'value="x"' in page
    assert page.count('name="secret"') == 1


def test_a_card_carries_its_content_as_written() -> None:
    page = Template('{% load components %}{% card title=t name="a" %}<p>{{ t }}</p>{% endcard %}')
    drawn = page.render(Context({"t": "<b>"}))
    assert "<p>&lt;b&gt;</p>" in drawn
    assert '<h2 id="a">&lt;b&gt;</h2>' in drawn


INLINE = re.compile(
    r"<[a-z][^>]*\sstyle=|<[a-z][^>]*\son[a-z]+=|<style|https://"
    r"|<script(?![^>]*\ssrc=)(?![^>]*application/json)"
)


def test_no_page_needs_an_inline_policy() -> None:
    assert len(PAGES) > 100
    found = {str(page): INLINE.findall(page.read_text("utf-8")) for page in PAGES}
    assert {page: inline for page, inline in found.items() if inline} == {}


@pytest.mark.parametrize(
    "inline", ['<p style="', '<a\n onclick="', "<style>", "https://x", "<script>", '<script type="module">']
)
def test_the_test_finds_what_is_inline(inline: str) -> None:
    assert INLINE.search(inline)
    assert not INLINE.search('<p class="a"><script defer src="x"></script><script type="application/json">')


def test_every_template_compiles() -> None:
    broken = {}
    for page in PAGES:
        try:
            get_template(str(page.relative_to(ROOT / "templates")))
        except TemplateSyntaxError as fault:
            broken[str(page)] = str(fault)
    assert broken == {}


def test_every_picture_is_in_the_sprite() -> None:
    sprite = set(re.findall(r'id="i-([a-z]+)"', (ROOT / "templates/components/sprite.html").read_text()))
    used = {name for page in PAGES for name in re.findall(r'(?:% icon |icon=)"([a-z]+)"', page.read_text())}
    assert used
    assert used <= sprite
    assert {picture for picture, _ in STATES.values()} <= sprite


def test_the_server_error_page_needs_no_context() -> None:
    page = get_template("500.html").render()
    assert "We do not know whether this was saved." in page
    read = get_template("500.html").render({"read_only": True})
    assert "Nothing was changed. Try again; if it still fails, ask at the desk." in read
