"""The review of an unposted round: check it, change it manually, pair it again, post it."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_GET, require_POST

from core import sentences
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.questions import Question
from core.requests import StaffRequest
from core.text_parts import joined_with_semicolons, text_labeled_with_part
from pairings.access import round_page
from pairings.engine.display_rows import EntryPerson
from pairings.engine.outcomes import Outcome
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round
from pairings.queries.desk.division_state import divisions_for_desk
from pairings.queries.reports import result_reports
from pairings.queries.rounds import round_review
from pairings.queries.rounds.round_review import UnpostedMatch, UnpostedRound
from pairings.services.rounds import rounds
from pairings.views import division_tabs, feature_matches, latest_changes, round_heading, undo_messages
from pairings.views.rounds import round_urls
from pairings.words import draw_words, result_words, round_names
from tournaments.queries.team_entries import is_played_by_teams
from tournaments.words.entrants import are_entrants_teams

PAIR = 2
"""Number of players in a swap."""

MAX_NUMBERS = 12
"""Maximum number of tables listed in a text."""

CONFIRMABLE = (
    PairingRefusal.SWAP_IS_REMATCH,
    PairingRefusal.SWAP_IS_APART,
    PairingRefusal.SWAP_IS_OF_GROUP,
    PairingRefusal.SWAP_GIVES_SECOND_BYE,
)
"""Refusals of a swap that the user may override."""


@require_GET
@round_page("run")
def round_review_page(request: StaffRequest, round_: Round) -> HttpResponse:
    """Show an unposted round in table order, with the points to check.

    For a posted or closed round, redirect to the page of the round.
    """
    if round_.state != Round.State.UNPOSTED:
        return redirect(round_urls.round_url(round_))
    event = round_.division.tournament
    divisions = list(divisions_for_desk(event))
    unposted_round = round_review.load_unposted_round(round_)
    facts: list[tuple[str, object]] = [
        (
            pgettext("players", "Teams") if is_played_by_teams(event) else _("Players"),
            unposted_round.players,
        ),
        (_("Tables"), len(unposted_round.tables)),
    ]
    if not round_.stage.is_cut:
        facts.append((_("Paired down"), len(unposted_round.pair_downs)))
    facts.append((_("Random seed"), str(round_.draw.get("seed", round_.seed))))
    context = {
        "page": "desk",
        "round": round_,
        "name": round_names.round_name(round_),
        "inside": round_names.round_as_object(round_),
        "board": round_heading.round_scoreboard(round_),
        "tabs": division_tabs.division_tabs(event, divisions, round_.division),
        "rounds_strip": round_heading.rounds_strip(round_.division),
        "steps": round_heading.round_step_rows(1, {2: round_urls.round_url(round_, "pairings:post")}),
        "unposted": unposted_round,
        "cut": round_.stage.is_cut,
        "lines": [_review_row(row) for row in unposted_round.tables],
        "alone": [_bye_row(row, unposted_round, round_) for row in unposted_round.alone],
        "feature": feature_matches.round_panel(round_),
        "looks": _check_rows(unposted_round, round_),
        "facts": facts,
        "in_dispute": result_reports.open_disputes(event).count(),
        "opened": whole_number(request.GET.get("why", "")),
        "swaps": [
            {
                "first": line.facts["first_name"],
                "second": line.facts["second_name"],
                "by": line.by_name,
                "at": line.at,
                "undo": round_urls.undo_step_url(event, line.pk),
            }
            for line in unposted_round.swaps
        ],
        "urls": {
            name: round_urls.round_url(round_, f"pairings:{name}") for name in ("post", "pair_again", "swap")
        },
        **vars(latest_changes.changes_of_division(request, event, round_.division, round_, limit=4)),
    }
    return render(request, "pairings/review.html", context)


@dataclass(frozen=True, kw_only=True)
class PersonCell:
    """A player in a pairing to review."""

    id: int
    name: str
    note: str
    members: str = ""


@dataclass(frozen=True, kw_only=True)
class ByeRow(PersonCell):
    """A player with a bye.

    - `drawn`: whether the pairing gave the bye, or it was awarded in advance.
    - `why`: the reason.
    """

    label: str
    text: str
    drawn: bool
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewRow:
    """A pairing to review.

    - `no`: table number.
    - `down`: whether a player is paired down, `why`: who with whom.
    - `met`: when the players last met, or "" if they did not.
    """

    no: int | None
    left: PersonCell
    right: PersonCell | None
    down: bool
    why: str
    met: str

    @property
    def search_text(self) -> str:
        """The names by which the filter of the page finds the row: both sides, and the members of teams."""
        sides = (self.left, self.right) if self.right else (self.left,)
        return " ".join(filter(None, [*(side.name for side in sides), *(side.members for side in sides)]))


def _review_row(row: UnpostedMatch) -> ReviewRow:
    match, reason = row.row, ""
    if row.higher is not None and row.lower is not None:
        facts = {
            "higher": row.higher.name,
            "points": result_words.points_text(row.higher.points),
            "lower": row.lower.name,
            "fewer": row.lower.points,
        }
        reason = _("%(higher)s (%(points)s) meets %(lower)s (%(fewer)d).") % facts
    return ReviewRow(
        no=match.table,
        left=_person_cell(match.left),
        right=_person_cell(match.right) if match.right else None,
        down=bool(row.down),
        why=reason,
        met=_("Met in round %(round)d") % {"round": row.met} if row.met else "",
    )


def _person_cell(person: EntryPerson) -> PersonCell:
    note = " · ".join(filter(None, (result_words.points_and_record_text(person), person.seats)))
    return PersonCell(id=person.entry_id, name=person.name, note=note, members=person.seats)


def _bye_row(row: UnpostedMatch, unposted_round: UnpostedRound, round_: Round) -> ByeRow:
    """Return a bye with its reason. `row` is the player's match without an opponent."""
    person, draw_facts = row.row.left, round_.draw
    is_drawn = row.row.outcome is Outcome.BYE
    if not is_drawn:
        reason = _("This bye was awarded in advance.")
    elif round_.stage.is_cut:
        reason = _("The top seeds advance without a match where the bracket is not full.")
    elif unposted_round.by_hand and draw_facts.get("bye") != person.entry_id:
        reason = _("%(name)s was moved there by hand.") % {"name": person.name}
    else:
        facts = {
            "n": unposted_round.players,
            "points": result_words.points_text(draw_facts.get("bye_group") or 0),
            "players": result_words.players_text(draw_facts.get("bye_candidates") or 1),
            "name": person.name,
        }
        of_bye = draw_words.draw_explanation_text(
            "SECOND_OF_ROUND" if draw_facts.get("second_bye") else "FIRST_OF_ROUND"
        )
        reason = f"{draw_words.draw_explanation_text('ODD_ROUND') % facts} {of_bye % facts}"
    return ByeRow(
        **vars(_person_cell(person)),
        label=_("Bye"),
        text=_("no opponent, counts as a win"),
        drawn=is_drawn,
        why=reason,
    )


