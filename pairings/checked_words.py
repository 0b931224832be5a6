"""What the earlier results prove of a round's pairing, in words."""

from django.utils.translation import gettext as _

from pairings.queries.rounds.verification import Checked
from pairings.words import result_words


def checked(one: Checked) -> list[str]:
    """The check of a round's pairing from the earlier results alone, as sentences."""
    facts = {
        "players": result_words.players(one.players),
        "rematches": one.ours.rematches,
        "fewest": one.best.rematches,
        "gaps": one.ours.gaps,
        "least": one.best.gaps,
        "outside": one.ours.outside,
        "inside": one.best.outside,
    }
    if one.none_better:
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
    if one.second_bye:
        sentences.append(_("A player had a further bye while others had fewer."))
    if one.ours.rematches != one.best.rematches:
        sentences.append(_("Rematches: %(rematches)d; %(fewest)d would have been enough.") % facts)
    elif (one.ours.again, one.ours.newest) != (one.best.again, one.best.newest):
        sentences.append(_("Matches played less often, or longer ago, could have been repeated instead."))
    sentences += _bye_checked(one)
    if one.ours.gaps != one.best.gaps:
        sentences.append(_("Gaps: %(gaps)d; the best pairing has %(least)d.") % facts)
    elif one.ours.outside != one.best.outside:
        sentences.append(
            _("Pairs outside their group: %(outside)d; the best pairing has %(inside)d.") % facts
        )
    return [
        *sentences,
        _("Results corrected since then, or pairing requests of the organizer, can be the reason."),
    ]


def _bye_checked(one: Checked) -> list[str]:
    if one.ours.bye is None or one.best.bye is None or one.ours.bye == one.best.bye:
        return []
    facts = {"had": result_words.points(one.ours.bye), "best": result_words.points(one.best.bye)}
    return [
        _("The bye went to a player with %(had)s; the best pairing gives it to one with %(best)s.") % facts
    ]
