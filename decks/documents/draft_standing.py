"""How a draft stands, in lines for whoever continues it by hand (R-055, R-091 to R-098)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from decks.documents.draft_sheets import about_texts
from decks.models import Draft
from decks.queries.answers import posted
from decks.queries.draft import draft_runs, drafts, unfinished
from decks.queries.draft.building import Clock, clocks_of
from decks.queries.draft.draft_runs import Track
from decks.queries.draft.drafts import RedraftDue
from decks.queries.draft.pods import PodRow
from decks.queries.draft.seat_views import SeatView, is_tracked
from decks.queries.draft.tracking import all_tracked
from decks.queries.pools.pools import still_here
from decks.words import draft_run_words, draft_words, event_draft_words, tracking_words
from decks.words.draft_run_words import pod_text
from tournaments.engine.refused import Refused
from tournaments.sentences import refusal_text
from tournaments.wording import clock_text, in_a_row

Line = tuple[str, str]
"""What, and how it stands; "" where it says by itself what it is of."""

LAST_STEPS = ("REGISTER", "BUILD", "HAND_IN")
"""Of a run on paper: no pack is open any more."""


def is_on(draft: Draft) -> bool:
    """Whether it is drafted or built from still: until the round its decks are for is posted (R-057)."""
    return drafts.round_of(draft) not in posted(draft.division)


def title_of(draft: Draft) -> str:
    """ "Solomon Draft", of a second one "Solomon Draft, redraft before round 3" (R-095)."""
    name = draft_words.subtype_name(draft.subtype)
    if draft.number == 1:
        return name
    facts = {"subtype": name, "round": drafts.round_of(draft)}
    return _("%(subtype)s, redraft before round %(round)d") % facts


@dataclass(frozen=True, slots=True)
class DraftStanding:
    """`on`: it is drafted or built from still; `drafting`: cards are still to be opened or picked."""

    lines: list[Line]
    on: bool
    drafting: bool


def standing_of(draft: Draft, now: datetime) -> DraftStanding:
    """What is drafted, where each pod stands, the time to build, and what is still missing."""
    lines, on = list(_about(draft)), is_on(draft)
    if not on:
        return DraftStanding([*lines, ("", str(tracking_words.TEXTS["OVER_ALL"][0]))], on, drafting=False)
    if not draft.seats:
        return DraftStanding([*lines, ("", refusal_text(Refused("DRAFT_NOT_SEATED")))], on, drafting=True)
    tracks = draft_runs.tracks_of(draft)
    clocks = clocks_of(draft, tracks)
    try:
        pods, picked = _tapped(draft) if is_tracked(draft) else _on_paper(draft, tracks)
    except Refused as refused:
        pods, picked = [("", refusal_text(refused))], False
    picked = picked or (bool(clocks) and all(one.building.began for one in clocks))
    lines += [*pods, *_building(draft, clocks, now)]
    if picked or any(one.building.began for one in clocks):
        lines += _missing(draft, clocks)
    return DraftStanding(lines, on, drafting=not picked)


def _about(draft: Draft) -> Iterator[Line]:
    found = drafts.plan_of(draft)
    tables = [draft_words.tables_text(draft.subtype, one.pods, one.size) for one in found.tables]
    first, *others = about_texts(draft, found)
    yield "", " · ".join([*(tables if draft.subtype != "sealed" else []), first])
    yield from (("", text) for text in others)


def redraft_lines(due: RedraftDue | None) -> Iterator[Line]:
    """What is planned of a redraft, while it can still come (R-095)."""
    if due is not None and due.state not in ("past", "never"):
        yield str(event_draft_words.REDRAFT_TITLE), event_draft_words.redraft_text(due.state, due.round)


Drafting = tuple[list[Line], bool]
"""A line for each pod, and whether all cards are picked."""


def _on_paper(draft: Draft, tracks: list[Track]) -> Drafting:
    """By the steps that were tapped, pod by pod; the whole field where it goes on at once."""
    pods = drafts.seats_of(draft, public=False)
    lines = [_packs(_closed_packs(draft, tracks))]
    lines += [(_pod(draft, track.pod), _step(draft, track, pods)) for track in tracks]
    return lines, all(one.step.code in LAST_STEPS for one in tracks)


def _step(draft: Draft, track: Track, pods: list[PodRow]) -> str:
    names = draft_runs.acting_names(draft, track, pods, track.step)
    where, text = draft_run_words.where(track.step), draft_run_words.step_texts(track.step, *names)[0]
    all_pick = track.step.code == "PICK_OWN"
    return in_a_row(filter(None, (where, "" if all_pick else text, _paused(paused=track.standing.paused))))


def _closed_packs(draft: Draft, tracks: list[Track]) -> int:
    """How many packs no one has opened yet."""
    each, here = drafts.setup_of(draft).packs_each or 0, still_here(draft)
    packs = 0
    for track in tracks:
        seats = [one for pod in draft.seats for one in pod] if not track.pod else draft.seats[track.pod - 1]
        seated = len(here.intersection(seats))
        ahead = [one.code for one in track.steps[track.standing.at + 1 :]]
        packs += 2 * ahead.count("OPEN_TWO") + seated * ahead.count("OPEN_OWN")
        packs += seated * each * (ahead.count("SIGNAL") + ahead.count("STACK"))
    return packs


def _tapped(draft: Draft) -> Drafting:
    """By the picks that were tapped. Names no card. Refused as `all_tracked`."""
    rows = drafts.seats_of(draft, public=False)
    views = [SeatView(one, 0) for one in all_tracked(draft)]
    lines = [_packs(sum(map(_closed_in, views)))]
    for view in views:
        names = {one.seat: one.name for one in rows[view.tracked.pod - 1].seats}
        text = tracking_words.seat_texts(view, names)[0]
        paused = _paused(paused=view.tracked.timer.paused and not view.view.over)
        parts = filter(None, (tracking_words.where(view), text, paused))
        lines.append((_pod(draft, view.tracked.pod), in_a_row(parts)))
    return lines, all(view.view.over for view in views)


def _closed_in(view: SeatView) -> int:
    """How many packs of a tracked pod no one has opened yet."""
    each = view.setup.packs_each or 0
    if view.subtype == "solomon":
        return 0 if view.begun else view.seats * each
    if view.view.over:
        return 0
    return (view.openings - view.opening) * (2 if view.subtype == "rochester" else view.there)


def _paused(*, paused: bool) -> str:
    return _("paused") if paused else ""


def _packs(closed: int) -> Line:
    return _("Unopened packs"), str(closed)


def _building(draft: Draft, clocks: list[Clock], now: datetime) -> Iterator[Line]:
    """The clocks that were started; one line where all show the same (R-055)."""
    begun = [one for one in clocks if one.building.began]
    alike = len(begun) == len(clocks) and len({one.building for one in begun}) == 1
    for clock in begun[:1] if alike else begun:
        building = clock.building
        left = building.left(now) or 0
        ends = localtime(building.ends) if building.ends else None
        text = clock_text(left, ends) if building.runs(now) else _("time is over")
        name = _("Time to build")
        yield (name if alike else f"{name}, {_pod(draft, clock.pod, within=True)}"), text


def _missing(draft: Draft, clocks: Iterable[Clock]) -> Iterator[Line]:
    """Whose pool is not registered, whose list is not in, all by name: this paper is what is left."""
    pools = unfinished.pools_missing(draft, named=None)
    if pools is not None:
        yield _("Pools"), refusal_text(pools)
    begun = [one for one in clocks if one.building.began]
    names = [name for one in begun for name in unfinished.without_list(draft, one)]
    if names:
        text = ngettext("%(count)d is missing: %(names)s.", "%(count)d are missing: %(names)s.", len(names))
        yield _("Deck lists"), text % {"count": len(names), "names": ", ".join(names)}


def _pod(draft: Draft, pod: int, *, within: bool = False) -> str:
    text = pod_text(pod, pair=draft.subtype == "solomon")
    return text if within else capfirst(text)