def _check_rows(unposted_round: UnpostedRound, round_: Round) -> list[dict[str, str]]:
    """Return the points to check before posting; warnings come first."""
    checks = []
    swap_explanation = _("Swapped by hand.") if unposted_round.by_hand else ""
    if not round_.stage.is_cut and not unposted_round.rematches:
        text = draw_words.draw_explanation_text("NO_REMATCH")
        checks.append({"state": "good", "title": _("No rematches"), "text": text})
    elif not round_.stage.is_cut:
        title = ngettext("%(n)d repeated match", "%(n)d repeated matches", len(unposted_round.rematches))
        explanation = swap_explanation or _(
            "No pairing avoids this. Matches played least often, and longest ago, are repeated first."
        )
        text = _("Tables %(tables)s. %(because)s") % {
            "tables": _table_numbers(unposted_round.rematches),
            "because": explanation,
        }
        checks.append(
            {"state": "warning", "title": title % {"n": len(unposted_round.rematches)}, "text": text}
        )
    if unposted_round.second_bye and unposted_round.bye and not round_.stage.is_cut:
        checks.append(
            {
                "state": "warning",
                "title": _("A second bye"),
                "text": _("%(name)s had a bye before.") % {"name": unposted_round.bye.name},
            }
        )
    walkovers = [result_words.walkover_text(row.row) for row in unposted_round.tables]
    checks += [{"state": "warning", "title": _("Walkover"), "text": text} for text in walkovers if text]
    # The draw may have failed to meet some pairing options and requests.
    unmet_requests = round_review.unmet_requests(round_)
    paired_group_members = joined_with_semicolons(" – ".join(pair) for pair in unmet_requests.together)
    missed_fixed_tables = joined_with_semicolons(
        text_labeled_with_part(name, table) for name, table in unmet_requests.tables
    )
    unmet_texts = (
        (_("Players of one family or team are paired"), paired_group_members),
        (_("A fixed table was not possible"), missed_fixed_tables),
    )
    checks += [{"state": "warning", "title": title, "text": text} for title, text in unmet_texts if text]
    if unposted_round.pair_downs:
        pair_down_count = len(unposted_round.pair_downs)
        title = ngettext("%(n)d player is paired down", "%(n)d players are paired down", pair_down_count)
        if are_entrants_teams():
            title = ngettext("%(n)d team is paired down", "%(n)d teams are paired down", pair_down_count)
        explanation = (
            _("The pairing was changed by hand.")
            if unposted_round.by_hand
            else _("No other pairing has smaller gaps.")
        )
        text = _("Tables %(tables)s. %(because)s") % {
            "tables": _table_numbers(unposted_round.pair_downs),
            "because": explanation,
        }
        checks.append({"state": "warning", "title": title % {"n": pair_down_count}, "text": text})
    elif not round_.stage.is_cut:
        text = draw_words.draw_explanation_text("NO_PAIR_DOWN")
        checks.append({"state": "good", "title": _("No pair-downs"), "text": text})
    return sorted(checks, key=lambda check: check["state"] == "good")


