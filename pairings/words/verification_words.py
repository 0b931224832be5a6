"""Explain what earlier results prove about a round's pairing."""

from django.utils.translation import gettext as _

from pairings.queries.verification.pairing_check import CheckedPairing
from pairings.words import result_words


def pairing_check_texts(check: CheckedPairing) -> list[str]:
    """Describe how a round's pairing compares with the best one, given the earlier results."""
    facts = {
        "players": result_words.players_text(check.players),
        "rematches": check.ours.rematches,
        "fewest": check.best.rematches,
        "gaps": check.ours.gaps,
        "least": check.best.gaps,
        "outside": check.ours.outside,
        "inside": check.best.outside,
    }
    if check.none_better:
        return [
            _(
                "An exact search over the %(players)s and the results before this round found no better pairing. "
                "The minimum: rematches %(rematches)d, gaps %(gaps)d, pairs outside their group %(outside)d."
            )
            % facts
        ]
    sentences = [
        _("From the results before this round a better pairing of the %(players)s was possible.") % facts
    ]
    if check.second_bye:
        sentences.append(_("A player had a further bye while others had fewer."))
    if check.ours.rematches != check.best.rematches:
        sentences.append(_("Rematches: %(rematches)d; %(fewest)d would have been enough.") % facts)
    elif (check.ours.again, check.ours.newest) != (check.best.again, check.best.newest):
        sentences.append(_("Matches played less often, or longer ago, could have been repeated instead."))
    if check.ours.bye is not None and check.best.bye is not None and check.ours.bye != check.best.bye:
        bye_points = {
            "had": result_words.points_text(check.ours.bye),
            "best": result_words.points_text(check.best.bye),
        }
        sentences.append(
            _("The bye went to a player with %(had)s; the best pairing gives it to one with %(best)s.")
            % bye_points
        )
    if check.ours.gaps != check.best.gaps:
        sentences.append(_("Gaps: %(gaps)d; the best pairing has %(least)d.") % facts)
    elif check.ours.outside != check.best.outside:
        sentences.append(
            _("Pairs outside their group: %(outside)d; the best pairing has %(inside)d.") % facts
        )
    return [
        *sentences,
        _("Results corrected since then, or pairing requests of the organizer, can be the reason."),
    ]
