"""Sentences about email addresses of players, and about emails that were not delivered."""

from django.utils.translation import gettext as _

from tournaments.engine.person_fields import MAIL_ADDRESS


def address_warnings(address: str, *, same_name: bool | None) -> list[str]:
    """Return warnings about an address that is invalid, shared, or of a player entered twice.

    `same_name` is None if no other player has the address; otherwise it is True if that player has the same name.
    """
    texts = []
    if address and not MAIL_ADDRESS.fullmatch(address):
        texts.append(_("This is not an email address. Correct it on the player’s page."))
    if same_name:
        texts.append(
            _("A player with the same name has this address too. If it is one person, merge the two entries.")
        )
    elif same_name is not None:
        texts.append(_("Shared with another player. Each gets an email, with the name in it."))
    return texts


def mail_failure_text(answer: str) -> str:
    """Describe why an email was not delivered.

    `answer` is the mail server's reply, or the class of an error.
    """
    if answer[:1] == "4" or answer[:1] == "5":
        return _("The mail server refused it: “%(answer)s”. Check the address, then send it again.") % {
            "answer": answer
        }
    return _("The mail server could not be reached. Send it again later.")
