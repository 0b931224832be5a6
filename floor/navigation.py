"""The navigation for an event's staff.

It shows the pages that a role needs in the current phase. All other pages are under More.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.navigation import Link
from drafts.queries.drafts import is_drafting
from pairings.queries.rounds.posted_rounds import event_phase
from tournaments import feature_words
from tournaments.engine.features import LIMITED_STYLES
from tournaments.models import StaffMember, Tournament
from tournaments.words.entrants import entrant_title

MAX_LINKS = 14
"""Maximum number of links beside a page, besides More and the account. Readers take in this many at a glance."""

BEFORE, RUNNING, OVER = "before", "running", "over"
"""Phases of an event: no round posted yet, rounds to play, and all rounds played."""

PAGES = {
    link.key: link
    for link in (
        Link("tournaments:event", "event", "home", _("Front page")),
        Link("pairings:desk", "desk", "desk", _("Round desk"), "run"),
        Link("pairings:pairings", "pairings", "swap", _("Pairings by name")),
        Link("pairings:tables", "tables", "grid", _("Pairings by table")),
        Link("pairings:standings", "standings", "trophy", _("Standings")),
        Link("pairings:cut", "cut", "bracket", _("Top cut")),
        Link("pairings:prizes", "prizes", "star", pgettext_lazy("award", "Prizes")),
        Link("pairings:clock", "clock", "clock", _("Clock")),
        Link("tournaments:door", "door", "door", _("Attendance list"), "run"),
        Link("tournaments:players", "players", "users", _("Players")),
        Link("registration:registrations", "registration", "edit", _("Registration"), "run"),
        Link("decks:lists", "lists", "cards", _("Deck lists")),
        Link("drafts:drafts", "drafts", "swap", _("Drafts")),
        Link("pairings:disputes", "disputes", "split", _("Results in dispute")),
        Link("floor:floor", "floor", "grid", _("Tables")),
        Link("floor:calls", "calls", "bell", _("Calls and queue")),
        Link("floor:late", "late", "warn", _("Running late")),
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
        Link("floor:event_summary", "summary", "chart", _("Event report")),
        Link("tournaments:settings", "settings", "gear", _("Settings"), "organize"),
        Link("tournaments:journal", "journal", "book", _("Journal")),
    )
}
"""Every page of an event in the navigation, by its `page` key, in the order of More."""

Role = StaffMember.Role

PAGES_BY_ROLE: dict[str, dict[str, str]] = {
    Role.ORGANIZER: {
        BEFORE: "event players registration door lists drafts desk schedule announcements staff settings print "
        "screens files",
        RUNNING: "desk drafts tables standings cut clock print players lists floor calls late event settings "
        "penalties announcements",
        OVER: "event report summary standings prizes cut print files lists penalties checks journal players "
        "settings desk",
    },
    Role.HEAD_JUDGE: {
        BEFORE: "lists checks players door drafts desk floor rulings schedule announcements penalties event",
        RUNNING: "floor calls late disputes checks penalties desk drafts tables standings cut clock rulings lists "
        "players announcements",
        OVER: "penalties summary checks rulings standings cut prizes lists players journal print files event",
    },
    Role.SCOREKEEPER: {
        BEFORE: "door players registration desk drafts lists print files screens schedule announcements event "
        "tables",
        RUNNING: "desk tables disputes drafts print standings cut clock door players floor calls late screens "
        "event",
        OVER: "standings prizes cut print files summary desk players journal event announcements",
    },
    Role.JUDGE: {
        BEFORE: "lists checks players floor drafts rulings schedule announcements event",
        RUNNING: "floor calls late disputes checks penalties drafts tables standings cut clock rulings lists "
        "players",
        OVER: "penalties checks rulings standings cut lists players event",
    },
}
"""Keys of the pages that each role opens most, by phase, most important first. Pages beyond MAX_LINKS are under
More."""

SMALL_RUN = "event players door desk print standings cut report"
SMALL_EVENT_PAGES = "event players tables standings cut report"
"""Keys of the pages of a small event, for staff who may run it and for other staff."""

PRERELEASE_RUN = "event players door drafts lists desk print standings cut report"
PRERELEASE_VIEW = "event players drafts lists tables standings cut report"
"""The same for a small Prerelease, which drafts and collects lists before round 1."""

Labels = Mapping[str, str | Promise]
NO_LABELS: Labels = {}

SMALL_LABELS: Labels = {"door": _("Check in"), "desk": _("Pair, enter results")}

BAR: dict[str, dict[str, str]] = {
    "run": {
        BEFORE: "door players desk lists",
        RUNNING: "desk floor calls late",
        OVER: "event standings print files",
    },
    "view": {
        BEFORE: "lists checks players floor",
        RUNNING: "floor calls checks late",
        OVER: "event standings penalties lists",
    },
}
"""Keys of the pages in the bottom bar of a phone, for staff who may run the event and for other staff."""

BAR_LABELS: Labels = {
    "event": _("Event"),
    "desk": pgettext_lazy("bar of a phone", "Desk"),
    "tables": pgettext_lazy("bar of a phone", "By table"),
    "calls": _("Calls"),
    "late": pgettext_lazy("bar of a phone", "Late"),
    "checks": _("Checks"),
    "door": pgettext_lazy("bar of a phone", "Check-in"),
    "lists": pgettext_lazy("bar of a phone", "Lists"),
    "drafts": _("Drafts"),
}


@dataclass(frozen=True)
class StaffNavigation:
    """The navigation of one event for a member of staff with the powers `can`."""

    event: Tournament
    can: Mapping[str, bool]

    @property
    def role(self) -> str:
        """The role that has these powers. An administrator has the powers of an organizer."""
        powers = {"organize": Role.ORGANIZER, "rule": Role.HEAD_JUDGE, "run": Role.SCOREKEEPER}
        return next((role for power, role in powers.items() if self.can[power]), Role.JUDGE)

    @cached_property
    def phase(self) -> str:
        """The phase of the event: BEFORE, RUNNING or OVER. Loaded once per page."""
        return event_phase(self.event)

    @cached_property
    def main(self) -> list[Link]:
        """At most MAX_LINKS pages, the most important for the role first."""
        return list(islice(self._links_in_order(), MAX_LINKS))

    @cached_property
    def more(self) -> list[Link]:
        """The other pages. In a small event, these are the pages beyond MAX_LINKS."""
        main_keys = {link.key for link in self.main}
        links = self._links_in_order() if self.is_small else map(self._link, PAGES)
        return [link for link in links if link is not None and link.key not in main_keys]

    @cached_property
    def bar(self) -> list[Link]:
        """Links of the bottom bar of a phone."""
        if self.is_small:
            keys = "players door desk standings" if self.can["run"] else "event tables standings"
        else:
            keys = BAR["run" if self.can["run"] else "view"][self.phase]
        if is_drafting(self.event):
            # A draft replaces the page that is opened least.
            keys = " ".join(["drafts", *keys.split()[:3]])
        return self._links(keys, BAR_LABELS)

    @property
    def is_small(self) -> bool:
        """Whether this is a small event, for which the organizer chooses single features."""
        return self.event.features is not None

    @property
    def _is_prerelease(self) -> bool:
        return self.event.kind == Tournament.Kind.PRERELEASE

    @property
    def _has_cut(self) -> bool:
        return self.event.structure != Tournament.Structure.SWISS

    def _links_in_order(self) -> Iterable[Link]:
        """Return the links for the role and phase, or the short list of a small event, most important first.

        A small event also has links to its features and settings.
        """
        if not self.is_small:
            role_links = self._links(PAGES_BY_ROLE[self.role][self.phase])
            return [link for link in role_links if link.key != "cut" or self._has_cut]
        if self._is_prerelease:
            path_keys = PRERELEASE_RUN if self.can["run"] else PRERELEASE_VIEW
        else:
            path_keys = SMALL_RUN if self.can["run"] else SMALL_EVENT_PAGES
        short_path = self._links(path_keys, SMALL_LABELS)
        feature_links = [
            link
            for link in feature_words.feature_links(self.event, self.can)
            if link.key not in {path_link.key for path_link in short_path}
            and not (link.key == "pods" and self._is_prerelease)
        ]
        return [*short_path, *feature_links, *self._links("settings")]

    def _links(self, keys: str, labels: Labels = NO_LABELS) -> list[Link]:
        """Return the links of the pages that the role may see. `keys` are separated by spaces."""
        links = (self._link(key, labels.get(key, "")) for key in keys.split())
        return [link for link in links if link is not None]

    def _link(self, key: str, label: str | Promise = "") -> Link | None:
        """Return the page's link, or None if the role may not see the page or the event does not have it."""
        link = PAGES[key]
        if not self.can[link.power]:
            return None
        if key == "drafts" and self.event.play_style not in LIMITED_STYLES:
            return None
        if key == "cut" and self.is_small and not self._has_cut:
            return None
        title = label or entrant_title(link.label)
        return Link(link.name, link.key, link.icon, title, link.power)
