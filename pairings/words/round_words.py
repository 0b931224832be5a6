"""Sentences about rounds, results and standings: refusals, journal lines, and the effects of an undo."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext_lazy as _

from core import sentences
from core.sentences import Facts
from pairings.models import Match, PairingOptions
from pairings.words import outcome_words
from tournaments.labels import division_label
from tournaments.words.entrants import players_or_teams_text
from tournaments.words.tag_words import tags_text

STEPS = {outcome.value: words.step for outcome, words in outcome_words.OUTCOMES.items()}


def result_text(outcome: object, facts: Mapping[str, object]) -> str:
    """Return a result in words: "Maya Okonkwo beats Ana Silva".

    `facts` has the names of `left` and `right`. An unknown outcome is returned unchanged.
    """
    return sentences.fill_sentence(STEPS.get(str(outcome), str(outcome)), facts)


def match_result_text(match: Match, outcome: str, games: tuple[int | None, int | None] = (None, None)) -> str:
    """Return an outcome of a match in words: "Maya Okonkwo beats Ana Silva (2-0)".

    `outcome` need not be the saved one. `games`: game wins of left and right, left out unless both are known.
    """
    text = result_text(outcome, {"left": str(match.left), "right": str(match.right or "")})
    return text if None in games else f"{text} ({games[0]}-{games[1]})"


def result_texts_of_line(facts: Facts) -> Facts:
    """Return the results after and before a journal line in words, as `result` and `before_text`."""
    results = {"result": facts.get("after"), "before_text": facts.get("before")}
    return {
        name: result_text(result.get("outcome"), facts) if isinstance(result, Mapping) else sentences.NOTHING
        for name, result in results.items()
    }


def _closing_sentence_facts(facts: Facts) -> Facts:
    """Return the effect of undoing the closing of a round, which differs in the cut."""
    reopens = (
        _("Round %(round)s of the top cut opens again. No results are lost.")
        if facts.get("cut")
        else _("Round %(round)s is open again and its standings are removed. No results are lost.")
    )
    return {"reopens_text": sentences.fill_sentence(reopens, facts)}


def _manual_match_sentence_facts(facts: Facts) -> Facts:
    """Return the match that was paired by hand, or the bye, as text."""
    against = _("%(first_name)s against %(second_name)s")
    return {
        "made": sentences.fill_sentence(
            against if facts.get("second_name") else _("the bye for %(first_name)s"), facts
        )
    }


def _move_sentence_facts(facts: Facts) -> Facts:
    """Return a move to a feature table or back, and the effect of undoing it, as text."""
    moved, undone = (
        (
            _("%(left)s and %(right)s moved from table %(table_before)s to feature table %(table)s"),
            _("%(left)s and %(right)s play at table %(table_before)s again."),
        )
        if facts.get("home_table")
        else (
            _("%(left)s and %(right)s moved from feature table %(table_before)s back to table %(table)s"),
            _("%(left)s and %(right)s play at feature table %(table_before)s again."),
        )
    )
    return {
        "moved_text": sentences.fill_sentence(moved, facts),
        "returns_text": sentences.fill_sentence(undone, facts),
    }


def _changed_options_sentence_facts(facts: Facts) -> Facts:
    """Return the labels of the changed pairing options as text."""
    options = facts.get("options")
    names = options if isinstance(options, Iterable) else ()
    labels = {field.name: str(field.verbose_name) for field in PairingOptions._meta.fields}
    return {"options_text": ", ".join(labels[str(name)] for name in names)}


def _prize_sentence_facts(facts: Facts) -> Facts:
    """Return the name of the standings list whose prizes changed."""
    return {"list_text": division_label(facts.get("age_division"))}


def _tag_sentence_facts(facts: Facts) -> Facts:
    """Return the labels of the changed tags as text."""
    tags = facts.get("tags")
    return {"tags_text": tags_text(tags if isinstance(tags, Iterable) else ())}


def _pairing_request_sentence_facts(facts: Facts) -> Facts:
    """Return a pairing request as text."""
    after = facts.get("after")
    request: Mapping[str, object] = after if isinstance(after, Mapping) else {}
    # The text reads, for example, "family or team “Silva” table 3 (ramp)", or "none".
    parts = [
        _("family or team “%(group)s”") if request.get("group") else "",
        _("country “%(country)s”") if request.get("country") else "",
        _("table %(table)s") if request.get("table") else "",
        _("(%(reason)s)") if request.get("reason") else "",
        _("seed %(seed)s") if request.get("seed") else "",
    ]
    text = " ".join(sentences.fill_sentence(part, request) for part in parts if part)
    return {"wish_text": text or str(_("none"))}


sentences.register_sentences(
    {
        "RoundPaired": (
            _("Round %(round)s paired, tables: %(tables)s, random seed %(seed)s"),
            _("The pairings of round %(round)s are removed. Only staff have seen them."),
        ),
        "RoundPairedAgain": (
            _("Round %(round)s re-paired, random seed %(seed)s"),
            _("Round %(round)s has its previous pairings again."),
        ),
        "PlayersSwapped": (
            _("Round %(round)s: %(first_name)s and %(second_name)s swapped"),
            _("%(first_name)s and %(second_name)s go back to their places."),
        ),
        "RoundPosted": (
            _("Round %(round)s posted"),
            _("Round %(round)s is no longer posted. Players do not see it."),
        ),
        "RoundUndone": (
            _("Round %(round)s undone, with its results: %(results)s"),
            _("Round %(round)s is back with all its results: %(results)s."),
        ),
        "NoShowsDropped": (
            _("No-shows of round %(round)s dropped: %(names)s"),
            _("Reinstated: %(names)s."),
        ),
        "DayTwoOpened": (
            players_or_teams_text(
                _("Day 2 opened after round %(round)s, players: %(players)s, rounds: %(rounds)s"),
                _("Day 2 opened after round %(round)s, teams: %(players)s, rounds: %(rounds)s"),
            ),
            _("Day 2 is no longer open. Standings and results of day 1 do not change."),
        ),
        "CutStarted": (
            players_or_teams_text(
                _("Top cut started with %(players)s players"), _("Top cut started with %(players)s teams")
            ),
            _("The bracket is removed. Standings and results do not change."),
        ),
        "TablesDrawnAgain": (
            _("Tables re-paired in round %(round)s: %(tables)s, random seed %(seed)s"),
            _("Re-paired tables of round %(round)s (%(tables)s) are back to their previous pairings."),
        ),
        "PostedRoundDrawnAgain": (
            _("Round %(round)s unposted and re-paired, random seed %(seed)s"),
            _("Round %(round)s is posted again with its previous pairings."),
        ),
        "LateEntrySeated": (
            _("Round %(round)s: %(name)s came late and plays %(other)s at table %(table)s"),
            _("%(name)s no longer plays %(other)s in round %(round)s."),
        ),
        "LateEntryGivenBye": (
            _("Round %(round)s: %(name)s entered after the pairing and has the bye"),
            _("%(name)s is no longer in the pairings of round %(round)s."),
        ),
        "EntryTakenOut": (
            _("%(name)s dropped after round %(round)s was paired and was removed from it"),
            _("%(name)s is reinstated and plays round %(round)s as it was paired."),
        ),
        "MeetingForbidden": (
            _("%(first_name)s and %(second_name)s must not meet"),
            _("%(first_name)s and %(second_name)s may meet again."),
        ),
        "PlayersMayMeet": (
            _("%(first_name)s and %(second_name)s may meet again"),
            _("%(first_name)s and %(second_name)s must not meet again."),
        ),
        "StartedWithoutLists": _(
            "Round 1 starts without all deck lists. Missing: %(missing)s, not legal: %(illegal)s (%(names)s). "
            "%(reason)s"
        ),
        "PlayedWithoutNewLists": _(
            "Round %(round)s starts without all lists of the new draft. Missing: %(missing)s, not legal: %(illegal)s "
            "(%(names)s). %(reason)s"
        ),
    },
)

sentences.register_sentences(
    {
        "RoundClosed": (_("Round %(round)s closed and ranked"), "%(reopens_text)s"),
    },
    facts=_closing_sentence_facts,
)

sentences.register_sentences(
    {
        "MatchMadeByHand": (
            _("Round %(round)s, by hand: %(made)s"),
            _("The players of these matches go back to their places."),
        ),
    },
    facts=_manual_match_sentence_facts,
)

sentences.register_sentences(
    {
        "MatchMoved": (_("Round %(round)s: %(moved_text)s"), "%(returns_text)s"),
    },
    facts=_move_sentence_facts,
)

sentences.register_sentences(
    {
        "PairingOptionsChanged": (
            _("Pairing options changed: %(options_text)s"),
            _("The pairing options are as they were before."),
        ),
    },
    facts=_changed_options_sentence_facts,
)

sentences.register_sentences(
    {
        "PrizesChanged": (
            _("Prizes changed (%(list_text)s), rows: %(count)s"),
            _("The prizes (%(list_text)s) are as they were before."),
        ),
    },
    facts=_prize_sentence_facts,
)

sentences.register_sentences(
    {
        "EntryWishChanged": (
            _("%(name)s’s pairing request: %(wish_text)s"),
            _("%(name)s’s pairing request is as it was before."),
        ),
    },
    facts=_pairing_request_sentence_facts,
)

sentences.register_sentences(
    {
        "PlayerTagsChanged": (
            players_or_teams_text(
                _("%(tags_text)s: changed. Players: %(count)s"),
                _("%(tags_text)s: changed. Teams: %(count)s"),
            ),
            players_or_teams_text(
                _("%(tags_text)s: as before the change. Players: %(count)s"),
                _("%(tags_text)s: as before the change. Teams: %(count)s"),
            ),
        ),
    },
    facts=_tag_sentence_facts,
)

sentences.register_sentences(
    {
        "ResultEntered": (
            _("Round %(round)s, table %(table)s: %(result)s"),
            _("Table %(table)s, %(left)s against %(right)s, goes back to: %(before_text)s."),
        ),
        "ResultCleared": (
            _("Round %(round)s, table %(table)s: result undone"),
            _("Table %(table)s, %(left)s against %(right)s, goes back to: %(before_text)s."),
        ),
        "ResultCorrected": (
            _("Round %(round)s, table %(table)s corrected: %(result)s. %(why)s"),
            _("Table %(table)s of round %(round)s goes back to: %(before_text)s. Standings are updated."),
        ),
    },
    facts=result_texts_of_line,
)
sentences.register_sentences(
    {
        "RegularsAdded": (
            _("Players of %(source)s added: %(count)s"),
            _("The players added from %(source)s are removed from the event."),
        ),
    }
)
