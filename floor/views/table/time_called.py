"""The public page "Time was called: who wins?" It asks one question at a time, then shows the verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cards.engine.formats import prizes
from core.engine.numbers import whole_number
from floor.engine.resolution import (
    FINAL,
    Decision,
    MatchState,
    Question,
    Stage,
    TablePlayer,
    Verdict,
    resolve_match,
)
from floor.forms.time_called import Answers, TimeCalledForm, answer_to, match_state
from floor.services.table_taps import OUTCOMES
from floor.words.resolution_questions import HINTS, Option, answer_options, question_text
from floor.words.resolution_words import Names, next_step_text, verdict_text, verdict_title
from pairings.models import Match, Round
from tournaments.models import Tournament
from tournaments.rules import powers

THIS_GAME = ("ending", "turns", "phase", "turn_of", "ways", "a", "b", "penalties")
"""Answers that are dropped if the game continues."""

STAGES = {"swiss": Stage.SWISS, "elimination": Stage.ELIMINATION}


@dataclass(frozen=True, slots=True)
class Answered:
    """An answered question: its text, the text of the answer, and the URL before it was answered."""

    question: str
    answer: str
    url: str


@dataclass(frozen=True, kw_only=True)
class TimeCalledPage:
    """The page, without the question or the verdict.

    `at` is the event whose page linked to this one. `again`, `back` and `from_url` are the URLs to start over, to go
    back one question, and to return to the linking page. `enter_url` leads to the form for the result, empty for
    readers who may not enter it.
    """

    at: Tournament | None
    match: Match | None
    again: str
    answered: Sequence[Answered]
    back: str
    from_url: str
    from_label: str
    enter_url: str


@require_safe
def time_called_page(request: HttpRequest) -> HttpResponse:
    """Show the next question or the verdict. All answers are in the URL, so that it can be shared."""
    # The page is about the event whose page linked to it, if the reader may see the event.
    event = Tournament.objects.filter(slug=request.GET.get("event", "").replace("\0", "")).first()
    reader_can = powers(request.user, event) if event is not None else {}
    if event is not None and not event.published and not reader_can["view"]:
        event = None
    match, pk = None, whole_number(request.GET.get("match", ""))
    if event is not None and pk is not None:
        matches = Match.objects.select_related("round__stage", "left__player", "right__player")
        matches = matches.filter(pk=pk, round__division__tournament=event, right__isnull=False)
        match = matches.exclude(round__state=Round.State.UNPOSTED).first()
    names = _player_names(match)
    # All links on the page repeat the event and the match.
    fixed_parameters = {"event": event.slug} if event is not None else {}
    if match is not None:
        fixed_parameters["match"] = str(match.pk)
    answered_questions, match_state, parameters = _answer_trail(request, event, match, fixed_parameters)
    answer = resolve_match(match_state)
    # The page links back to the linking page, and for judges to the form for the result.
    enter_url = ""
    if event is None:
        from_url, from_label = reverse("tournaments:home"), _("All events")
    elif match is None or not reader_can["report"]:
        from_url, from_label = reverse("tournaments:event", args=[event.slug]), event.name
    else:
        args = [event.slug, match.round.division_id, match.round.number, match.pk]
        from_url = enter_url = reverse("floor:match", args=args)
        from_label = _("Table %(table)s") % {"table": match.table or "–"}
    part: QuestionPart | VerdictPart
    if isinstance(answer, Question):
        part = _question_part(answer, match_state, names, parameters)
    else:
        part = _verdict_part(answer, match_state, names, parameters)
        if part.over and enter_url:
            enter_url += f"?outcome={OUTCOMES[answer.match].value}#result"
    page = TimeCalledPage(
        at=event,
        match=match,
        again=_time_url(fixed_parameters),
        answered=answered_questions,
        back=answered_questions[-1].url if answered_questions else "",
        from_url=from_url,
        from_label=from_label,
        enter_url=enter_url,
    )
    return render(request, "floor/time_called.html", vars(page) | vars(part))


def _answer_trail(
    request: HttpRequest, event: Tournament | None, match: Match | None, fixed_parameters: Mapping[str, str]
) -> tuple[list[Answered], MatchState, dict[str, str]]:
    """Collect the answered questions in order, the resulting match state, and the URL's parameters.

    Answers that the rules did not ask for are dropped from the URL.
    """
    answers = TimeCalledForm(request.GET.dict()).answers()
    names, parameters, trail = _player_names(match), dict(fixed_parameters), []
    facts = _event_answers(event, match, answers.get("stage"))
    while isinstance(question := resolve_match(match_state(facts)), Question):
        choices = answer_options(question, match_state(facts), names)
        name = choices[0].name
        if name not in answers or name in facts:
            break
        value = request.GET[name]
        label = next((choice.label for choice in choices if choice.value == value), value)
        trail.append(
            Answered(question_text(question, match_state(facts), names), label, _time_url(parameters))
        )
        facts, parameters[name] = answer_to(answers, name) | facts, value
        if name == "stage":
            facts = _event_answers(event, match, answers["stage"]) | facts
    return trail, match_state(facts), parameters


def _event_answers(event: Tournament | None, match: Match | None, stage: Stage | None) -> Answers:
    """Return the answers that follow from the event: its rules, Prizes, stage and length of a match.

    `stage` is the stage that the reader has answered, if any. Without an event, the result is empty.
    """
    if event is None:
        return {}
    stage = Stage(match.round.stage.kind) if match else stage or STAGES.get(event.structure)
    facts: Answers = {
        "edition": event.edition,
        "start": prizes(event.play_style),
        "settings": event.table_rule_choices,
    }
    if stage is not None:
        facts["stage"] = stage
        facts["best_of"] = event.best_of if stage is Stage.SWISS else event.cut_best_of
    return facts


def _player_names(match: Match | None) -> Names:
    if match is None:
        return {TablePlayer.A: _("Player 1"), TablePlayer.B: _("Player 2")}
    return {TablePlayer.A: str(match.left), TablePlayer.B: str(match.right)}


def _time_url(parameters: Mapping[str, str]) -> str:
    return reverse("floor:time", query=dict(parameters) or None)


@dataclass(frozen=True, kw_only=True)
class QuestionPart:
    """The next question of the rules, with its answers."""

    question: str
    hint: str | Promise
    numbers: bool
    answers: list[tuple[Option, str]]
    rare: list[tuple[Option, str]]


def _question_part(
    question: Question, match: MatchState, names: Names, parameters: dict[str, str]
) -> QuestionPart:
    answers = [
        (option, _time_url({**parameters, option.name: option.value}))
        for option in answer_options(question, match, names)
    ]
    return QuestionPart(
        question=question_text(question, match, names),
        hint=HINTS.get(question.ask, ""),
        numbers=question.ask.value.startswith("prizes"),
        answers=[pair for pair in answers if not pair[0].small],
        rare=[pair for pair in answers if pair[0].small],
    )


@dataclass(frozen=True, kw_only=True)
class VerdictPart:
    """The verdict under the rules.

    `over` is true if it decides the match. `then` is the text and URL of the next question, or None.
    """

    verdict: str
    state: str
    over: bool
    rule: str
    sentence: str
    next_step: str
    then: tuple[str, str] | None


def _verdict_part(
    verdict: Verdict, match: MatchState, names: Names, parameters: dict[str, str]
) -> VerdictPart:
    is_final = verdict.match in FINAL
    return VerdictPart(
        verdict=verdict_title(verdict, names),
        state="good" if is_final else "warning" if verdict.match is Decision.HEAD_JUDGE else "info",
        over=is_final,
        rule=verdict.rule,
        sentence=verdict_text(verdict, names),
        next_step=next_step_text(verdict, names),
        then=_next_link(verdict, match, parameters),
    )


def _next_link(verdict: Verdict, match: MatchState, parameters: dict[str, str]) -> tuple[str, str] | None:
    """Return the text and URL of the question that follows once the players have acted on the verdict, if any."""
    remaining = {name: value for name, value in parameters.items() if name not in THIS_GAME}
    if verdict.match is Decision.CONTINUE:
        return _("They have played on"), _time_url(remaining)
    if verdict.match not in (Decision.SUDDEN_DEATH, Decision.TIEBREAKER_GAME):
        return None
    game_number = match.number
    if verdict.code.startswith("ONE_EACH"):
        first_winner = match.earlier[0] if match.earlier else None
        remaining |= {"g1": first_winner.value, "g2": first_winner.other.value} if first_winner else {}
        game_number = 3
    return _("That game is over"), _time_url({**remaining, "place": f"decider-{game_number}"})
