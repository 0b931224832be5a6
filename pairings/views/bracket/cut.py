"""The top cut page: the bracket so far, and before it the players who would be in."""

from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from pairings.engine.rows import BracketBox, BracketSide
from pairings.models import Bracket, Stage
from pairings.queries.bracket import brackets, cuts
from pairings.queries.bracket.cuts import Drawn
from pairings.queries.rounds import rows
from pairings.queries.standings import advancing
from pairings.views.reports.scoreboard import board
from pairings.words import advancing_words as words
from pairings.words import result_words
from tournaments.access import event_page
from tournaments.engine.advance import ASYMMETRIC_MOST, byes_of
from tournaments.models import Division, Tournament
from tournaments.templatetags.facts import marked
from tournaments.wording import division_label


@dataclass(frozen=True, slots=True)
class Tab:
    """One bracket of the page; before the cut the planned one, not `started`."""

    division: Division
    age_division: str
    size: int
    bracket: Bracket | None = None
    played: int = 0
    """Closed Swiss rounds, for a planned bracket."""

    @property
    def started(self) -> bool:
        return self.bracket is not None

    @property
    def key(self) -> str:
        return f"{self.division.pk}-{self.age_division}"

    @property
    def label(self) -> str:
        """The label of its list, empty for a single list of all ages."""
        if self.age_division == self.division.age_division == "all":
            return ""
        return division_label(self.age_division) if self.age_division != "all" else str(self.division)


@event_page(as_bytes=True)
def cut(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The bracket of one division or age division, `?list=`."""
    public = not request.can["view"]  # type: ignore[attr-defined]
    # Every bracket of an event, the oldest first; the planned cuts where none has started.
    homes, drawn = list(event.divisions.order_by("position", "id")), brackets.of_event(event)
    for division in homes:
        division.tournament = event
        for bracket in drawn.get(division.pk, ()):
            bracket.stage.division = division
    undrawn = [
        division for division in homes if division.pk not in drawn and advancing.cut_is_planned(division)
    ]
    newest = rows.newest_ranked(undrawn) if undrawn else {}
    cuts_of = advancing.cuts_planned(undrawn, newest) if newest else {}
    planned = [
        Tab(division, age_division, wanted.size, played=newest[division.pk].number)
        for division in undrawn
        for age_division, wanted in cuts_of.get(division.pk, {}).items()
        if wanted.size or (wanted.gate.by_points and wanted.gate.points)
    ]
    started = [Tab(home, row.age_division, row.size, row) for home in homes for row in drawn.get(home.pk, ())]
    tabs = sorted(started + planned, key=lambda tab: rows.AGE_DIVISION_ORDER.index(tab.age_division))
    chosen = next((tab for tab in tabs if tab.key == request.GET.get("list")), tabs[0] if tabs else None)
    context: dict[str, object] = {"page": "cut", "board": board(event, chosen.division if chosen else None)}
    if chosen:
        links = [
            {"label": tab.label, "url": f"?list={tab.key}", "count": tab.size, "current": tab == chosen}
            for tab in tabs
        ]
        context |= {"chosen": chosen, "tabs": links, **_tab_context(chosen, public=public)}
    return render(request, "pairings/cut.html", context)


def _tab_context(chosen: Tab, *, public: bool) -> dict[str, object]:
    if chosen.bracket is None:
        return {
            "title": _title(
                chosen.label, _("Top %(size)d") % {"size": chosen.size} if chosen.size else _("Top cut")
            ),
            **_would_be_in(chosen),
        }
    drawn = cuts.drawn(chosen.bracket, public=public)
    last = rows.ranked_rounds(chosen.division).order_by("-number").first()
    return {
        "title": _title(chosen.label, cuts.name_of(drawn.bracket)),
        "drawn": drawn,
        "ending": result_words.ending(drawn),
        "columns": columns(drawn),
        "third": box_context(drawn.third, None, None) if drawn.third else None,
        "seeded_after": last.number if last else 0,
    }


def _title(label: str, name: str) -> str:
    if not label:
        return name
    return _("%(list)s, %(cut)s") % {"list": label, "cut": name}


def _would_be_in(chosen: Tab) -> dict[str, object]:
    """The top active players of the standings, why they are in, and the number of rounds left."""
    tables = rows.standings(chosen.division)
    table = next((table for table in tables if table.age_division == chosen.age_division), None)
    swiss = chosen.division.stages.filter(kind=Stage.Kind.SWISS).order_by("position").last()
    if table is None or swiss is None:
        return {"would_be_in": [], "played": 0, "left": 0}
    gate = advancing.cut_gate(chosen.division, len(table.rows))
    byes = byes_of(chosen.size)
    # The table; after day 2 only its players.
    if not swiss.position:
        eligible = table
    else:
        inside = set(swiss.qualifiers.values_list("entry", flat=True))
        eligible = replace(table, rows=tuple(row for row in table.rows if row.person.entry_id in inside))
    seeds = advancing.seeds(eligible, gate, chosen.size, byes=byes)
    played = chosen.played
    return {
        "would_be_in": [(seed, words.why(seed, gate)) for seed in seeds],
        "rule": marked(words.rule(gate), "cut", gate.place, chosen.age_division),
        "byes": words.byes(byes),
        "too_many": bool(byes) and chosen.size > ASYMMETRIC_MOST,
        "day_two_first": bool(chosen.division.day_two_by) and not swiss.position,
        "played": played,
        "left": max(0, (swiss.rounds_planned or 0) - played),
    }


def columns(drawn: Drawn) -> list[dict[str, object]]:
    """The rounds of a bracket as the boxes of the page."""
    rounds: list[dict[str, object]] = []
    before: tuple[BracketBox, ...] = ()
    for number, round_ in enumerate(drawn.rounds):
        boxes = [
            box_context(box, *(before[2 * slot : 2 * slot + 2] if before else (None, None)))
            for slot, box in enumerate(round_.boxes)
        ]
        rounds.append({"id": f"round-{number}", "title": round_.title, "boxes": boxes})
        before = round_.boxes
    return rounds


def box_context(box: BracketBox, above: BracketBox | None, below: BracketBox | None) -> dict[str, object]:
    """One match: both sides, its state and its table."""
    decided = box.left.won or box.right.won
    on = bool(box.left.person and box.right.person and box.table is not None and not decided)
    sides = [
        _side(box.left, decided=decided, bye=box.bye, before=above),
        _side(box.right, decided=decided, bye=box.bye, before=below),
    ]
    foot = _("Bye") if box.bye else ""
    if box.by_walkover:
        winner, out = (box.left, box.right) if box.left.won else (box.right, box.left)
        foot = result_words.out_of_cut(out.person, winner.person) if out.person else ""
    elif box.table is not None:
        foot = _("Table %(table)d") % {"table": box.table}
    return {
        "sides": sides,
        "state": "done" if decided else "playing",
        "chip": _("Playing") if on else "",
        "live": on,
        "foot": foot,
    }


def _side(side: BracketSide, *, decided: bool, bye: bool, before: BracketBox | None) -> dict[str, object]:
    if side.person is None:
        name = _("Bye") if bye else _("to be decided")
        if not bye and before and before.table is not None and before.left.person and before.right.person:
            name = _("Winner of table %(table)d") % {"table": before.table}
        return {"name": name, "wait": True}
    return {
        "name": side.person.name,
        "seed": side.seed,
        "games": side.games,
        "won": side.won,
        "out": decided and not side.won,
    }