def _table_numbers(rows: list[UnpostedMatch]) -> str:
    """Return the table numbers as text, shortened with "…" after MAX_NUMBERS."""
    numbers = [str(row.row.table) for row in rows]
    return ", ".join(numbers[:MAX_NUMBERS]) + ("…" if len(numbers) > MAX_NUMBERS else "")


@require_POST
@round_page("run", back="pairings:review")
def swap_players_view(request: StaffRequest, round_: Round) -> HttpResponse:
    """Swap the two selected players.

    Ask for confirmation if this repeats a match, gives a second bye, or pairs players who should not meet. If not
    exactly two players are selected, show an error.
    """
    url = round_urls.round_url(round_, "pairings:review")
    # The page sends one value per player, the confirmation page sends both players in one value.
    keys = request.POST.getlist("swap")
    texts = (key for value in keys for key in value.split(","))
    entry_keys = {number for key in texts if (number := whole_number(key)) is not None}
    entries = list(
        # One more than needed, to notice a larger selection.
        round_.division.tournament.entries.select_related("player").filter(pk__in=entry_keys)[: PAIR + 1]
    )
    if len(entries) != PAIR:
        messages.error(request, draw_words.draw_explanation_text("SELECT_TWO"))
        return redirect(url)
    anyway = request.POST.get("anyway") == "yes"
    try:
        rounds.swap_players(round_, *entries, by=request.user, anyway=anyway)
    except Refused as refused:
        if refused.code not in CONFIRMABLE:
            raise
        context = {
            "page": "desk",
            "board": round_heading.round_scoreboard(round_),
            "title": _("Swap %(first)s with %(second)s") % {"first": entries[0], "second": entries[1]},
            "lead": "",
            "question": Question(
                changes=[sentences.refusal_text(refused)],
                action=_("Swap anyway"),
                action_url=round_urls.round_url(round_, "pairings:swap"),
                cancel_url=url,
                hidden={"swap": ",".join(str(entry.pk) for entry in entries), "anyway": "yes"},
            ),
        }
        return render(request, "components/confirm.html", context)
    names = {"first": str(entries[0]), "second": str(entries[1])}
    undo_messages.add_undo_message(
        request, _("%(first)s and %(second)s changed places.") % names, round_.division, "PlayersSwapped"
    )
    return redirect(url)
