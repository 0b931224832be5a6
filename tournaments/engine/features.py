"""The pages shown to the staff of an event: all, or the short path of a small event plus chosen features."""

from collections.abc import Iterable

from tournaments.engine.kinds import LEAGUE_CHALLENGE, LEAGUE_CUP, PRERELEASE, REGIONAL

FEATURES = (
    "deck_lists",
    "deck_checks",
    "drafts",
    "floor",
    "penalties",
    "pairing_lists",
    "screens",
    "plan",
    "staff",
    "files",
    "journal",
)
"""Features that a small event hides until staff choose them, in the order of the pages."""

MAX_PLAYERS = 40
"""The size of a small event; with more players the front page proposes to show everything."""

STORE_KINDS = (LEAGUE_CHALLENGE.code, LEAGUE_CUP.code, PRERELEASE.code)
LIMITED_STYLES = ("limited", "thirty_limited")


def kind_starts_with_short_path(kind: str, event_class: str, play_style: str) -> bool:
    """Return whether a new event starts with the short path, as store events and unofficial events do.

    Premier events never do. Of the events with packs only a Prerelease does, which shows its deck lists and
    its draft beside the short path; other events with packs need pods and tracked picks.
    """
    if kind == REGIONAL.code or event_class == "international":
        return False
    if play_style in LIMITED_STYLES:
        return kind == PRERELEASE.code
    return kind in STORE_KINDS or event_class == "unofficial"


def features_in_page_order(features: Iterable[str]) -> list[str]:
    """Return these features in the order of FEATURES, without duplicates or unknown codes."""
    selected = set(features)
    return [feature for feature in FEATURES if feature in selected]
