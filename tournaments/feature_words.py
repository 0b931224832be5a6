"""The labels and pages of `engine.features`, and the journal sentence about them."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.navigation import Link
from core.sentences import Facts, register_sentences
from tournaments import hooks
from tournaments.engine.features import FEATURES, LIMITED_STYLES, kind_starts_with_short_path
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature that a small event hides until staff choose it."""

    code: str
    label: str | Promise
    links: tuple[Link, ...]


OF_CODE: dict[str, Feature] = {
    feature.code: feature
    for feature in (
        Feature("deck_lists", _("Deck lists"), (Link("decks:lists", "lists", "cards", _("Deck lists")),)),
        Feature(
            "deck_checks", _("Deck checks"), (Link("checks:checks", "checks", "cards", _("Deck checks")),)
        ),
        Feature(
            "drafts",
            _("Drafts and draft pods"),
            (Link("drafts:drafts", "drafts", "swap", _("Drafts")),),
        ),
        Feature(
            "floor",
            _("Tables, sectors, judge calls, disputes"),
            (
                Link("floor:floor", "floor", "grid", _("Tables")),
                Link("floor:calls", "calls", "bell", _("Calls and queue")),
                Link("pairings:disputes", "disputes", "split", _("Results in dispute")),
            ),
        ),
        Feature(
            "penalties",
            _("Penalties and rulings"),
            (
                Link("floor:penalties", "penalties", "scale", _("Penalties")),
                Link("floor:rulings", "rulings", "book", _("Rulings")),
            ),
        ),
        Feature(
            "pairing_lists",
            _("Pairings by name and by table"),
            (
                Link("pairings:pairings", "pairings", "swap", _("Pairings by name")),
                Link("pairings:tables", "tables", "grid", _("Pairings by table")),
            ),
        ),
        Feature(
            "screens",
            _("Clock and hall screens"),
            (
                Link("pairings:clock", "clock", "clock", _("Clock")),
                Link("floor:screens", "screens", "screen", _("Hall screens"), "run"),
            ),
        ),
        Feature(
            "plan",
            _("Schedule, announcements, two days"),
            (
                Link("tournaments:schedule", "schedule", "calendar", _("Schedule")),
                Link("tournaments:announcements", "announcements", "megaphone", _("Announcements")),
            ),
        ),
        Feature(
            "staff",
            _("Staff and roles"),
            (Link("tournaments:staff", "staff", "user", _("Staff and roles"), "organize"),),
        ),
        Feature("files", _("Files, TOM and copies"), (Link("pairings:files", "files", "file", _("Files")),)),
        Feature("journal", _("Journal"), (Link("tournaments:journal", "journal", "book", _("Journal")),)),
    )
}
"""Each feature's label and page, in the order of FEATURES."""


def starts_with_short_path(event: Tournament) -> bool:
    """Return whether an event of this kind starts with the short path."""
    return kind_starts_with_short_path(event.kind, event.event_class, event.play_style)


def available_features(event: Tournament) -> list[Feature]:
    """List the features available to an event; only Limited events have drafts."""
    return [
        feature
        for feature in OF_CODE.values()
        if feature.code != "drafts" or event.play_style in LIMITED_STYLES
    ]


def feature_links(event: Tournament, can: Mapping[str, bool]) -> Iterator[Link]:
    """Yield links to the pages of an event's visible features that the powers in `can` allow.

    Either all features are visible, or in a small event those that staff chose and those already in use.
    """
    visible: Collection[str] = FEATURES
    if event.features is not None:
        visible = {*event.features, *(code for in_use in hooks.features_in_use for code in in_use(event))}
    for feature in available_features(event):
        if feature.code in visible:
            yield from (link for link in feature.links if can[link.power])


def features_text(features: object) -> str:
    """Describe the pages shown: the short path and these features, or "everything" for None."""
    if not isinstance(features, list):
        return gettext("everything")
    labels = [str(OF_CODE[code].label) for code in features if code in OF_CODE]
    return ", ".join([gettext("what a small event needs"), *labels])


def _features_chosen_sentence_facts(facts: Facts) -> Facts:
    """Return the pages shown before and after the change as texts for the sentence."""
    return {
        "before_text": features_text(facts.get("before")),
        "after_text": features_text(facts.get("after")),
    }


register_sentences(
    {
        "FeaturesChosen": (
            _("Pages shown to staff: %(after_text)s"),
            _("Staff members see %(before_text)s again."),
        ),
    },
    facts=_features_chosen_sentence_facts,
)
