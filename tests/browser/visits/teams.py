"""Teams and their people, for those who look at every page."""

from django.urls import reverse

from tests.browser.hall import Hall
from tournaments.models import KnownPlayer, User
from tournaments.services import organizers

FILES = {"floor:person_data": "application/zip", "floor:people_export": "text/csv"}
"""Files among them, and the kind each says."""

SENT = {
    *(
        "tournaments:team_rename",
        "tournaments:team_names",
        "tournaments:team_owner",
        "tournaments:team_remove",
    ),
    *("tournaments:team_invite", "tournaments:team_withdraw", "floor:person_unmerge"),
    "tournaments:team_answer",
}
"""Forms are sent there; nobody opens them."""

SIGNED_IN = {"tournaments:teams", "tournaments:team_join"}

OF_A_TEAM = {
    *("tournaments:team", "tournaments:team_invitation", "floor:people", "floor:person", "floor:person_data"),
    *("floor:people_export", "floor:person_merge_with", "floor:person_merge", "floor:person_forget"),
}
"""Its members see them: here the organizer alone."""


def prepare(hall_organizer: User) -> None:
    """An invitation that waits, and somebody who is known from TOM."""
    team = organizers.home(hall_organizer)
    organizers.invite(team, by=hall_organizer, hours=72)
    KnownPlayer.objects.create(
        organizer=team,
        player_id="4711",
        first_name="Ines",
        last_name="Prado",
        birth_year=2001,
        search_key="ines prado",
    )


def addresses(hall: Hall) -> dict[str, list[str]]:
    """The teams of the organizer, one of them, its people, one of them."""
    team = hall.cup.organizer
    invitation = team.invitations.get()
    one, other = (entry.player_id for entry in (hall.match.left, hall.match.right) if entry)
    here = {"team": team.pk, "pk": one}

    def at(name: str, **more: int) -> list[str]:
        return [reverse(name, kwargs={"team": team.pk, **more})]

    return {
        "tournaments:teams": [reverse("tournaments:teams")],
        "tournaments:team": at("tournaments:team"),
        "tournaments:team_invitation": at("tournaments:team_invitation", pk=invitation.pk),
        "tournaments:team_join": [reverse("tournaments:team_join", args=[invitation.token])],
        "floor:people": [*at("floor:people"), at("floor:people")[0] + "?q=nowhere"],
        "floor:people_export": [reverse("floor:people_export", kwargs={"team": team.pk, "kind": "csv"})],
        "floor:person": [reverse("floor:person", kwargs=here)],
        "floor:person_data": [reverse("floor:person_data", kwargs=here)],
        "floor:person_merge_with": [reverse("floor:person_merge_with", kwargs=here)],
        "floor:person_merge": [reverse("floor:person_merge", kwargs={**here, "other": other})],
        "floor:person_forget": [reverse("floor:person_forget", kwargs=here)],
    }
