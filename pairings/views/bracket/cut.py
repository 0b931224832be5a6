"""The top cut page: the bracket so far, or before the cut the players who would currently advance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from core import navigation as links
from core.requests import HomeRequest
from core.scoreboard.scoreboard import Scoreboard
from decks.queries.lists.deck_tiles import DeckCrest
from pairings.engine.display_rows import BracketBox
from pairings.forms.cuts import CutForm
from pairings.models import Bracket, Stage
from pairings.queries.bracket import brackets, displayed_brackets
from pairings.queries.bracket.displayed_brackets import DrawnBracket
from pairings.queries.desk.division_state import DivisionState
from pairings.queries.rounds import match_rows
from pairings.queries.rounds.division_rounds import latest_ranked_rounds, ranked_rounds
from pairings.queries.standings import advancing
from pairings.queries.standings.standings_lists import standings_lists
from pairings.services.bracket import cuts as services
from pairings.views.crests import crests_of_page
from pairings.views.reports.scoreboard import scoreboard_of_event
from pairings.words import advancing_words as words
from pairings.words import result_words
from tournaments import scopes
from tournaments.access import event_page
from tournaments.engine.advance import ASYMMETRIC_MOST, byes_in_cut
from tournaments.models import Division, Tournament
from tournaments.templatetags.facts import marked

NO_CRESTS: Mapping[int, DeckCrest] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class BracketTab:
    """One bracket of the page. `bracket` is None if the bracket is only planned; then `started` is false."""

    division: Division
    age_division: str
    size: int
    bracket: Bracket | None = None
    played: int = 0
    """Number of closed Swiss rounds, for a planned bracket."""

    @property
    def started(self) -> bool:
        """Whether the bracket exists."""
        return self.bracket is not None

    @property
    def key(self) -> str:
        return f"{self.division.pk}-{self.age_division}"

    @property
    def label(self) -> str:
        """Label of the bracket's list; empty for a single list of all ages."""
        if self.age_division == self.division.age_division == "all":
            return ""
        return result_words.standings_list_name(self.division, self.age_division)

    @property
    def title(self) -> str:
        """Title: "Masters, Top 8", or "Top 8" without a label."""
        name = _("Top %(size)d") % {"size": self.size} if self.size else _("Top cut")
        if self.bracket is not None:
            name = displayed_brackets.bracket_name(self.bracket)
        return _("%(list)s, %(cut)s") % {"list": self.label, "cut": name} if self.label else name


def bracket_title(division: Division, bracket: Bracket) -> str:
    """Return the title of a bracket: "Masters, Top 8", or "Top 8" for a single list of all ages."""
    return BracketTab(division, bracket.age_division, bracket.size, bracket).title


