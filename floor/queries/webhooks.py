"""Webhooks sent for a journal line: their types, and the public facts when they are sent.

Players are named as on public pages, children by first name and initial. Rounds that are not posted send no webhooks.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from core.engine.code_labels import Facts
from core.engine.webhooks import format_payload_time
from core.models import JournalEvent
from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Stage
from pairings.queries import public_pairings
from pairings.queries.reports import clocks
from pairings.queries.rounds import match_rows
from pairings.queries.rounds.division_rounds import ranked_rounds
from pairings.queries.standings.standings_lists import standings_lists
from tournaments.models import Division
from tournaments.queries.journal import event_of_line

EDIT_KINDS = (
    *("TablesDrawnAgain", "MatchMadeByHand", "MatchMoved"),
    *("LateEntrySeated", "LateEntryGivenBye", "EntryTakenOut"),
)
"""Kinds of journal lines that change pairings or tables of a round, which may be posted."""

RESULT_KINDS = (
    "ResultEntered",
    "ResultCleared",
    "ResultCorrected",
    "ResultAgreed",
    "ResultDecided",
    "ResultTaken",
)
CLOCK_TYPE_BY_KIND = {
    "ClockStarted": "clock.started",
    "ClockStopped": "clock.paused",
    "ClockWentOn": "clock.resumed",
    "ClockSetUp": "clock.changed",
}
STANDINGS_KINDS = ("EntryDisqualified", "EntryDisqualificationLifted")


def _fixed_webhook_types(*types: str) -> Callable[[JournalEvent], Iterable[str]]:
    """Return a function that returns `types` for every journal line."""
    return lambda _line: types


TYPES_BY_UNDONE_KIND: dict[str, tuple[str, ...]] = {
    "RoundPosted": ("round.unposted",),
    "RoundUndone": ("round.posted",),
    "RoundClosed": ("round.reopened",),
    "PostedRoundDrawnAgain": ("round.posted",),
    **dict.fromkeys(EDIT_KINDS, ("round.changed",)),
    **dict.fromkeys(RESULT_KINDS, ("result.changed",)),
    "ResultCorrected": ("result.changed", "standings.published"),
    **dict.fromkeys((*CLOCK_TYPE_BY_KIND, "ClockChanged"), ("clock.changed",)),
}
"""Webhook types sent when a step is undone, by its kind."""


def _webhook_types_of_edit(line: JournalEvent) -> Iterable[str]:
    """Return the webhook types for an edited round, or none if the round was not posted."""
    is_unposted = line.facts.get("unposted", False) or not line.facts.get("posted", True)
    return () if is_unposted else ("round.changed",)


def _webhook_types_of_result(line: JournalEvent) -> Iterable[str]:
    """Yield the webhook types for a result; a correction after the round also publishes standings."""
    before = line.facts.get("before") or {}
    was_pending = before.get("outcome") == Outcome.PENDING
    yield "result.entered" if was_pending else "result.changed"
    if line.kind == "ResultCorrected":
        yield "standings.published"


TYPES: dict[str, Callable[[JournalEvent], Iterable[str]]] = {
    "RoundPosted": _fixed_webhook_types("round.posted"),
    "PostedRoundDrawnAgain": _fixed_webhook_types("round.unposted"),
    "RoundUndone": _fixed_webhook_types("round.unposted"),
    "RoundClosed": _fixed_webhook_types("round.closed", "clock.ended", "standings.published"),
    "ClockChanged": lambda line: ("clock.extended" if line.facts["seconds"] > 0 else "clock.shortened",),
    "Undone": lambda line: TYPES_BY_UNDONE_KIND.get(line.facts["what"], ()),
    **dict.fromkeys(EDIT_KINDS, _webhook_types_of_edit),
    **dict.fromkeys(RESULT_KINDS, _webhook_types_of_result),
    **{kind: _fixed_webhook_types(type_) for kind, type_ in CLOCK_TYPE_BY_KIND.items()},
    **dict.fromkeys(STANDINGS_KINDS, _fixed_webhook_types("standings.published")),
}
"""Functions that return the webhook types sent for a journal line, by its kind."""


Reader = Callable[[JournalEvent, str], Facts | None]
FACTS: dict[str, Reader] = {}
"""Functions that read the facts sent for a journal line, by webhook type."""


def register_webhook_facts(*types: str) -> Callable[[Reader], Reader]:
    """Register a function that reads the facts of webhooks of these types."""

    def register(reader: Reader) -> Reader:
        FACTS.update(dict.fromkeys(types, reader))
        return reader

    return register


def _step_facts(line: JournalEvent) -> Mapping[str, Any]:
    """Return the facts of the step that the line records or undoes."""
    facts: Mapping[str, Any] = line.facts["facts"] if line.kind == "Undone" else line.facts
    return facts


def _public_round(line: JournalEvent) -> Round | None:
    """Return the round of the line, or None if it no longer exists or is not posted."""
    rounds = Round.objects.filter(division=line.division_id, number=_step_facts(line)["round"])
    round_ = rounds.select_related("division__tournament", "stage").defer("draw").first()
    return None if round_ is None or round_.state == Round.State.UNPOSTED else round_


def _division_facts(division: Division) -> Facts:
    return {"id": division.pk, "age_division": division.age_division}


def _round_facts(round_: Round, site: str) -> Facts:
    """Return the facts of a round and its division. `site` is the installation's address without a final slash."""
    event = round_.division.tournament
    query = urlencode({"division": round_.division_id, "round": round_.number})
    return {
        "division": _division_facts(round_.division),
        "round": {
            "id": round_.pk,
            "number": round_.number,
            "stage": "swiss" if round_.stage.kind == Stage.Kind.SWISS else "cut",
            "state": round_.state,
            "posted_at": format_payload_time(round_.posted_at),
            "closed_at": format_payload_time(round_.closed_at),
            "pairings_url": f"{site}{reverse('pairings:pairings', args=[event.slug])}?{query}",
            "tables_url": f"{site}{reverse('pairings:tables', args=[event.slug])}?{query}",
        },
    }


