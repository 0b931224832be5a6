"""Pages that explain the pairings of a round, a match, a bye or a player. Public once the round is posted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from core.engine.numbers import whole_number
from core.engine.person_names import search_key
from core.requests import HomeRequest
from core.scoreboard.scoreboard import Scoreboard
from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.models import Round
from pairings.queries.bracket import brackets
from pairings.queries.rounds import match_rows, pairing_explained, player_paths
from pairings.queries.rounds.division_rounds import find_round_of_division
from pairings.queries.rounds.pairing_explained import PointGroup, RoundExplanation
from pairings.views import round_heading
from pairings.views.rounds import round_urls
from pairings.words import pairing_words, round_names
from tournaments import scopes
from tournaments.access import event_page, get_division_or_404
from tournaments.models import Tournament
from tournaments.words.entrants import entrant_title

MAX_FOUND = 12
"""Maximum number of matches in search results."""


@require_GET
@event_page(as_bytes=True, shows=(scopes.players_scope,))
def round_explanation_page(
    request: HomeRequest, event: Tournament, division: int, number: int
) -> HttpResponse:
    """Show how a round was paired: the groups, the pair-downs, the bye and the proof.

    `?player=` or `?match=` selects a match to explain, `?q=` searches players.
    """
    round_ = visible_round(request, event, division, number)
    is_public, in_cut = not request.can["view"], round_.stage.is_cut
    back_url = f"{reverse('pairings:pairings', args=[event.slug])}?division={division}&round={number}"
    if round_.state == Round.State.UNPOSTED:
        back_url = round_urls.round_url(round_, "pairings:review")
    explained = None if in_cut else pairing_explained.explain_round(round_, public=is_public)
    matches = explained.matches if explained else match_rows.match_rows(round_, public=is_public)
    match_id, entry_id = (whole_number(request.GET.get(name, "")) for name in ("match", "player"))
    chosen_row = next(
        (
            row
            for row in matches
            if row.match_id == match_id or entry_id in [player.entry_id for player in row.people]
        ),
        None,
    )
    reasons: list[str] = []
    if chosen_row and explained:
        reasons = pairing_words.match_explanation_texts(explained, chosen_row)
    elif chosen_row:
        reasons = pairing_words.cut_pairing_reasons(chosen_row, brackets.seed_by_entry(round_))
    chosen_person = (
        next((player for player in chosen_row.people if player.entry_id == entry_id), None)
        if chosen_row
        else None
    )
    search_text = request.GET.get("q", "").strip()
    search_term = search_key(search_text)
    matching_rows = [
        row
        for row in matches
        if search_term
        and any(search_term in search_key(f"{player.name} {player.seats}") for player in row.people)
    ]
    page = ExplainPage(
        page="desk" if request.can["run"] else "pairings",
        board=round_heading.round_scoreboard(round_),
        round=round_,
        name=round_names.round_name(round_),
        inside=round_names.round_name_in_sentence(round_),
        back_url=back_url,
        wanted=search_text,
        cut=in_cut,
        verify_url=""
        if in_cut or round_.state == Round.State.UNPOSTED
        else round_urls.round_url(round_, "pairings:verify"),
        matches=[_explained_match(row) for row in matching_rows[:MAX_FOUND] or (matches if in_cut else [])],
        chosen=ChosenMatch(**vars(_explained_match(chosen_row)), why=reasons) if chosen_row else None,
        path=_player_path(chosen_person, round_, is_public) if chosen_person else None,
    )
    swiss_part = vars(_swiss_part(round_, explained)) if explained else {}
    return render(request, "pairings/explain.html", vars(page) | swiss_part)


def visible_round(request: HomeRequest, event: Tournament, division: int, number: int) -> Round:
    """Return the requested round, or raise Http404. Only staff see an unposted one."""
    round_ = find_round_of_division(get_division_or_404(event, division), number)
    if round_ is None or (round_.state == Round.State.UNPOSTED and not request.can["view"]):
        raise Http404
    return round_


@dataclass(frozen=True, kw_only=True)
class ExplainPage:
    """Context of the explanation of a round. For a Swiss round, a `SwissPart` is added.

    - `inside`: name of the round within a sentence.
    - `matches`: matches found by the search `wanted`; for a cut, otherwise all matches.
    - `chosen`: the match to explain.
    - `path`: the selected player's path to that match.
    """

    page: str
    board: Scoreboard
    round: Round
    name: str
    inside: str
    back_url: str
    wanted: str
    cut: bool
    verify_url: str
    matches: "Sequence[ExplainedMatch]"
    chosen: "ChosenMatch | None"
    path: "PlayerPath | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPath:
    """A player's path to their match."""

    name: str
    steps: Sequence[Mapping[str, object]]


