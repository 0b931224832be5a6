"""Explain a draw to readers unfamiliar with Swiss tournaments."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import Outcome
from pairings.queries.rounds.pairing_explained import (
    DrawProof,
    ExplainedBye,
    PairDown,
    PointGroup,
    RoundExplanation,
)
from pairings.queries.rounds.player_paths import PathStep
from pairings.words import draw_words, outcome_words, result_words
from pairings.words.draw_words import pairing_check_texts
from tournaments.words.entrants import are_entrants_teams

MAX_NAMES = 8


def match_explanation_texts(explained: RoundExplanation, row: MatchRow) -> list[str]:
    """Explain in a few sentences why two players meet, or why a player sits out."""
    if row.right is None:
        if row.outcome is Outcome.BYE and explained.bye and explained.bye.person == row.left:
            return bye_texts(explained, explained.bye)
        if row.outcome is Outcome.AWARDED_BYE:
            return [_("%(name)s was given this bye in advance.") % {"name": row.left.name}]
        return [_("%(name)s was not in this round when it was paired.") % {"name": row.left.name}]
    earlier_rounds = explained.met.get(frozenset((row.left.entry_id, row.right.entry_id)), ())
    pair_down = next((candidate for candidate in explained.pair_downs if candidate.row is row), None)
    if pair_down:
        sentences = pair_down_texts(explained, pair_down)
    else:
        group = explained.group_of(row.left.points)
        facts = {
            "left": row.left.name,
            "right": row.right.name,
            "points": result_words.points_text(group.points),
            "players": result_words.players_text(group.players),
        }
        sentences = [
            _("%(left)s and %(right)s both had %(points)s: the same group, %(players)s.") % facts,
            _("This round was paired by standings: neighbors in the list play each other.")
            if explained.proof.by_standing
            else _("Within a group, opponents are paired at random."),
        ]
    sentences += _pod_texts(explained, row.left, row.right)
    kind = explained.made.get(frozenset((row.left.entry_id, row.right.entry_id)))
    change_texts = [draw_words.draw_change_text(kind)] if kind else []
    if earlier_rounds:
        reason = _("No pairing of this round avoids every rematch.")
        if explained.by_hand:
            reason = _("The pairing was changed by hand.")
        elif explained.weighed:
            reason = _(
                "No pairing of this round avoids every rematch. Matches played least often, and longest "
                "ago, are repeated first."
            )
        template = ngettext(
            "They already met in round %(rounds)s. %(why)s",
            "They already met in rounds %(rounds)s. %(why)s",
            len(earlier_rounds),
        )
        sentences.append(template % {"rounds": ", ".join(map(str, earlier_rounds)), "why": reason})
    return change_texts + sentences


def _pod_texts(explained: RoundExplanation, left: EntryPerson, right: EntryPerson) -> list[str]:
    """Explain the role of the draft pods (R-091) for a match.

    The result is empty if the round was not paired by pods.
    """
    pod_by_entry = dict(explained.round.draw.get("inputs", {}).get("pods", ()))
    if not pod_by_entry:
        return []
    left_pod, right_pod = pod_by_entry.get(left.entry_id), pod_by_entry.get(right.entry_id)
    if left_pod is not None and left_pod == right_pod:
        return [
            _("This round is paired inside the draft pods: both players are in pod %(pod)d.")
            % {"pod": left_pod}
        ]
    return [
        _(
            "They are from different draft pods. No pairing without more rematches has fewer matches "
            "across pods."
        )
    ]


def met_text(rounds: Sequence[int]) -> str:
    """Return the earlier rounds of a pair as text: "met in round 2", "met in rounds 2, 5"."""
    text = ngettext("met in round %(rounds)s", "met in rounds %(rounds)s", len(rounds))
    return text % {"rounds": ", ".join(map(str, rounds))}


def pair_down_texts(explained: RoundExplanation, down: PairDown) -> list[str]:
    """Explain why a player meets an opponent with fewer points, and which players could not take their place."""
    facts = {
        "higher": down.higher.name,
        "points": result_words.points_text(down.higher.points),
        "lower": down.lower.name,
        "fewer": result_words.points_text(down.lower.points),
    }
    is_drawn = bool(explained.proof.kind) and not explained.by_hand
    sentences = [
        _("%(higher)s (%(points)s) meets %(lower)s (%(fewer)s).") % facts,
        _outside_group_text(down.group, is_drawn=is_drawn),
    ]
    if explained.by_hand:
        sentences.append(_("The pairing was changed by hand afterwards."))
    not_higher = _("Not possible here, because they may not be paired with %(lower)s: %(names)s.")
    not_lower = _("Not possible as the opponent, because they may not be paired with %(higher)s: %(names)s.")
    for template, excluded in ((not_higher, down.excluded), (not_lower, down.met_below)):
        names = [
            _("%(name)s (met in round %(round)d)") % {"name": player.person.name, "round": player.round}
            if player.round
            else _("%(name)s (must not meet; only staff can see this)") % {"name": player.person.name}
            for player in excluded
        ]
        if names:
            sentences.append(template % (facts | {"names": _names_text(names)}))
    if is_drawn and not explained.proof.by_standing and down.group.players > 1:
        sentences.append(draw_words.draw_explanation_text("PICKED"))
    return sentences


def _outside_group_text(group: PointGroup, *, is_drawn: bool) -> str:
    """Explain from the size of a group why one of its players meets an opponent outside it.

    `is_drawn`: whether the pairings are as drawn, so that the draw can be explained.
    """
    facts = {
        "points": result_words.points_text(group.points),
        "players": result_words.players_text(group.players),
        "up": group.up,
        "remain": group.remain,
    }
    size_text = _("The group with %(points)s has %(players)s.") % facts
    if group.up:
        size_text += (
            " "
            + ngettext(
                "%(up)d of them plays an opponent with more points, which leaves %(remain)d.",
                "%(up)d of them play opponents with more points, which leaves %(remain)d.",
                group.up,
            )
            % facts
        )
    if group.remain == 1:
        return f"{size_text} " + _("No opponents are left there, so the next group is included.")
    if group.remain % 2:
        return f"{size_text} " + _(
            "That is an odd number, so one of them plays an opponent from a lower group."
        )
    if not is_drawn:
        return size_text
    return f"{size_text} " + _("They cannot all play each other without a rematch or larger gaps elsewhere.")


def _names_text(names: Sequence[str]) -> str:
    """List up to MAX_NAMES names, then the number of others: "Ana Silva, Mei García, 12 more"."""
    unlisted = len(names) - MAX_NAMES
    rest_texts = [ngettext("%(n)d more", "%(n)d more", unlisted) % {"n": unlisted}] if unlisted > 0 else []
    return ", ".join([*names[:MAX_NAMES], *rest_texts])


def bye_texts(explained: RoundExplanation, sits_out: ExplainedBye) -> list[str]:
    """Explain why a player sits out, and why others could not."""
    drawn_entry = explained.round.draw.get("bye")
    if explained.proof.kind and drawn_entry != sits_out.person.entry_id:
        change_kind = explained.made.get(frozenset((sits_out.person.entry_id,)))
        change_text = _("%(name)s has the bye because of a change after pairing.") % {
            "name": sits_out.person.name
        }
        return [change_text, draw_words.draw_change_text(change_kind)] if change_kind else [change_text]
    facts = {
        "players": explained.proof.players,
        "name": sits_out.person.name,
        "points": result_words.points_text(sits_out.group.points),
        "group": result_words.players_text(sits_out.group.players),
        "n": sits_out.candidates,
    }
    if explained.proof.players == 1:
        only_player_text = draw_words.draw_explanation_text("ONLY_ONE")
        return [only_player_text % facts, _("The regular bye is a win without a match.")]
    sentences = [draw_words.draw_explanation_text("ODD") % facts]
    if sits_out.is_second_bye and not (explained.weighed and sits_out.had == sits_out.fewest):
        if sits_out.had > sits_out.fewest:
            second_bye_text = _("%(name)s had more byes before than others here.")
        else:
            second_bye_text = draw_words.draw_explanation_text("SECOND_BYE")
        return [*sentences, second_bye_text % facts]
    if not explained.proof.kind:
        return sentences
    sentences += _bye_group_texts(explained, sits_out)
    if sits_out.excluded:
        names = _names_text([person.name for person in sits_out.excluded])
        reason = (
            _("Not possible, because they had more byes before: %(names)s.")
            if sits_out.is_second_bye
            else _("Not possible, because they had a bye before: %(names)s.")
        )
        sentences.append(reason % {"names": names})
    if sits_out.candidates > 1:
        sentences.append(draw_words.draw_explanation_text("PICKED_FOR_BYE") % facts)
    return sentences


def _bye_group_texts(explained: RoundExplanation, sits_out: ExplainedBye) -> list[str]:
    """Explain why the bye went to this group and not to a lower one."""
    facts = {
        "points": result_words.points_text(sits_out.group.points),
        "group": result_words.players_text(sits_out.group.players),
    }
    repeated_text = _(
        "Giving the bye further down would have caused more rematches, or more recent ones: "
        "%(points)s, %(group)s."
    )
    if sits_out.is_second_bye:
        fewest_text = ngettext(
            "Every player here already had a bye, so it goes to a player who had only %(n)d.",
            "Every player here already had byes, so it goes to a player who had only %(n)d.",
            sits_out.had,
        )
        if are_entrants_teams():
            fewest_text = ngettext(
                "Every team here already had a bye, so it goes to a team that had only %(n)d.",
                "Every team here already had byes, so it goes to a team that had only %(n)d.",
                sits_out.had,
            )
        lowest_text = _("Among these, it goes to the lowest group: %(points)s, %(group)s.")
        return [
            fewest_text % {"n": sits_out.had},
            (repeated_text if sits_out.passed else lowest_text) % facts,
        ]
    if not sits_out.passed:
        text = draw_words.draw_explanation_text("LOWEST_GROUP")
    elif explained.weighed and explained.rematches:
        text = repeated_text
    else:
        text = _(
            "Giving the bye further down would have forced a rematch, so it is given here: %(points)s, "
            "%(group)s."
        )
    return [text % facts]


def proof_texts(explained: RoundExplanation) -> list[str]:
    """Explain why no draw is better: the cost of this one, the minimum, and how it was proven.

    For a round that was not paired here, describe the check of its pairings instead, if there is one.
    """
    proof = explained.proof
    if proof.by_standing:
        cost_meaning = draw_words.draw_explanation_text("GAP_BY_PLACES")
    else:
        cost_meaning = _(
            "Each gap counts as its square: 3 points apart count 9, 6 points apart 36, equal points nothing."
        )
    sentences = [cost_meaning]
    if not proof.kind:
        sentences.append(_("This round was not paired here, so how it was paired cannot be shown."))
        return [*sentences, *pairing_check_texts(explained.checked)] if explained.checked else sentences
    if proof.fewest_pair_downs:
        sentences.append(draw_words.draw_explanation_text("FEWEST_OUTSIDE"))
    if explained.round.draw.get("inputs", {}).get("pods"):
        sentences.append(_("Fewest matches across draft pods come first; gaps come second."))
    rematches = len(explained.round.draw.get("rematches", ()))
    if rematches and explained.weighed:
        text = ngettext(
            "%(n)d rematch; no pairing of these players has fewer.",
            "%(n)d rematches; no pairing of these players has fewer.",
            rematches,
        )
        if are_entrants_teams():
            text = ngettext(
                "%(n)d rematch; no pairing of these teams has fewer.",
                "%(n)d rematches; no pairing of these teams has fewer.",
                rematches,
            )
        order_text = _(
            "Among pairings with the same number of rematches, those whose rematches were played least "
            "often come first, then those played longest ago. The bye and the gaps come after that."
        )
        sentences += [text % {"n": rematches}, order_text]
    sentences.append(_least_cost_text(proof))
    if explained.by_hand:
        sentences.append(
            _("Afterwards the pairing was changed by hand. The gaps now add up to %(now)d.")
            % {"now": proof.now}
        )
    return sentences


def _least_cost_text(proof: DrawProof) -> str:
    """State the cost of a draw, and how it was proven that no pairings cost less."""
    facts = {"cost": proof.cost, "bound": proof.bound, "examined": proof.examined, "players": proof.players}
    return draw_words.least_cost_text(proof.kind) % facts


def path_step_text(played: PathStep) -> str:
    """Describe one round of a player's path: points, group, and opponent.

    For example "12 points, a group of 7 players. Met Ana Silva with 9 points: paired down." for an opponent
    with fewer points.
    """
    facts = {
        "points": result_words.points_text(played.points),
        "players": result_words.players_text(played.group or 0),
    }
    start_text = _("%(points)s, a group of %(players)s.") if played.group else _("%(points)s.")
    if played.opponent is None:
        late_words = outcome_words.ALONE[Outcome.LATE_LOSS]
        return f"{start_text % facts} {outcome_words.ALONE.get(played.outcome, late_words).path}"
    meeting_text = _("Played %(name)s from the same group.")
    if played.gap < 0:
        meeting_text = _("Met %(name)s with %(points)s: paired down.")
    elif played.gap > 0:
        meeting_text = _("Met %(name)s with %(points)s: paired up.")
    opponent_facts = {
        "name": played.opponent.name,
        "points": result_words.points_text(played.opponent.points),
    }
    return f"{start_text % facts} {meeting_text % opponent_facts}"


def cut_pairing_reasons(row: MatchRow, seeds: dict[int, int]) -> list[str]:
    """Explain why two players meet in the cut, or why a player has no opponent.

    `seeds`: entry id -> seed.
    """
    bracket_text = _(
        "In the top cut nothing is random: the first seed plays the last, and winners of neighboring matches play "
        "each other."
    )
    if row.right is None:
        return [bracket_text, _("The top seeds advance without a match where the bracket is not full.")]
    facts = {
        "left": row.left.name,
        "right": row.right.name,
        "one": seeds.get(row.left.entry_id, 0),
        "two": seeds.get(row.right.entry_id, 0),
    }
    sentences = [bracket_text, _("%(left)s is seed %(one)d, %(right)s is seed %(two)d.") % facts]
    return [*sentences, result_words.walkover_text(row)] if row.by_walkover else sentences
