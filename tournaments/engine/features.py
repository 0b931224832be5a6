"""The pages shown to an event's staff: all, or the short path of a small event plus added features."""

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
"""What a small event hides until it is requested, in the order of the pages."""

MOST_PLAYERS = 40
"""The most players of a small event; beyond that, the front page proposes to show everything."""

STORE_KINDS = (LEAGUE_CHALLENGE.code, LEAGUE_CUP.code)
NEVER_SMALL = (REGIONAL.code, PRERELEASE.code)
LIMITED_STYLES = ("limited", "thirty_limited")


def starts_small(kind: str, event_class: str, play_style: str) -> bool:
    """Whether a new event shows the short path: League Challenges, League Cups, and unofficial events.

    Never a premier event, and none with packs, which needs pods, pools and drafts.
    """
    if kind in NEVER_SMALL or event_class == "international" or play_style in LIMITED_STYLES:
        return False
    return kind in STORE_KINDS or event_class == "unofficial"


def in_order(features: Iterable[str]) -> list[str]:
    """The known ones of these features, each once, in the order of FEATURES."""
    wanted = set(features)
    return [one for one in FEATURES if one in wanted]
