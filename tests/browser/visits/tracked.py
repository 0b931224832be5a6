"""Where to find the pages of a tracked draft."""

from django.urls import reverse

from decks.models import Draft
from drafts.services import tracking
from drafts.views.tablet import tablet_url
from floor.services.rehearsal import demo
from tests.drafts import tracked
from tests.drafts.drafts import draft
from tests.pairings import build
from tournaments.models import User
from tournaments.services import staff

NAME = "Rochester Night"


def prepare(by: User) -> None:
    """Create a Rochester table in a separate event: cards are open, and the first one is taken."""
    home = build.division(4, name=NAME, play_style="limited", published=True, by=by)
    for one in demo.SIGN_INS[1:]:
        staff.add_staff_member(home.tournament, by=by, login=one.username, role=one.role)
    row = draft(home, "rochester")
    row.way = Draft.Way.TRACKED
    row.save()
    tracked.open_packs(row)
    tracking.name_face_up_cards(row, 1, ["Abra", "Onix", "Abra", "Eevee"], key="visits-00001", seat=1)
    tracked.take(row, 1, "")


def the_draft() -> Draft:
    return Draft.objects.select_related("division__tournament").get(division__tournament__name=NAME)


def addresses() -> dict[str, list[str]]:
    row = the_draft()
    slug, phone = row.division.tournament.slug, reverse("drafts:my_draft", args=[tracked.token(row, 2)])
    return {
        "drafts:draft": [reverse("drafts:draft", args=[slug, row.pk])],
        "drafts:draft_screen": [f"{reverse('drafts:draft_screen', args=[slug, row.pk])}?pod=1"],
        "drafts:draft_stand_in": [f"{reverse('drafts:draft_stand_in', args=[slug, row.pk])}?pod=1&seat=2"],
        "drafts:my_draft": [phone, f"{phone}?take=1"],
        "drafts:tablet": [tablet_url(row, 1)],
    }
