"""The sentences of refusals and of the journal, by code.

Each app adds the sentences of its codes. Engines use only the codes.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.engine.code_labels import Facts
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.fact_words import label_facts
from core.text_parts import NOTHING

Sentence = str | Promise


REFUSALS: dict[str, Sentence] = {
    CoreRefusal.NO_SUCH_DAY: _("There is no %(no_such_day)s. Correct the date."),
    CoreRefusal.FILE_EMPTY: _("The file is empty."),
    CoreRefusal.CASES_UNREADABLE: _(
        "This file is not valid JSON: %(why)s. Correct it and run the command again."
    ),
    CoreRefusal.NO_CASES: _("There is no case in this file."),
    CoreRefusal.CASE_IS_NO_OBJECT: _("This case is not a JSON object. Put its fields between { and }."),
    CoreRefusal.CASE_UNREADABLE: _("Case %(case)s has no %(field)s that can be read."),
    CoreRefusal.FILE_TOO_BIG: _("The file is larger than %(limit)s MB."),
    CoreRefusal.FILE_KIND_UNKNOWN: _("“%(filename)s” is neither CSV nor XLSX. Save the list as one of them."),
    CoreRefusal.FILE_UNREADABLE: _("“%(filename)s” cannot be opened. Save it again and upload it again."),
    CoreRefusal.TOO_MANY_ROWS: _("The file has more than %(limit)s rows."),
    CoreRefusal.TOO_MANY_COLUMNS: _(
        "A row of the file has %(found)s columns; at most %(limit)s are read. Remove those that are not needed."
    ),
    CoreRefusal.TOO_MANY_CELLS: _(
        "The file has more than %(limit)s cells. Remove rows and columns that are not needed, or save it as CSV."
    ),
    CoreRefusal.HEADER_TWICE: _("Two columns have the same title, one of them “%(other)s”. Remove one."),
    CoreRefusal.COLUMN_TWICE: _(
        "Two columns have the same meaning. Choose another one, or ignore one of them."
    ),
    CoreRefusal.ROW_UNREADABLE: _("This row cannot be read; a quotation mark may be missing."),
    CoreRefusal.ROW_TOO_LONG: _(
        "This row has %(cells)s cells, but there are %(columns)s columns. Remove “%(extra)s”."
    ),
    CoreRefusal.CHANGED_MEANWHILE: _(
        "Another staff member changed this at the same moment. Check the page again."
    ),
    CoreRefusal.NO_SUCH_USER: _("No account is called “%(name)s”. Ask them to sign up first."),
    CoreRefusal.ADDRESS_NOT_CONFIRMED: _(
        "No account has confirmed the address %(address)s. Enter the username, or invite with a code."
    ),
    CoreRefusal.FIRST_ACCOUNT_TAKEN: _(
        "The first account was just created. Sign in with it, or ask the person who created it."
    ),
    CoreRefusal.USERNAME_TAKEN: _("A user with that username already exists."),
    CoreRefusal.NO_ADDRESS: _("%(typed)s is not an address. Type one like http://192.168.1.20:8000."),
    CoreRefusal.ADDRESS_IS_LOOPBACK: _(
        "Only this computer can open %(typed)s. Enter its address on the Wi-Fi."
    ),
    CoreRefusal.NOT_OF_TEAM: _("Only members of this team can do that. Ask one of its owners to add you."),
    CoreRefusal.TEAM_NAME_MISSING: _("Enter the name of the team."),
    CoreRefusal.MAP_LINK_WRONG: _(
        "A link to a map begins with https:// or http://. Copy it from the address bar of the map."
    ),
    CoreRefusal.ALREADY_IN_TEAM: _("%(name)s is already in the team."),
    CoreRefusal.LAST_OWNER: _("A team needs one owner. Make another person owner first."),
    CoreRefusal.INVITATION_OVER: _(
        "This invitation was used, withdrawn or has expired. Ask the organizer for a new one."
    ),
    CoreRefusal.NOTHING_TO_SEAL: _("Nothing has happened since the last seal."),
    CoreRefusal.PICTURE_MISSING: _("Choose a picture first."),
    CoreRefusal.PICTURE_UNREADABLE: _(
        "This picture cannot be read. Use another one, as JPEG, PNG, WebP or GIF."
    ),
    CoreRefusal.PICTURE_TOO_BIG: _("This picture is larger than %(limit)s MB. Use a smaller one."),
    CoreRefusal.PICTURE_TOO_WIDE: _(
        "This picture has more than %(limit)s million pixels. Use a smaller one."
    ),
    CoreRefusal.PUSH_ENDPOINT_ODD: _(
        "Your browser gave an address that notifications cannot be sent to. Use another browser."
    ),
    CoreRefusal.PUSH_KEYS_ODD: _(
        "Your browser gave keys that cannot be used. Turn notifications on again, or use another browser."
    ),
}


class _FactsOrDash(dict[str, object]):
    # A missing fact is shown as a dash, so that it does not break the page.
    def __missing__(self, key: str) -> str:
        return NOTHING


def fill_sentence(sentence: Sentence, facts: Mapping[str, object]) -> str:
    """Insert facts into a sentence. A missing fact becomes a dash."""
    return str(sentence) % _FactsOrDash(facts) if "%(" in str(sentence) else str(sentence)


def refusal_code_text(code: str, facts: Mapping[str, object]) -> str:
    """Return the sentence of a refusal code, filled with its facts.

    An unknown code is a bug, so the sentence shows the code.
    """
    sentence = REFUSALS.get(code)
    return (
        fill_sentence(sentence, label_facts(facts))
        if sentence
        else gettext(
            "That is not possible now. Reload the page; if it happens again, report the code %(code)s."
        )
        % {"code": code}
    )


def refusal_text(refused: Refused) -> str:
    return refusal_code_text(refused.code, refused.facts)


def unreadable_file_text(error: Exception) -> str:
    """Return why a file given on the command line cannot be read."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        facts = {"file": error.filename, "reason": error.strerror}
        return gettext("%(file)s cannot be read: %(reason)s.") % facts
    return str(error)


