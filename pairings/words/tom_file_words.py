"""Sentences about TOM files: errors in a file, and the data imported."""

from django.utils.translation import gettext_lazy as _

from core import sentences
from pairings.engine.refusals import PairingRefusal
from pairings.engine.tdf.faults import TdfFault

sentences.REFUSALS.update(
    {
        TdfFault.TDF_EMPTY: _(
            "Line %(line)s: the file is empty, “%(element)s” is missing. Save it in TOM again."
        ),
        PairingRefusal.TDF_TOO_BIG: _(
            "Line %(line)s: the file is larger than %(limit)s MB, too large for a “%(element)s” of TOM."
        ),
        TdfFault.TDF_NOT_XML: _(
            "Line %(line)s, in “%(element)s”, cannot be read: %(reason)s. Save the file in TOM again."
        ),
        TdfFault.TDF_ENCODING_UNKNOWN: _(
            "Line %(line)s: “%(element)s” names the encoding “%(value)s”, which is not known. Save the file in "
            "TOM again."
        ),
        TdfFault.TDF_FORBIDDEN: _(
            "Line %(line)s: “%(element)s” is a document type, which TOM files never have. The file was not read."
        ),
        TdfFault.TDF_NOT_A_TOURNAMENT: _(
            "Line %(line)s: the file starts with “%(element)s”, not with a tournament of TOM."
        ),
        TdfFault.TDF_NO_PLAYERS: _(
            "Line %(line)s: the file starts with “%(element)s”, not with the players or a tournament of TOM. "
            "Choose players.xml or a .tdf file."
        ),
        TdfFault.TDF_MISSING: _("Line %(line)s: “%(element)s” has no “%(missing)s”."),
        TdfFault.TDF_BAD_NUMBER: _("Line %(line)s: “%(value)s” in “%(element)s” is not a number."),
        TdfFault.TDF_BAD_FLAG: _("Line %(line)s: “%(value)s” in “%(element)s” is neither true nor false."),
        TdfFault.TDF_BAD_DATE: _(
            "Line %(line)s: “%(value)s” in “%(element)s” is not a date as TOM writes it."
        ),
        TdfFault.TDF_NO_SUCH_DAY: _(
            "Line %(line)s: there is no %(no_such_day)s. Correct “%(element)s” in TOM and save the file again."
        ),
        PairingRefusal.TDF_BAD_TYPE: _(
            "Line %(line)s: type %(value)s of “%(element)s” is unknown; 1, 2 and 3 are known."
        ),
        TdfFault.TDF_BAD_CATEGORY: _(
            "Line %(line)s: “%(element)s” is for category %(value)s, which is unknown."
        ),
        TdfFault.TDF_BAD_RANGE: _("Line %(line)s: “%(element)s” does not name a first and a last table."),
        TdfFault.TDF_BAD_OUTCOME: _("Line %(line)s: outcome %(value)s of a “%(element)s” is unknown."),
        TdfFault.TDF_BAD_SEATS: _(
            "Line %(line)s: outcome %(value)s of a “%(element)s” does not fit %(players)s players."
        ),
        PairingRefusal.TDF_TOO_LONG: _(
            "Line %(line)s: “%(element)s” is %(value)s minutes; at most %(limit)s are possible."
        ),
        PairingRefusal.TDF_OUT_OF_RANGE: _(
            "Line %(line)s: %(value)s in “%(element)s” is too large; at most %(most)s is possible."
        ),
        TdfFault.TDF_DUPLICATE_PLAYER: _(
            "Line %(line)s: “%(element)s” %(player)s is there a second time, first in line %(first_line)s."
        ),
        TdfFault.TDF_UNKNOWN_PLAYER: _(
            "Line %(line)s: “%(element)s” names %(player)s, who is not among the players."
        ),
        TdfFault.TDF_PLAYER_IN_TWO_PODS: _(
            "Line %(line)s: %(player)s is in this “%(element)s” and in another one."
        ),
        PairingRefusal.TDF_PLAYER_IN_NO_POD: _("Line %(line)s: no pod takes “%(element)s” %(player)s."),
        PairingRefusal.TDF_PODS_OVERLAP: _(
            "Line %(line)s: %(age_division)s players would play in this “%(element)s” and in another."
        ),
        TdfFault.TDF_ROUND_ORDER: _("Line %(line)s: “%(element)s” %(round)s is out of order."),
        PairingRefusal.TDF_ROUND_STILL_OPEN: _(
            "Line %(line)s: “%(element)s” %(round)s has matches without a result, but another one follows it."
        ),
        TdfFault.TDF_NOT_IN_POD: _(
            "Line %(line)s: a “%(element)s” of round %(round)s names %(player)s, who is not in this pod."
        ),
        TdfFault.TDF_PLAYER_TWICE: _(
            "Line %(line)s: %(player)s plays two matches in round %(round)s, the other “%(element)s” is in "
            "line %(first_line)s."
        ),
        PairingRefusal.TDF_TABLE_TWICE: _(
            "Line %(line)s: a second “%(element)s” of round %(round)s is at table %(table)s, the first is in "
            "line %(first_line)s."
        ),
        PairingRefusal.TDF_BRACKET_UNREADABLE: _(
            "Line %(line)s: “%(element)s” %(round)s does not match the bracket."
        ),
        PairingRefusal.TDF_BAD_PLAYER_ID: _(
            "Line %(line)s: “%(player)s” is not a Player ID of a “%(element)s”; it has digits only."
        ),
        PairingRefusal.TOM_OTHER_PEOPLE: _(
            "Known here under the same Player ID with another name or birth year, %(count)s in all: "
            "%(people)s. If they are the same people, confirm it below and choose the file again; "
            "otherwise correct the Player IDs."
        ),
        PairingRefusal.TDF_NAME_MISSING: _("Line %(line)s: “%(element)s” %(player)s has no name."),
        PairingRefusal.TDF_NAME_TOO_LONG: _(
            "Line %(line)s: the name of “%(element)s” %(player)s is longer than %(limit)s letters."
        ),
        PairingRefusal.TDF_BAD_BIRTH_YEAR: _(
            "Line %(line)s: “%(element)s” %(player)s cannot be born in %(year)s."
        ),
        PairingRefusal.TOM_FILE_NOT_NEWER: _("The file has no rounds or results that are not already here."),
        PairingRefusal.TOM_FILE_DIFFERS: _(
            "The file differs from what is here. Differences: %(count)s. Correct them, then compare again."
        ),
        PairingRefusal.TOM_FILE_REPLACES: _(
            "Results or pairings entered here would be replaced by those of the file. Compare with TOM again: they are "
            "listed there, to be confirmed."
        ),
        PairingRefusal.TOM_CUT_SEEDED_OTHERWISE: _(
            "The bracket here has other seeds than that of the file. Undo the rounds of the top cut here, then compare "
            "again."
        ),
        PairingRefusal.TOM_UNPOSTED_HERE: _(
            "Round %(round)s is paired here but not posted. Post or undo it first."
        ),
        PairingRefusal.TOM_PLAYER_IDS_MISSING: _(
            "TOM identifies players only by their Player ID. Add the Player ID of %(names)s "
            "(%(count)s in all), then download the file again."
        ),
    }
)
sentences.register_sentences(
    {
        "KnownNamesKept": _(
            "Names in your list are not changed; names from the file are in brackets: %(names)s"
        ),
        "TomDetailsChanged": (
            _("TOM file details changed"),
            _("The TOM file details are back as they were."),
        ),
        "TomRoundPaired": (
            _("Round %(round)s paired again as in the TOM file"),
            _("Round %(round)s is paired as before the TOM file."),
        ),
        "TomRoundsAdded": (
            _("Continued with TOM file %(filename)s, rounds added: %(rounds)s"),
            _("Everything is back as it was before TOM file %(filename)s."),
        ),
        "EventImported": _("%(filename)s imported, players: %(players)s, rounds: %(rounds)s"),
    }
)
