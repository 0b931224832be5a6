"""The state of a draft, in lines for continuing it by hand (R-055, R-091 to R-098)."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from core.engine.refused import Refused
from core.sentences import refusal_text
from core.wording import clock_text, in_a_row, small_first
from decks.engine.building import FIELD, Clock
from decks.models import Draft
from decks.queries.answers import posted
from decks.queries.drafts import PodRow, round_of, seats_of
from decks.queries.pools.pools import still_here
from drafts.documents.draft_sheets import about_texts
from drafts.queries import draft_runs, drafts, unfinished
from drafts.queries.building import clocks_of
from drafts.queries.draft_runs import Track
from drafts.queries.drafts import RedraftDue
from drafts.queries.seat_views import SeatView, is_tracked
from drafts.queries.tracking import all_tracked
from drafts.words import draft_run_words, draft_words, event_draft_words, tracking_words
from drafts.words.draft_run_words import pod_text

Line = tuple[str, str]
"""Label and text; the label is "" if the text needs none."""

LAST_STEPS = ("REGISTER", "BUILD", "HAND_IN")
"""Steps of a run on paper after the last pack."""


def is_on(draft: Draft) -> bool:
    """Whether drafting or building continues: until the round its decks are for is posted (R-057)."""
    return round_of(draft) not in posted(draft.division)


@dataclass(frozen=True, slots=True)
class DraftStanding:
    """`on`: drafting or building continues; `drafting`: cards are still to be opened or picked."""

    lines: list[Line]
    on: bool
    drafting: bool


def standing_of(draft: Draft, now: datetime) -> DraftStanding:
    """What is drafted, the state of each pod, the building time, and what is missing."""
    lines, on = list(_about(draft)), is_on(draft)
    if not on:
        over = _("Deck building is over") if draft.subtype == "sealed" else _("The draft is over")
        return DraftStanding([*lines, ("", over)], on, drafting=False)
    if not draft.seats:
        none = (
            _("No pairs are assigned yet.") if draft.subtype == "solomon" else _("No seats are assigned yet.")
        )
        return DraftStanding([*lines, ("", none)], on, drafting=True)
    tracks = draft_runs.tracks_of(draft)
    clocks = clocks_of(draft, tracks)
    # The pods whose clock was started; FIELD too once all were.
    begun = {clock.pod for clock in clocks if clock.building.began}
    building = begun | {FIELD} if begun and len(begun) == len(clocks) else begun
    try:
        pods, picked = _tapped(draft, building) if is_tracked(draft) else _on_paper(draft, tracks, building)
    except Refused as refused:
        pods, picked = [("", refusal_text(refused))], False
    picked = picked or FIELD in building
    lines += [*pods, *_building(draft, clocks, now)]
    if picked or building:
        lines += _missing(draft, clocks)
    return DraftStanding(lines, on, drafting=not picked)


def _about(draft: Draft) -> Iterator[Line]:
    plan = drafts.plan_of(draft)
    tables = [draft_words.tables_text(draft.subtype, table.pods, table.size) for table in plan.tables]
    first, *others = about_texts(draft, plan)
    yield "", " · ".join([*(tables if draft.subtype != "sealed" else []), first])
    yield from (("", text) for text in others)


def redraft_lines(due: RedraftDue | None) -> Iterator[Line]:
    """The planned redraft, while it is still possible (R-095)."""
    if due is None or due.state in ("past", "never"):
        return
    text = event_draft_words.redraft_text(due.state, due.round)
    if due.state == "due":
        text = _("due now, before round %(round)d is paired") % {"round": due.round}
    yield str(event_draft_words.REDRAFT_TITLE), small_first(text)


Drafting = tuple[list[Line], bool]
"""A line for each pod, and whether all cards are picked."""


def _on_paper(draft: Draft, tracks: list[Track], building: Collection[int]) -> Drafting:
    """The state by tapped steps, by pod; the whole field if it advances together."""
    pods = seats_of(draft, public=False)
    lines = [_packs(_closed_packs(draft, [track for track in tracks if track.pod not in building]))]
    for track in tracks:
        text = _deck_building() if track.pod in building else _step(draft, track, pods)
        lines.append((_pod(draft, track.pod), text))
    return lines, all(track.step.code in LAST_STEPS for track in tracks)


def _step(draft: Draft, track: Track, pods: list[PodRow]) -> str:
    if track.step.code == "SEATS":
        return pgettext("draft", "not begun")
    names = draft_runs.acting_names(draft, track, pods, track.step)
    where, text = draft_run_words.where(track.step), draft_run_words.step_texts(track.step, *names)[0]
    text = "" if track.step.code == "PICK_OWN" else _within(text, names)
    return in_a_row(filter(None, (small_first(where), text, _paused(paused=track.standing.paused))))


def _deck_building() -> str:
    return _("deck building has begun")


def _within(text: str, names: Iterable[str]) -> str:
    """A sentence as the rest of a line: with a small first letter unless it starts with a name."""
    return text if text.startswith(tuple(filter(None, names))) else small_first(text)


def _closed_packs(draft: Draft, tracks: list[Track]) -> int:
    """How many packs are not opened."""
    each, here = drafts.setup_of(draft).packs_each or 0, still_here(draft)
    packs = 0
    for track in tracks:
        seats = (
            [entry for pod in draft.seats for entry in pod] if not track.pod else draft.seats[track.pod - 1]
        )
        seated = len(here.intersection(seats))
        ahead = [step.code for step in track.steps[track.standing.at + 1 :]]
        packs += 2 * ahead.count("OPEN_TWO") + seated * ahead.count("OPEN_OWN")
        packs += seated * each * (ahead.count("SIGNAL") + ahead.count("STACK"))
    return packs


def _tapped(draft: Draft, building: Collection[int]) -> Drafting:
    """The state by tapped picks, without card names. Refused as `all_tracked`."""
    rows = seats_of(draft, public=False)
    views = [SeatView(pod, 0) for pod in all_tracked(draft)]
    lines = [_packs(sum(_closed_in(view) for view in views if view.tracked.pod not in building))]
    for view in views:
        if view.tracked.pod in building and not view.view.over:
            lines.append((_pod(draft, view.tracked.pod), _deck_building()))
            continue
        names = {seat.seat: seat.name for seat in rows[view.tracked.pod - 1].seats}
        text = tracking_words.seat_texts(view, names)[0]
        paused = _paused(paused=view.tracked.timer.paused and not view.view.over)
        text = _within(text, names.values())
        parts = filter(None, (small_first(tracking_words.where(view)), text, paused))
        lines.append((_pod(draft, view.tracked.pod), in_a_row(parts)))
    return lines, all(view.view.over for view in views)


def _closed_in(view: SeatView) -> int:
    """How many packs of a tracked pod are not opened."""
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
    """The clocks that were started; one line if all are equal (R-055)."""
    begun = [clock for clock in clocks if clock.building.began]
    alike = len(begun) == len(clocks) and len({clock.building for clock in begun}) == 1
    for clock in begun[:1] if alike else begun:
        building = clock.building
        left = building.left(now) or 0
        ends = localtime(building.ends) if building.ends else None
        text = clock_text(left, ends) if building.runs(now) else _("time is over")
        name = _("Time to build")
        yield (name if alike else f"{name}, {_pod(draft, clock.pod, within=True)}"), text


def _missing(draft: Draft, clocks: Iterable[Clock]) -> Iterator[Line]:
    # All by name, as the screen may be unavailable.
    pools = unfinished.pools_missing(draft, named=None)
    if pools is not None:
        yield _("Pools"), _("%(done)s of %(all)s registered and checked. Missing: %(names)s") % pools.facts
    begun = [clock for clock in clocks if clock.building.began]
    names = [name for clock in begun for name in unfinished.without_list(draft, clock)]
    if names:
        text = ngettext("%(count)d missing (%(names)s)", "%(count)d missing (%(names)s)", len(names))
        yield _("Deck lists"), text % {"count": len(names), "names": ", ".join(names)}


def _pod(draft: Draft, pod: int, *, within: bool = False) -> str:
    text = pod_text(pod, pair=draft.subtype == "solomon")
    return text if within else capfirst(text)