def _no_computed_words(_facts: Facts) -> Facts:
    return {}


@dataclass(frozen=True, slots=True)
class KindSentences:
    """The sentences of a journal kind: one for its line, and one for the effects of undoing it.

    `facts` computes further values that the sentences need, and returns all of them even if facts are missing.
    """

    line: Sentence
    undo: Sentence | None
    facts: Callable[[Facts], Facts]

    def text(self, sentence: Sentence, facts: Facts) -> str:
        """Insert facts, and the words computed from them, into a sentence."""
        return fill_sentence(sentence, label_facts({**facts, **self.facts(facts)}))


KIND_WORDS: dict[str, KindSentences] = {}


def register_sentences(
    kinds: Mapping[str, Sentence | tuple[Sentence, Sentence]],
    *,
    facts: Callable[[Facts], Facts] = _no_computed_words,
) -> None:
    """Add the sentences of journal kinds, for the line or for the line and its undo.

    Raises ValueError for a kind that already has them.
    """
    for name, sentence in kinds.items():
        if name in KIND_WORDS:
            raise ValueError(f"Journal kind {name} is worded twice.")
        line, undo = sentence if isinstance(sentence, tuple) else (sentence, None)
        KIND_WORDS[name] = KindSentences(line, undo, facts)


def journal_text(kind: str, facts: Facts) -> str:
    """Return the sentence of a journal line, or its kind if the kind has no sentence."""
    words = KIND_WORDS.get(kind)
    return words.text(words.line, facts) if words else kind


def undo_text(kind: str, facts: Facts) -> str:
    """Return a sentence about the effects of undoing a step."""
    words = KIND_WORDS[kind]
    assert words.undo is not None  # noqa: S101 - only called for kinds that can be undone
    return words.text(words.undo, facts)


def _undone_words(facts: Facts) -> Facts:
    """Return, as `what_text`, the sentence of the line that was undone."""
    line_facts = facts.get("facts")
    common_facts = {name: value for name, value in facts.items() if name not in ("what", "facts")}
    return {
        "what_text": journal_text(
            str(facts.get("what", "")),
            {**common_facts, **line_facts} if isinstance(line_facts, Mapping) else {},
        )
    }


register_sentences(
    {
        "Undone": _("Undone: %(what_text)s"),
    },
    facts=_undone_words,
)

register_sentences(
    {
        "TeamFounded": _("Team %(name)s created"),
        "TeamNamesStay": _("Team %(name)s keeps names in its results"),
        "TeamNamesGo": _("Names are removed from the results of team %(name)s with other personal data"),
        "TeamRenamed": _("Team %(other)s is now called %(name)s"),
        "TeamLogoSet": _("Logo of team %(name)s uploaded"),
        "TeamPagePublished": _("Page of team %(name)s made public"),
        "TeamPageHidden": _("Page of team %(name)s no longer public"),
        "TeamPageChanged": _("Page of team %(name)s changed"),
        "TeamLogoRemoved": _("Logo of team %(name)s removed"),
        "CoverSet": _("Cover picture uploaded"),
        "CoverRemoved": _("Cover picture removed"),
        "TeamMemberAdded": _("%(name)s joined an organizing team"),
        "TeamMemberInvited": _("%(name)s was invited to an organizing team"),
        "TeamMemberNotJoined": _("%(name)s declined to join an organizing team"),
        "TeamMemberRemoved": _("%(name)s left an organizing team"),
        "TeamOwnerNamed": _("%(name)s is now an owner of the team"),
        "TeamOwnerEnded": _("%(name)s is no longer an owner of the team"),
        "TeamInvitationMade": _("Invitation to the team %(name)s created"),
        "TeamInvitationWithdrawn": _("Invitation to the team %(name)s withdrawn"),
        "PublicAddressSet": _("Address for phones: %(address)s"),
        "PublicAddressRemoved": _("Address for phones removed"),
    }
)