@event_page(as_bytes=True, shows=(scopes.players_scope,))
def cut_page(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Show the bracket of the division or age division in `?list=`, by default the first one."""
    is_public = not request.can["view"]
    # The page has a tab for each bracket of the event, and for the planned cut of each division without a bracket.
    divisions, brackets_by_division = (
        list(event.divisions.order_by("position", "id")),
        brackets.brackets_of_event(event),
    )
    for division in divisions:
        division.tournament = event
        for bracket in brackets_by_division.get(division.pk, ()):
            bracket.stage.division = division
    divisions_without_bracket = [
        division
        for division in divisions
        if division.pk not in brackets_by_division and advancing.cut_is_planned(division)
    ]
    newest_round_by_division = (
        latest_ranked_rounds(divisions_without_bracket) if divisions_without_bracket else {}
    )
    planned_cuts = (
        advancing.planned_cuts(divisions_without_bracket, newest_round_by_division)
        if newest_round_by_division
        else {}
    )
    planned_tabs = [
        BracketTab(
            division, age_division, planned_cut.size, played=newest_round_by_division[division.pk].number
        )
        for division in divisions_without_bracket
        for age_division, planned_cut in planned_cuts.get(division.pk, {}).items()
        if planned_cut.size or (planned_cut.gate.by_points and planned_cut.gate.points)
    ]
    started_tabs = [
        BracketTab(division, bracket.age_division, bracket.size, bracket)
        for division in divisions
        for bracket in brackets_by_division.get(division.pk, ())
    ]
    tabs = sorted(
        started_tabs + planned_tabs, key=lambda tab: match_rows.AGE_DIVISION_ORDER.index(tab.age_division)
    )
    chosen_tab = next((tab for tab in tabs if tab.key == request.GET.get("list")), tabs[0] if tabs else None)
    page = CutPage(
        page="cut",
        board=scoreboard_of_event(event, chosen_tab.division if chosen_tab else None),
        chosen=chosen_tab,
        tabs=[
            links.Tab(label=tab.label, url=f"?list={tab.key}", count=tab.size, current=tab == chosen_tab)
            for tab in tabs
        ],
        title=chosen_tab.title if chosen_tab else "",
    )
    part: PlannedPart | DrawnPart | None = None
    if chosen_tab and chosen_tab.bracket is None:
        part = _planned_part(chosen_tab)
    elif chosen_tab and chosen_tab.bracket is not None:
        request.live.add_content(scopes.tables_scope(event.pk))
        drawn_cut, crests = (
            displayed_brackets.bracket_to_display(chosen_tab.bracket, public=is_public),
            crests_of_page(request, event),
        )
        last_round = ranked_rounds(chosen_tab.division).order_by("-number").first()
        part = DrawnPart(
            drawn=drawn_cut,
            ending=result_words.disqualified_winner_text(drawn_cut),
            crests=crests,
            champion_crest=crests.get(drawn_cut.champion.entry_id) if drawn_cut.champion else None,
            columns=bracket_columns(drawn_cut, crests),
            third=build_box_part(drawn_cut.third, None, None, crests=crests) if drawn_cut.third else None,
            seeded_after=last_round.number if last_round else 0,
        )
    return render(request, "pairings/cut.html", vars(page) | (vars(part) if part else {}))


@dataclass(frozen=True, kw_only=True)
class CutPage:
    """Context of the page around a planned cut or a drawn bracket."""

    page: str
    board: Scoreboard
    chosen: BracketTab | None
    tabs: Sequence[links.Tab]
    title: str


@dataclass(frozen=True, kw_only=True)
class DrawnPart:
    """A drawn bracket.

    - `ending`: explanation if it ended without a winner.
    - `third`: match for third place.
    """

    drawn: DrawnBracket
    ending: str
    crests: Mapping[int, DeckCrest]
    champion_crest: DeckCrest | None
    columns: Sequence[object]
    third: object
    seeded_after: int


@dataclass(frozen=True, kw_only=True)
class PlannedPart:
    """A planned cut: players who would currently advance, each with the reason.

    `played` Swiss rounds are closed, and `left` remain. `too_many` means that the cut has byes but is too
    large for them (M-014). `day_two_first` means that day 2 precedes the cut.
    """

    would_be_in: Sequence[tuple[object, str]] = ()
    rule: str = ""
    byes: str = ""
    too_many: bool = False
    day_two_first: bool = False
    played: int = 0
    left: int = 0


def _planned_part(tab: BracketTab) -> PlannedPart:
    """Build the part of a planned cut, which is empty without standings or a Swiss stage."""
    tables = standings_lists(tab.division)
    table = next((table for table in tables if table.age_division == tab.age_division), None)
    swiss = tab.division.stages.filter(kind=Stage.Kind.SWISS).order_by("position").last()
    if table is None or swiss is None:
        return PlannedPart()
    gate = advancing.cut_gate(tab.division, len(table.rows))
    byes = byes_in_cut(tab.size)
    # On day 2, only its players can reach the cut.
    if not swiss.position:
        eligible = table
    else:
        qualified_entries = set(swiss.qualifiers.values_list("entry", flat=True))
        eligible = replace(
            table, rows=tuple(row for row in table.rows if row.person.entry_id in qualified_entries)
        )
    seeds = advancing.advancing_seeds(eligible, gate, tab.size, byes=byes)
    played = tab.played
    return PlannedPart(
        would_be_in=[(seed, words.advancing_reason_text(seed, gate)) for seed in seeds],
        rule=marked(words.advancing_rule_text(gate), "cut", gate.place, tab.age_division),
        byes=words.bye_seeds_text(byes),
        too_many=bool(byes) and tab.size > ASYMMETRIC_MOST,
        day_two_first=tab.division.has_day_two and not swiss.position,
        played=played,
        left=max(0, (swiss.rounds_planned or 0) - played),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxSide:
    """One side of a match in the bracket.

    `wait` means that there is no player, because of a bye or because the player is not known yet. `out` means
    that the player lost. `crest` is the crest of the player's deck, if the deck list is public.
    """

    name: str
    seed: int | None = None
    games: int | None = None
    won: bool = False
    out: bool = False
    wait: bool = False
    crest: DeckCrest | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxPart:
    """One match of the bracket.

    `chip` is the text of a badge, and `foot` the text below the match. `live` means that the match is in play.
    """

    sides: Sequence[BoxSide]
    state: str
    chip: str
    live: bool
    foot: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketColumn:
    """A round of the bracket, shown as a column."""

    id: str
    title: str
    boxes: Sequence[BoxPart]


@dataclass(frozen=True, kw_only=True)
class CutPanel:
    """Panel on the desk that starts the top cut.

    - `cut_planned`: whether the event plans a cut, or a rejected form is shown again.
    - `cut_rules`: sentences about the players who advance, and about byes.
    """

    form: CutForm
    cut_planned: bool
    cut_rules: Sequence[str]


def build_cut_panel(standpoint: DivisionState, form: CutForm | None) -> CutPanel:
    """Build the panel on the desk that starts the top cut. `form` is a rejected form to show again."""
    sizes = services.planned_cut_sizes(standpoint.division, standpoint.newest)
    form = form or CutForm(None, standpoint.division, sizes)
    is_planned = (
        any(sizes.values()) and standpoint.division.tournament.structure == Tournament.Structure.SWISS_CUT
    )
    gates = advancing.cut_gates(standpoint.division, standpoint.newest) if standpoint.newest else {}
    gate_by_rule = {
        words.advancing_rule_text(gate): (gate.place, name) for name, gate in gates.items() if sizes.get(name)
    }
    rules = [marked(rule, "cut", place, name) for rule, (place, name) in gate_by_rule.items()]
    byes = dict.fromkeys(
        words.bye_seeds_text(byes_in_cut(size)) for size in sizes.values() if byes_in_cut(size)
    )
    return CutPanel(form=form, cut_planned=is_planned or form.is_bound, cut_rules=[*rules, *byes])


def bracket_columns(drawn: DrawnBracket, crests: Mapping[int, DeckCrest] = NO_CRESTS) -> list[BracketColumn]:
    """Return the rounds of a bracket as columns, each with its matches as boxes.

    `crests`: crests of public decks by entry.
    """
    rounds: list[BracketColumn] = []
    previous_boxes: tuple[BracketBox, ...] = ()
    for number, round_ in enumerate(drawn.rounds):
        boxes = [
            build_box_part(
                box,
                *(previous_boxes[2 * slot : 2 * slot + 2] if previous_boxes else (None, None)),
                crests=crests,
            )
            for slot, box in enumerate(round_.boxes)
        ]
        rounds.append(BracketColumn(id=f"round-{number}", title=round_.title, boxes=boxes))
        previous_boxes = round_.boxes
    return rounds


def build_box_part(
    box: BracketBox,
    above: BracketBox | None,
    below: BracketBox | None,
    *,
    crests: Mapping[int, DeckCrest] = NO_CRESTS,
) -> BoxPart:
    """Build one match of the bracket: both sides, state and table.

    `above` and `below` are the boxes of its players' previous matches, or None in the first round.
    """
    is_decided = box.left.won or box.right.won
    is_playing = bool(box.left.person and box.right.person and box.table is not None and not is_decided)
    sides: list[BoxSide] = []
    for side, previous_box in ((box.left, above), (box.right, below)):
        if side.person is not None:
            sides.append(
                BoxSide(
                    name=side.person.name,
                    seed=side.seed,
                    games=side.games,
                    won=side.won,
                    out=is_decided and not side.won,
                    crest=crests.get(side.person.entry_id),
                )
            )
            continue
        name = _("Bye") if box.bye else _("to be decided")
        are_both_known = previous_box and previous_box.left.person and previous_box.right.person
        if previous_box and are_both_known and previous_box.table is not None and not box.bye:
            name = _("Winner of table %(table)d") % {"table": previous_box.table}
        sides.append(BoxSide(name=name, wait=True))
    foot = _("Bye") if box.bye else ""
    if box.by_walkover:
        winner, loser = (box.left, box.right) if box.left.won else (box.right, box.left)
        foot = result_words.out_of_cut_text(loser.person, winner.person) if loser.person else ""
    elif box.table is not None:
        foot = _("Table %(table)d") % {"table": box.table}
    return BoxPart(
        sides=sides,
        state="done" if is_decided else "playing",
        chip=_("Playing") if is_playing else "",
        live=is_playing,
        foot=foot,
    )
