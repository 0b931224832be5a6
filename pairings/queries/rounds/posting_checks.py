"""Checks before posting a round: pairings are current, deck lists are ready."""

from core.engine.refused import Refused
from decks.models import ListRules
from decks.queries.lists.counted_versions import redraft_before_round
from decks.queries.lists.event_lists import NotReady, players_with_unready_lists
from decks.queries.lists.judging import requires_lists
from pairings.engine.refusals import PairingRefusal
from pairings.models import Round
from pairings.queries.bracket.cut_titles import refusal_facts_of_round
from pairings.queries.rounds import engine_fields, match_rows, options
from pairings.queries.rounds.round_entries import entries_to_remove_from_round, unseated_entries


def follows_old_results(round_: Round) -> bool:
    """Return whether an unposted Swiss round was paired by points that have since been corrected.

    Two queries; a round paired by standings also needs the queries of the standings.
    """
    inputs = round_.draw_inputs
    if not inputs or round_.state != Round.State.UNPOSTED:
        return False
    current_scores = match_rows.scores_before(round_)
    drawn_points = {entry: points for points, entries in inputs["by_points"] for entry in entries}
    if any(
        current_scores.get(entry, match_rows.NO_SCORE)[0] != points for entry, points in drawn_points.items()
    ):
        return True
    by_standing = inputs["options"]["by_standing"]
    if by_standing is None:
        return False
    ids = engine_fields.load_field_of_round(round_.division, round_.number).field.ids
    current_standing = options.options_for_draw(round_, ids, options.wishes_of(round_.division)).by_standing
    return by_standing != list(current_standing or ())


def require_current_pairings(round_: Round) -> None:
    """Require that an unposted round was paired from the current players and results.

    Rounds of the cut are not checked, except for round 1 of a pure elimination. Refused: PAIRINGS_ARE_STALE
    (round, came, left, changed), PAIRINGS_FOLLOW_OLD_RESULTS (round, round_title).
    """
    if not engine_fields.round_depends_on_attendance(round_):
        return
    missing_players, players_to_remove = (
        list(unseated_entries(round_)),
        list(entries_to_remove_from_round(round_)),
    )
    if missing_players or players_to_remove:
        raise Refused(
            PairingRefusal.PAIRINGS_ARE_STALE,
            round=round_.number,
            came=", ".join(str(entry) for entry in missing_players[:4]) or "–",
            left=", ".join(str(entry) for entry in players_to_remove[:4]) or "–",
            changed=len(missing_players) + len(players_to_remove),
        )
    if follows_old_results(round_):
        raise Refused(PairingRefusal.PAIRINGS_FOLLOW_OLD_RESULTS, **refusal_facts_of_round(round_))


def players_without_ready_list(round_: Round) -> NotReady:
    """Return the players without a legal deck list in round 1 or after a redraft (R-030, R-095).

    After a redraft, only its players count, and only if its decks must be new (S6). The result is empty for
    any other round, and if lists are not required.
    """
    event = round_.division.tournament
    seats = round_.seats.all()
    if round_.number > 1:
        redraft = redraft_before_round(round_.division, round_.number)
        if redraft is None:
            return NotReady((), ())
        seats = seats.filter(entry__in=[entry for pod in redraft.seats for entry in pod])
    if not requires_lists(event, ListRules.objects.filter(tournament=event).first()):
        return NotReady((), ())
    return players_with_unready_lists(event, seats.values_list("entry_id", flat=True))
