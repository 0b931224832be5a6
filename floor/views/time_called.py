""" "Time was called: who wins?", public: one question at a time, then the verdict of the rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cards.engine.formats import prizes
from core.engine.numbers import whole_number
from floor.engine.resolution import FINAL, Decision, MatchState, Player, Question, Stage, Verdict, resolve
from floor.forms.time_called import TimeForm, situation
from floor.services.table import OUTCOMES
from floor.words.resolution_questions import HINTS, ask, options
from floor.words.resolution_words import Names, next_step, sentence, title
from pairings.models import Match, Round
from tournaments.models import Tournament
from tournaments.rules import powers

THIS_GAME = ("ending", "turns", "phase", "turn_of", "ways", "a", "b", "penalties")
"""Answers dropped when the game goes on."""

STAGES = {"swiss": Stage.SWISS, "elimination": Stage.ELIMINATION}


@dataclass(frozen=True, slots=True)
class Answered:
    """An answered question: its text, the answer's text, and the URL before it."""

    question: str
    answer: str
    url: str


@require_safe
def time_called(request: HttpRequest) -> HttpResponse:
    """Show the next question, or the verdict. All answers are in the URL, so it can be shared."""
    # The event the page was opened from, if the reader may see it.
    event = Tournament.objects.filter(slug=request.GET.get("event", "").replace("\0", "")).first()
    may = powers(request.user, event) if event is not None else {}  # type: ignore[arg-type]
    if event is not None and not event.published and not may["view"]:
        event = None
    seat, pk = None, whole_number(request.GET.get("match", ""))
    if event is not None and pk is not None:
        matches = Match.objects.select_related("round__stage", "left__player", "right__player")
        matches = matches.filter(pk=pk, round__division__tournament=event, right__isnull=False)
        seat = matches.exclude(round__state=Round.State.UNPOSTED).first()
    names = _names(seat)
    # Where the page was opened from is part of every URL.
    stays = {"event": event.slug} if event is not None else {}
    if seat is not None:
        stays["match"] = str(seat.pk)
    answered, match, parameters = _trail(request, event, seat, stays)
    answer = resolve(match)
    context: dict[str, Any] = {
        "at": event,
        "seat": seat,
        "again": _url(stays),
        "answered": answered,
        "back": answered[-1].url if answered else "",
    }
    # The page this one was opened from, and for judges the page to enter the result.
    if event is None:
        context |= {"from_url": reverse("tournaments:home"), "from_label": _("All events")}
    elif seat is None or not may["report"]:
        context |= {"from_url": reverse("tournaments:event", args=[event.slug]), "from_label": event.name}
    else:
        url = reverse("floor:match", args=[event.slug, seat.round.division_id, seat.round.number, seat.pk])
        label = _("Table %(table)s") % {"table": seat.table or "–"}
        context |= {"from_url": url, "from_label": label, "enter_url": url}
    if isinstance(answer, Question):
        context |= _question(answer, match, names, parameters)
    else:
        over = answer.match in FINAL
        context |= {
            "verdict": title(answer, names),
            "state": "good" if over else "warning" if answer.match is Decision.HEAD_JUDGE else "info",
            "over": over,
            "rule": answer.rule,
            "sentence": sentence(answer, names),
            "next_step": next_step(answer, names),
            "then": _then(answer, match, parameters),
        }
        if over and "enter_url" in context:
            context["enter_url"] += f"?outcome={OUTCOMES[answer.match].value}#result"
    return render(request, "floor/time_called.html", context)


def _trail(
    request: HttpRequest, event: Tournament | None, seat: Match | None, stays: Mapping[str, str]
) -> tuple[list[Answered], MatchState, dict[str, str]]:
    """The answered questions in order, the resulting match state, and the URL's parameters.

    Answers the rules did not ask for are dropped from the URL.
    """
    answers = TimeForm(request.GET.dict()).answers()
    names, parameters, trail = _names(seat), dict(stays), []
    facts = _event_facts(event, seat, answers.get("stage"))
    while isinstance(question := resolve(situation(facts)), Question):
        choices = options(question, situation(facts), names)
        name = choices[0].name
        if name not in answers or name in facts:
            break
        value = request.GET[name]
        label = next((choice.label for choice in choices if choice.value == value), value)
        trail.append(Answered(ask(question, situation(facts), names), label, _url(parameters)))
        facts[name], parameters[name] = answers[name], value
        if name == "stage":
            facts = {**_event_facts(event, seat, answers["stage"]), **facts}
    return trail, situation(facts), parameters


def _event_facts(event: Tournament | None, seat: Match | None, stage: Stage | None) -> dict[str, Any]:
    """Facts from the event: its rules, its Prizes, and the length of a match of this stage."""
    if event is None:
        return {}
    stage = Stage(seat.round.stage.kind) if seat else stage or STAGES.get(event.structure)
    facts: dict[str, Any] = {
        "edition": event.edition,
        "start": prizes(event.play_style),
        "settings": event.floor_choices,
    }
    if stage is not None:
        facts["stage"] = stage
        facts["best_of"] = event.best_of if stage is Stage.SWISS else event.cut_best_of
    return facts


def _names(seat: Match | None) -> Names:
    if seat is None:
        return {Player.A: _("Player 1"), Player.B: _("Player 2")}
    return {Player.A: str(seat.left), Player.B: str(seat.right)}


def _url(parameters: Mapping[str, str]) -> str:
    return reverse("floor:time", query=dict(parameters) or None)


def _question(
    question: Question, match: MatchState, names: Names, parameters: dict[str, str]
) -> dict[str, Any]:
    answers = [
        (option, _url({**parameters, option.name: option.value}))
        for option in options(question, match, names)
    ]
    return {
        "question": ask(question, match, names),
        "hint": HINTS.get(question.ask, ""),
        "numbers": question.ask.value.startswith("prizes"),
        "answers": [pair for pair in answers if not pair[0].small],
        "rare": [pair for pair in answers if pair[0].small],
    }


def _then(verdict: Verdict, match: MatchState, parameters: dict[str, str]) -> tuple[str, str] | None:
    """Text and URL of the next question once the table has gone on."""
    rest = {name: value for name, value in parameters.items() if name not in THIS_GAME}
    if verdict.match is Decision.CONTINUE:
        return _("They have played on"), _url(rest)
    if verdict.match not in (Decision.SUDDEN_DEATH, Decision.TIEBREAKER_GAME):
        return None
    game = match.number
    if verdict.code.startswith("ONE_EACH"):
        first = match.earlier[0] if match.earlier else None
        rest |= {"g1": first.value, "g2": first.other.value} if first else {}
        game = 3
    return _("That game is over"), _url({**rest, "place": f"decider-{game}"})