def _person_facts(person: EntryPerson) -> Facts:
    return {"id": person.entry_id, "name": person.name}


def _match_facts(row: MatchRow) -> Facts:
    """Return the facts of a match.

    `outcome` is "left" or "right" for the side of the winner, and "pending" for an open match.
    """
    return {
        "id": row.match_id,
        "table": row.table,
        "left": _person_facts(row.left),
        "right": _person_facts(row.right) if row.right else None,
        "outcome": str(row.outcome),
        "games_left": row.games_left,
        "games_right": row.games_right,
    }


@register_webhook_facts("round.posted", "round.changed", "round.closed")
def posted_round_facts(line: JournalEvent, site: str) -> Facts | None:
    """Return the facts of a posted round with all its matches, or None if the round is no longer posted."""
    round_ = _public_round(line)
    if round_ is None:
        return None
    matches = [
        _match_facts(row) for _round, row in public_pairings.match_rows_with_round([round_], public=True)
    ]
    return {**_round_facts(round_, site), "matches": matches}


@register_webhook_facts("round.reopened")
def reopened_round_facts(line: JournalEvent, site: str) -> Facts | None:
    round_ = _public_round(line)
    return _round_facts(round_, site) if round_ else None


@register_webhook_facts("round.unposted")
def unposted_round_facts(line: JournalEvent, _site: str) -> Facts | None:
    """Return the number of the unposted round, without facts about its players.

    None if the division no longer exists.
    """
    if line.division is None:
        return None
    return {"division": _division_facts(line.division), "round": {"number": _step_facts(line)["round"]}}


@register_webhook_facts("result.entered", "result.changed")
def match_result_facts(line: JournalEvent, site: str) -> Facts | None:
    """Return the facts of the match, with the result that this line recorded.

    The result may have changed since. None if the match no longer exists or its round is not posted.
    """
    matches = Match.objects.select_related("left", "right", "round__division__tournament", "round__stage")
    matches = matches.filter(pk=_step_facts(line)["match"], round__division=line.division_id)
    match = matches.defer("round__draw").first()
    if match is None or match.round.state == Round.State.UNPOSTED:
        return None
    result = line.facts["facts"]["before"] if line.kind == "Undone" else line.facts["after"]
    games = result["games"] or (None, None)
    row = replace(
        match_rows.build_match_row(match, {}, public=True),
        outcome=Outcome(result["outcome"]),
        games_left=games[0],
        games_right=games[1],
    )
    return {**_round_facts(match.round, site), "match": _match_facts(row)}


@register_webhook_facts("standings.published")
def standings_facts(line: JournalEvent, site: str) -> Facts | None:
    """Return the facts of all the division's standings lists, as on the public page.

    None if the division no longer exists or no list has any players.
    """
    division = line.division
    if division is None:
        return None
    newest_number = ranked_rounds(division).order_by("-number").values_list("number", flat=True).first()
    lists = [
        {
            "age_division": table.age_division,
            "final": table.final,
            "players": [
                {
                    "place": row.place,
                    **_person_facts(row.person),
                    "points": row.person.points,
                    "wins": row.wins,
                    "losses": row.losses,
                    "ties": row.ties,
                    **{key: round(value, 4) for key, value in row.tie_breaks.items()},
                    "dropped": row.person.dropped,
                }
                for row in table.rows
            ],
        }
        for table in standings_lists(division, public=True)
    ]
    if not any(listing["players"] for listing in lists):
        return None
    url = f"{site}{reverse('pairings:standings', args=[event_of_line(line).slug])}"
    return {
        "division": _division_facts(division),
        "after_round": newest_number,
        "standings_url": url,
        "lists": lists,
    }


@register_webhook_facts(
    "clock.started",
    "clock.paused",
    "clock.resumed",
    "clock.extended",
    "clock.shortened",
    "clock.changed",
    "clock.ended",
)
def clock_facts(line: JournalEvent, site: str) -> Facts | None:
    """Return the facts of the clock at the time of the line.

    They include all changes made up to the time of sending. None if the round is no longer posted or has no
    clock.
    """
    round_ = _public_round(line)
    state = clocks.read_round_clock(round_, line.at) if round_ else None
    if round_ is None or state is None:
        return None
    reading = {
        "phase": str(state.phase),
        "stopped": state.stopped,
        "seconds_left": state.left,
        "setup_seconds_left": state.setup_left,
        "at": format_payload_time(line.at),
        "starts_at": format_payload_time(state.starts_at),
        "ends_at": format_payload_time(state.ends_at),
    }
    return {**_round_facts(round_, site), "clock": reading}
