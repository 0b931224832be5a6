"""Webhooks sent for a journal line: their types, and the public facts at the time of sending.

Players are shown as on public pages, children by first name and initial. Nothing unposted is ever sent.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from core.engine.facts import Facts
from core.engine.webhooks import moment
from core.models import JournalEvent
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow, Person
from pairings.models import Match, Round, Stage
from pairings.queries.print import public_pairings
from pairings.queries.reports import clocks
from pairings.queries.rounds import rows
from tournaments.models import Division
from tournaments.queries.journal import event_of

EDITS = ("TablesDrawnAgain", "MatchMadeByHand", "LateEntrySeated", "LateEntryGivenBye", "EntryTakenOut")
RESULTS = (
    "ResultEntered",
    "ResultCleared",
    "ResultCorrected",
    "ResultAgreed",
    "ResultDecided",
    "ResultTaken",
)
CLOCK = {
    "ClockStarted": "clock.started",
    "ClockStopped": "clock.paused",
    "ClockWentOn": "clock.resumed",
    "ClockSetUp": "clock.changed",
}
MOVES_STANDINGS = ("EntryDisqualified", "EntryDisqualificationLifted")


def _always(*types: str) -> Callable[[JournalEvent], Iterable[str]]:
    return lambda _line: types


UNDONE: dict[str, tuple[str, ...]] = {
    "RoundPosted": ("round.unposted",),
    "RoundUndone": ("round.posted",),
    "RoundClosed": ("round.reopened",),
    "PostedRoundDrawnAgain": ("round.posted",),
    **dict.fromkeys(EDITS, ("round.changed",)),
    **dict.fromkeys(RESULTS, ("result.changed",)),
    "ResultCorrected": ("result.changed", "standings.published"),
    **dict.fromkeys((*CLOCK, "ClockChanged"), ("clock.changed",)),
}
"""Types sent for the undo of a step."""


def _edited(line: JournalEvent) -> Iterable[str]:
    """Only for a posted round, as far as the line records it."""
    unposted = line.facts.get("unposted", False) or not line.facts.get("posted", True)
    return () if unposted else ("round.changed",)


def _result(line: JournalEvent) -> Iterable[str]:
    before = line.facts.get("before") or {}
    pending = before.get("outcome") == Outcome.PENDING
    yield "result.entered" if pending else "result.changed"
    if line.kind == "ResultCorrected":
        yield "standings.published"


TYPES: dict[str, Callable[[JournalEvent], Iterable[str]]] = {
    "RoundPosted": _always("round.posted"),
    "PostedRoundDrawnAgain": _always("round.unposted"),
    "RoundUndone": _always("round.unposted"),
    "RoundClosed": _always("round.closed", "clock.ended", "standings.published"),
    "ClockChanged": lambda line: ("clock.extended" if line.facts["seconds"] > 0 else "clock.shortened",),
    "Undone": lambda line: UNDONE.get(line.facts["what"], ()),
    **dict.fromkeys(EDITS, _edited),
    **dict.fromkeys(RESULTS, _result),
    **{kind: _always(type_) for kind, type_ in CLOCK.items()},
    **dict.fromkeys(MOVES_STANDINGS, _always("standings.published")),
}
"""Types sent for a line, by its kind."""


Reader = Callable[[JournalEvent, str], Facts | None]
FACTS: dict[str, Reader] = {}
"""Facts sent for a line, by type."""


def reads(*types: str) -> Callable[[Reader], Reader]:
    """Register the facts of webhooks of these types."""

    def register(reader: Reader) -> Reader:
        FACTS.update(dict.fromkeys(types, reader))
        return reader

    return register


def _step(line: JournalEvent) -> Mapping[str, Any]:
    """Facts of the step, also of an undone one."""
    facts: Mapping[str, Any] = line.facts["facts"] if line.kind == "Undone" else line.facts
    return facts


def _round(line: JournalEvent) -> Round | None:
    rows = Round.objects.filter(division=line.division_id, number=_step(line)["round"])
    return rows.select_related("division__tournament", "stage").defer("draw").first()


def _public_round(line: JournalEvent) -> Round | None:
    round_ = _round(line)
    return None if round_ is None or round_.state == Round.State.UNPOSTED else round_


def _division(division: Division) -> Facts:
    return {"id": division.pk, "age_division": division.age_division}


def _of_round(round_: Round, site: str) -> Facts:
    event, query = (
        round_.division.tournament,
        urlencode({"division": round_.division_id, "round": round_.number}),
    )
    return {
        "division": _division(round_.division),
        "round": {
            "id": round_.pk,
            "number": round_.number,
            "stage": "swiss" if round_.stage.kind == Stage.Kind.SWISS else "cut",
            "state": round_.state,
            "posted_at": moment(round_.posted_at),
            "closed_at": moment(round_.closed_at),
            "pairings_url": f"{site}{reverse('pairings:pairings', args=[event.slug])}?{query}",
            "tables_url": f"{site}{reverse('pairings:tables', args=[event.slug])}?{query}",
        },
    }


def _person(person: Person) -> Facts:
    return {"id": person.entry_id, "name": person.name}


def _match(row: MatchRow) -> Facts:
    """`outcome` "left" and "right" is the side of the winner, "pending" an open match."""
    return {
        "id": row.match_id,
        "table": row.table,
        "left": _person(row.left),
        "right": _person(row.right) if row.right else None,
        "outcome": str(row.outcome),
        "games_left": row.games_left,
        "games_right": row.games_right,
    }


@reads("round.posted", "round.changed", "round.closed")
def pairings(line: JournalEvent, site: str) -> Facts | None:
    """A posted round with all its matches."""
    round_ = _public_round(line)
    if round_ is None:
        return None
    matches = [_match(row) for _round, row in public_pairings.match_rows([round_], public=True)]
    return {**_of_round(round_, site), "matches": matches}


@reads("round.reopened")
def reopened(line: JournalEvent, site: str) -> Facts | None:
    round_ = _public_round(line)
    return _of_round(round_, site) if round_ else None


@reads("round.unposted")
def unposted(line: JournalEvent, _site: str) -> Facts | None:
    """The number of the round no longer posted; nothing of its players."""
    if line.division is None:
        return None
    return {"division": _division(line.division), "round": {"number": _step(line)["round"]}}


@reads("result.entered", "result.changed")
def result(line: JournalEvent, site: str) -> Facts | None:
    """The match with the result of this line, whatever came after it."""
    matches = Match.objects.select_related("left", "right", "round__division__tournament", "round__stage")
    matches = matches.filter(pk=_step(line)["match"], round__division=line.division_id)
    match = matches.defer("round__draw").first()
    if match is None or match.round.state == Round.State.UNPOSTED:
        return None
    noted = line.facts["facts"]["before"] if line.kind == "Undone" else line.facts["after"]
    games = noted["games"] or (None, None)
    row = replace(
        rows.match_row(match, {}, public=True),
        outcome=Outcome(noted["outcome"]),
        games_left=games[0],
        games_right=games[1],
    )
    return {**_of_round(match.round, site), "match": _match(row)}


@reads("standings.published")
def standings(line: JournalEvent, site: str) -> Facts | None:
    """All lists of the division as on the public page."""
    division = line.division
    if division is None:
        return None
    newest = rows.ranked_rounds(division).order_by("-number").values_list("number", flat=True).first()
    lists = [
        {
            "age_division": table.age_division,
            "final": table.final,
            "players": [
                {
                    "place": row.place,
                    **_person(row.person),
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
        for table in rows.standings(division, public=True)
    ]
    if not any(listing["players"] for listing in lists):
        return None
    url = f"{site}{reverse('pairings:standings', args=[event_of(line).slug])}"
    return {"division": _division(division), "after_round": newest, "standings_url": url, "lists": lists}


@reads(
    "clock.started",
    "clock.paused",
    "clock.resumed",
    "clock.extended",
    "clock.shortened",
    "clock.changed",
    "clock.ended",
)
def clock(line: JournalEvent, site: str) -> Facts | None:
    """The clock at the time of the line, with presses until sending included."""
    round_ = _public_round(line)
    state = clocks.state(round_, line.at) if round_ else None
    if round_ is None or state is None:
        return None
    reading = {
        "phase": str(state.phase),
        "stopped": state.stopped,
        "seconds_left": state.left,
        "setup_seconds_left": state.setup_left,
        "at": moment(line.at),
        "starts_at": moment(state.starts_at),
        "ends_at": moment(state.ends_at),
    }
    return {**_of_round(round_, site), "clock": reading}