@dataclass(frozen=True, kw_only=True)
class SwissPart:
    """Explanation of a Swiss round.

    - `drawn`: whether there is a proof for its pairings.
    - `by_hand`: whether the pairings were changed manually.
    - `facts`: labels and values.
    """

    groups: Sequence[PointGroup]
    pair_downs: Sequence[Mapping[str, object]]
    rematches: Sequence[Mapping[str, object]]
    bye: Mapping[str, object] | None
    proof: Sequence[str]
    drawn: bool
    by_hand: bool
    facts: Sequence[tuple[str, object]]


def _swiss_part(round_: Round, explained: RoundExplanation) -> SwissPart:
    """Return the groups, pair-downs, rematches, bye and proof of a Swiss round as texts."""
    bye, proof = explained.bye, explained.proof
    facts: list[tuple[str, object]] = [
        (entrant_title(_("Players")), proof.players),
        (_("Groups"), len(explained.groups)),
        (_("Outside their group"), len(explained.pair_downs)),
        (_("Rematches"), len(explained.rematches)),
    ]
    if proof.kind:
        # The proof shows that no pairing costs less, so the cost is also the minimum.
        facts += [(_("Cost of this pairing"), proof.cost), (_("Minimum"), proof.cost)]
        facts += [(_("Random seed"), str(round_.draw.get("seed", round_.seed)))]
    return SwissPart(
        groups=explained.groups,
        pair_downs=[
            {
                **vars(_explained_match(pair_down.row)),
                "why": pairing_words.pair_down_texts(explained, pair_down),
            }
            for pair_down in explained.pair_downs
        ],
        rematches=[
            {**vars(_explained_match(row)), "why": [], "met": pairing_words.met_text(met)}
            for row, met in explained.rematches
        ],
        bye={"name": bye.person.name, "why": pairing_words.bye_texts(explained, bye)} if bye else None,
        proof=pairing_words.proof_texts(explained),
        drawn=bool(proof.kind),
        by_hand=explained.by_hand,
        facts=facts,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedPerson:
    """A player of an explained match."""

    id: int
    name: str


@dataclass(frozen=True, kw_only=True)
class ExplainedMatch:
    """A match of an explained round."""

    id: int
    table: int | None
    left: str
    right: str
    people: Sequence[ExplainedPerson]


@dataclass(frozen=True, kw_only=True)
class ChosenMatch(ExplainedMatch):
    """The selected match. `why`: sentences that explain it."""

    why: Sequence[str]


def _explained_match(row: MatchRow) -> ExplainedMatch:
    return ExplainedMatch(
        id=row.match_id,
        table=row.table,
        left=row.left.name,
        right=row.right.name if row.right else _("no opponent"),
        people=[ExplainedPerson(id=person.entry_id, name=person.name) for person in row.people],
    )


def _player_path(person: EntryPerson, round_: Round, public: bool) -> PlayerPath:
    entry = round_.division.entries.select_related("division").get(pk=person.entry_id)
    steps = player_paths.swiss_path_of_player(entry, until=round_.number, public=public)
    return PlayerPath(
        name=person.name,
        steps=[
            {"round": step.round, "text": pairing_words.path_step_text(step), "gap": step.gap}
            for step in steps
        ],
    )
