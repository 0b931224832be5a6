"""Teams and their people, for tests that open every page."""

from django.urls import reverse

from core.models import Team
from core.services import team_pages, teams
from tests import build
from tests.browser.hall import Hall
from tests.browser.hall import address as event_address
from tournaments.engine.team_entries import TeamEntry, TeamEntryMember
from tournaments.models import KnownPlayer, StaffMember, Tournament, User
from tournaments.services import team_entries

NIGHT = "Team Battle Night"

FILES = {"floor:person_data": "application/zip", "floor:people_export": "text/csv"}
FILES |= {"tournaments:team_entries_export": "text/csv", "floor:organizer_calendar": "text/calendar"}
"""URLs of files, with their content types."""

SENT = {
    *(
        "tournaments:team_rename",
        "tournaments:team_logo",
        "tournaments:team_names",
        "tournaments:team_owner",
        "tournaments:team_remove",
    ),
    *("tournaments:team_invite", "tournaments:team_withdraw", "floor:person_unmerge"),
    "tournaments:team_answer",
    "tournaments:team_entries_load",
}
"""Forms are sent there; no one opens them."""

SIGNED_IN = {"tournaments:teams"}

OF_A_TEAM = {
    *(
        "tournaments:team",
        "tournaments:team_page",
        "tournaments:team_invitation",
        "floor:people",
        "floor:person",
        "floor:person_data",
    ),
    *("floor:people_export", "floor:person_merge_with", "floor:person_merge", "floor:person_forget"),
}
"""Only its members see them, here only the organizer."""


def prepare(hall_organizer: User) -> None:
    """Create a pending invitation, a player known from TOM, and an evening of Team Battle with the same staff."""
    team = teams.team_for_creator(hall_organizer)
    teams.create_team_invitation(team, by=hall_organizer, hours=72)
    about = "We play every Friday from 18:30.\n\nBeginners are welcome: decks and sleeves can be borrowed at the desk."
    map_link = "https://www.openstreetmap.org/?mlat=41.14&mlon=-8.61"
    team_pages.change_team_page(
        team,
        by=hall_organizer,
        is_public=True,
        about=about,
        venue="Harbor Hall, Rua do Cais 12",
        map_link=map_link,
    )
    KnownPlayer.objects.create(
        organizer=team,
        player_id="4711",
        first_name="Ines",
        last_name="Prado",
        birth_year=2001,
        search_key="ines prado",
    )
    night = build.event(by=hall_organizer, kind="team_battle", name=NIGHT, published=False)
    for name, role in (("headjudge", "head_judge"), ("scorekeeper", "scorekeeper"), ("judge", "judge")):
        StaffMember.objects.create(tournament=night, user=User.objects.get(username=name), role=role)
    mates = (TeamEntryMember("A", "Ana", "Silva", "4711"), TeamEntryMember("B", "Luis", "Pérez"))
    team_entries.add_team_entry(night, TeamEntry("Harbor Lights", mates), by=hall_organizer)


def addresses(hall: Hall) -> dict[str, list[str]]:
    """Return the teams of the organizer, one of them, its people, one of them."""
    team = Team.objects.get(pk=hall.cup.organizer_id)
    invitation = team.invitations.get()
    one, other = (entry.player_id for entry in (hall.match.left, hall.match.right) if entry)
    here = {"team": team.pk, "pk": one}

    def at(name: str, **more: int) -> list[str]:
        return [reverse(name, kwargs={"team": team.pk, **more})]

    night = Tournament.objects.get(name=NIGHT)
    entry = night.entries.get()
    return {
        "tournaments:team_entries": [event_address("tournaments:team_entries", night)],
        "tournaments:team_entry": [event_address("tournaments:team_entry", night, pk=entry.pk)],
        "tournaments:team_entries_export": [
            event_address("tournaments:team_entries_export", night, kind="csv")
        ],
        "tournaments:teams": [reverse("tournaments:teams")],
        "tournaments:team": at("tournaments:team"),
        "tournaments:team_page": at("tournaments:team_page"),
        "pairings:organizer": [reverse("pairings:organizer", args=[team.page_name])],
        "floor:organizer_calendar": [reverse("floor:organizer_calendar", args=[team.page_name])],
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
