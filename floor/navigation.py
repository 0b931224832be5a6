"""The navigation of an event's staff: the pages a role needs in the current phase, the rest under More."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.navigation import Link
from pairings.queries.rounds.posted import phase
from tournaments import feature_words
from tournaments.engine.features import LIMITED_STYLES
from tournaments.models import StaffMember, Tournament

MOST = 14
"""The most links beside a page, without More and the account: as many as can be scanned at a glance."""

BEFORE, RUNNING, OVER = "before", "running", "over"
"""Phases of an event: no round posted yet, rounds to play, all played."""

PAGES = {
    link.key: link
    for link in (
        Link("tournaments:event", "event", "home", _("Front page")),
        Link("pairings:desk", "desk", "desk", _("Round desk"), "run"),
        Link("pairings:pairings", "pairings", "swap", _("Pairings by name")),
        Link("pairings:tables", "tables", "grid", _("Pairings by table")),
        Link("pairings:standings", "standings", "trophy", _("Standings")),
        Link("pairings:cut", "cut", "bracket", _("Top cut")),
        Link("pairings:clock", "clock", "clock", _("Clock")),
        Link("tournaments:door", "door", "door", _("Attendance list"), "run"),
        Link("tournaments:players", "players", "users", _("Players")),
        Link("decks:lists", "lists", "cards", _("Deck lists")),
        Link("drafts:drafts", "drafts", "swap", _("Drafts")),
        Link("drafts:pods", "pods", "grid", _("Draft pods")),
        Link("pairings:disputes", "disputes", "split", _("Results in dispute")),
        Link("floor:floor", "floor", "grid", _("Tables")),
        Link("floor:calls", "calls", "bell", _("Calls and queue")),
        Link("checks:checks", "checks", "cards", _("Deck checks")),
        Link("floor:penalties", "penalties", "scale", _("Penalties")),
        Link("floor:rulings", "rulings", "book", _("Rulings")),
        Link("pairings:print", "print", "print", _("Print"), "run"),
        Link("floor:screens", "screens", "screen", _("Hall screens"), "run"),
        Link("pairings:files", "files", "file", _("Files")),
        Link("tournaments:schedule", "schedule", "calendar", _("Schedule")),
        Link("tournaments:announcements", "announcements", "megaphone", _("Announcements")),
        Link("tournaments:staff", "staff", "user", _("Staff and roles"), "organize"),
        Link("pairings:event_report", "report", "check", _("Finish"), "organize"),
        Link("tournaments:settings", "settings", "gear", _("Settings"), "organize"),
        Link("tournaments:journal", "journal", "book", _("Journal")),
    )
}
"""Every page of an event in the navigation, by its `page` key, in the order of More."""

Role = StaffMember.Role

WORK: dict[str, dict[str, str]] = {
    Role.ORGANIZER: {
        BEFORE: "event players door lists drafts pods desk schedule announcements staff settings print screens files",
        RUNNING: "desk drafts pods tables standings cut clock print players lists floor calls event settings "
        "penalties announcements",
        OVER: "event report standings cut print files lists penalties checks journal players announcements "
        "settings desk",
    },
    Role.HEAD_JUDGE: {
        BEFORE: "lists checks players door drafts pods desk floor rulings schedule announcements penalties event",
        RUNNING: "floor calls disputes checks penalties desk drafts pods tables standings cut clock rulings lists "
        "players announcements",
        OVER: "penalties checks rulings standings cut lists players journal print files event desk",
    },
    Role.SCOREKEEPER: {
        BEFORE: "door players desk drafts pods lists print files screens schedule announcements event tables",
        RUNNING: "desk tables disputes drafts pods print standings cut clock door players floor calls screens event",
        OVER: "standings cut print files desk players journal event announcements",
    },
    Role.JUDGE: {
        BEFORE: "lists checks players floor drafts pods rulings schedule announcements event",
        RUNNING: "floor calls disputes checks penalties drafts pods tables standings cut clock rulings lists players",
        OVER: "penalties checks rulings standings cut lists players event",
    },
}
"""What each role opens most, most important first; the surplus goes under More."""

SMALL_RUN = "event players door desk print standings cut report"
SMALL_VIEW = "event players tables standings cut report"
"""The short path of a small event, for those who run it and for its other staff."""

Labels = Mapping[str, str | Promise]
NO_LABELS: Labels = {}

SMALL_LABELS: Labels = {"door": _("Check in"), "desk": _("Pair, enter results")}

BAR: dict[str, dict[str, str]] = {
    "run": {
        BEFORE: "door players desk lists",
        RUNNING: "desk floor calls checks",
        OVER: "event standings print files",
    },
    "view": {
        BEFORE: "lists checks players floor",
        RUNNING: "floor calls checks tables",
        OVER: "event standings penalties lists",
    },
}
"""The bottom bar of a phone, for those who run an event and for its other staff."""

BAR_LABELS: Labels = {
    "event": _("Event"),
    "desk": pgettext_lazy("bar of a phone", "Desk"),
    "tables": pgettext_lazy("bar of a phone", "By table"),
    "calls": _("Calls"),
    "checks": _("Checks"),
    "door": pgettext_lazy("bar of a phone", "Check-in"),
    "lists": pgettext_lazy("bar of a phone", "Lists"),
}


@dataclass(frozen=True)
class Navigation:
    """The navigation of one event for a staff member with the powers `can`."""

    event: Tournament
    can: Mapping[str, bool]

    @property
    def role(self) -> str:
        """The role with these powers; an administrator has those of an organizer."""
        powers = {"organize": Role.ORGANIZER, "rule": Role.HEAD_JUDGE, "run": Role.SCOREKEEPER}
        return next((role for power, role in powers.items() if self.can[power]), Role.JUDGE)

    @cached_property
    def phase(self) -> str:
        """BEFORE, RUNNING or OVER; read once per page."""
        return phase(self.event)

    @cached_property
    def main(self) -> list[Link]:
        """At most MOST pages, those of the role's work first."""
        return list(islice(self._wanted(), MOST))

    @cached_property
    def more(self) -> list[Link]:
        """The other pages; in a small event the chosen ones beyond MOST."""
        main_keys = {link.key for link in self.main}
        others = self._wanted() if self.is_small else map(self._link, PAGES)
        return [link for link in others if link is not None and link.key not in main_keys]

    @cached_property
    def bar(self) -> list[Link]:
        """The bottom bar of a phone."""
        if self.is_small:
            run = self.can["run"]
            return self._links("players door desk standings" if run else "event tables standings", BAR_LABELS)
        kind = "run" if self.can["run"] else "view"
        return self._links(BAR[kind][self.phase], BAR_LABELS)

    @property
    def is_small(self) -> bool:
        return self.event.features is not None

    @property
    def _has_cut(self) -> bool:
        return self.event.structure != Tournament.Structure.SWISS

    def _wanted(self) -> Iterable[Link]:
        if not self.is_small:
            work = self._links(WORK[self.role][self.phase])
            return [link for link in work if link.key != "cut" or self._has_cut]
        path = self._links(SMALL_RUN if self.can["run"] else SMALL_VIEW, SMALL_LABELS)
        chosen = [
            link
            for link in feature_words.links(self.event, self.can)
            if link.key not in {one.key for one in path}
        ]
        return [*path, *chosen, *self._links("settings")]

    def _links(self, keys: str, labels: Labels = NO_LABELS) -> list[Link]:
        found = (self._link(key, labels.get(key, "")) for key in keys.split())
        return [link for link in found if link is not None]

    def _link(self, key: str, label: str | Promise = "") -> Link | None:
        """The page, None if the role may not see it or the event does not have it."""
        link = PAGES[key]
        if not self.can[link.power]:
            return None
        if key in ("drafts", "pods") and self.event.play_style not in LIMITED_STYLES:
            return None
        if key == "cut" and self.is_small and not self._has_cut:
            return None
        return Link(link.name, link.key, link.icon, label or link.label, link.power)
