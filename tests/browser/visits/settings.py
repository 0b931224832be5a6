"""Pages on which an event is set up, for those who look at every page."""

from tests.browser.hall import Hall
from tests.browser.hall import address as at


def addresses(hall: Hall) -> dict[str, list[str]]:
    """Settings, divisions, schedule, staff and roster; what is asked before a step of all divisions."""
    cup, point = hall.cup, hall.cup.schedule.earliest("pk")
    return {
        "pairings:post_all": [at("pairings:post_all", hall.coming)],
        "pairings:close_all": [at("pairings:close_all", cup)],
        "tournaments:new": ["/new"],
        "tournaments:staff": [at("tournaments:staff", cup)],
        "tournaments:settings": [at("tournaments:settings", cup), at("tournaments:settings", hall.coming)],
        "tournaments:division_add": [at("tournaments:division_add", hall.coming)],
        "tournaments:division": [at("tournaments:division", cup, pk=hall.playing.division_id)],
        "tournaments:schedule_add": [at("tournaments:schedule_add", cup)],
        "tournaments:schedule_point": [at("tournaments:schedule_point", cup, pk=point.pk)],
        "tournaments:delete": [at("tournaments:delete", cup)],
        "tournaments:roster_blank": [at("tournaments:roster_blank", cup, kind="csv")],
    }
