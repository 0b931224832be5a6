"""Messages on hall screens, set from two pages."""

import pytest
from django.urls import reverse

from floor.services import screens
from tests import build
from tests.config.addresses.elements import elements, sent
from tests.html import markup

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("on_one", [True, False])
@pytest.mark.parametrize("text", ["Lunch", ""])
def test_a_message_does_not_replace_one_that_was_set_after_its_page_was_opened(client, on_one, text):
    event = build.event()
    client.force_login(build.staff(event, "scorekeeper"))
    page, target = (reverse(f"floor:{name}", args=[event.slug]) for name in ("screens", "screens_message"))
    door = screens.add_screen(event, name="Door", by=None)
    screens.set_screens_message(event, "Welcome", by=None)
    opened = [
        one
        for one in elements(client.get(page)).all("form")
        if one.attrs.get("action") == target and ("screen" in sent(one)) == on_one
    ]
    assert len(opened) == 2
    data = next(sent(one) for one in opened if ("text" in sent(one)) == bool(text))
    screens.set_screens_message(event, "Judges, please come to the stage", by=None)
    answer = client.post(target, data | ({"text": [text]} if text else {}))
    assert answer.status_code == 400
    assert "changed to “Judges, please come to the stage” after you opened" in markup(answer)
    door.refresh_from_db()
    assert door.message == "Judges, please come to the stage"
    shown = [sent(one) for one in elements(answer).all("form")]
    assert [one for one in shown if one.get("text") == [text]] or not text
    again = data | {"before": ["Judges, please come to the stage"], "text": [text]}
    assert client.post(target, again).status_code == 302
    door.refresh_from_db()
    assert door.message == text
