"""Sentences about forgetting people."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core import sentences
from floor.engine.refusals import FloorRefusal
from floor.services.forget import Forgetting
from tournaments.words.person_words import erased_fact_labels

sentences.REFUSALS.update(
    {
        FloorRefusal.PERSON_NAME_NOT_TYPED: _("Type “%(name)s” to forget this person."),
        FloorRefusal.PERSON_FORGOTTEN: _("This person was already forgotten."),
        FloorRefusal.PERSON_STILL_PLAYS: _(
            "%(event)s is not over. Finish it first, or remove the player there."
        ),
    }
)

sentences.register_sentences(
    {"PersonForgotten": _("A person was forgotten: now called %(name)s, lines changed: %(count)s")}
)


def forgetting_texts(changes: Forgetting) -> list[str]:
    """Describe the effects of forgetting a person, one sentence each."""
    facts = {"name": changes.name, "instead": changes.instead, "n": len(changes.events)}
    texts = [
        ngettext(
            "%(name)s is called “%(instead)s” in %(n)s event; places, results and pairings do not change.",
            "%(name)s is called “%(instead)s” in %(n)s events; places, results and pairings do not change.",
            len(changes.events),
        )
        % facts,
        gettext("Deleted: %(facts)s, notes, personal link.") % {"facts": ", ".join(erased_fact_labels())},
        ngettext(
            "The name is removed from %(n)s line of the journal; its seals remain valid.",
            "The name is removed from %(n)s lines of the journal; their seals remain valid.",
            changes.lines,
        )
        % {"n": changes.lines},
    ]
    if changes.phones:
        text = ngettext(
            "%(n)s phone gets no more notifications.",
            "%(n)s phones get no more notifications.",
            changes.phones,
        )
        texts.append(text % {"n": changes.phones})
    if changes.photos:
        text = ngettext(
            "%(n)s photo of a deck check is deleted.",
            "%(n)s photos of deck checks are deleted.",
            changes.photos,
        )
        texts.append(text % {"n": changes.photos})
    if changes.files:
        text = ngettext(
            "%(n)s file imported from TOM is deleted, with everyone in it; the event itself is not.",
            "%(n)s files imported from TOM are deleted, with everyone in them; the events themselves "
            "are not.",
            changes.files,
        )
        texts.append(text % {"n": changes.files})
    if changes.snapshots:
        text = ngettext(
            "%(n)s snapshot contains the name and is deleted; make a new one afterwards.",
            "%(n)s snapshots contain the name and are deleted; make new ones afterwards.",
            changes.snapshots,
        )
        texts.append(text % {"n": changes.snapshots})
    if changes.listed:
        texts.append(gettext("The entry in the team’s known players is deleted."))
    if changes.account:
        texts.append(
            gettext("The account %(account)s is not deleted, but loses these events.")
            % {"account": changes.account}
        )
    return [*texts, gettext("This cannot be undone.")]
